"""What must never reach her, in any text, tip, name or title; and names for every control."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QComboBox,
    QLabel,
    QLineEdit,
    QTextEdit,
    QWidget,
)

from adjudicator_app.widgets.tiles import Tile
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.study import Seat
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.domain.vignette import Fact, Vital
from tests.helpers.desk import bundled_study
from tests.helpers.registry import a_clinician, make_ready, session_on
from tests.helpers.review import ReviewDesk
from tests.helpers.study import (
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    OTHER_SEAT,
    PAIN,
    SEAT,
    small_study,
)

LATER = "The scan shows a perforation."
# Words of the protocol that are not hers ("Words" of the design's tokens).
NOT_HER_WORDS = re.compile(
    r"\b(band|bands|A\(v\)|threshold|straddle\w*|adjudicat\w*|hash\w*|bundle\w*|please)\b|!",
    re.IGNORECASE,
)


def texts(top: QWidget) -> list[str]:
    """Everything a widget and all in it can say, shown at the moment or not."""
    found: list[str] = []
    for widget in (top, *top.findChildren(QWidget)):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        found += [widget.windowTitle(), widget.statusTip(), widget.whatsThis()]
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            found.append(widget.text())
        if isinstance(widget, QLineEdit | QTextEdit):
            found.append(widget.placeholderText())
        if isinstance(widget, QTextEdit):
            found.append(widget.toPlainText())
        if isinstance(widget, QComboBox):
            found += [widget.itemText(n) for n in range(widget.count())]
    return [text for text in found if text]


@pytest.fixture
def open_desk(qtbot, tmp_path):
    desks: list[ReviewDesk] = []

    def build(study=None, **how) -> ReviewDesk:
        desk = ReviewDesk(tmp_path, study=study, **how)
        desks.append(desk)
        desk.show()
        return desk

    yield build
    for desk in desks:
        desk.close()


def with_later_fact(study):
    """The small study with a fact that arrives after the step at which pain is decided."""
    late = Fact("f9", Step.DOCUMENT, LATER, vitals=(Vital("Late value", "777", "U/L"),))
    vignettes = tuple(
        replace(v, facts=(*v.facts, late)) if v.id == "flank" else v for v in study.vignettes
    )
    return replace(study, vignettes=vignettes)


def test_what_arrives_later_is_absent(open_desk):
    review = open_desk(with_later_fact(small_study()))
    review.open(PAIN)
    said = " ".join(texts(review.window))
    assert "Pain in the left flank" in said
    assert LATER not in said
    assert "777" not in said
    assert "Late value" not in said


def test_facts_that_depend_on_an_earlier_action_are_marked(open_desk):
    review = open_desk()
    review.open(PAIN)
    said = texts(review.screen.case)
    assert "Known only if imaging was ordered" in said
    assert "A stone of 7 mm." in said
    assert [tile.vital.name for tile in review.screen.case.findChildren(Tile)] == ["Heart rate"]


def test_not_even_another_items_facts_remain(open_desk):
    review = open_desk()
    review.open(PAIN)
    review.open("visit-sugar")
    said = " ".join(texts(review.screen))
    assert "flank" not in said.lower()


def test_another_clinicians_verdicts_on_this_computer_change_nothing_she_sees(open_desk, tmp_path):
    alone = open_desk()
    for item in (PAIN, FOLLOW_UP, PAIN):
        alone.open(item)
    before = texts(alone.window)
    other = tmp_path / "other"
    other.mkdir()
    pack = next(tmp_path.glob("*.fmpack"))
    identity = a_clinician(other, pseudonym="ADJ-22222-22222", credential=EMERGENCY_PHYSICIAN)
    with session_on(pack, other, identity=identity, seat=OTHER_SEAT) as session:
        for item in session.order:
            make_ready(session, item)
    alone.open(FOLLOW_UP)
    alone.open(PAIN)
    assert texts(alone.window) == before


def test_no_word_of_the_protocol_is_said_to_her(open_desk):
    study = bundled_study()
    items = ("draft_triage_01", "draft_medication_01", "draft_documentation_01", "O1", "D1")
    review = open_desk(replace(study, seats=(Seat(SEAT, "geriatrician", items),)))
    from_the_study = {
        text
        for item in items
        for band in (study.band(item),)
        for text in (
            band.title,
            band.reasoning,
            *(study.clause(c).summary for c in band.clause_ids),
            *(study.clause(c).locator for c in band.clause_ids),
            *(fact.text for fact in study.vignette(band.vignette_id).facts),
        )
    }
    for item in items:
        review.open(item)
        for kind in VerdictKind:
            review.entry.choose_verdict(kind)
            review.presenter.mark_ready_and_next() if review.entry.blocking else None
            ours = [
                t for t in texts(review.window) if not any(t in s or s in t for s in from_the_study)
            ]
            assert not [text for text in ours if NOT_HER_WORDS.search(text)]


def test_every_control_has_a_name(open_desk):
    review = open_desk()
    for item in review.queue.items:
        review.open(item.item_id)
        for kind in VerdictKind:
            review.entry.choose_verdict(kind)
            controls = [
                widget
                for widget in review.screen.findChildren(QWidget)
                if isinstance(
                    widget, QAbstractButton | QLineEdit | QTextEdit | QComboBox | QAbstractSlider
                )
                and not widget.objectName().startswith("qt_")
            ]
            unnamed = [
                type(w).__name__
                for w in controls
                if not w.accessibleName() and not (isinstance(w, QAbstractButton) and w.text())
            ]
            assert [name for name in unnamed if name not in ("QScrollBar", "ScrollBar")] == []


def test_every_place_the_tab_key_stops_at_has_a_name(open_desk):
    review = open_desk()
    review.open(PAIN)
    stops = [
        widget
        for widget in review.screen.findChildren(QWidget)
        if isinstance(widget, QAbstractScrollArea) and widget.focusPolicy() & 1
    ]
    assert stops
    assert all(widget.accessibleName() for widget in stops)


def test_icon_only_buttons_also_have_tips(open_desk):
    review = open_desk()
    review.open("visit-sugar")
    bare = [b for b in review.screen.findChildren(QAbstractButton) if not b.text()]
    assert bare
    assert all(button.toolTip() and button.accessibleName() for button in bare)
