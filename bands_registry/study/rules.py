"""Rules that need more than one part of a study."""

from __future__ import annotations

from collections.abc import Iterable

from bands_registry.study.assemble import Parts
from bands_registry.study.band_rules import band_problems
from bands_registry.study.fields import first_twice
from bands_registry.study.files import OrderModel, StudyFile
from bands_registry.study.findings import Path, Problem
from fairmed_core.domain.action_space import Kind, SubAction, Threshold


def check(parts: Parts) -> list[Problem]:
    """Return every broken rule of a study."""
    found = _ids(parts)
    found += _clause_sources(parts)
    if parts.space is not None:
        settings = {setting.id for setting in parts.space.settings}
        for sub_action in parts.space.sub_actions:
            found += _scale(sub_action, settings, _declared_at(parts, sub_action))
    if parts.head is not None:
        found += _order_names(parts.head)
        found += _seats(parts.head, parts)
        found += _repeats(parts.head)
    return found + band_problems(parts)


def _ids(parts: Parts) -> list[Problem]:
    found: list[Problem] = []
    found += _twice(((("sources", at), part.id) for at, part in parts.sources.items()), "source")
    found += _twice(((("clauses", at), part.id) for at, part in parts.clauses.items()), "clause")
    found += _twice(((("bands", at), part.id) for at, part in parts.bands.items()), "band")
    found += _twice(
        ((("vignettes", at), part.id) for at, part in parts.vignettes.items()), "vignette"
    )
    for at, vignette in parts.vignettes.items():
        path: Path = ("vignettes", at, "facts")
        found += _twice(
            (((*path, position), fact.id) for position, fact in enumerate(vignette.facts)), "fact"
        )
    head = parts.head
    if head is not None:
        found += _twice(((("seats", at), s.code) for at, s in enumerate(head.seats)), "seat")
        found += _twice(((("orders", at), o.test) for at, o in enumerate(head.orders)), "test")
        found += _twice(
            (
                (("action_space", "settings", at), setting.id)
                for at, setting in enumerate(head.action_space.settings)
            ),
            "setting",
        )
    return found


def _twice(places: Iterable[tuple[Path, str]], what: str) -> list[Problem]:
    seen: set[str] = set()
    found: list[Problem] = []
    for path, name in places:
        if name in seen:
            sentence = f'A second {what} is called "{name}".'
            found.append(Problem(path, sentence, "Give each its own name, or remove one."))
        seen.add(name)
    return found


def _clause_sources(parts: Parts) -> list[Problem]:
    known = {source.id for source in parts.sources.values()}
    return [
        Problem(
            ("clauses", at, "source"),
            f'The source "{clause.source_id}" is not in sources.yaml.',
            "Correct the id, or add the source.",
        )
        for at, clause in parts.clauses.items()
        if clause.source_id not in known and not parts.may_exist("sources", clause.source_id)
    ]


def _declared_at(parts: Parts, sub_action: SubAction) -> Path:
    declared = () if parts.head is None else parts.head.action_space.sub_actions
    path: Path = ("action_space",)
    for at, model in enumerate(declared):
        if model.name == sub_action.name:
            path = ("action_space", "sub_actions", at)
    return path


def _scale(sub_action: SubAction, settings: set[str], path: Path) -> list[Problem]:
    name = sub_action.name
    refusals: list[tuple[str, str]] = []
    if sub_action.setting is not None and sub_action.setting not in settings:
        refusals.append(
            (
                f'{name} names the setting "{sub_action.setting}", which is not declared.',
                "Declare it under settings.",
            )
        )
    low, high = sub_action.minimum, sub_action.maximum
    values = [level.value for level in sub_action.levels]
    if low is not None and high is not None and low > high:
        refusals.append((f"{name} runs from {low} to {high}.", "Swap the two ends."))
    if first_twice(values) is not None:
        refusals.append((f"{name} has two levels of the same value.", "Give each its own value."))
    if sub_action.kind is Kind.ORDINAL and len(values) < 2:
        refusals.append((f"{name} is ordinal and has fewer than two levels.", "Declare levels."))
    if sub_action.kind is Kind.BINARY and sorted(values) != [0, 1]:
        refusals.append((f"{name} is binary: its levels are 0 and 1.", "Declare exactly these."))
    if sub_action.threshold is not None and not _cuts(sub_action, sub_action.threshold):
        refusals.append(
            (
                f"The cut of {name} at {sub_action.threshold.cut} leaves no value on one side.",
                "Move the cut inside the scale.",
            )
        )
    return [Problem(path, sentence, step) for sentence, step in refusals]


