"""A and B signed an item, C has not: no screen, command or file tells anybody what they said.

The coordinator's side is told twice, of two offices that differ only in what A and B said on that
item: every screen and every command must say the same of both, down to the last word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from adjudicator_app.presenters.results import Phase
from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.keys import Signer, generate_signer
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import Judgement
from tests.helpers.chains import PSEUDONYM, noon
from tests.helpers.cli import fairmed
from tests.helpers.desk import PASSPHRASE, Desk
from tests.helpers.desk_walks import begin_study, judge_all, sign
from tests.helpers.half_filled import open_item
from tests.helpers.laid_open import laid_open
from tests.helpers.office import Office
from tests.helpers.registry import accepting, amending, declining, without_disputed
from tests.helpers.registry_walks import HEADER, an_office, open_registry
from tests.helpers.said import said, said_by_program
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician
from tests.helpers.study import (
    ACUITY,
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    GERIATRICIAN,
    ORDERS,
    OTHER_SEAT,
    SEAT,
    small_study,
)

THIRD_SEAT = "C3C3"
THIRD = Credential("physician", ("internal_medicine",), "FR", "3-5")
# What A and B wrote; nobody else uses such words.
SAID_BY_A, SAID_BY_B = "axolotl", "bandicoot"
OPEN = ORDERS


def three_seats() -> Study:
    """One item is everybody's; another is A's and B's alone, and so open."""
    seats = (
        Seat(SEAT, "geriatrician", (ACUITY, OPEN)),
        Seat(OTHER_SEAT, "emergency physician", (ACUITY, OPEN)),
        Seat(THIRD_SEAT, "internist", (ACUITY, FOLLOW_UP)),
    )
    return small_study(seats=seats)


@dataclass(frozen=True)
class World:
    """An office, and the response files it was sent."""

    office: Office
    responses: tuple[Path, ...]


def a_world(folder: Path, signers: tuple[Signer, Signer], *, hers: Judgement, his: Judgement):
    office = an_office_of(folder)
    responses = []
    for signer, who, seat, credential, judgement in (
        (signers[0], PSEUDONYM, SEAT, GERIATRICIAN, hers),
        (signers[1], OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN, his),
    ):
        rater = office.begin(Clinician(who, seat, credential, signer=signer)).seal()
        rater.judge(ACUITY, judgement).judge(OPEN).attest()
        office.enrol(rater)
        office.merge(rater, f"{seat}.fmresp")
        responses.append(folder / f"{seat}.fmresp")
    return World(office, tuple(responses))


def an_office_of(folder: Path) -> Office:
    office = an_office(folder, three_seats())
    (folder / "passphrase.txt").write_text(PASSPHRASE, encoding="utf-8")
    return office


@pytest.fixture(scope="module")
def worlds(tmp_path_factory) -> tuple[World, World]:
    """In one both accept; in the other one amends and one declines, in words of their own."""
    folder = tmp_path_factory.mktemp("worlds")
    signers = (generate_signer(PSEUDONYM, noon()), generate_signer(OTHER_PSEUDONYM, noon()))
    return (
        a_world(folder / "hall-1", signers, hers=accepting(), his=accepting()),
        a_world(
            folder / "hall-2",
            signers,
            hers=amending(ValueSet.of([1, 5]), reason=f"An {SAID_BY_A} told her."),
            his=replace(declining(), reason=f"A {SAID_BY_B} told him."),
        ),
    )


def told(text: str, world: World) -> str:
    """What was said, without the names and numbers in which any two files differ."""
    text = text.replace(str(world.office.folder), "FOLDER").replace(world.office.folder.name, "")
    text = re.sub(r"\b[0-9a-f]{12,}\b", "HASH", text)
    text = re.sub(r"\b[A-Z2-7]{4}( [A-Z2-7]{4}){7}\b", "FINGERPRINT", text)
    text = re.sub(r"[0-9a-f]{8,}…?", "HASH", text)
    return re.sub(r"\s+", " ", text)


def some_draws(folder: Path) -> Path:
    """Draws on the cases of the study."""
    lines = [HEADER]
    for condition in ("ref_white_man", "black_woman"):
        lines += [
            f"agent,main,{condition},{replicate},{case},{2 + replicate % 2},{40 + replicate},ecg,"
            f"true,false,{replicate},true,false,{7 + replicate},0"
            for replicate in (1, 2, 3)
            for case in ("flank", "belly", "sugar")
        ]
    path = folder / "draws.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def commands(world: World) -> dict[str, tuple[object, ...]]:
    """Every command that reads the coordinator's registry or what he was sent."""
    folder, registry = world.office.folder, world.office.registry
    key = ("--keystore", folder / "coordinator.fmkey", "--passphrase-file",
           folder / "passphrase.txt")  # fmt: skip
    draws = some_draws(folder)
    analysis = (draws, "--registry", registry, "--reference", "ref_white_man")
    return {
        "show": ("registry", "show", registry),
        "show json": ("registry", "show", registry, "--json"),
        "verify": ("registry", "verify", registry, "--no-pages", "--json"),
        "verify file": ("verify", registry, "--no-pages"),
        "rebuild": ("registry", "rebuild", "--registry", registry),
        "conflicts": ("conflict", "list", "--registry", registry, "--json"),
        "merge": ("bundle", "merge", world.responses[0], "--registry", registry, *key, "--json"),
        "response": ("bundle", "verify", world.responses[1], "--no-pages", "--json"),
        "agreement": ("agreement", registry, "--resamples", "100", "--json"),
        "sensitivity": ("sensitivity", *analysis, "--resamples", "100", "--json"),
        "checkpoint": ("registry", "checkpoint", "--registry", registry, "--out",
                       folder / "checkpoint.txt", *key, "--json"),
    }  # fmt: skip


