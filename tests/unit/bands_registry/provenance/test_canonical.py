"""Canonical JSON: one spelling per value, the same one RFC 8785 gives; everything else refused."""

from __future__ import annotations

import hashlib
import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from bands_registry.provenance import canonical
from bands_registry.provenance.errors import MalformedError

# Letters, marks, digits, signs and the two allowed controls; normalised below.
TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t"), max_size=20
).map(canonical.clean_text)
KEYS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_the_bytes_are_those_of_another_library_and_come_back_as_the_value(
    value: dict[str, object],
) -> None:
    assert canonical.dumps(value) == rfc8785.dumps(value)
    assert canonical.loads(canonical.dumps(value)) == value


@given(TEXTS | st.text(max_size=6))
def test_a_text_is_read_back_exactly_when_it_can_be_recorded(text: str) -> None:
    written = json.dumps({"a": text}, ensure_ascii=False, separators=(",", ":"))
    try:
        data = written.encode()
    except UnicodeEncodeError:
        return  # a lone surrogate is no UTF-8 to begin with
    if canonical.clean_text(text) == text:
        assert canonical.loads(data) == {"a": text}
    else:
        with pytest.raises(MalformedError):
            canonical.loads(data)


@pytest.mark.parametrize("text", ["\n\u0303", "\\\u0303", '"\u0301', "n\\n", "\\u0007", "\\\n"])
def test_escapes_beside_combining_marks_change_nothing(text: str) -> None:
    assert canonical.loads(canonical.dumps({"a": text})) == {"a": text}


def test_the_digest_is_sha256_of_the_bytes() -> None:
    assert (
        canonical.digest({"b": 1, "a": "é"})
        == hashlib.sha256('{"a":"é","b":1}'.encode()).hexdigest()
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'{"a":1,"a":1}', id="a key twice"),
        pytest.param(b'{"a":{"b":1,"b":2}}', id="a key twice further in"),
        pytest.param(b'{"a":1.0}', id="a float"),
        pytest.param(b'{"a":1e3}', id="an exponent"),
        pytest.param(b'{"a":NaN}', id="not a number"),
        pytest.param(b'{"a":-Infinity}', id="infinity"),
        pytest.param(b'{"a":9007199254740992}', id="2^53"),
        pytest.param(b'{"a":-9007199254740992}', id="-2^53"),
        pytest.param(b'{"a":-0}', id="minus zero"),
        pytest.param(b'{"a":"\\ud800"}', id="a lone surrogate"),
        pytest.param('{"a":"e\u0301"}'.encode(), id="not in form C"),
        pytest.param(b'{"a":"\\u0007"}', id="a control character"),
        pytest.param('{"a":"\x85"}'.encode(), id="a C1 control character"),
        pytest.param('{"é":1}'.encode(), id="a key that is not ASCII"),
        pytest.param(b'{"b":1,"a":2}', id="keys out of order"),
        pytest.param(b'{"a": 1}', id="a space"),
        pytest.param(b'{"a":1}\n', id="a newline after it"),
        pytest.param(b'{"a":"\\u00e9"}', id="an escape that is not needed"),
        pytest.param(b"[1]", id="a list"),
        pytest.param(b"", id="nothing"),
        pytest.param(b'{"a":1', id="half of it"),
        pytest.param(b'\xff\xfe{"a":1}', id="no UTF-8"),
        pytest.param(b'{"a":' * 50 + b"1" + b"}" * 50, id="nested deep"),
        pytest.param(b"[" * 100_000, id="nested very deep"),
        pytest.param(b'{"a":' + b"9" * 5000 + b"}", id="a very long number"),
    ],
)
def test_any_other_spelling_is_malformed(data: bytes) -> None:
    with pytest.raises(MalformedError) as caught:
        canonical.loads(data)
    assert caught.value.exit_code == 10


@pytest.mark.parametrize("value", [1.5, 2**53, float("nan"), "\ud800", "a\x00b", b"bytes", {1: 2}])
def test_a_value_without_a_spelling_is_not_written(value: object) -> None:
    with pytest.raises(MalformedError):
        canonical.dumps({"a": {"b": [value]}})


def test_the_place_of_a_bad_value_is_named() -> None:
    with pytest.raises(MalformedError) as caught:
        canonical.dumps({"notes": [{"reason": 0.5}]})
    assert caught.value.place == "notes[0].reason"


def test_typed_text_becomes_recordable_without_losing_what_can_be_kept() -> None:
    assert canonical.clean_text("a\r\nb\rc") == "a\nb\nc"
    assert canonical.clean_text("e\u0301\x0b!") == "é\ufffd!"
    assert canonical.clean_text("x\ud83dy") == "x\ufffdy"
    assert canonical.clean_text("≥ 5 µg/kg → 痛み عربي") == "≥ 5 µg/kg → 痛み عربي"


@given(st.text(max_size=40))
def test_any_typed_text_can_be_recorded_after_cleaning(text: str) -> None:
    clean = canonical.clean_text(text)
    assert canonical.loads(canonical.dumps({"a": clean})) == {"a": clean}
