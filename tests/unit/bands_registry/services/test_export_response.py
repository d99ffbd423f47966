"""The response file: everything the coordinator needs, and it verifies."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bands_registry.provenance import enclosed
from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.response import read_response
from bands_registry.services.export_response import export_response
from bands_registry.services.verify_file import verify_file
from fairmed_core.errors import HostError, UserError
from tests.helpers.plain_pdf import plain_pdf
from tests.helpers.registry import a_session, make_ready, sign
from tests.helpers.rights import unprivileged
from tests.helpers.study import ACUITY, FOLLOW_UP, PAIN


def test_it_holds_log_and_documents_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "studies é" / "ADJ.fmresp"
    path.parent.mkdir()
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        first = sign(session)
        make_ready(session, PAIN)
        second = sign(session)
        lines = session.store.lines()
        written = export_response(session, path)
    response = read_response(path)
    assert tuple(line.raw for line in response.log.lines) == lines
    assert response.documents == {1: first.pdf, 2: second.pdf}
    assert response.identity is None
    data = path.read_bytes()
    assert (written.sha256, written.size) == (hashlib.sha256(data).hexdigest(), len(data))
    assert written.warning == ""


def test_exporting_is_recorded_and_the_next_file_says_so(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        export_response(session, tmp_path / "one.fmresp")
        export_response(session, tmp_path / "two.fmresp")
    one, two = (read_response(tmp_path / f"{n}.fmresp").log.lines for n in ("one", "two"))
    assert two[: len(one)] == one
    assert [line.event.type for line in two[len(one) :]] == ["export.made"]


def test_before_signing_there_is_nothing_to_send(tmp_path: Path) -> None:
    with a_session(tmp_path) as session, pytest.raises(UserError, match="Nothing is signed yet"):
        export_response(session, tmp_path / "out.fmresp")
    assert not (tmp_path / "out.fmresp").exists()


def test_a_file_too_large_for_mail_says_so(tmp_path: Path) -> None:
    def heavy(document: AttestationDocument) -> bytes:
        return plain_pdf("x" * (21 * 1024 * 1024))

    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session, render=heavy)
        assert "21 MB" in export_response(session, tmp_path / "out.fmresp").warning


def test_a_folder_that_cannot_be_written_is_told_and_no_export_recorded() -> None:
    with unprivileged() as folder, a_session(folder) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        before = session.store.lines()
        closed = folder / "closed"
        closed.mkdir(mode=0o555)
        with pytest.raises(HostError):
            export_response(session, closed / "out.fmresp")
        assert session.store.lines() == before
        assert list(closed.iterdir()) == []


def test_of_many_documents_the_newest_travel_and_the_log_names_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if a container held so few parts that two documents fit.
    monkeypatch.setattr(enclosed, "_OTHER_PARTS", STANDARD.entries - 2)
    path = tmp_path / "answer.fmresp"
    with a_session(tmp_path) as session:
        for item in (FOLLOW_UP, PAIN, ACUITY):
            make_ready(session, item)
            sign(session)
        export_response(session, path)
    response = read_response(path)
    assert sorted(response.documents) == [2, 3]
    assert enclosed.left_out(response.log, response.documents) == (
        "1 older attestation is not enclosed; the log names each by its hash."
    )
    report = verify_file(path)
    assert report.exit_code == 3
    assert any("1 older attestation is not enclosed" in str(f) for f in report.findings)
    assert enclosed.taken_away(response.log, {1, 2}) == (3,)


@pytest.mark.parametrize(("count", "first"), [(3, 1), (60, 1), (61, 2), (300, 241)])
def test_as_many_documents_go_in_as_a_container_holds(count: int, first: int) -> None:
    chosen = enclosed.newest(dict.fromkeys(range(1, count + 1), b"%PDF"))
    assert list(chosen) == list(range(first, count + 1))


def test_the_last_document_goes_in_however_large_it_is() -> None:
    large = bytes(STANDARD.size // 2)
    assert list(enclosed.newest({1: b"%PDF", 2: large, 3: large})) == [3]
    assert list(enclosed.newest({1: large + b"x"})) == [1]
