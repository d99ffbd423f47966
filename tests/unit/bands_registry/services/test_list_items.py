"""The queue: her own order, where each item stands, what is left, how long it may take."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import pairwise, permutations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bands_registry.services.list_items import list_items
from bands_registry.services.queue_order import queue_order
from bands_registry.services.save_draft import save_draft
from bands_registry.services.session import Session
from bands_registry.services.views import ItemStatus, QueueItem
from fairmed_core.clock import FixedClock
from fairmed_core.domain.verdict import Answer, Judgement
from tests.helpers.chains import NOON
from tests.helpers.registry import (
    a_clinician,
    a_session,
    accepting,
    declining,
    make_ready,
    sign,
)
from tests.helpers.study import (
    ACUITY,
    EMERGENCY_PHYSICIAN,
    FOLLOW_UP,
    ORDERS,
    PAIN,
    large_study,
)


def line(session: Session, item: str) -> QueueItem:
    return next(line for line in list_items(session).items if line.item_id == item)


def touching(order: tuple[str, ...], vignette_of: dict[str, str]) -> int:
    return sum(vignette_of[a] == vignette_of[b] for a, b in pairwise(order))


@given(
    cases=st.lists(st.sampled_from("abcd"), min_size=1, max_size=7), who=st.text("xyz", min_size=1)
)
def test_siblings_touch_no_more_often_than_they_must(cases: list[str], who: str) -> None:
    vignette_of = {f"{case}{number}": case for number, case in enumerate(cases)}
    order = queue_order(list(vignette_of), vignette_of=vignette_of, pack_hash="h", pseudonym=who)
    assert sorted(order) == sorted(vignette_of)
    fewest = min(touching(p, vignette_of) for p in permutations(vignette_of))
    assert touching(order, vignette_of) == fewest


@given(cases=st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=60), who=st.text("xyz"))
def test_siblings_are_apart_whenever_that_is_possible(cases: list[str], who: str) -> None:
    vignette_of = {f"{case}{number}": case for number, case in enumerate(cases)}
    order = queue_order(list(vignette_of), vignette_of=vignette_of, pack_hash="h", pseudonym=who)
    most = Counter(cases).most_common(1)[0][1]
    # A row of n places holds at most ceil(n / 2) that never touch.
    assert touching(order, vignette_of) == max(0, 2 * most - len(cases) - 1)


def test_the_order_is_hers_and_the_same_each_time() -> None:
    items = [f"item-{number}" for number in range(20)]
    vignette_of = {item: item for item in items}

    def order(who: str, pack: str = "h") -> tuple[str, ...]:
        return queue_order(items, vignette_of=vignette_of, pack_hash=pack, pseudonym=who)

    assert order("ADJ-00000-00001") == order("ADJ-00000-00001")
    assert order("ADJ-00000-00001") != order("ADJ-00000-00002")
    assert order("ADJ-00000-00001") != order("ADJ-00000-00001", "another pack")
    assert order("ADJ-00000-00001") != tuple(items)


def test_the_order_does_not_depend_on_the_order_in_the_pack() -> None:
    items = [f"item-{number}" for number in range(20)]
    vignette_of = {item: item for item in items}
    orders = {
        queue_order(given, vignette_of=vignette_of, pack_hash="h", pseudonym="p")
        for given in (items, items[::-1])
    }
    assert len(orders) == 1


def test_a_new_queue(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        view = list_items(session)
    assert [item.position for item in view.items] == [1, 2, 3, 4]
    assert {item.status for item in view.items} == {ItemStatus.NOT_STARTED}
    assert (view.ready, view.minutes_left, view.notice, view.practice) == (0, None, "", False)
    assert view.study_title == "A small study"


def test_scope_is_that_of_the_reader(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        geriatrician = {item.item_id: item.scope.inside for item in list_items(session).items}
    physician = a_clinician(tmp_path, pseudonym="ADJ-00000-00001", credential=EMERGENCY_PHYSICIAN)
    (tmp_path / "studies" / "small.fmdb").unlink()
    with a_session(tmp_path, identity=physician) as session:
        emergency = {item.item_id: item.scope.inside for item in list_items(session).items}
    assert geriatrician == {PAIN: False, ACUITY: False, ORDERS: False, FOLLOW_UP: True}
    # No setting is declared for orders: nobody is inside.
    assert emergency == {PAIN: True, ACUITY: True, ORDERS: False, FOLLOW_UP: False}


def test_an_item_passes_through_its_states(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        assert line(session, FOLLOW_UP).left == 7  # six questions and the verdict
        save_draft(session, FOLLOW_UP, Judgement(answers={1: Answer.YES}))
        assert (line(session, FOLLOW_UP).status, line(session, FOLLOW_UP).left) == (
            ItemStatus.DRAFT,
            6,
        )
        make_ready(session, FOLLOW_UP)
        assert (line(session, FOLLOW_UP).status, line(session, FOLLOW_UP).left) == (
            ItemStatus.READY,
            0,
        )
        make_ready(session, PAIN, declining())
        assert list_items(session).ready == 2
        sign(session)
        assert line(session, FOLLOW_UP).status is ItemStatus.SIGNED
        assert line(session, PAIN).status is ItemStatus.DECLINED
        assert (line(session, PAIN).left, line(session, ACUITY).left) == (0, 7)


def test_an_emptied_form_is_not_started_again(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        save_draft(session, PAIN, Judgement(reason="x"))
        save_draft(session, PAIN, Judgement())
        assert line(session, PAIN).status is ItemStatus.NOT_STARTED


def test_a_change_after_signing_is_a_draft_until_it_is_undone(tmp_path: Path) -> None:
    with a_session(tmp_path) as session:
        make_ready(session, FOLLOW_UP)
        sign(session)
        save_draft(session, FOLLOW_UP, accepting(notes={1: "on second thoughts"}))
        assert line(session, FOLLOW_UP).status is ItemStatus.DRAFT
        save_draft(session, FOLLOW_UP, accepting())
        assert line(session, FOLLOW_UP).status is ItemStatus.SIGNED


def test_the_time_left_follows_her_pace(tmp_path: Path) -> None:
    clock = FixedClock(NOON)
    with a_session(tmp_path, large_study(10), clock=clock) as session:
        for number, item in enumerate(session.order[:4]):
            make_ready(session, item)
            # She looks at each item for two minutes, at one of them over lunch.
            clock.instant += timedelta(minutes=60 if number == 2 else 2)
            make_ready(session, item, accepting(notes={1: "done"}))
            left = list_items(session).minutes_left
            assert (left is None) == (number < 2)
        assert list_items(session).minutes_left == 12
