"""What a screen reader is told: name and role of everything that takes input, on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QTextEdit,
    QWidget,
)

from adjudicator_app.widgets.checks import CheckBox, RadioButton
from adjudicator_app.widgets.choice import ChoiceGroup
from adjudicator_app.widgets.dialogs import UnsavedDialog
from adjudicator_app.widgets.knob import Knob
from adjudicator_app.widgets.level_chip import LevelChip
from adjudicator_app.widgets.queue_cards import QueueList
from adjudicator_app.widgets.screen import Screen
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.errors import UserError
from tests.helpers.desk import Desk
from tests.helpers.desk_walks import (
    begin_study,
    mark_all_ready,
    open_study,
    sign,
    two_items,
)
from tests.helpers.half_filled import open_item
from tests.helpers.registry_walks import an_office, open_registry
from tests.helpers.signed import Clinician
from tests.helpers.study import ACUITY, FOLLOW_UP, ITEMS, ORDERS, PAIN, small_study

Role = QAccessible.Role
# What each kind of control must be called by its role, the most special first.
ROLES: tuple[tuple[type[QWidget], Role], ...] = (
    (LevelChip, Role.CheckBox),
    (CheckBox, Role.CheckBox),
    (RadioButton, Role.RadioButton),
    (Knob, Role.Slider),
    (QComboBox, Role.ComboBox),
    (QLineEdit, Role.EditableText),
    (QTextEdit, Role.EditableText),
    (QueueList, Role.List),
)
# Containers that are stopped at only to be scrolled.
SCROLLED = (Role.Client, Role.Pane)


def spoken(widget: QWidget) -> QAccessibleInterface:
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None, widget
    return interface


def name_of(widget: QWidget) -> str:
    return spoken(widget).text(QAccessible.Text.Name)


def controls(top: QWidget) -> Iterator[QWidget]:
    """Everything she can reach by Tab or arrow, shown or not, without Qt's own inner parts."""
    for widget in top.findChildren(QWidget):
        inner = widget.objectName().startswith("qt_") or widget.inherits(
            "QComboBoxPrivateContainer"
        )
        if inner or (
            widget.parent() is not None and widget.parent().inherits("QComboBoxPrivateContainer")
        ):
            continue
        stops = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if stops or isinstance(widget, QAbstractButton):
            yield widget


def wrong_on(top: QWidget) -> list[str]:
    """What on a page has no name, or says that it is something else than it is."""
    wrong, seen = [], 0
    for widget in controls(top):
        if not name_of(widget) and not widget.isVisibleTo(top):
            # It gets its words together with its place on the page.
            continue
        seen += 1
        told, role = type(widget).__name__, spoken(widget).role()
        if not name_of(widget).strip():
            wrong.append(f"{told} {widget.objectName()} has no name")
        wanted = next((role for kind, role in ROLES if isinstance(widget, kind)), None)
        if wanted is not None and role is not wanted:
            wrong.append(f"{told} {name_of(widget)!r} is a {role.name}, not a {wanted.name}")
        elif role is Role.NoRole or (isinstance(widget, QAbstractButton) and role in SCROLLED):
            wrong.append(f"{told} {name_of(widget)!r} has no role")
    assert seen, "a page without anything on it was looked at"
    return wrong


def one_of_each_editor() -> Study:
    study = small_study()
    return replace(study, seats=(replace(study.seats[0], code="GERI"),))


def test_every_control_of_a_clinician_s_screens_has_a_name_and_a_role(desk, qtbot):
    looked_at: dict[str, list[str]] = {}

    def look() -> None:
        screen = desk.window.screen_shown
        looked_at.setdefault(screen.name, []).extend(wrong_on(desk.page))

    desk.start(pack=desk.pack(two_items()))
    desk.until_screen(Screen.SETUP)
    look()
    desk.page.identity.specialty.add.click()
    look()
    desk.page.identity.back.click()
    desk.until_screen(Screen.WELCOME)
    look()
    begin_study(desk, two_items())
    look()
    for item in desk.desktop.to.items.items:
        open_item(desk, item.item_id)
        for kind in VerdictKind:
            desk.desktop.to.review.entry.choose_verdict(kind)
            look()
    desk.page.bar.back.click()
    desk.until_screen(Screen.ITEMS)
    desk.idle()
    mark_all_ready(desk)
    desk.desktop.go.check_and_sign()
    desk.until_screen(Screen.SIGN)
    desk.until(lambda: len(desk.desktop.to.sign.rows) == 2)
    look()
    sign(desk)
    look()
    assert {key: wrong for key, wrong in looked_at.items() if wrong} == {}
    assert set(looked_at) == {"WELCOME", "SETUP", "ITEMS", "REVIEW", "SIGN", "SEND"}


