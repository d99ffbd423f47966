"""The analysis plan: what is fixed before numbers are seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairmed_core.analysis.settings import STANDARD, Resampling
from fairmed_core.stats.set_agreement import AlphaDistance


@dataclass(frozen=True)
class Plan:
    """What to compute.

    Attributes
    ----------
    reference
        The reference condition c0 of every arm; None leaves all contrasts out.
    conditions
        The comparisons, in printed order; empty stands for every other condition of the arm.
    controls
        The three control conditions (re-render, sham attribute, rare token); empty leaves the
        control excess out.
    attributes
        What a condition's descriptor says, by condition: {"language": "english", …}; the
        confounded registry is read by it.
    ages
        Ages in the vignettes, for entries of the registry with an age gate.
    shared_seeds
        Replicates of equal number share their seed across conditions.
    resampling
        Of vignettes, for every interval.
    set_distance
        The distance of agreement on sets.
    sha256
        Hash of the plan file; None when nothing was fixed in advance: the report is exploratory.
    """

    reference: str | None = None
    conditions: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    ages: tuple[int, ...] = ()
    shared_seeds: bool = False
    resampling: Resampling = STANDARD
    set_distance: AlphaDistance = "jaccard"
    sha256: str | None = None

    @property
    def exploratory(self) -> bool:
        """Whether no plan was fixed before the numbers were seen."""
        return self.sha256 is None


UNPLANNED = Plan()
