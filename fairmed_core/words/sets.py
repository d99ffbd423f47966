"""How an acceptable set reads in words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import Kind, SubAction
from fairmed_core.words.catalogue import Catalogue, english
from fairmed_core.words.joining import listed, paragraph


def describe_set(
    acceptable: AcceptableSet,
    sub_action: SubAction,
    *,
    test_labels: Mapping[str, str] | None = None,
    say: Catalogue = english,
) -> str:
    """Return e.g. "2 emergent, 3 urgent", "days 1 to 30", "required: lactate; permitted: ECG"."""
    if isinstance(acceptable, OrderSet):
        return _describe_orders(acceptable, test_labels or {}, say)
    if not len(acceptable):
        return say("none of the actions")
    if sub_action.kind is Kind.DAYS:
        return _describe_days(acceptable, say)
    values = (
        f"{value} {sub_action.label_of(value)}".strip().lower()
        if not _is_acronym(sub_action.label_of(value))
        else f"{value} {sub_action.label_of(value)}"
        for value in sorted(acceptable.values)
    )
    return listed(values, say)


def describe_set_briefly(
    acceptable: AcceptableSet, sub_action: SubAction, say: Catalogue = english
) -> str:
    """Return the bare values for a table cell, e.g. "1, 3" or "2 required, 3 permitted"."""
    if isinstance(acceptable, OrderSet):
        return say("{required} required, {permitted} permitted").format(
            required=len(acceptable.required), permitted=len(acceptable.permitted)
        )
    if sub_action.kind is Kind.DAYS and len(acceptable):
        return _describe_days(acceptable, say)
    return listed((str(value) for value in sorted(acceptable.values)), say) or say("none")


def describe_sides(
    acceptable: AcceptableSet, sub_action: SubAction, say: Catalogue = english
) -> str:
    """Return the sentence about the line: both sides, one side, a gap, or an empty set."""
    if isinstance(acceptable, OrderSet):
        return ""
    if not len(acceptable):
        return say("Your set is empty: no action would be acceptable.")
    parts = []
    threshold = sub_action.threshold
    if threshold is not None:
        if sub_action.straddles(acceptable):
            parts.append(say("Your set has actions on both sides of the line."))
        else:
            side = threshold.yes if threshold.holds(min(acceptable.values)) else threshold.no
            parts.append(say("Your set lies on one side of the line: {side}.").format(side=side))
    parts += _gap_sentence(acceptable, say)
    return paragraph(parts, say)


def _gap_sentence(acceptable: ValueSet, say: Catalogue) -> list[str]:
    gaps = [(left[1] + 1, right[0] - 1) for left, right in pairwise(acceptable.runs())]
    if not gaps:
        return []
    skipped = say(" and ").join(
        str(a) if a == b else say("{low} to {high}").format(low=a, high=b) for a, b in gaps
    )
    return [say("It skips {skipped}: check that you mean this.").format(skipped=skipped)]


def _describe_days(acceptable: ValueSet, say: Catalogue) -> str:
    spans = [
        say("day {low}").format(low=low)
        if low == high
        else say("days {low} to {high}").format(low=low, high=high)
        for low, high in acceptable.runs()
    ]
    return say(" and ").join(spans)


def _describe_orders(acceptable: OrderSet, labels: Mapping[str, str], say: Catalogue) -> str:
    def names(tests: frozenset[str]) -> str:
        return listed(sorted(labels.get(test, test.replace("_", " ")) for test in tests), say)

    required = names(acceptable.required) or say("none")
    permitted = names(acceptable.permitted) or say("none")
    return say("required: {required}; permitted: {permitted}").format(
        required=required, permitted=permitted
    )


def _is_acronym(label: str) -> bool:
    return len(label) > 1 and label.isupper()
