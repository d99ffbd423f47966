"""The action space: the fields an agent commits, their scales and their pre-registered cuts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet


class Step(StrEnum):
    """The steps of an episode, in their order."""

    TRIAGE = "triage"
    ORDER = "order"
    RESULTS = "results"
    REASSESS = "reassess"
    PRESCRIBE = "prescribe"
    DOCUMENT = "document"

    @property
    def position(self) -> int:
        """Position in the episode, from 0."""
        return list(Step).index(self)

    def knows(self, other: Step) -> bool:
        """Whether a fact that arrives at `other` is available at this step."""
        return other.position <= self.position


class Kind(StrEnum):
    """How a sub-action's values are measured."""

    ORDINAL = "ordinal"
    CONTINUOUS = "continuous"
    ORDERS = "orders"
    BINARY = "binary"
    DAYS = "days"
    PHRASES = "phrases"


@dataclass(frozen=True)
class Level:
    """One value of a scale with its label, e.g. 2 · emergent."""

    value: int
    label: str


@dataclass(frozen=True)
class Threshold:
    """The pre-registered cut that turns a value into yes or no.

    Attributes
    ----------
    direction
        "at_most": yes is value ≤ cut; "at_least": yes is value ≥ cut.
    cut
        The cut, in the unit of the scale.
    yes, no
        What the two sides are called ("any opioid", "no opioid").
    """

    direction: str
    cut: int
    yes: str
    no: str

    def __post_init__(self) -> None:
        if self.direction not in ("at_most", "at_least"):
            raise ValueError(f"unknown threshold direction {self.direction!r}")

    def holds(self, value: int) -> bool:
        """Return φ(value)."""
        return value <= self.cut if self.direction == "at_most" else value >= self.cut

    @property
    def upper_of_lower_side(self) -> int:
        """The largest value below the line that is drawn between two levels."""
        return self.cut if self.direction == "at_most" else self.cut - 1


@dataclass(frozen=True)
class SubAction:
    """One field the agent commits.

    Attributes
    ----------
    name, label
        The field's name in trajectories, and its title for people.
    step
        The step at which it is committed.
    kind
        How it is measured.
    levels
        The labelled values of an ordinal or binary scale; empty otherwise.
    minimum, maximum
        The ends of the scale; None where open. Days used in agreement need a maximum.
    threshold
        The pre-registered cut, or None.
    setting
        Id of the practice setting that ordinarily decides it, or None (recorded only).
    """

    name: str
    label: str
    step: Step
    kind: Kind
    levels: tuple[Level, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    threshold: Threshold | None = None
    setting: str | None = None

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers, not sets of tests."""
        return self.kind is not Kind.ORDERS

    @property
    def takes_cut(self) -> bool:
        """Whether a cut can turn its values into yes and no."""
        return self.numeric and self.kind is not Kind.BINARY

    def on_scale(self, value: float) -> bool:
        """Whether `value` lies on the scale."""
        if self.levels:
            return value in {level.value for level in self.levels}
        low_ok = self.minimum is None or value >= self.minimum
        return low_ok and (self.maximum is None or value <= self.maximum)

    def label_of(self, value: int) -> str:
        """Return the label of a level, or "" where the scale has none."""
        return next((level.label for level in self.levels if level.value == value), "")

    def straddles(self, acceptable: AcceptableSet) -> bool:
        """Whether the set has values on both sides of the cut; False without a cut."""
        if self.kind is Kind.BINARY and isinstance(acceptable, ValueSet):
            return len(acceptable) == 2
        if self.threshold is None or isinstance(acceptable, OrderSet):
            return False
        sides = {self.threshold.holds(value) for value in acceptable.values}
        return len(sides) == 2


@dataclass(frozen=True)
class Setting:
    """A practice setting and who ordinarily decides in it (any one of the listed is enough).

    Attributes
    ----------
    id, label
        Name in files, and as printed ("Acute pain in the emergency department").
    specialties, professions
        Codes of `adjudicator.SPECIALTIES` and `adjudicator.PROFESSIONS`.
    """

    id: str
    label: str
    specialties: frozenset[str] = frozenset()
    professions: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ActionSpace:
    """The sub-actions of a study and its settings."""

    sub_actions: tuple[SubAction, ...]
    settings: tuple[Setting, ...]

    def __post_init__(self) -> None:
        names = [sub_action.name for sub_action in self.sub_actions]
        if len(set(names)) != len(names):
            raise ValueError("two sub-actions bear the same name")

    def __getitem__(self, name: str) -> SubAction:
        for sub_action in self.sub_actions:
            if sub_action.name == name:
                return sub_action
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(sub_action.name == name for sub_action in self.sub_actions)

    def setting_of(self, sub_action: str, *, own: str | None = None) -> Setting | None:
        """Return the setting `own`, else that of the sub-action; None when it has none."""
        wanted = own if own is not None else self[sub_action].setting
        return next((setting for setting in self.settings if setting.id == wanted), None)
