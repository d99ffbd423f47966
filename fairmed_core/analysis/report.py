"""The analysis report: everything computed under one plan, as frozen values.

`analyse` fills it; `exports` renders it and `fairmed analyze` writes it. Nobody else computes.

An `AnalysisReport` holds

- ``plan`` (reference, resampling with seed, set distance) and ``exploratory`` (no plan file),
- ``registry_hash`` (None for unsigned bands), ``protocol``, ``versions``, ``files``,
- ``provenance``: number of bands at each level, by level name, and how many are
  ``unresolved``, carry ``scope_warnings`` or were ``declined``,
- ``losses``: everything missing or dropped, by condition,
- ``sections`` (ids: floor, floor_beside, flips, shifts, within_range, out_of_range, excess,
  logit, sensitivity, tipping, family, gates, propagation, agreement; logit with a plan, gates
  where the plan has them, propagation where runs have forced steps or show the descriptor at
  some steps only): each with ``id``, ``title``, ``rows`` and ``notes``; a row is
  an `Estimate` with the place it belongs to (model, scaffold, arm, condition, reference, action,
  variant),
- ``transitions``: tables of where values went, one for each contrast and ordinal sub-action.
"""

from __future__ import annotations

import platform
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from fairmed_core.analysis.plan import UNPLANNED, Plan
from fairmed_core.analysis.progress import Advance, silent
from fairmed_core.analysis.rows import Row, Section, TransitionRow
from fairmed_core.analysis.section_rows import agreement_rows
from fairmed_core.analysis.sections import AGREEMENT, report_sections, transition_rows
from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.resolution import NotCounted, ResolvedBand
from fairmed_core.trajectories.files import InputFile
from fairmed_core.trajectories.table import Loss, Trajectories

__all__ = ["AnalysisReport", "Row", "Section", "TransitionRow", "agreement_report", "analyse"]

PACKAGES = ("fairmed", "numpy", "scipy", "pandas", "krippendorff")
NO_DRAWS = "no draws enter"
UNRESOLVED = "unresolved"
SCOPE_WARNINGS = "scope_warnings"
DECLINED = "declined"


@dataclass(frozen=True)
class AnalysisReport:
    """What was found, and everything needed to find it again.

    Attributes
    ----------
    plan
        What was asked for.
    registry_hash
        Hash of the registry the bands came from; None for unsigned bands.
    protocol
        Name and version of the study whose action space and bands were used.
    decoding
        Decoding configuration of the draws.
    versions
        Of Python and the packages that computed.
    files
        The trajectory files, with SHA-256.
    provenance
        Number of bands by level name; of these also ``unresolved``, with ``scope_warnings`` (a
        verdict from outside the setting) and ``declined`` (at least one DECLINE).
    losses
        What no estimate rests on, by condition.
    sections
        The estimates, in printed order.
    transitions
        Where values went.
    unmapped_orders
        Order names of the draws that the study maps to no test; order sets with them are missing.
    """

    plan: Plan
    registry_hash: str | None
    protocol: str
    decoding: str
    versions: Mapping[str, str]
    files: tuple[InputFile, ...]
    provenance: Mapping[str, int]
    losses: tuple[Loss, ...]
    sections: tuple[Section, ...]
    transitions: tuple[TransitionRow, ...]
    unmapped_orders: tuple[str, ...] = ()

    @property
    def exploratory(self) -> bool:
        """Whether no plan was fixed before the numbers were seen."""
        return self.plan.exploratory

    @property
    def seed(self) -> int:
        """The seed of every resample."""
        return self.plan.resampling.seed

    def section(self, section_id: str) -> Section:
        """Return a section; KeyError when the report has none of this id."""
        for section in self.sections:
            if section.id == section_id:
                return section
        raise KeyError(section_id)


def analyse(
    trajectories: Trajectories,
    *,
    bands: Sequence[ResolvedBand],
    plan: Plan = UNPLANNED,
    registry_hash: str | None = None,
    protocol: str = "",
    wanted: Collection[str] | None = None,
    advance: Advance = silent,
) -> AnalysisReport:
    """Compute everything a plan asks for.

    Parameters
    ----------
    trajectories
        What agents did.
    bands
        The bands; an empty sequence leaves every within-range number undefined.
    plan
        What to compute; without a plan file the report is exploratory.
    registry_hash, protocol
        Where the bands came from.
    wanted
        Ids of the sections to compute; None leaves the choice to draws and plan.
    advance
        Is told how far the work is; what it raises ends the work.

    Returns
    -------
    AnalysisReport

    Raises
    ------
    UserError
        The plan names a condition that is not in the trajectories, or bands contradict.
    """
    return AnalysisReport(
        plan=plan,
        registry_hash=registry_hash,
        protocol=protocol,
        decoding=trajectories.decoding,
        versions=_versions(),
        files=trajectories.files,
        provenance=_provenance(bands),
        losses=trajectories.losses,
        sections=report_sections(
            trajectories, bands=bands, plan=plan, wanted=wanted, advance=advance
        ),
        transitions=transition_rows(trajectories, plan=plan),
        unmapped_orders=trajectories.unmapped_orders,
    )


def agreement_report(
    bands: Sequence[ResolvedBand],
    *,
    space: ActionSpace,
    plan: Plan = UNPLANNED,
    registry_hash: str | None = None,
    protocol: str = "",
) -> AnalysisReport:
    """Compute the raters' agreement alone, for which no draws are needed.

    Parameters
    ----------
    bands, registry_hash, protocol
        As in `analyse`.
    space
        The scales of the bands.
    plan
        Set distance and resampling.

    Returns
    -------
    AnalysisReport
        With the section ``agreement``, and neither files nor losses.
    """
    rows = tuple(agreement_rows(bands, space=space, plan=plan))
    return AnalysisReport(
        plan=plan,
        registry_hash=registry_hash,
        protocol=protocol,
        decoding=NO_DRAWS,
        versions=_versions(),
        files=(),
        provenance=_provenance(bands),
        losses=(),
        sections=(Section("agreement", AGREEMENT, rows),),
        transitions=(),
    )


def _provenance(bands: Sequence[ResolvedBand]) -> dict[str, int]:
    counts = {level.value: 0 for level in ProvenanceLevel}
    for one in bands:
        counts[one.level.value] += 1
    return {
        **counts,
        UNRESOLVED: sum(one.unresolved for one in bands),
        SCOPE_WARNINGS: sum(_out_of_scope(one) for one in bands),
        DECLINED: sum(bool(one.declined) for one in bands),
    }


def _out_of_scope(one: ResolvedBand) -> bool:
    return any(NotCounted.OUT_OF_SCOPE in verdict.not_counted for verdict in one.verdicts)


def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}
