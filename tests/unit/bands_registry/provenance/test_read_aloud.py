"""Groups typed by ear: what was meant, and which of them differ."""

from __future__ import annotations

import pytest

from bands_registry.provenance.keys import CROCKFORD
from bands_registry.provenance.read_aloud import differing, heard

CODE = "7K3Q M4XV 9TRB 20HE CW8P 5NYD J6AF 1SGZ"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("7k3q", "7K3Q"), (" 2o-he ", "20HE"), ("isgz", "1SGZ"), ("LSGZ", "1SGZ"), ("", "")],
)
def test_letters_that_sound_like_digits_are_those_digits(typed: str, meant: str) -> None:
    assert heard(typed) == meant


def test_every_character_of_the_alphabet_stays_itself() -> None:
    assert heard(CROCKFORD.lower()) == CROCKFORD


def test_the_groups_that_differ_are_named_by_their_number() -> None:
    typed = CODE.lower().split()
    assert differing(CODE, typed) == ()
    typed[2], typed[7] = "9TRD", "1SG2"
    assert differing(CODE, typed) == (3, 8)


def test_a_group_not_typed_to_its_end_says_nothing_yet() -> None:
    assert differing(CODE, ["", "M4", "XXX", *CODE.split()[3:]]) == ()


def test_more_than_a_group_is_no_group() -> None:
    assert differing(CODE, ["7K3QM", *CODE.split()[1:]]) == (1,)
