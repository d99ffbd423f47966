"""The analysis plan: what is fixed before numbers are seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fairmed_core.analysis.actions import action_of
from fairmed_core.analysis.gates import Gates
from fairmed_core.analysis.settings import STANDARD, Resampling
from fairmed_core.domain.action_space import ActionSpace, Threshold
from fairmed_core.errors import UserError
from fairmed_core.stats.set_agreement import AlphaDistance
from fairmed_core.trajectories.value_maps import NO_MAPS, ValueMaps


@dataclass(frozen=True)
class Pair:
    """A comparison with a reference of its own."""

    condition: str
    reference: str


@dataclass(frozen=True)
class Family:
    """Contrasts whose p-values are adjusted together.

    Attributes
    ----------
    name
        As printed.
    actions
        Yes/no actions or their sub-actions; empty stands for all.
    conditions
        The compared conditions; empty stands for all.
    """

    name: str
    actions: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()

    def holds(self, *, action: str, sub_action: str, condition: str) -> bool:
        """Whether a contrast of an action belongs to the family."""
        acted = not self.actions or action in self.actions or sub_action in self.actions
        return acted and (not self.conditions or condition in self.conditions)


@dataclass(frozen=True)
class ForcedArms:
    """Two arms in which upstream steps were forced.

    Attributes
    ----------
    steps
        The forced steps as in the trajectories' key ("triage", "triage;order").
    flipped_arm, reference_arm
        The arm with the upstream action forced to its flipped, and to its reference value.
    """

    steps: str
    flipped_arm: str
    reference_arm: str


EVERYTHING = (Family("all planned contrasts"),)


@dataclass(frozen=True)
class Plan:
    """What to compute.

    Attributes
    ----------
    reference
        The reference condition c0 of every arm; None leaves all contrasts out.
    conditions
        The comparisons, in printed order; empty stands for every other condition of the arm.
    pairs
        Further comparisons, each with a reference of its own.
    controls
        The three control conditions (re-render, sham attribute, rare token); empty leaves the
        control excess out.
    attributes
        What a condition's descriptor says, by condition: {"language": "english", …}; the
        confounded registry is read by it.
    ages
        Ages in the vignettes, for entries of the registry with an age gate.
    thresholds
        Cuts by sub-action that replace those of the study's action space.
    shared_seeds
        Replicates of equal number share their seed across conditions.
    resampling
        Of vignettes, for every interval.
    set_distance
        The distance of agreement on sets.
    families
        Contrasts that are adjusted together; one in no family is hypothesis-generating.
    gates
        What a model must reach before its rates are ranked; None ranks nobody.
    tipping_rate
        A within-range flip rate whose being reached is watched by the tipping points.
    forced
        Arms of forced-upstream contrasts.
    value_maps
        How values of a model that used another scale read on the study's.
    decoding
        Decoding configuration of the draws; None leaves it to whoever reads them.
    sha256
        Hash of the plan file; None when nothing was fixed in advance: the report is exploratory.
    """

    reference: str | None = None
    conditions: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    controls: tuple[str, ...] = ()
    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    ages: tuple[int, ...] = ()
    thresholds: Mapping[str, Threshold] = field(default_factory=dict)
    shared_seeds: bool = False
    resampling: Resampling = STANDARD
    set_distance: AlphaDistance = "jaccard"
    families: tuple[Family, ...] = EVERYTHING
    gates: Gates | None = None
    tipping_rate: float | None = None
    forced: tuple[ForcedArms, ...] = ()
    value_maps: ValueMaps = field(default_factory=lambda: NO_MAPS)
    decoding: str | None = None
    sha256: str | None = None

    @property
    def exploratory(self) -> bool:
        """Whether no plan was fixed before the numbers were seen."""
        return self.sha256 is None

    def space_of(self, space: ActionSpace) -> ActionSpace:
        """Return an action space with the cuts the plan fixes.

        A cut for a sub-action that is not there, or that cannot have one, a family of an unknown
        action and a value map that leaves the scale are a UserError.
        """
        cut = replace(
            space,
            sub_actions=tuple(
                replace(one, threshold=self.thresholds.get(one.name, one.threshold))
                for one in space.sub_actions
            ),
        )
        self._check_cuts(cut)
        self._check_families(cut)
        self._check_maps(cut)
        return cut

    def _check_cuts(self, space: ActionSpace) -> None:
        for name, threshold in self.thresholds.items():
            if name not in space:
                raise _unknown(name, "sub-action", [one.name for one in space.sub_actions])
            sides = {threshold.holds(level.value) for level in space[name].levels}
            if not space[name].takes_cut or len(sides) == 1:
                raise UserError(
                    f"The plan's cut does not divide the scale of {name}.",
                    next_step="Put the cut between two values of the scale, or leave it out.",
                )

    def _check_families(self, space: ActionSpace) -> None:
        named = {one.name for one in space.sub_actions if action_of(one) is not None}
        named |= {action.name for one in space.sub_actions if (action := action_of(one))}
        for family in self.families:
            for name in family.actions:
                if name not in named:
                    raise _unknown(name, "yes/no action", sorted(named))

    def _check_maps(self, space: ActionSpace) -> None:
        for model, fields in self.value_maps.items():
            for name, mapped in fields.items():
                if name not in space:
                    known = [one.name for one in space.sub_actions]
                    raise _unknown(name, "sub-action", known)
                off = [value for value in mapped.values() if not space[name].on_scale(value)]
                if off or not space[name].numeric:
                    what = f"{off[0]} lies off its scale" if off else "it holds no numbers"
                    raise UserError(
                        f"The value map of {name} for model {model} cannot be used: {what}.",
                        next_step="Map to values of the study's scale.",
                    )


def _unknown(name: str, what: str, known: list[str]) -> UserError:
    return UserError(
        f"The plan names {name!r}, which is no {what} of this study.",
        next_step=f"Known are {', '.join(known)}.",
    )


UNPLANNED = Plan()
