"""The band editor for order sets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.presenters.edits import OrderStatus
from adjudicator_app.widgets.choice import ChoiceGroup
from adjudicator_app.widgets.editor_orders import OrdersEditor
from fairmed_core.domain.acceptable import OrderSet

TESTS = ("ecg", "blood_count", "lactate", "ct", "urine")
LABELS = {"ecg": "ECG", "blood_count": "Blood count", "lactate": "Lactate", "ct": "CT"}
AUTHOR = OrderSet.of(required=["lactate", "blood_count"], permitted=["ecg"])


@pytest.fixture
def make(qtbot):
    def build(chosen=AUTHOR, *, disputed=None, width=480):
        editor = OrdersEditor(
            author=AUTHOR, disputed=disputed, chosen=chosen, tests=TESTS, labels=LABELS
        )
        qtbot.addWidget(editor)
        editor.resize(width, max(400, editor.heightForWidth(width)))
        editor.show()
        return editor

    return build


def order_on_screen(editor: OrdersEditor) -> list[str]:
    places = {test: editor.choice(test).mapTo(editor, editor.rect().topLeft()).y()
              for test in editor._rows}  # fmt: skip
    return sorted(places, key=places.__getitem__)


def test_rows_stand_in_the_studys_order_under_what_the_author_made_of_them(make):
    assert order_on_screen(make()) == ["blood_count", "lactate", "ecg"]


def test_rows_never_move(make):
    editor = make()
    before = order_on_screen(editor)
    changed = OrderSet.of(required=["ecg"], permitted=["blood_count"])
    editor.show_set(changed)
    assert order_on_screen(editor) == before
    assert editor.choice("ecg").value is OrderStatus.REQUIRED
    assert editor.choice("blood_count").value is OrderStatus.PERMITTED
    assert editor.choice("lactate").value is OrderStatus.LEFT_OUT


def test_a_click_asks_for_the_status(make):
    editor, asked = make(), []
    editor.status_chosen.connect(lambda test, status: asked.append((test, status)))
    QTest.mouseClick(editor.choice("ecg").segment(OrderStatus.REQUIRED), Qt.MouseButton.LeftButton)
    assert asked == [("ecg", OrderStatus.REQUIRED)]


def test_the_authors_choice_is_outlined_where_hers_differs(make):
    editor = make(OrderSet.of(required=["lactate"], permitted=["ecg", "blood_count"]))
    assert editor.choice("blood_count").segment(OrderStatus.REQUIRED).outlined
    assert not editor.choice("blood_count").segment(OrderStatus.PERMITTED).outlined
    assert not any(
        editor.choice(test).segment(status).outlined
        for test in ("lactate", "ecg")
        for status in OrderStatus
    )


def test_a_test_of_the_study_can_be_added_once(make):
    editor, asked = make(), []
    editor.status_chosen.connect(lambda test, status: asked.append((test, status)))
    adder = editor._adder
    assert [adder.itemText(n) for n in range(adder.count())] == ["CT", "Urine"]
    adder.setCurrentIndex(0)
    adder.activated.emit(0)
    assert asked == [("ct", OrderStatus.PERMITTED)]
    editor.show_set(OrderSet.of(required=AUTHOR.required, permitted=["ecg", "ct"]))
    assert editor.choice("ct").value is OrderStatus.PERMITTED
    assert [adder.itemText(n) for n in range(adder.count())] == ["Urine"]


def test_an_added_test_that_is_left_out_again_stays_to_be_seen(make):
    editor = make(OrderSet.of(required=AUTHOR.required, permitted=["ecg", "ct"]))
    editor.show_set(AUTHOR)
    assert editor.choice("ct").value is OrderStatus.LEFT_OUT


def test_disputed_tests_have_rows_of_their_own(make):
    editor = make(disputed=OrderSet.of(permitted=["ct"]))
    assert editor.choice("ct").value is OrderStatus.LEFT_OUT
    assert order_on_screen(editor)[-1] == "ct"


def test_a_narrow_editor_puts_the_choice_below_the_name(make):
    wide, narrow = make(width=480), make(width=300)
    for editor, beside in ((wide, True), (narrow, False)):
        choice = editor.choice("blood_count")
        name = editor._rows["blood_count"]._name
        top = choice.mapTo(editor, choice.rect().topLeft()).y()
        name_bottom = name.mapTo(editor, name.rect().bottomLeft()).y()
        assert (top < name_bottom) is beside


def test_names_for_a_screen_reader(make):
    editor = make()
    segment = editor.choice("lactate").segment(OrderStatus.LEFT_OUT)
    assert segment.accessibleName() == "Lactate: Leave out"


def test_the_rows_of_one_item_serve_the_next(make):
    editor, asked = make(), []
    editor.status_chosen.connect(lambda test, status: asked.append((test, status)))
    following = OrderSet.of(required=["ct"])
    editor.show_item(
        author=following,
        disputed=OrderSet.of(permitted=["urine"]),
        chosen=following,
        tests=TESTS,
        labels=LABELS,
    )
    assert order_on_screen(editor) == ["ct", "urine"]
    assert editor.choice("ct").accessibleName() == "CT"
    assert editor.choice("ct").value is OrderStatus.REQUIRED
    assert editor.choice("urine").value is OrderStatus.LEFT_OUT
    assert sum(choice.isVisible() for choice in editor.findChildren(ChoiceGroup)) == 2
    offered = [editor._adder.itemData(at) for at in range(editor._adder.count())]
    assert offered == ["ecg", "blood_count", "lactate"]
    editor.choice("ct").segment(OrderStatus.PERMITTED).click()
    assert asked == [("ct", OrderStatus.PERMITTED)]