def test_no_command_tells_the_coordinator_what_a_and_b_said(worlds):
    first, second = worlds
    arguments = commands(second)
    for name, given in commands(first).items():
        one, two = fairmed(*given), fairmed(*arguments[name])
        assert one.code == two.code, name
        assert told(one.out + one.err, first) == told(two.out + two.err, second), name
        for word in (SAID_BY_A, SAID_BY_B):
            assert word not in two.out + two.err, name
        assert one.out + one.err, name
    # Not even how many: the item is in no count, while the one that is open is.
    shown = fairmed("registry", "show", second.office.registry, "--json").json
    items = {item["item"]: item for item in shown["items"]}
    assert items[ACUITY]["verdicts"] == []
    assert [verdict["kind"] for verdict in items[OPEN]["verdicts"]] == ["ACCEPT", "ACCEPT"]
    assert ACUITY in shown["hidden"]


def overview_said(desk: Desk, world: World) -> str:
    """Every word of the overview, the grid's cells under every role among them."""
    if desk.window.isVisible():
        desk.desktop.registry.open(world.office.registry)
        desk.idle()
    else:
        open_registry(desk, world.office.registry)
    title = small_study().band(ACUITY).title
    desk.until(lambda: title in (text := " ".join(said(desk.page))) and "Computing" not in text)
    return " | ".join(said(desk.page))


def test_no_overview_tells_the_coordinator_what_a_and_b_said(desk, worlds):
    one, two = (overview_said(desk, world) for world in worlds)
    assert not [word for word in (SAID_BY_A, SAID_BY_B) if word in two]
    assert told(one, worlds[0]) == told(two, worlds[1])


@pytest.mark.long
def test_no_result_tells_the_analyst_what_a_and_b_said(desk, worlds):
    heard: list[str] = []
    for world in worlds:
        words = overview_said(desk, world)
        desk.desktop.registry.show_results()
        desk.until_screen(Screen.RESULTS)
        results = desk.desktop.registry.results
        results.take_draws([some_draws(world.office.folder)])
        desk.idle()
        results.choose_reference("ref_white_man")
        results.analyse()
        desk.until(lambda results=results: results.phase is Phase.SHOWN)
        for section, _ in results.reading.sections:
            results.open_section(section)
            desk.idle()
            words += " | ".join(said(desk.page))
        assert not [word for word in (SAID_BY_A, SAID_BY_B) if word in words]
        heard.append(told(words, world))
        desk.desktop.registry.close()
        desk.until_screen(Screen.WELCOME)
    assert heard[0] == heard[1]


def test_the_search_would_find_it_once_the_item_is_opened(worlds):
    world = worlds[1]
    opened = fairmed(
        "unblind", ACUITY, "--registry", world.office.registry, "--reason", "to try the search",
        "--keystore", world.office.folder / "coordinator.fmkey",
        "--passphrase-file", world.office.folder / "passphrase.txt",
    )  # fmt: skip
    assert opened.code == 0
    shown = fairmed("registry", "show", world.office.registry, "--json")
    kinds = {item["item"]: item["verdicts"] for item in shown.json["items"]}[ACUITY]
    assert [verdict["kind"] for verdict in kinds] == ["AMEND", "DECLINE"]


def test_publishing_while_somebody_waits_says_what_the_file_gives_away(tmp_path):
    office = an_office_of(tmp_path / "office")
    rater = office.begin(Clinician()).seal().judge(ACUITY).attest()
    office.enrol(rater)
    office.merge(rater)
    warnings = " ".join(office.release().warnings)
    assert "wait for a signature; whoever has this file can read what was said on them" in warnings


# C's own side -------------------------------------------------------------------------------------


def test_nothing_of_a_and_b_reaches_c(desk, worlds, tmp_path):
    world = worlds[1]
    traces = [
        SAID_BY_A, SAID_BY_B, PSEUDONYM, OTHER_PSEUDONYM,
        *(path.name for path in world.responses),
    ]  # fmt: skip
    # Found where it must be: in what was sent to the coordinator.
    sent = "\n".join(laid_open(path) for path in world.responses)
    assert all(trace in sent for trace in traces[:4])

    def look() -> None:
        texts = said_by_program()
        assert not [text for text in texts for trace in traces if trace in text]
        seen.append(desk.window.screen_shown)

    seen: list[Screen] = []
    begin_study(desk, pack=world.office.folder / "one.fmpack", seat=THIRD_SEAT, credential=THIRD)
    look()
    open_item(desk, ACUITY)
    look()
    assert desk.desktop.to.review.entry.judgement == Judgement()
    note = desk.page.judgement.questions.rows[1]
    note.note_button.click()
    QTest.keyClicks(note.note_field, "mine alone")
    desk.page.bar.back.click()
    desk.until_screen(Screen.ITEMS)
    look()
    judge_all(desk, {FOLLOW_UP: accepting(), ACUITY: without_disputed(accepting())})
    look()
    sign(desk)
    look()
    for card, name in ((desk.page.pdf, "mine.pdf"), (desk.page.response, "mine.fmresp")):
        desk.chosen = tmp_path / name
        card.button.click()
        desk.idle()
    assert {Screen.ITEMS, Screen.REVIEW, Screen.SIGN, Screen.SEND} <= set(seen)
    desk.end()
    check_files(desk, tmp_path, traces)


def check_files(desk: Desk, folder: Path, traces: list[str]) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {"mine.pdf", "mine.fmresp"} <= {path.name for path in files}
    everything = {path: laid_open(path) for path in files}
    assert any("mine alone" in text for text in everything.values())
    for path, text in everything.items():
        assert not [trace for trace in traces if trace in text], path
    assert desk.data in {path.parent.parent for path in files if path.suffix == ".fmdb"}
