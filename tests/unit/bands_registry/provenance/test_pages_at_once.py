"""Pages of many verdicts are printed again on all cores; what is found stays the same."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from bands_registry.provenance.anchors import Anchors
from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.pages import Renderer
from bands_registry.provenance.verify import VerificationReport, verify_bytes
from tests.benchmarks.provenance import registry
from tests.helpers.plain_pdf import PLAIN, plain_pdf, plain_text, printed

RATERS, ITEMS = 3, 60


@pytest.fixture(scope="module")
def data() -> bytes:
    """A registry of several raters with many verdicts."""
    return registry(RATERS, ITEMS)


def test_honest_pages_and_how_far_the_check_is(data: bytes) -> None:
    steps: list[tuple[int, int, str]] = []
    report = verified(data, PLAIN, steps)
    assert report.exit_code == 3
    assert len(report.findings) == 1, report.findings
    assert [step[:2] for step in steps] == [(1, 3), (2, 3), (3, 3)] * 2
    assert {what for _, _, what in steps[3:]} == {
        f"ADJ-{n:05d}-BENCH, attestation 1" for n in range(RATERS)
    }


def test_one_lying_document_among_several_is_named(data: bytes) -> None:
    report = verified(data, Renderer("1", _of_the_second, plain_text), [])
    assert report.exit_code == 22
    found = [finding for finding in report.findings if finding.exit_code == 22]
    assert [finding.place for finding in found] == ["ADJ-00001-BENCH, attestation 1"]


def verified(
    data: bytes, renderer: Renderer, steps: list[tuple[int, int, str]]
) -> VerificationReport:
    return verify_bytes(
        data,
        anchors=Anchors(),
        renderer=renderer,
        advance=lambda done, total, what: steps.append((done, total, what)),
    )


def _of_the_second(document: AttestationDocument) -> bytes:
    return plain_pdf("!") if document.pseudonym == "ADJ-00001-BENCH" else printed(document)


@pytest.mark.parametrize("built", [True, False])
def test_a_built_program_never_starts_itself_again_to_print(
    data: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, built: bool
) -> None:
    # Its executable is the program, no interpreter that would run another process's work.
    if built:
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    renderer = Renderer("1", partial(_noting_who_prints, tmp_path), plain_text)
    assert verified(data, renderer, []).exit_code == 3
    printing = {path.name for path in tmp_path.iterdir()}
    assert (printing == {str(os.getpid())}) is built


def _noting_who_prints(folder: Path, document: AttestationDocument) -> bytes:
    (folder / str(os.getpid())).touch()
    return printed(document)
