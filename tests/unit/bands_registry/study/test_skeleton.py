"""A new study folder loads as it is written, or does not appear."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.study.findings import StudyError
from bands_registry.study.leak_check import check_leaks
from bands_registry.study.loader import load_study
from bands_registry.study.skeleton import new_study
from fairmed_core.errors import HostError, UserError


def test_a_new_study_loads_and_leaks_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "my studies" / "Fälle"
    files = new_study(folder, study_id="first", title="First round", author="author-1")
    assert sorted(file.name for file in folder.iterdir()) == sorted(file.name for file in files)
    study = load_study(folder)
    assert (study.id, study.title, study.authors) == ("first", "First round", ("author-1",))
    assert study.seats[0].items == (study.bands[0].id,)
    assert check_leaks(study) == ()


@pytest.mark.parametrize("title", ['A "title": # no remark', "$id ${title}", "- 试验", "true"])
def test_a_title_is_taken_as_it_is(tmp_path: Path, title: str) -> None:
    new_study(tmp_path / "s", study_id="s", title=title, author="a")
    assert load_study(tmp_path / "s").title == title


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    new_study(tmp_path / "s", study_id="s", title="t", author="a")
    assert load_study(tmp_path / "s").id == "s"


def test_what_stands_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "f").write_text("mine", encoding="utf-8")
    for name in ("s", "f"):
        with pytest.raises(UserError, match="stands there already"):
            new_study(tmp_path / name, study_id="s", title="t", author="a")
    assert (tmp_path / "s" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "f").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("study_id", "title", "author"),
    [("two words", "t", "a"), ("s", "", "a"), ("s", "t", "../a"), ("s", "a\nb", "a")],
)
def test_unfit_names_leave_nothing_behind(
    tmp_path: Path, study_id: str, title: str, author: str
) -> None:
    with pytest.raises(StudyError):
        new_study(tmp_path / "s", study_id=study_id, title=title, author=author)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_the_machines_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(HostError, match="cannot be written"):
        new_study(tmp_path / "file" / "s", study_id="s", title="t", author="a")
