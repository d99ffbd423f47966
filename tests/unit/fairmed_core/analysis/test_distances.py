"""Distances between order sets, against sets compared one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from fairmed_core.analysis.distances import score_difference, score_floor
from fairmed_core.analysis.settings import Contrast, Setting
from fairmed_core.trajectories import Trajectories
from tests.helpers.draws import trajectories_of

Ordered = frozenset[str] | None
CONTRAST = Contrast("c", "ref")


def ordered(draws: Mapping[str, Mapping[str, Sequence[Ordered]]]) -> Trajectories:
    """Trajectories with these order sets."""
    made = trajectories_of(
        {c: {v: [2] * len(sets) for v, sets in by.items()} for c, by in draws.items()}
    )
    flat = [one for by in draws.values() for sets in by.values() for one in sets]
    column = np.empty(len(flat), dtype=object)
    column[:] = flat
    return replace(made, table=made.table.assign(orders=column))


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return 1 - len(a & b) / len(a | b) if a | b else 0.0


def mean_distance(pairs: Sequence[tuple[Ordered, Ordered]]) -> float:
    found = [jaccard(a, b) for a, b in pairs if a is not None and b is not None]
    return sum(found) / len(found)


def random_orders(tests: int, rng: np.random.Generator) -> list[Ordered]:
    names = [f"test {n}" for n in range(tests)]
    draws: list[Ordered] = [
        frozenset(name for name in names if rng.random() < 0.3) for _ in range(4)
    ]
    return [*draws, None, frozenset()]


@pytest.mark.parametrize("tests", [1, 5, 64, 65, 200])
def test_jaccard_distance_and_its_floors_equal_sets_compared_one_by_one(tests: int) -> None:
    rng = np.random.default_rng(tests)
    draws = {c: {v: random_orders(tests, rng) for v in ("v1", "v2", "v3")} for c in ("ref", "c")}
    found = score_difference(ordered(draws), contrast=CONTRAST, sub_action="orders")
    vignettes = draws["ref"]

    def within(condition: str) -> float:
        cells = [mean_distance(list(combinations(draws[condition][v], 2))) for v in vignettes]
        return float(np.mean(cells))

    between = [mean_distance(list(product(draws["ref"][v], draws["c"][v]))) for v in vignettes]
    assert found.value == pytest.approx(np.mean(between), abs=1e-12)
    assert found.counts["pairs"] == 3 * 5 * 5
    assert found.extra["within_reference"] == pytest.approx(within("ref"), abs=1e-12)
    assert found.extra["within_condition"] == pytest.approx(within("c"), abs=1e-12)
    floor = score_floor(ordered(draws), setting=Setting("c"), sub_action="orders")
    assert floor.value == pytest.approx(within("c"), abs=1e-12)


def test_orders_of_which_none_is_known_are_undefined() -> None:
    nothing = {c: {"v1": [None, None]} for c in ("ref", "c")}
    found = score_difference(ordered(nothing), contrast=CONTRAST, sub_action="orders")
    assert found.reason == "no_valid_pair"


def test_ordering_nothing_twice_is_no_difference() -> None:
    draws = {c: {"v1": [frozenset[str]()]} for c in ("ref", "c")}
    assert score_difference(ordered(draws), contrast=CONTRAST, sub_action="orders").value == 0
