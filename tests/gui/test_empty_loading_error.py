"""What each screen says while there is nothing, while it waits, and when something went wrong.

Cells of that table with tests elsewhere: packs that changed, long checks and called-off openings
(test_welcome), drafts restored (test_leaving_by_every_route), guideline files (test_guideline),
signing (test_store_stalls_while_signing, test_sign), folders that cannot be written
(test_attestation), first responses and refused ones (test_overview), analyses (test_results).
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from adjudicator_app.widgets.screen import Screen
from bands_registry.services.views import QueueView
from tests.helpers.desk import PASSPHRASE, Desk, bundled_study
from tests.helpers.desk_walks import SEAT, close_study, fill_identity, open_study, two_items
from tests.helpers.registry_walks import an_office, open_registry, words_of
from tests.helpers.walked import words_shown


@contextmanager
def held(services: object, name: str) -> Iterator[None]:
    """A service that answers only once the block is left."""
    free, service = threading.Event(), getattr(services, name)

    def slow(*args: object) -> object:
        free.wait(30)
        return service(*args)

    setattr(services, name, slow)
    try:
        yield
    finally:
        free.set()
        setattr(services, name, service)


def waits(desk: Desk, told: str) -> None:
    """Its shape first, then how long it takes so far, and a way out."""
    wait = desk.page.wait
    assert not wait.isVisible()
    desk.until(wait.isVisible)
    assert wait.text == told
    assert not wait.cancel.isVisible()
    desk.until(wait.cancel.isVisible)
    assert wait.text == f"{told}, 2 s so far"


# Welcome


def test_a_pack_of_a_newer_program_is_not_opened(desk: Desk, monkeypatch) -> None:
    pack = desk.pack()
    monkeypatch.setattr("bands_registry.provenance.manifest.VERSION", 0)
    desk.start(pack=pack)
    assert desk.window.screen_shown is Screen.WELCOME
    assert "written by a later FairMed" in desk.page.error.text
    assert "nothing was changed" in desk.page.error.text
    assert not list(desk.data.glob("studies/*"))


def test_the_seat_of_another_clinician_is_not_opened(desk: Desk) -> None:
    """A study begun under one signing identity is refused to another on the same computer."""
    open_study(desk, two_items())
    close_study(desk)
    (desk.data / "keystore.fmkey").unlink()
    desk.desktop.to.welcome.load()
    desk.idle()
    desk.desktop.to.welcome.open_file(desk.pack(two_items()))
    desk.until_screen(Screen.SETUP)
    fill_identity(desk)
    desk.page.identity.primary.click()
    desk.until(lambda: desk.desktop.to.setup.identity is not None)
    desk.idle()
    QTest.keyClicks(desk.page.seat.seat, SEAT)
    desk.page.seat.primary.click()
    desk.idle()
    assert "another signing identity" in desk.page.seat.error.text
    assert desk.desktop.go.session is None


# Identity


def test_making_a_key_is_said_on_the_button(desk: Desk) -> None:
    desk.start(pack=desk.pack())
    desk.until_screen(Screen.SETUP)
    identity = desk.page.identity
    assert identity.jurisdiction.placeholderText()
    fill_identity(desk)
    with held(desk.desktop.services, "create_identity"):
        identity.primary.click()
        assert identity.primary.text() == "Making your key"


def test_passphrases_that_differ_are_told_beside_the_second(desk: Desk) -> None:
    desk.start(pack=desk.pack())
    desk.until_screen(Screen.SETUP)
    fill_identity(desk)
    QTest.keyClicks(desk.page.identity.repeated.line, "x")
    desk.page.identity.primary.click()
    assert desk.focused is desk.page.identity.repeated.line
    assert "Left: the same passphrase again" in words_of(desk.page.identity)
    assert not (desk.data / "keystore.fmkey").exists()


def test_on_a_full_disk_no_key_is_kept_and_she_can_try_again(desk: Desk, monkeypatch) -> None:
    desk.start(pack=desk.pack())
    desk.until_screen(Screen.SETUP)
    fill_identity(desk)
    page = desk.page.identity

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        page.primary.click()
        desk.idle()
    assert page.error.isVisible()
    assert "The disk is full" in page.error.text
    assert "Nothing was kept" in page.error.text
    assert not list(desk.data.glob("*.fmkey*"))
    assert page.passphrase.text() == PASSPHRASE
    page.primary.click()
    desk.until(lambda: desk.desktop.to.setup.identity is not None)
    assert (desk.data / "keystore.fmkey").exists()


# Items


def test_a_seat_without_items_says_so_and_what_to_do(desk: Desk) -> None:
    open_study(desk, two_items())
    view: QueueView = replace(desk.desktop.to.items.view, items=())
    desk.desktop.services.list_items = lambda _: view
    desk.desktop.to.items.refresh()
    desk.idle()
    assert "No items for you in this pack." in words_of(desk.page)
    assert "seat code" in words_of(desk.page.progress)
    assert not desk.page.progress.primary.isVisible()


def test_a_long_list_shows_its_shape_and_can_be_left(desk: Desk) -> None:
    open_study(desk, two_items())
    close_study(desk)
    with held(desk.desktop.services, "list_items"):
        card = desk.page.continue_card
        QTest.keyClicks(card.passphrase.line, PASSPHRASE)
        card.button.click()
        desk.until(lambda: desk.window.screen_shown is Screen.ITEMS)
        waits(desk, "Reading your items")
        # No count of what has not been read yet.
        assert not desk.page.progress.isVisible()
        desk.page.wait.cancel.click()
    desk.until_screen(Screen.WELCOME)
    assert desk.desktop.go.session is None


def test_once_the_items_have_come_the_focus_is_where_she_goes_on(desk: Desk) -> None:
    open_study(desk, two_items())
    close_study(desk)
    with held(desk.desktop.services, "list_items"):
        card = desk.page.continue_card
        QTest.keyClicks(card.passphrase.line, PASSPHRASE)
        card.button.click()
        desk.until(lambda: desk.window.screen_shown is Screen.ITEMS)
    desk.idle()
    assert desk.focused is desk.page.progress.primary


# Review


def test_an_item_that_takes_long_shows_its_shape_and_the_way_back(desk: Desk) -> None:
    open_study(desk, two_items())
    with held(desk.desktop.services, "review_item"):
        desk.page.progress.primary.click()
        desk.until(lambda: desk.window.screen_shown is Screen.REVIEW)
        waits(desk, "Opening the item")
        assert not desk.page.bar.chip.isVisible()
        desk.page.wait.cancel.click()
        desk.until(lambda: desk.window.screen_shown is Screen.ITEMS)
    desk.idle()
    desk.page.progress.primary.click()
    desk.until_screen(Screen.REVIEW)
    assert not desk.page.wait.isVisible()
    assert desk.page.judgement.isVisible()
    assert desk.page.bar.chip.isVisible()


# Sign


def test_before_anything_is_ready_there_is_nothing_to_sign(desk: Desk) -> None:
    open_study(desk, two_items())
    desk.desktop.go.check_and_sign()
    desk.until_screen(Screen.SIGN)
    assert desk.page.empty.isVisible()
    assert "Nothing ready yet" in words_of(desk.page.empty)
    assert not desk.page.signature.isVisible()
    assert desk.focused is desk.page.back


# Send


def test_before_signing_the_send_screen_says_what_comes_first(desk: Desk) -> None:
    open_study(desk, two_items())
    with held(desk.desktop.services, "attestations"):
        desk.desktop.go.show_signed_files()
        desk.until(lambda: desk.window.screen_shown is Screen.SEND)
        waits(desk, "Reading your signed files")
        assert "Nothing signed yet" not in words_of(desk.page)
    desk.idle()
    assert not desk.page.wait.isVisible()
    assert "Nothing signed yet" in words_of(desk.page)
    assert "Check and sign first" in words_of(desk.page)
    assert not desk.page.response.isVisible()


# Overview


def test_a_registry_that_takes_long_can_be_left(desk: Desk, tmp_path: Path) -> None:
    office = an_office(tmp_path / "office")
    desk.start()
    with held(desk.desktop.registry.services, "load"):
        desk.desktop.registry.open(office.registry)
        desk.until(lambda: desk.window.screen_shown is Screen.OVERVIEW)
        waits(desk, "Checking the registry")
        desk.page.wait.cancel.click()
        desk.until(lambda: desk.window.screen_shown is Screen.WELCOME)
    desk.idle()
    # What still came of it is put away, and another can be opened.
    assert desk.desktop.registry.overview.registry is None
    desk.desktop.registry.open(office.registry)
    desk.until_screen(Screen.OVERVIEW)
    assert desk.page.merge.isVisible()


# Results


def test_before_the_trajectories_the_results_ask_for_them(desk: Desk, tmp_path: Path) -> None:
    office = an_office(tmp_path / "office", bundled_study())
    open_registry(desk, office.registry)
    desk.desktop.registry.show_results()
    desk.until_screen(Screen.RESULTS)
    assert "Load trajectories" in list(words_shown(desk.page))


@pytest.fixture(autouse=True)
def _services_of_the_registry(desk: Desk) -> None:
    """The services of the coordinator's screens are found under one name."""
    desk.desktop.registry.services = desk.desktop.registry.overview._services
