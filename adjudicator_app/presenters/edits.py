"""What each control does to a judgement: pure functions from one judgement to the next."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import SubAction
from fairmed_core.domain.band import Band
from fairmed_core.domain.verdict import Answer, ErrorKind, Judgement, chosen_set

# A follow-up further away than this is a mistyped number.
LONGEST_WAIT_DAYS = 999


class OrderStatus(StrEnum):
    """What a test is in an order set."""

    REQUIRED = "required"
    PERMITTED = "permitted"
    LEFT_OUT = "left_out"


def with_set(judgement: Judgement, band: Band, chosen: AcceptableSet) -> Judgement:
    """Return the judgement with her set; the author's own set counts as untouched."""
    return replace(judgement, amended=None if chosen == band.acceptable else chosen)


def with_level_toggled(judgement: Judgement, band: Band, value: int) -> Judgement:
    """Return the judgement with one level taken in or left out."""
    chosen = _values(judgement, band)
    return with_set(judgement, band, ValueSet(chosen.values ^ {value}))


def with_days(
    judgement: Judgement, band: Band, sub_action: SubAction, low: int, high: int
) -> Judgement:
    """Return the judgement with the days `low` to `high`, kept on the scale and in order."""
    first, last = day_limits(sub_action)
    ends = sorted(min(last, max(first, day)) for day in (low, high))
    return with_set(judgement, band, ValueSet.between(*ends))


def day_limits(sub_action: SubAction) -> tuple[int, int]:
    """Return the first and last value that may be entered on a scale without levels."""
    last = sub_action.maximum if sub_action.maximum is not None else LONGEST_WAIT_DAYS
    return sub_action.minimum or 0, last


def with_order_status(
    judgement: Judgement, band: Band, test: str, status: OrderStatus
) -> Judgement:
    """Return the judgement with one test required, permitted or left out."""
    chosen = chosen_set(judgement, band)
    if not isinstance(chosen, OrderSet):
        raise TypeError("this item is no order set")
    required, permitted = chosen.required - {test}, chosen.permitted - {test}
    if status is OrderStatus.REQUIRED:
        required |= {test}
    elif status is OrderStatus.PERMITTED:
        permitted |= {test}
    return with_set(judgement, band, OrderSet(required, permitted))


def order_status(orders: OrderSet, test: str) -> OrderStatus:
    """Return what a test is in an order set."""
    if test in orders.required:
        return OrderStatus.REQUIRED
    return OrderStatus.PERMITTED if test in orders.permitted else OrderStatus.LEFT_OUT


def with_answer(judgement: Judgement, question: int, answer: Answer) -> Judgement:
    """Return the judgement with one question answered."""
    return replace(judgement, answers={**judgement.answers, question: answer})


def with_note(judgement: Judgement, question: int, text: str) -> Judgement:
    """Return the judgement with a note; an empty one is no note."""
    notes = {number: note for number, note in judgement.notes.items() if number != question}
    if text:
        notes[question] = text
    return replace(judgement, notes=notes)


def with_error_kind_toggled(judgement: Judgement, kind: ErrorKind) -> Judgement:
    """Return the judgement with one kind of error named or not."""
    return replace(judgement, error_kinds=judgement.error_kinds ^ {kind})


def with_wording(judgement: Judgement, summary: str, text: str | None) -> Judgement:
    """Return the judgement with her wording; the summary itself, or nothing, is untouched."""
    untouched = text is None or text.strip() in ("", summary.strip())
    return replace(judgement, wording=None if untouched else text)


def _values(judgement: Judgement, band: Band) -> ValueSet:
    chosen = chosen_set(judgement, band)
    if not isinstance(chosen, ValueSet):
        raise TypeError("this item has no levels")
    return chosen
