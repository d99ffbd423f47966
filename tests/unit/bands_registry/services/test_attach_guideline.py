"""A guideline's PDF is attached once, kept by its hash, and compared with the author's."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.services.attach_guideline import attach_guideline
from bands_registry.services.find_guideline import find_guideline
from bands_registry.services.views import Guideline, Match
from fairmed_core.domain.sources import Source
from fairmed_core.errors import UserError
from tests.helpers.guideline import a_guideline, sha256_of

SOURCE = Source("handbook", "Handbook", "Example Society", "2nd", 2023, "https://example.org")


def named(sha256: str) -> Source:
    """The same source, whose file the study names."""
    return Source("handbook", "Handbook", "Example Society", "2nd", 2023, "", sha256=sha256)


def fine(_: Path) -> None:
    """A reader that opens everything."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Łąka and more" / "guidelines"


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    return a_guideline(tmp_path / "handbook.pdf")


def attach(path: Path, folder: Path, source: Source = SOURCE, study: str = "s1") -> Guideline:
    return attach_guideline(path, source=source, study=study, folder=folder, opens=fine)


def test_nothing_is_found_before_anything_was_attached(folder):
    assert find_guideline(SOURCE, study="s1", folder=folder) is None


def test_a_copy_is_kept_and_found_when_the_stick_is_gone(folder, pdf):
    data, sha256 = pdf.read_bytes(), sha256_of(pdf)
    attached = attach(pdf, folder)
    pdf.unlink()
    found = find_guideline(SOURCE, study="s1", folder=folder)
    assert found == attached
    assert found.path == folder / f"{sha256}.pdf"
    assert found.path.read_bytes() == data
    assert found.match is Match.UNKNOWN


def test_the_file_is_compared_with_the_one_the_study_names(folder, pdf):
    assert attach(pdf, folder, named(sha256_of(pdf))).match is Match.SAME
    assert attach(pdf, folder, named("0" * 64)).match is Match.DIFFERENT


def test_a_source_of_another_study_has_a_file_of_its_own(folder, pdf):
    attach(pdf, folder)
    assert find_guideline(SOURCE, study="s2", folder=folder) is None


def test_the_very_file_a_study_names_is_found_wherever_it_was_attached(folder, pdf):
    attach(pdf, folder, study="s1")
    found = find_guideline(named(sha256_of(pdf)), study="s2", folder=folder)
    assert found is not None
    assert found.match is Match.SAME


def test_a_copy_that_was_changed_says_so(folder, pdf):
    kept = attach(pdf, folder, named(sha256_of(pdf))).path
    kept.write_bytes(kept.read_bytes() + b" ")
    found = find_guideline(named(sha256_of(pdf)), study="s1", folder=folder)
    assert found is not None
    assert found.match is Match.CHANGED
    assert attach(pdf, folder, named(sha256_of(pdf))).match is Match.SAME


def test_another_file_takes_the_place_of_the_first(folder, pdf, tmp_path):
    first = attach(pdf, folder).path
    second = attach(a_guideline(tmp_path / "b.pdf", anchor_on=2), folder).path
    assert find_guideline(SOURCE, study="s1", folder=folder).path == second
    assert not first.exists()


def test_a_file_another_source_still_needs_stays(folder, pdf, tmp_path):
    first = attach(pdf, folder, study="s1").path
    attach(pdf, folder, study="s2")
    attach(a_guideline(tmp_path / "b.pdf", anchor_on=2), folder, study="s1")
    assert first.exists()
    assert find_guideline(SOURCE, study="s2", folder=folder).path == first


@pytest.mark.parametrize("content", [b"", b"Dear colleague", b"PK\x03\x04 a document"])
def test_what_is_no_pdf_is_refused_and_not_kept(folder, tmp_path, content):
    path = tmp_path / "letter.pdf"
    path.write_bytes(content)
    with pytest.raises(UserError, match="not a PDF"):
        attach(path, folder)
    assert find_guideline(SOURCE, study="s1", folder=folder) is None
    assert not folder.exists()


def test_what_no_reader_opens_is_not_kept(folder, pdf):
    def refuse(_: Path) -> None:
        raise UserError("damaged")

    with pytest.raises(UserError, match="damaged"):
        attach_guideline(pdf, source=SOURCE, study="s1", folder=folder, opens=refuse)
    assert not folder.exists()


def test_a_file_that_is_not_there_is_told(folder, tmp_path):
    with pytest.raises(UserError, match="no such file"):
        attach(tmp_path / "gone.pdf", folder)


@pytest.mark.parametrize("index", ["not json", "[]", '{"s1/handbook": 7}'])
def test_an_index_that_cannot_be_read_only_asks_for_the_file_again(folder, pdf, index):
    attach(pdf, folder)
    (folder / "attached.json").write_text(index)
    assert find_guideline(SOURCE, study="s1", folder=folder) is None
    attach(pdf, folder)
    assert find_guideline(SOURCE, study="s1", folder=folder) is not None


def test_nothing_is_left_behind_but_file_and_index(folder, pdf):
    attach(pdf, folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [f"{sha256_of(pdf)}.pdf", "attached.json"]
    )
