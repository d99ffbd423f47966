"""The floor of one cell and the majority of votes, by listing all pairs and all votes."""

from __future__ import annotations

from itertools import combinations, product
from math import prod

import numpy as np
import pytest

from fairmed_core.errors import UserError
from fairmed_core.stats.floor_cell import cell_floor
from fairmed_core.stats.majority import majority_probability


def test_floor_is_the_share_of_unequal_pairs() -> None:
    for draws in range(2, 8):
        for positives in range(draws + 1):
            cell = [1] * positives + [0] * (draws - positives)
            pairs = list(combinations(cell, 2))
            assert cell_floor(positives, draws) == sum(a != b for a, b in pairs) / len(pairs)


def test_fewer_than_two_draws_have_no_floor() -> None:
    assert cell_floor(0, 0) is None
    assert cell_floor(1, 1) is None


@pytest.mark.parametrize(("positives", "draws"), [(-1, 3), (4, 3)])
def test_impossible_cells_are_refused(positives: int, draws: int) -> None:
    with pytest.raises(UserError):
        cell_floor(positives, draws)


@pytest.mark.parametrize("votes", [1, 2, 3, 4, 5])
def test_majority_is_the_sum_over_all_ballots(votes: int) -> None:
    chances = np.array([0.0, 0.2, 0.5, 0.9, 1.0])
    expected = []
    for p in chances:
        total = 0.0
        for ballot in product((0, 1), repeat=votes):
            weight = prod(p if vote else 1 - p for vote in ballot)
            total += weight * (np.sign(sum(ballot) - votes / 2) + 1) / 2
        expected.append(total)
    assert majority_probability(chances, votes=votes) == pytest.approx(expected, abs=1e-12)


def test_impossible_votes_are_refused() -> None:
    with pytest.raises(UserError):
        majority_probability([0.5, 1.2], votes=3)
    with pytest.raises(UserError):
        majority_probability(0.5, votes=0)
