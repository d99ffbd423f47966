"""Which items are shown twice: a choice that anyone can make again and nobody can steer."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairmed_core.domain.showings import Repeats, is_second, second_showing, shown_band
from fairmed_core.domain.study import Seat
from tests.helpers.study import ACUITY, FOLLOW_UP, ITEMS, PAIN, small_study, with_repeats


def test_the_choice_is_the_lowest_hashes_as_another_program_computes_them() -> None:
    items = [f"item-{number}" for number in range(10)]
    by_shell = {
        item: subprocess.run(
            ["sha256sum"], input=f"7\n{item}".encode(), capture_output=True, check=True
        ).stdout.split()[0]
        for item in items
    }
    lowest = sorted(items, key=lambda item: by_shell[item])[:3]
    assert Repeats(percent=30, seed=7).chosen(items) == set(lowest)


@pytest.mark.parametrize(
    ("items", "percent", "count"),
    [(10, 20, 2), (10, 25, 3), (10, 24, 2), (4, 1, 1), (1, 50, 1), (1000, 10, 100), (3, 50, 2)],
)
def test_halves_are_rounded_up_and_one_is_always_chosen(
    items: int, percent: int, count: int
) -> None:
    assert len(Repeats(percent, 1).chosen(str(number) for number in range(items))) == count


@given(st.lists(st.text(min_size=1, max_size=5)), st.integers(1, 50), st.integers(0, 99))
def test_order_and_doubles_do_not_steer_the_choice(
    items: list[str], percent: int, seed: int
) -> None:
    repeats = Repeats(percent, seed)
    assert repeats.chosen(items) == repeats.chosen([*reversed(items), *items])


def test_a_second_showing_is_told_from_every_id_a_band_can_have() -> None:
    again = second_showing(PAIN)
    assert is_second(again)
    assert shown_band(again) == PAIN == shown_band(PAIN)
    assert not is_second(PAIN)
    assert "~" in again  # which no id of a band may hold


def test_only_seats_that_judge_an_item_see_it_again() -> None:
    seats = (Seat("A1A1", "one", ITEMS), Seat("B2B2", "two", (PAIN, ACUITY)))
    study = with_repeats(replace(small_study(), seats=seats), FOLLOW_UP)
    assert study.showings(seats[0]) == (*ITEMS, second_showing(FOLLOW_UP))
    assert study.showings(seats[1]) == (PAIN, ACUITY)
    assert study.shown(second_showing(FOLLOW_UP)) is study.band(FOLLOW_UP)
    with pytest.raises(KeyError):
        study.band(second_showing(FOLLOW_UP))


def test_without_a_wish_nothing_is_shown_twice() -> None:
    study = small_study()
    assert study.repeated == frozenset()
    assert study.showings(study.seats[0]) == study.seats[0].items
