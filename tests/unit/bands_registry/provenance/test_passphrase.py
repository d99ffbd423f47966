"""Passphrases: the hint rises with real effort, and the minimum counts characters as typed."""

from __future__ import annotations

import pytest

from bands_registry.provenance.passphrase import normalise, require_acceptable, strength
from fairmed_core.errors import UserError


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "too short"),
        ("elevenchars", "too short"),
        ("aaaaaaaaaaaaaaaaaaaa", "weak"),
        ("abcdefghijklmnop", "weak"),
        ("password1234", "weak"),
        ("correct horse battery staple", "good"),
        ("vK9#mQ2$xL7@pR4!", "strong"),
    ],
)
def test_the_word_for_a_passphrase(text: str, word: str) -> None:
    assert strength(text).word == word


def test_more_of_the_same_kind_is_never_weaker() -> None:
    scores = [strength("river tin moss candle"[:length]).score for length in range(22)]
    assert scores == sorted(scores)


def test_one_spelling_for_every_keyboard() -> None:
    assert normalise("é１ﬁ") == normalise("e\u03011fi") == "é1fi".encode()


def test_twelve_characters_are_enough_and_eleven_are_not() -> None:
    require_acceptable("twelve chars")
    require_acceptable("e\u0301" * 12)
    with pytest.raises(UserError):
        require_acceptable("e\u0301" * 11)
