"""Trajectories: readers of the published forms, and the one tidy table they become."""

from fairmed_core.trajectories.cells import Cells
from fairmed_core.trajectories.reader import read_trajectories
from fairmed_core.trajectories.table import Loss, Trajectories, joined

__all__ = ["Cells", "Loss", "Trajectories", "joined", "read_trajectories"]
