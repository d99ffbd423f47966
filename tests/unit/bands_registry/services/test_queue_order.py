"""Every clinician has an order of her own, and siblings of one case stand apart where they can."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bands_registry.services.queue_order import queue_order
from fairmed_core.domain.showings import second_showing

families = st.lists(st.integers(1, 12), min_size=1, max_size=8)


def ordered(sizes: list[int], pack: str, pseudonym: str) -> tuple[tuple[str, ...], dict[str, str]]:
    vignette_of = {
        f"v{case}-{number}": f"v{case}" for case, size in enumerate(sizes) for number in range(size)
    }
    order = queue_order(
        tuple(vignette_of), vignette_of=vignette_of, pack_hash=pack, pseudonym=pseudonym
    )
    return order, vignette_of


def touching(order: tuple[str, ...], vignette_of: dict[str, str]) -> int:
    return sum(vignette_of[one] == vignette_of[two] for one, two in pairwise(order))


@given(families, st.text(max_size=4), st.text(max_size=4))
def test_siblings_touch_only_as_often_as_nothing_can_prevent(sizes, pack, pseudonym):
    order, vignette_of = ordered(sizes, pack, pseudonym)
    most = max(Counter(vignette_of.values()).values())
    others = len(order) - most
    assert sorted(order) == sorted(vignette_of)
    # A case with more items than all others have gaps for must stand beside itself.
    assert touching(order, vignette_of) == max(0, most - 1 - others)


@given(families, st.text(max_size=4), st.text(max_size=4))
def test_the_order_is_hers_and_does_not_hang_on_how_the_pack_lists_items(sizes, pack, pseudonym):
    order, vignette_of = ordered(sizes, pack, pseudonym)
    turned = dict(reversed(vignette_of.items()))
    again = queue_order(tuple(turned), vignette_of=turned, pack_hash=pack, pseudonym=pseudonym)
    assert again == order


@given(families, st.data(), st.text(max_size=4))
def test_an_item_comes_again_only_after_half_as_many_others_as_there_are(sizes, data, pseudonym):
    vignette_of = {
        f"v{case}-{number}": f"v{case}" for case, size in enumerate(sizes) for number in range(size)
    }
    items = tuple(vignette_of)
    again = data.draw(st.sets(st.sampled_from(items), min_size=1))
    order = queue_order(
        (*items, *map(second_showing, again)),
        vignette_of=vignette_of, pack_hash="pack", pseudonym=pseudonym,
    )  # fmt: skip
    assert sorted(order) == sorted((*items, *map(second_showing, again)))
    for item in again:
        between = order.index(second_showing(item)) - order.index(item) - 1
        assert between >= len(items) // 2


def test_which_items_come_again_does_not_show_in_where_the_second_ones_stand():
    items = tuple(f"i{number}" for number in range(40))
    again = items[:8]
    order = queue_order(
        (*items, *map(second_showing, again)),
        vignette_of={item: item for item in items}, pack_hash="pack", pseudonym="ADJ-1",
    )  # fmt: skip
    places = [order.index(second_showing(item)) for item in again]
    # Not one block at the end: others stand between them.
    assert max(places) - min(places) >= len(again)


def test_two_clinicians_have_two_orders():
    sizes = [1] * 40
    first, _ = ordered(sizes, "pack", "ADJ-1")
    second, _ = ordered(sizes, "pack", "ADJ-2")
    other_pack, _ = ordered(sizes, "later", "ADJ-1")
    assert len({first, second, other_pack}) == 3
