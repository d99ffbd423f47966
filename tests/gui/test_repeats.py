"""Items shown twice on the screen: judged blind, told apart only where they are signed."""

from __future__ import annotations

from adjudicator_app.qt_models.signing_model import Column
from adjudicator_app.widgets.screen import Screen
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.showings import second_showing
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import Judgement
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import judge, open_study, sign
from tests.helpers.half_filled import open_item
from tests.helpers.registry import accepting, amending, make_ready
from tests.helpers.registry_walks import an_office, open_registry, the_other, words_of
from tests.helpers.signed import Clinician
from tests.helpers.study import (
    FOLLOW_UP,
    GERIATRICIAN,
    ITEMS,
    small_study,
    with_repeats,
)
from tests.helpers.walked import words_shown

AGAIN = second_showing(FOLLOW_UP)
MONTH = amending(ValueSet.between(1, 30), reason="It says a month.")
NOTICE = "Some come a second time, to see how steady judgements are; judge each as if new."
ASIDE = "shown a second time, to see how steady judgements are"


def twice() -> Study:
    """The small study with one item shown twice, on the seat the walks take."""
    seats = (Seat("GERI", "geriatrician", ITEMS),)
    return with_repeats(small_study(seats=seats), FOLLOW_UP)


def words(desk: Desk) -> str:
    return " | ".join(words_shown(desk.page))


def test_the_list_says_once_that_items_come_twice_and_never_which(desk):
    open_study(desk, twice(), credential=GERIATRICIAN)
    items = desk.desktop.to.items
    assert len(items.items) == 5
    assert NOTICE in items.introduction
    told = words(desk)
    assert told.count(NOTICE) == 1
    assert "~" not in told
    titles = [item.title for item in items.items]
    assert titles.count(small_study().band(FOLLOW_UP).title) == 2


def test_a_study_without_repeats_says_nothing_of_them(desk):
    seats = (Seat("GERI", "geriatrician", ITEMS),)
    open_study(desk, small_study(seats=seats), credential=GERIATRICIAN)
    assert "second time" not in words(desk)


def test_the_second_showing_shows_an_empty_form_and_not_that_it_is_one(desk):
    open_study(desk, twice(), credential=GERIATRICIAN)
    open_item(desk, FOLLOW_UP)
    judge(desk, MONTH)
    first = words(desk)
    assert "It says a month." in first
    desk.page.bar.back.click()
    desk.until_screen(Screen.ITEMS)
    open_item(desk, AGAIN)
    assert desk.desktop.to.review.entry.judgement == Judgement()
    told = words(desk)
    assert "It says a month." not in told
    assert "second" not in told
    assert "~" not in told + desk.window.windowTitle()


def test_both_are_signed_and_the_table_says_which_only_measures(desk):
    open_study(desk, twice(), credential=GERIATRICIAN)
    session, tasks = desk.desktop.go.session, desk.desktop.tasks
    for item in session.order:
        given = {FOLLOW_UP: MONTH, AGAIN: accepting()}.get(item)
        tasks.run(make_ready, session, item, given)
    desk.idle()
    desk.desktop.go.list_items()
    desk.idle()
    desk.page.progress.primary.click()
    desk.until_screen(Screen.SIGN)
    model = desk.page.table.model()
    effects = [model.index(row, Column.EFFECT).data() for row in range(model.rowCount())]
    assert sum(ASIDE in effect for effect in effects) == 1
    assert sum(effect.startswith("Counts") for effect in effects) == 1  # her one in scope
    sign(desk)
    desk.desktop.go.list_items()
    desk.idle()
    assert desk.desktop.to.items.settled


def test_the_overview_tells_how_often_she_said_the_same_again(desk, tmp_path):
    office = an_office(tmp_path / "office", with_repeats(small_study(), FOLLOW_UP))
    her = office.begin(Clinician()).seal()
    for item in (*ITEMS, AGAIN):
        her.judge(item)
    office.enrol(her)
    office.merge(her.attest())
    other = the_other(office)
    for item in ITEMS:
        other.judge(item)
    office.merge(other.attest())
    page = open_registry(desk, office.registry)
    desk.until(lambda: "Computing" not in words_of(page))
    told = words_of(page)
    assert "1.000" in told
    label = next(s.label for s in small_study().space.sub_actions if s.name == "followup_days")
    assert f"{label}: the same again" in told
    assert "1 of 2 second showings are signed" in told
    assert "1 repeat, 1 rater, 1 item" in told
    assert "2 clinicians, 8 of 8 assigned verdicts signed" in told
    assert "~" not in told


def test_without_repeats_the_overview_does_not_speak_of_them(desk, tmp_path):
    office = an_office(tmp_path / "office")
    page = open_registry(desk, office.registry)
    desk.until(lambda: "Computing" not in words_of(page))
    assert "second showing" not in words_of(page)
