"""Bands: the set of clinically acceptable actions for one vignette and sub-action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet


class ProvenanceLevel(StrEnum):
    """What a band rests on, in rising order."""

    AUTHOR = "author-derived"
    GUIDELINE = "guideline-derived"
    CLINICIAN = "clinician-adjudicated"

    @property
    def rank(self) -> int:
        """0, 1 or 2."""
        return list(ProvenanceLevel).index(self)


@dataclass(frozen=True)
class Feedback:
    """What a practice item teaches after it was judged."""

    trap: str
    guideline_says: str
    right_answer: str
    passes: tuple[tuple[str, AcceptableSet | None], ...]


@dataclass(frozen=True)
class Band:
    """A draft band with its derivation.

    Attributes
    ----------
    id
        Unique in the study.
    title
        What a reader calls it ("Pain relief: flank pain").
    vignette_id, sub_action
        The decision it belongs to; at most one band each.
    acceptable
        The deriver's set, without the disputed span.
    disputed
        Values (or alternative test statuses) the deriver could not settle, or None.
    clause_ids
        The clauses it rests on, the one shown first leading.
    reasoning
        Why these clauses yield this set for this vignette.
    uses_facts
        Ids of the vignette's facts the reasoning uses.
    level
        author-derived or guideline-derived; only verdicts make it clinician-adjudicated.
    required_roles
        Roles the protocol wants among the raters (a triage nurse for acuity).
    author
        Identifier of the deriver.
    feedback
        For practice items, what to tell afterwards.
    setting
        Id of the practice setting that decides this band where it differs from its sub-action's
        (a follow-up visit after heart failure, not after a metabolic emergency); None otherwise.
    """

    id: str
    title: str
    vignette_id: str
    sub_action: str
    acceptable: AcceptableSet
    disputed: AcceptableSet | None
    clause_ids: tuple[str, ...]
    reasoning: str
    uses_facts: tuple[str, ...]
    level: ProvenanceLevel = ProvenanceLevel.AUTHOR
    required_roles: tuple[str, ...] = ()
    author: str = ""
    feedback: Feedback | None = None
    setting: str | None = None

    def __post_init__(self) -> None:
        if self.level is ProvenanceLevel.CLINICIAN:
            raise ValueError("a draft cannot be clinician-adjudicated: only verdicts make it so")
        if self.disputed is not None and type(self.disputed) is not type(self.acceptable):
            raise TypeError("the disputed span and the band are of different kinds")
        if isinstance(self.acceptable, ValueSet) and isinstance(self.disputed, ValueSet):
            shared = self.acceptable & self.disputed
            if len(shared):
                raise ValueError(f"both acceptable and disputed: {sorted(shared.values)}")

    def widened(self) -> AcceptableSet:
        """Return the band with the disputed span counted in."""
        if self.disputed is None:
            return self.acceptable
        if isinstance(self.acceptable, ValueSet) and isinstance(self.disputed, ValueSet):
            return self.acceptable | self.disputed
        if isinstance(self.acceptable, OrderSet) and isinstance(self.disputed, OrderSet):
            # The alternative status replaces the author's for the tests in dispute.
            moved = self.disputed.allowed
            return OrderSet(
                required=(self.acceptable.required - moved) | self.disputed.required,
                permitted=(self.acceptable.permitted - moved) | self.disputed.permitted,
            )
        raise AssertionError("unreachable: kinds were compared on construction")