def test_each_kind_of_editor_says_what_it_is_and_how_it_stands(desk):
    open_study(desk, one_of_each_editor())
    assert {item.item_id for item in desk.desktop.to.items.items} == set(ITEMS)
    # Rows of the list are told whole, by the list itself.
    rows = spoken(desk.page.items)
    assert rows.childCount() >= 4
    assert "Not started" in desk.page.items.model().index(0, 0).data(
        Qt.ItemDataRole.AccessibleTextRole
    )
    wrong = {}
    for item in desk.desktop.to.items.items:
        open_item(desk, item.item_id)
        wrong[item.item_id] = wrong_on(desk.page)
    assert {key: found for key, found in wrong.items() if found} == {}

    open_item(desk, ACUITY)
    editor = desk.page.judgement.editor.editor
    assert name_of(editor) == "Acceptable actions"
    chip = editor.chip(2)
    assert name_of(chip) == "2 emergent, in your set, in the author's draft"
    assert spoken(chip).state().checked
    assert name_of(editor.chip(4)) == "4 less urgent, not in your set"
    QTest.keyClick(chip, "2")
    assert name_of(chip) == "2 emergent, not in your set, in the author's draft"
    assert not spoken(chip).state().checked

    open_item(desk, FOLLOW_UP)
    editor = desk.page.judgement.editor.editor
    knob = spoken(editor.scale.high_knob)
    assert (knob.role(), name_of(editor.scale.high_knob)) == (Role.Slider, "To day")
    assert knob.valueInterface().currentValue() == 14

    open_item(desk, ORDERS)
    editor = desk.page.judgement.editor.editor
    assert name_of(editor) == "Acceptable actions"
    groups = editor.findChildren(ChoiceGroup)
    assert {name_of(group) for group in groups} == {"Blood count", "Ultrasound"}
    chosen = [
        name_of(segment)
        for group in groups
        for segment in group.findChildren(QAbstractButton)
        if spoken(segment).state().checked
    ]
    assert chosen == ["Blood count: Required", "Ultrasound: Permitted"]


def test_one_answer_of_several_is_told_as_one_of_several_and_may_be_none(desk):
    open_study(desk, two_items())
    open_item(desk, "draft_triage_01")
    group = desk.page.judgement.questions.rows[1].choice
    segments = group.findChildren(QAbstractButton)
    assert {spoken(one).role() for one in segments} == {Role.RadioButton}
    assert name_of(segments[0]) == f"{name_of(group)}: Yes"
    QTest.keyClick(segments[0], Qt.Key.Key_Space)
    assert [spoken(one).state().checked for one in segments] == [1, 0, 0]
    desk.desktop.to.review.undo()
    assert [spoken(one).state().checked for one in segments] == [0, 0, 0]


def dialogs(desk: Desk) -> Iterator[QWidget]:
    desk.desktop.view_settings.show_settings()
    yield desk.desktop.view_settings.sheet
    desk.desktop.view_settings.show_keys()
    yield desk.desktop.view_settings.sheet
    desk.desktop.troubles.tell(UserError("Something is amiss.", next_step="Look again."))
    yield desk.desktop.troubles.dialog
    unsaved = UnsavedDialog("The disk is full.", desk.window)
    unsaved.open()
    yield unsaved


def test_dialogs_say_what_they_are_and_begin_at_a_button(desk):
    desk.start()
    for dialog in dialogs(desk):
        assert spoken(dialog).role() is Role.Dialog
        assert name_of(dialog) == dialog.windowTitle() != ""
        assert wrong_on(dialog) == []
        assert isinstance(dialog.focusWidget(), QAbstractButton)
        dialog.close()


def test_overview_results_and_the_key_s_sheet_have_names_and_roles(desk, tmp_path):
    page = open_registry(desk, an_office(tmp_path / "office").registry)
    assert wrong_on(page) == []
    (grid,) = (view for view in page.findChildren(QAbstractItemView) if view is page.table)
    assert spoken(grid).role() is Role.Table
    assert name_of(grid)
    desk.desktop.registry.overview.merge(tmp_path / "answer.fmresp")
    desk.until(lambda: desk.desktop.registry.sheet is not None)
    sheet = desk.desktop.registry.sheet
    assert spoken(sheet).role() is Role.Dialog
    assert wrong_on(sheet) == []
    sheet.close()
    desk.desktop.registry.show_results()
    desk.until_screen(Screen.RESULTS)
    assert wrong_on(desk.page) == []


def test_the_sheet_of_a_key_to_confirm_says_of_each_group_which_it_is_and_how_it_compares(
    desk, tmp_path
):
    office = an_office(tmp_path / "office")
    office.merge(office.begin(Clinician()).judge(PAIN).attest())
    page = open_registry(desk, office.registry)
    page.pending.buttons[0].click()
    desk.until(lambda: desk.desktop.registry.sheet is not None)
    sheet = desk.desktop.registry.sheet
    assert spoken(sheet).role() is Role.Dialog
    assert wrong_on(page) == wrong_on(sheet) == []
    line = sheet.groups.fields[2].line
    assert name_of(line) == "Group 3 of 8, as you hear it"
    QTest.keyClicks(line, "UUUU")
    assert spoken(line).text(QAccessible.Text.Description) == "differs"
