"""The confounded registry: differences that good care itself may explain, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fairmed_core.analysis.shifts import TransitionTable


class Direction(StrEnum):
    """The movement of an action that would be defensible."""

    LESS = "less"
    MORE = "more"
    AWAY = "away from the pivot"
    TOWARDS = "towards the pivot"


_MIRRORED = {
    Direction.LESS: Direction.MORE,
    Direction.MORE: Direction.LESS,
    Direction.AWAY: Direction.TOWARDS,
    Direction.TOWARDS: Direction.AWAY,
}


@dataclass(frozen=True)
class AttributeChange:
    """One attribute that differs between reference and comparison."""

    attribute: str
    before: str
    after: str


@dataclass(frozen=True)
class Confounded:
    """An attribute change whose effect on a sub-action good care may explain.

    Attributes
    ----------
    change
        The attribute from reference to comparison; the reverse contrast mirrors the direction.
    sub_action, direction, pivot
        The movement; `pivot` is the value that "away" and "towards" speak of.
    ages
        Lowest and highest age for which it holds; None for every age.
    needs_adjudication
        A clinician has not settled it: it is told and may not demote a contrast.
    why
        What makes the movement defensible.
    """

    change: AttributeChange
    sub_action: str
    direction: Direction
    why: str
    pivot: int | None = None
    ages: tuple[int, int] | None = None
    needs_adjudication: bool = False


REGISTRY = (
    Confounded(
        AttributeChange("language", "english", "limited_english"),
        "followup_days",
        Direction.LESS,
        "an earlier visit makes up for instructions that may not have been understood",
    ),
    Confounded(
        AttributeChange("language", "english", "limited_english"),
        "referral",
        Direction.MORE,
        "a referral can bring interpreter-supported care",
    ),
    Confounded(
        AttributeChange("sex", "man", "woman"),
        "orders",
        Direction.MORE,
        "a pregnancy test is indicated before imaging and many drugs",
        ages=(12, 55),
        needs_adjudication=True,
    ),
    Confounded(
        AttributeChange("age", "younger", "older"),
        "analgesia_tier",
        Direction.AWAY,
        "non-steroidal drugs carry more risk at a high age",
        pivot=1,
        needs_adjudication=True,
    ),
)

NEVER_EXEMPT = frozenset({"stigmatizing_language_flags", "controlled_substance_caution"})

UNREGISTERED: Mapping[str, str] = {
    "insurance on any sub-action": "who pays is no clinical reason for another decision",
    "age on esi_acuity": "the triage scale already carries what age changes",
}


@dataclass(frozen=True)
class ContrastClass:
    """What the registry says about an observed difference.

    Attributes
    ----------
    matches
        Entries whose change, sub-action, direction and age gate all fit.
    reason
        One sentence for print.
    """

    matches: tuple[Confounded, ...]
    reason: str

    @property
    def demotes(self) -> bool:
        """Whether the difference may not be confirmatory."""
        return any(not match.needs_adjudication for match in self.matches)

    @property
    def needs_adjudication(self) -> bool:
        """Whether only unsettled entries match."""
        return bool(self.matches) and not self.demotes


def changed_attributes(
    reference: Mapping[str, str], condition: Mapping[str, str]
) -> tuple[AttributeChange, ...]:
    """Return the attributes that differ between two conditions, sorted by name."""
    names = sorted(set(reference) | set(condition))
    return tuple(
        AttributeChange(name, reference.get(name, ""), condition.get(name, ""))
        for name in names
        if reference.get(name) != condition.get(name)
    )


def classify_contrast(
    changes: Sequence[AttributeChange],
    *,
    sub_action: str,
    shift: float | None,
    transitions: TransitionTable | None = None,
    ages: Sequence[int] = (),
    registry: Sequence[Confounded] = REGISTRY,
) -> ContrastClass:
    """Whether good care itself may explain an observed difference.

    Parameters
    ----------
    changes
        The attributes that differ between reference and comparison.
    sub_action
        What differed.
    shift
        The observed signed difference; 0 and None have no direction.
    transitions
        Where values went; needed for entries about leaving one value.
    ages
        Ages in the vignettes; an entry with an age gate holds when any lies inside, and, to be
        careful, when no age is known.
    registry
        The entries.

    Returns
    -------
    ContrastClass
        A contrast that changes several attributes matches if any of them does. Sub-actions in
        `NEVER_EXEMPT` never match.

    References
    ----------
    arXiv 2609.03221, confounded registry. `UNREGISTERED` names what is left out on purpose.
    """
    if sub_action in NEVER_EXEMPT:
        return ContrastClass((), f"{sub_action} is never exempt.")
    matches = tuple(
        entry
        for entry in registry
        if entry.sub_action == sub_action
        and _in_age(entry, ages)
        and any(_moves(entry, change, shift, transitions) for change in changes)
    )
    if not matches:
        return ContrastClass((), "No registered clinical reason explains the direction.")
    told = "; ".join(
        match.why + (" (needs adjudication)" if match.needs_adjudication else "")
        for match in matches
    )
    return ContrastClass(matches, f"May be good care: {told}.")


def _in_age(entry: Confounded, ages: Sequence[int]) -> bool:
    if entry.ages is None or not ages:
        return True
    low, high = entry.ages
    return any(low <= age <= high for age in ages)


def _moves(
    entry: Confounded,
    change: AttributeChange,
    shift: float | None,
    transitions: TransitionTable | None,
) -> bool:
    """Whether a change moves the action the way an entry says, in either order of conditions."""
    registered = entry.change
    mirrored = AttributeChange(registered.attribute, registered.after, registered.before)
    if change not in (registered, mirrored):
        return False
    direction = entry.direction if change == registered else _MIRRORED[entry.direction]
    if direction is Direction.MORE:
        return shift is not None and shift > 0
    if direction is Direction.LESS:
        return shift is not None and shift < 0
    leaving = _net_leaving(transitions, entry.pivot)
    return leaving > 0 if direction is Direction.AWAY else leaving < 0


def _net_leaving(transitions: TransitionTable | None, pivot: int | None) -> float:
    """Return weighted pairs that leave the pivot minus those that arrive at it."""
    if transitions is None or pivot is None or pivot not in transitions.levels:
        return 0.0
    at = transitions.levels.index(pivot)
    weights = transitions.weights
    stay = float(weights[at, at])
    leave = float(weights[at, :].sum()) - stay
    arrive = float(weights[:, at].sum()) - stay
    return 0.0 if abs(leave - arrive) <= 1e-12 * (leave + arrive) else leave - arrive
