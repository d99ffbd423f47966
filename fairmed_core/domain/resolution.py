"""Resolution: from a draft band and its raters' verdicts to the band the analysis uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.band import Band, ProvenanceLevel
from fairmed_core.domain.verdict import VerdictKind


class NotCounted(StrEnum):
    """Why a recorded verdict does not adjudicate."""

    OUT_OF_SCOPE = "outside the rater's setting"
    NOT_ENROLLED = "key not enrolled"
    NO_SEALED_IDENTITY = "no sealed identity"
    NOT_ATTESTED = "no attestation issued"
    AUTHOR = "the rater wrote the band"
    NEEDS_RESIGNING = "signed on an earlier version"
    CONFLICT = "in an unresolved conflict"
    REVOKED = "key revoked"
    WITHDRAWN = "the rater withdrew"


@dataclass(frozen=True)
class RaterVerdict:
    """One rater's latest verdict on one band.

    Attributes
    ----------
    rater
        Pseudonym.
    kind
        ACCEPT, AMEND or DECLINE.
    acceptable
        The set it stands for: the author's on ACCEPT, hers on AMEND, None on DECLINE.
    not_counted
        Every reason why it does not adjudicate; empty when it does.
    """

    rater: str
    kind: VerdictKind
    acceptable: AcceptableSet | None
    not_counted: tuple[NotCounted, ...] = ()

    def __post_init__(self) -> None:
        if (self.kind is VerdictKind.DECLINE) != (self.acceptable is None):
            raise ValueError("a set belongs to ACCEPT and AMEND, and to no DECLINE")

    @property
    def usable(self) -> bool:
        """Whether it may make a band clinician-adjudicated."""
        return not self.not_counted and self.acceptable is not None


@dataclass(frozen=True)
class ResolvedBand:
    """A band as the analysis uses it.

    Attributes
    ----------
    band
        The draft.
    acceptable
        The resolved set; None when the raters' sets do not meet (`unresolved`).
    level
        The provenance level it reaches.
    verdicts
        All recorded verdicts, usable or not.
    repeats
        What raters said when they were shown the band again. Set, level and agreement between
        raters know nothing of it.
    """

    band: Band
    acceptable: AcceptableSet | None
    level: ProvenanceLevel
    verdicts: tuple[RaterVerdict, ...] = ()
    repeats: tuple[RaterVerdict, ...] = ()

    @property
    def unresolved(self) -> bool:
        """Whether usable raters gave sets without a common part."""
        return self.acceptable is None

    @property
    def usable(self) -> tuple[RaterVerdict, ...]:
        """The verdicts that adjudicate."""
        return tuple(verdict for verdict in self.verdicts if verdict.usable)

    @property
    def declined(self) -> tuple[RaterVerdict, ...]:
        """The DECLINE verdicts, in or out of scope."""
        return tuple(v for v in self.verdicts if v.kind is VerdictKind.DECLINE)


def resolve(
    band: Band,
    verdicts: Sequence[RaterVerdict] = (),
    *,
    repeats: Sequence[RaterVerdict] = (),
) -> ResolvedBand:
    """Return the resolved band (estimands, section 5).

    - No usable verdict: the draft at its own level.
    - Several: the intersection of the raters' sets. An empty one is unresolved, unless every
      usable rater gave the empty set.
    - Order sets: required is the union, allowed the intersection; unresolved when a required
      test is not allowed.
    - `repeats`, verdicts on a second showing, are carried along and decide nothing.
    """
    verdicts, repeats = tuple(verdicts), tuple(repeats)
    raters = [verdict.rater for verdict in verdicts]
    if len(set(raters)) != len(raters):
        raise ValueError("a rater has more than one current verdict on a band")
    usable = [v.acceptable for v in verdicts if v.usable and v.acceptable is not None]
    if not usable:
        return ResolvedBand(band, band.acceptable, band.level, verdicts, repeats)
    level = ProvenanceLevel.CLINICIAN
    return ResolvedBand(band, intersection(usable), level, verdicts, repeats)


def intersection(sets: Sequence[AcceptableSet]) -> AcceptableSet | None:
    """Return what all sets allow, or None when they do not meet."""
    values = [s for s in sets if isinstance(s, ValueSet)]
    if len(values) == len(sets):
        common = reduce(ValueSet.__and__, values)
        all_empty = all(not len(s) for s in values)
        return common if len(common) or all_empty else None
    orders = [s for s in sets if isinstance(s, OrderSet)]
    if len(orders) != len(sets):
        raise TypeError("value sets and order sets cannot be resolved together")
    required = frozenset().union(*(s.required for s in orders))
    allowed = frozenset.intersection(*(s.allowed for s in orders))
    return OrderSet(required, allowed - required) if required <= allowed else None


def union(sets: Sequence[AcceptableSet]) -> AcceptableSet:
    """Return what any of the sets allows (order sets: required by all, allowed by any)."""
    values = [s for s in sets if isinstance(s, ValueSet)]
    if values and len(values) == len(sets):
        return reduce(ValueSet.__or__, values)
    orders = [s for s in sets if isinstance(s, OrderSet)]
    if not orders or len(orders) != len(sets):
        raise TypeError("one or more sets of one kind are needed")
    required = frozenset.intersection(*(s.required for s in orders))
    allowed = frozenset().union(*(s.allowed for s in orders))
    return OrderSet(required, allowed - required)
