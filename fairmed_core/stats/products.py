"""Products of tall matrices with narrow ones, a few rows at a time.

Left whole, such a product is handed to several threads by the linear algebra library, and on a
machine with other work waiting for them takes longer than the arithmetic. In blocks of this size
one thread does it, out of the processor's cache, whatever the library and its settings.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fairmed_core.stats.arrays import Floats

_SERIAL_PRODUCTS = 250_000
_WIDE = 48


def row_products(left: Floats, right: Floats) -> Floats:
    """Return `left` @ `right`, shapes (rows, G) and (G, K)."""
    if right.shape[1] > _WIDE:
        return np.asarray(left @ right)
    result = np.empty((left.shape[0], right.shape[1]))
    for rows in row_blocks(left.shape[0], right.size, cells=_SERIAL_PRODUCTS):
        np.matmul(left[rows], right, out=result[rows])
    return result


def square_products(left: Floats, right: Floats) -> Floats:
    """Return `left`² @ `right`, the squares taken entry by entry and never all at once."""
    result = np.empty((left.shape[0], right.shape[1]))
    for rows in row_blocks(left.shape[0], right.size, cells=_SERIAL_PRODUCTS):
        np.matmul(np.square(left[rows]), right, out=result[rows])
    return result


def row_blocks(rows: int, width: int, *, cells: int) -> Iterator[slice]:
    """Yield slices of rows so that rows × `width` stays within `cells`."""
    step = max(1, cells // max(1, width))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))
