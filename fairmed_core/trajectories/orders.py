"""Order names: from what the agent wrote to the tests of a study."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fairmed_core.domain.study import OrderName
from fairmed_core.errors import UserError
from fairmed_core.trajectories.values import Problem, Raw, parse_orders


@dataclass(frozen=True)
class OrderReader:
    """Reads raw order lists.

    Attributes
    ----------
    test_of
        The test each name means; empty where names are compared as written.
    nothing
        Entries that say that nothing was ordered; with a mapping they are dropped.
    """

    test_of: Mapping[str, str]
    nothing: frozenset[str]

    def read(self, raw: Raw) -> tuple[frozenset[str] | None, Problem]:
        """Return the tests of a list, None with what is wrong where it cannot be read."""
        names, problem = parse_orders(raw)
        if names is None or not self.test_of:
            return names, problem
        if self.unmapped(raw):
            return None, Problem.UNMAPPED
        return frozenset(self.test_of[name] for name in names - self.nothing), Problem.NONE

    def unmapped(self, raw: Raw) -> frozenset[str]:
        """Return the names of a list that the mapping does not know."""
        names, _ = parse_orders(raw)
        if names is None or not self.test_of:
            return frozenset()
        return names - self.nothing - self.test_of.keys()


def order_reader(orders: Sequence[OrderName], no_order_names: Collection[str] = ()) -> OrderReader:
    """Return the reader of raw order lists, by the mapping where one is given.

    `no_order_names` are entries that say that nothing was ordered; they are dropped.
    """
    test_of: dict[str, str] = {}
    for order in orders:
        for name in order.names:
            if test_of.setdefault(name, order.test) != order.test:
                raise UserError(
                    f"The order name {name!r} is mapped to {test_of[name]!r} and {order.test!r}.",
                    next_step="Map it to one test in study.yaml.",
                )
    return OrderReader(test_of, frozenset(no_order_names))
