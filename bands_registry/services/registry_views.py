"""What the coordinator's and the analyst's services hand out: frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from bands_registry.provenance.decisions import ConsensusRecorded
from bands_registry.provenance.findings import Finding
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement, VerdictKind


class MergeOutcome(StrEnum):
    """What merging a response did."""

    MERGED = "merged"
    NOTHING_NEW = "nothing_new"
    CONFLICT = "conflict"


@dataclass(frozen=True)
class MergeResult:
    """What merging a response did.

    Attributes
    ----------
    outcome
        Merged, nothing new, or a conflict: kept, and not counted until it is settled.
    pseudonym, seat, key_id, fingerprint
        Whose log it is.
    new_events
        How many events came.
    enrolled
        Whether the key is enrolled under this pseudonym and seat; else its verdicts do not count.
    identity_held
        Whether her sealed identity is here and fitted her commitment.
    warnings
        What the check of the response found worth knowing, as sentences.
    """

    outcome: MergeOutcome
    pseudonym: str
    seat: str
    key_id: str
    fingerprint: str
    new_events: int
    enrolled: bool
    identity_held: bool
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class PublishedRegistry:
    """A registry that was written; `warnings` say what a verifier will find incomplete."""

    path: Path
    sha256: str
    registry_hash: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class AdjudicatorView:
    """A rater as the registry knows her.

    Attributes
    ----------
    pseudonym, credential, seat, role
        Who and where; `role` as the latest roster has it, "" for a seat no longer in it.
    key_id, fingerprint
        Her key.
    enrolled, sealed, attested
        The three things without which nothing of hers counts: key enrolled, sealed identity with
        the coordinator, at least one attestation issued.
    in_conflict
        Whether seat, pseudonym or key is claimed twice.
    verdicts
        How many items she has a current verdict on.
    revoked_after
        The last event of her chain that counts where her key was revoked; else None.
    withdrawn
        Whether she withdrew: nothing of hers counts.
    """

    pseudonym: str
    credential: Credential
    seat: str
    role: str
    key_id: str
    fingerprint: str
    enrolled: bool
    sealed: bool
    attested: bool
    in_conflict: bool
    verdicts: int
    revoked_after: int | None = None
    withdrawn: bool = False


@dataclass(frozen=True)
class RecordedVerdict:
    """A rater's latest verdict on an item, in full.

    Attributes
    ----------
    item_id, rater
        What was judged and by whom.
    kind, acceptable, judgement
        The decision, the set it stands for (None on DECLINE), and all she entered.
    scope
        Her scope for the item.
    not_counted
        Every reason why it does not adjudicate.
    time, event_id, pack_version
        When she signed, the signed event, and the pack it was signed on.
    """

    item_id: str
    rater: str
    kind: VerdictKind
    acceptable: AcceptableSet | None
    judgement: Judgement
    scope: Scope
    not_counted: tuple[NotCounted, ...]
    time: datetime
    event_id: str
    pack_version: int


@dataclass(frozen=True)
class RegistryContents:
    """A verified registry as analysis and overview use it.

    Attributes
    ----------
    study
        The study as published last.
    bands
        Every band that counts (practice left out), resolved, in the study's order.
    adjudicators
        The raters whose logs are in, by pseudonym.
    verdicts
        Every recorded verdict that may be shown.
    registry_hash
        The hash over the content, whatever the order of merging.
    pack_hash
        The pack published last.
    published
        Whether this is a published file; the coordinator's own store hides what is not complete.
    hidden
        Items whose verdicts are hidden, and left out of every count, until all assigned raters
        signed; always empty for a published registry.
    signed
        (item, rater) pairs with a current attested verdict on the present version, hidden or not;
        an item shown a second time stands under the id of that showing.
    changed
        Such pairs signed and attested on an earlier version only: they need to be signed again.
    findings
        What verification found that does not forbid reading.
    consensus
        What raters agreed on after they had signed; it counts as no rater.
    """

    study: Study
    bands: tuple[ResolvedBand, ...]
    adjudicators: tuple[AdjudicatorView, ...]
    verdicts: tuple[RecordedVerdict, ...]
    registry_hash: str
    pack_hash: str
    published: bool
    hidden: tuple[str, ...]
    signed: frozenset[tuple[str, str]]
    findings: tuple[Finding, ...]
    consensus: tuple[ConsensusRecorded, ...] = ()
    changed: frozenset[tuple[str, str]] = frozenset()

    @property
    def provenance(self) -> dict[ProvenanceLevel, int]:
        """How many bands stand at each level."""
        counts = dict.fromkeys(ProvenanceLevel, 0)
        for resolved in self.bands:
            counts[resolved.level] += 1
        return counts

    @property
    def adjudicated(self) -> int:
        """How many bands are clinician-adjudicated."""
        return self.provenance[ProvenanceLevel.CLINICIAN]

    @property
    def unresolved(self) -> tuple[str, ...]:
        """Ids of bands whose usable raters gave sets without a common part."""
        return tuple(resolved.band.id for resolved in self.bands if resolved.unresolved)

    @property
    def scope_warnings(self) -> Mapping[str, tuple[RecordedVerdict, ...]]:
        """By band id, the ACCEPT and AMEND verdicts given from outside the setting."""
        outside: dict[str, tuple[RecordedVerdict, ...]] = {}
        for verdict in self.verdicts:
            if not verdict.scope.inside and verdict.kind is not VerdictKind.DECLINE:
                outside[verdict.item_id] = (*outside.get(verdict.item_id, ()), verdict)
        return outside

    @property
    def unmet_roles(self) -> Mapping[str, tuple[str, ...]]:
        """By band id, the required professions none of the counting raters has."""
        credentials = {rater.pseudonym: rater.credential for rater in self.adjudicators}
        unmet: dict[str, tuple[str, ...]] = {}
        for resolved in self.bands:
            present = {credentials[verdict.rater].profession for verdict in resolved.usable}
            lacking = tuple(r for r in resolved.band.required_roles if r not in present)
            if lacking:
                unmet[resolved.band.id] = lacking
        return unmet


class CellState(StrEnum):
    """What one cell of the coverage grid shows."""

    NOT_ASSIGNED = "not_assigned"
    WAITING = "waiting"
    HIDDEN = "hidden"
    ACCEPT = "accept"
    AMEND = "amend"
    DECLINE = "decline"
    RESIGN = "resign"


@dataclass(frozen=True)
class OverviewColumn:
    """A seat, and who fills it; without a merged log `rater` is None."""

    seat: str
    role: str
    rater: AdjudicatorView | None


@dataclass(frozen=True)
class OverviewCell:
    """One item under one column; `verdict` only where it may be shown.

    That a verdict needs re-signing is told of a hidden one, too: what it said is not.
    """

    state: CellState
    verdict: RecordedVerdict | None = None

    @property
    def scope_warning(self) -> bool:
        """Whether the verdict was given from outside the setting."""
        return self.verdict is not None and not self.verdict.scope.inside


@dataclass(frozen=True)
class OverviewRow:
    """One item; `opens_after` is how many assigned raters must still sign before it opens."""

    resolved: ResolvedBand
    cells: tuple[OverviewCell, ...]
    opens_after: int


@dataclass(frozen=True)
class Overview:
    """The coverage grid and what stands beside it.

    Attributes
    ----------
    columns, rows
        Seats by items; each row has a cell per column.
    assigned, signed
        How many verdicts the roster asks for, and how many of them are signed.
    repeats_assigned, repeats_signed
        The same of second showings, which stand in no other count.
    provenance
        How many bands stand at each level.
    agreement_bands
        The bands agreement may be computed on: two or more counting raters, nothing hidden.
    attention
        What needs attention, as sentences.
    """

    columns: tuple[OverviewColumn, ...]
    rows: tuple[OverviewRow, ...]
    assigned: int
    signed: int
    repeats_assigned: int
    repeats_signed: int
    provenance: Mapping[ProvenanceLevel, int]
    agreement_bands: tuple[ResolvedBand, ...]
    attention: tuple[str, ...]
