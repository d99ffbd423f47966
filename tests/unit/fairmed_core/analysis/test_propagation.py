"""Propagation: by intervention only on balanced arms, as observed only as description."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from fairmed_core.analysis.propagation import forced_upstream_contrast, single_prime_contrast
from fairmed_core.analysis.propagation_observed import (
    IDENTIFIED,
    NOT_IDENTIFIED,
    accumulation,
    observational_propagation,
)
from fairmed_core.analysis.settings import Contrast, Resampling
from fairmed_core.errors import UserError
from fairmed_core.estimate import Estimate
from fairmed_core.trajectories import Trajectories, joined
from tests.helpers.draws import Draws, drafts, trajectories_of

CONTRAST = Contrast("c1", "c0")
FEW = Resampling(resamples=100)


def runs(draws: Draws, *, arm: str = "main", forced: str = "", shown: str = "") -> Trajectories:
    """Runs of admissions with forced or descriptor steps in their key."""
    made = trajectories_of(draws, sub_action="admit", arm=arm)
    table = made.table.assign(forced_steps=forced, descriptor_steps=shown)
    return replace(made, table=table)


FLIPPED: Draws = {"c0": {"v1": [0, 0], "v2": [0, 0]}, "c1": {"v1": [1, 1], "v2": [0, 1]}}
HELD: Draws = {"c0": {"v1": [0, 0], "v2": [1, 1]}, "c1": {"v1": [0, 1], "v2": [1, 1]}}


def forced(
    flipped: Draws, held: Draws, *, action: str = "admit", steps: str = "triage"
) -> Estimate:
    both = joined(
        [runs(flipped, arm="flip", forced="triage"), runs(held, arm="keep", forced="triage")]
    )
    return forced_upstream_contrast(
        both,
        contrast=CONTRAST,
        action=action,
        forced_steps=steps,
        flipped_arm="flip",
        reference_arm="keep",
        resampling=FEW,
    )


class TestForced:
    def test_difference_of_flip_rates(self) -> None:
        found = forced(FLIPPED, HELD)
        assert found.value == pytest.approx((1 + 0.5) / 2 - (0.5 + 0) / 2)
        assert found.extra["flipped_arm"] == pytest.approx(0.75)
        assert found.extra["reference_arm"] == pytest.approx(0.25)

    def test_unbalanced_arms_are_withheld(self) -> None:
        fewer: Draws = {"c0": {"v1": [0, 0]}, "c1": {"v1": [0, 1]}}
        assert forced(FLIPPED, fewer).reason == "unbalanced_arms"
        shorter: Draws = {**HELD, "c1": {"v1": [0], "v2": [1, 1]}}
        assert forced(FLIPPED, shorter).reason == "unbalanced_arms"
        missing: Draws = {**HELD, "c1": {"v1": [None, None], "v2": [1, 1]}}
        assert forced(FLIPPED, missing).reason == "unbalanced_arms"

    def test_the_forced_action_itself_says_nothing(self) -> None:
        assert forced(FLIPPED, HELD, action="high_acuity").reason == "mechanical_null"

    def test_unknown_step(self) -> None:
        with pytest.raises(UserError, match="not a list of steps"):
            forced(FLIPPED, HELD, steps="triages")


class TestSinglePrime:
    def prime(self, *, forced_steps: str = "") -> Estimate:
        both = joined(
            [runs(FLIPPED, forced=forced_steps), runs(HELD, shown="triage", forced=forced_steps)]
        )
        return single_prime_contrast(
            both, contrast=CONTRAST, action="admit", forced_steps=forced_steps, resampling=FEW
        )

    def test_difference_of_flip_rates(self) -> None:
        found = self.prime()
        assert found.value == pytest.approx(0.5)
        assert found.extra["every_step"] == pytest.approx(0.75)

    @pytest.mark.parametrize("forced_steps", ["triage", "triage;order", "reassess"])
    def test_nothing_can_differ_when_all_is_forced(self, forced_steps: str) -> None:
        assert self.prime(forced_steps=forced_steps).reason == "mechanical_null"


# Draws of acuity and admission together.
C0 = {"v1": [(2, 0), (3, 0)], "v2": [(2, 1), (4, 0)]}
C1 = {"v1": [(3, 1), (2, 0)], "v2": [(1, 1), (2, 0)]}


class TestObserved:
    def strata(self) -> dict[str, Estimate]:
        draws = {
            name: {
                condition: {v: [pair[at] for pair in cell] for v, cell in cells.items()}
                for condition, cells in (("c0", C0), ("c1", C1))
            }
            for at, name in enumerate(("esi_acuity", "admit"))
        }
        made = trajectories_of(draws, sub_action=None)
        table = made.table.copy()
        sets = [frozenset({"cbc"}), frozenset({"cbc", "ct"})]
        table["orders"] = [sets[n % 2] for n in range(len(table))]
        return dict(
            observational_propagation(
                replace(made, table=table),
                contrast=CONTRAST,
                upstream="high_acuity",
                downstream="admit",
                resampling=FEW,
            )
        )

    def test_strata_by_hand(self) -> None:
        found = self.strata()
        for name, wanted in (("upstream flipped", True), ("upstream held", False)):
            above = below = 0.0
            for vignette, reference in C0.items():
                pairs = list(product(reference, C1[vignette]))
                inside = [(a, b) for a, b in pairs if ((a[0] <= 2) != (b[0] <= 2)) is wanted]
                above += sum(a[1] != b[1] for a, b in inside) / len(pairs)
                below += len(inside) / len(pairs)
            assert found[name].value == pytest.approx(above / below)
            assert found[name].extra["share"] == pytest.approx(below / 2)

    def test_after_the_results_orders_are_told_apart(self) -> None:
        found = self.strata()
        shares = [found[name].extra["share"] for name in ("orders coincide", "orders differ")]
        assert shares == pytest.approx([0.5, 0.5])

    def test_nothing_is_identified(self) -> None:
        for estimate in self.strata().values():
            assert estimate.extra[IDENTIFIED] == 0
            assert NOT_IDENTIFIED in estimate.notes


class TestAccumulation:
    def accumulated(self, tiers: list[int]) -> dict[str, Estimate]:
        count = range(len(tiers))
        draws = {
            "esi_acuity": {
                "c0": {f"v{n}": [2] for n in count},
                "c1": {f"v{n}": [3] for n in count},
            },
            "analgesia_tier": {
                "c0": {f"v{n}": [1] for n in count},
                "c1": {f"v{n}": [tier] for n, tier in enumerate(tiers)},
            },
        }
        bands = (
            *drafts({f"v{n}": {2, 3} for n in count}),
            *drafts({f"v{n}": {0, 1, 2} for n in count}, sub_action="analgesia_tier"),
        )
        made = trajectories_of(draws, sub_action=None)
        return dict(accumulation(made, contrast=CONTRAST, bands=bands, resampling=FEW))

    def test_shifts_of_one_direction_add_up(self) -> None:
        found = self.accumulated([2] * 8)
        assert found["concordance"].value == 1
        assert found["composite"].value == pytest.approx(2)
        # Each vignette's signs agree with chance ½, so all eight do with chance 1/256.
        assert found["composite"].p_value == pytest.approx(1 / 256, abs=0.003)

    def test_opposite_shifts_cancel(self) -> None:
        found = self.accumulated([0] * 8)
        assert found["concordance"].value == 0
        assert found["composite"].value == pytest.approx(0)
        assert found["composite"].p_value == 1
        assert all(one.extra[IDENTIFIED] == 0 for one in found.values())

    def test_one_step_cannot_accumulate(self) -> None:
        assert self.accumulated([1] * 4)["composite"].reason == "no_vignette_with_two_shifts"
