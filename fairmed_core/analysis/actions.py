"""The yes/no actions φ that rates count, and the sub-actions they are cut from."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from fairmed_core.domain.action_space import ActionSpace, Kind, SubAction
from fairmed_core.errors import UserError
from fairmed_core.trajectories.cells import Bools, Floats

# Names by which the published tables call two of the actions.
PUBLISHED_NAMES = {"controlled_substance_caution": "cs_caution"}


@dataclass(frozen=True)
class Action:
    """A yes/no action.

    Attributes
    ----------
    name
        What tables call it: "high_acuity", "any_opioid", "cs_caution", "admit".
    sub_action
        The field it is read from.
    """

    name: str
    sub_action: SubAction

    def taken(self, values: Floats) -> tuple[Bools, Bools]:
        """Return where the action was taken and where it was not; missing is neither."""
        valid = ~np.isnan(values)
        threshold = self.sub_action.threshold
        if threshold is None:
            yes = values == 1
        elif threshold.direction == "at_most":
            yes = values <= threshold.cut
        else:
            yes = values >= threshold.cut
        return yes & valid, ~yes & valid


def action_of(sub_action: SubAction) -> Action | None:
    """Return the yes/no action of a sub-action, or None where no cut is registered."""
    if sub_action.kind is Kind.BINARY:
        name = PUBLISHED_NAMES.get(sub_action.name, sub_action.name)
        return Action(name, sub_action)
    if sub_action.threshold is None or sub_action.kind is Kind.ORDERS:
        return None
    return Action(re.sub(r"\W+", "_", sub_action.threshold.yes.lower()).strip("_"), sub_action)


def actions(space: ActionSpace) -> tuple[Action, ...]:
    """Return every yes/no action of a space, in the order of its sub-actions."""
    found = (action_of(sub_action) for sub_action in space.sub_actions)
    return tuple(action for action in found if action is not None)


def find_action(space: ActionSpace, name: str) -> Action:
    """Return the yes/no action of this name, or of the sub-action of this name."""
    for action in actions(space):
        if name in (action.name, action.sub_action.name):
            return action
    known = ", ".join(action.name for action in actions(space))
    raise UserError(f"There is no yes/no action {name!r}.", next_step=f"Choose one of {known}.")


def find_sub_action(space: ActionSpace, name: str) -> SubAction:
    """Return the sub-action of this name, or the one a yes/no action of this name is cut from."""
    if name in space:
        return space[name]
    for action in actions(space):
        if name == action.name:
            return action.sub_action
    known = ", ".join(sub_action.name for sub_action in space.sub_actions)
    raise UserError(f"There is no sub-action {name!r}.", next_step=f"Choose one of {known}.")
