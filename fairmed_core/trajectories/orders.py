"""Order names: from what the agent wrote to the tests of a study."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from fairmed_core.domain.study import OrderName
from fairmed_core.errors import UserError
from fairmed_core.trajectories.values import Problem, Raw, parse_orders

OrderParser = Callable[[Raw], tuple[frozenset[str] | None, Problem]]


def order_reader(orders: Sequence[OrderName], no_order_names: Collection[str] = ()) -> OrderParser:
    """Return the function that reads a raw order list, mapped where a mapping is given.

    `no_order_names` are entries that say that nothing was ordered; they are dropped.
    """
    if not orders:
        return parse_orders
    test_of: dict[str, str] = {}
    for order in orders:
        for name in order.names:
            if test_of.setdefault(name, order.test) != order.test:
                raise UserError(
                    f"The order name {name!r} is mapped to {test_of[name]!r} and {order.test!r}.",
                    next_step="Map it to one test in study.yaml.",
                )

    def parse(raw: Raw) -> tuple[frozenset[str] | None, Problem]:
        names, problem = parse_orders(raw)
        if names is None:
            return None, problem
        ordered = names - frozenset(no_order_names)
        if any(name not in test_of for name in ordered):
            return None, Problem.UNMAPPED
        return frozenset(test_of[name] for name in ordered), Problem.NONE

    return parse
