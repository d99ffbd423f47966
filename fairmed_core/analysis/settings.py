"""What a contrast compares, and how its interval is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from fairmed_core.errors import UserError
from fairmed_core.trajectories.cells import Cells
from fairmed_core.trajectories.table import Trajectories

DEFAULT_SEED = 20260903


@dataclass(frozen=True)
class Resampling:
    """How many resamples, at which nominal coverage, from which seed."""

    resamples: int = 5_000
    level: float = 0.95
    seed: int = DEFAULT_SEED


STANDARD = Resampling()


@dataclass(frozen=True)
class Contrast:
    """Two conditions of one arm.

    Attributes
    ----------
    condition, reference
        The comparison c and the reference c0.
    model, scaffold, arm
        Where; None where the trajectories hold only one.
    shared_seeds
        The seed of a replicate is the same in both conditions: equal replicate numbers are then
        left out of the cross pairs (they are not independent).
    """

    condition: str
    reference: str
    model: str | None = None
    scaffold: str | None = None
    arm: str | None = None
    shared_seeds: bool = False

    def __post_init__(self) -> None:
        if self.condition == self.reference:
            raise UserError(
                f"The contrast compares {self.condition!r} with itself.",
                next_step="Name a condition and a reference that differ.",
            )

    def cells(self, trajectories: Trajectories) -> Cells:
        """Return the draws the contrast is computed on; both conditions must be there."""
        cells = trajectories.cells(model=self.model, scaffold=self.scaffold, arm=self.arm)
        cells.condition(self.condition)
        cells.condition(self.reference)
        return cells


@dataclass(frozen=True)
class Setting:
    """One condition of one arm: the place of a floor.

    Attributes
    ----------
    condition
        None where the arm holds only one.
    model, scaffold, arm
        None where the trajectories hold only one.
    """

    condition: str | None = None
    model: str | None = None
    scaffold: str | None = None
    arm: str | None = None

    def cells(self, trajectories: Trajectories) -> tuple[Cells, str]:
        """Return the draws and the name of the condition."""
        cells = trajectories.cells(model=self.model, scaffold=self.scaffold, arm=self.arm)
        if self.condition is not None:
            cells.condition(self.condition)
            return cells, self.condition
        if len(cells.conditions) > 1:
            raise UserError(
                f"The arm holds several conditions: {', '.join(cells.conditions)}.",
                next_step="Say in which condition the floor is measured.",
            )
        return cells, cells.conditions[0]


ONLY = Setting()
