"""Damaged input: a study, or an error for the one who gave it; never a traceback."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bands_registry.study.encode import study_from_json, study_to_json
from bands_registry.study.findings import StudyError
from bands_registry.study.loader import load_study
from bands_registry.study.skeleton import new_study
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError


def skeleton() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as place:
        files = new_study(Path(place) / "s", study_id="s", title="A title", author="author-1")
        return {file.name: file.read_bytes() for file in files}


def encoded_skeleton() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        new_study(Path(place) / "s", study_id="s", title="A title", author="author-1")
        return study_to_json(load_study(Path(place) / "s"))


FILES = skeleton()
ENCODED = encoded_skeleton()

snippets = st.sampled_from(
    [
        b"", b"\n", b" ", b"-", b"- ", b":", b": ", b"#", b"{", b"}", b"[", b"]", b"&a ", b"*a",
        b"!!str ", b"'", b'"', b"|", b">", b"?", b"%", b"---\n", b"\t", b"\x00", b"\xff", b"\xc3",
        b"\xe2\x80\xae", b"true", b"null", b"~", b"1_000", b".nan", b"99999999999999999999", b"[2]",
        b"{from: 1, to: 3}", b"{from: 1, to: 99999999999}", b"<<: *a", b"\\", b"id: x\n",
        b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    ]
)  # fmt: skip


def load_damaged(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as place:
        for name, content in files.items():
            (Path(place) / name).write_bytes(content)
        try:
            outcome: Study | StudyError = load_study(Path(place))
        except StudyError as error:
            outcome = error
    if isinstance(outcome, StudyError):
        assert outcome.findings
        for finding in outcome.findings:
            assert finding.file in FILES
            assert 0 <= finding.line <= files[finding.file].count(b"\n") + 1
            assert finding.sentence
            assert finding.next_step


@given(st.sampled_from(sorted(FILES)), st.integers(0, 10_000), st.integers(0, 40), snippets)
def test_text_cut_out_of_a_file_and_replaced(name: str, at: int, length: int, by: bytes) -> None:
    whole = FILES[name]
    start = at % len(whole)
    load_damaged({**FILES, name: whole[:start] + by + whole[start + length :]})


@given(st.sampled_from(sorted(FILES)), st.integers(0, 500), st.integers(0, 500), st.booleans())
def test_lines_moved_or_doubled(name: str, taken: int, put: int, keep: bool) -> None:
    lines = FILES[name].splitlines(keepends=True)
    line = lines[taken % len(lines)] if keep else lines.pop(taken % len(lines))
    lines.insert(put % (len(lines) + 1), line)
    load_damaged({**FILES, name: b"".join(lines)})


@given(st.sampled_from(sorted(FILES)), st.integers(0, 10_000))
def test_a_truncated_file(name: str, length: int) -> None:
    load_damaged({**FILES, name: FILES[name][: length % len(FILES[name])]})


@given(st.sampled_from(sorted(FILES)), st.sampled_from(sorted(FILES)))
def test_files_mixed_up(one: str, other: str) -> None:
    load_damaged({**FILES, one: FILES[other]})


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=6)
    | st.sampled_from(["triage", "esi_acuity", "example", "orders", "author-derived"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            found += places(inner, (*path, at))
    return found


PLACES = places(ENCODED)


@given(st.sampled_from(PLACES), json_values, st.booleans())
def test_a_pack_with_one_value_replaced_or_removed(
    place: tuple[str | int, ...], value: object, remove: bool
) -> None:
    damaged = copy.deepcopy(ENCODED)
    around: Any = damaged
    for part in place[:-1]:
        around = around[part]
    if remove:
        del around[place[-1]]
    else:
        around[place[-1]] = value
    try:
        study = study_from_json(damaged)
    except UserError:
        return
    assert json.dumps(study_to_json(study)) == json.dumps(damaged)


@given(json_values)
def test_anything_for_a_pack(value: Any) -> None:
    with pytest.raises(UserError) as caught:
        study_from_json(value)
    assert caught.value.next_step