def _cuts(sub_action: SubAction, threshold: Threshold) -> bool:
    """Whether the cut leaves values of the scale on both sides."""
    if sub_action.levels:
        return len({threshold.holds(level.value) for level in sub_action.levels}) == 2
    below = threshold.upper_of_lower_side
    low, high = sub_action.minimum, sub_action.maximum
    return (low is None or below >= low) and (high is None or below < high)


def _order_names(head: StudyFile) -> list[Problem]:
    found: list[Problem] = []
    owner: dict[str, str] = {}
    for at, order in enumerate(head.orders):
        path: Path = ("orders", at)
        if not order.all_names():
            sentence = f"No order name maps to the test {order.test}."
            found.append(Problem(path, sentence, "List names, or any_of groups with names."))
        found += _names_of(order, path, owner)
    for at, name in enumerate(head.no_order_names):
        where: Path = ("no_order_names", at)
        if name in owner:
            sentence = f'"{name}" cannot both mean that nothing was ordered and {owner[name]}.'
            found.append(Problem(where, sentence, "Keep it in one place."))
        found += _lower(name, where)
    return found


def _names_of(order: OrderModel, path: Path, owner: dict[str, str]) -> list[Problem]:
    found: list[Problem] = []
    for name in order.all_names():
        if name in owner:
            same = owner[name] == order.test
            other = "twice" if same else f"to {owner[name]} and to {order.test}"
            found.append(Problem(path, f'The order name "{name}" maps {other}.', "Keep one."))
        owner.setdefault(name, order.test)
        found += _lower(name, path)
    return found


def _lower(name: str, path: Path) -> list[Problem]:
    if name == name.lower():
        return []
    sentence = f'The order name "{name}" has capital letters; orders are compared in lower case.'
    return [Problem(path, sentence, f'Write "{name.lower()}".')]


def _seats(head: StudyFile, parts: Parts) -> list[Problem]:
    bands = {band.id: band for band in parts.bands.values()}
    practice = {vignette.id for vignette in parts.vignettes.values() if vignette.practice}
    found: list[Problem] = []
    for at, seat in enumerate(head.seats):
        found += _twice(
            ((("seats", at, "items", n), item) for n, item in enumerate(seat.items)), "item"
        )
        for position, item in enumerate(seat.items):
            path: Path = ("seats", at, "items", position)
            if item not in bands and not parts.may_exist("bands", item):
                sentence = f'The seat {seat.code} has the item "{item}", which is no band.'
                found.append(Problem(path, sentence, "Write the id of a band in bands.yaml."))
            elif item in bands and bands[item].vignette_id in practice:
                sentence = f'"{item}" is a practice item and cannot be assigned to a seat.'
                found.append(Problem(path, sentence, "Remove it: everyone may practise."))
    return found


def _repeats(head: StudyFile) -> list[Problem]:
    """Return where the second showing could only follow the first at once, or there is none."""
    if head.repeats is None:
        return []
    if not head.seats:
        sentence = "Items are to be shown twice, and no seat has any."
        return [Problem(("repeats",), sentence, "Add seats with their items.")]
    again = head.repeats.value().chosen(item for seat in head.seats for item in seat.items)
    return [
        Problem(
            ("seats", at, "items"),
            f"The seat {seat.code} has one item only, which would be shown twice in a row.",
            "Give it more items, choose another seed, or leave out `repeats`.",
        )
        for at, seat in enumerate(head.seats)
        if len(seat.items) == 1 and again.issuperset(seat.items)
    ]
