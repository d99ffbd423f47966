"""Products in blocks of rows are the products."""

import numpy as np
import pytest

from fairmed_core.stats.products import row_blocks, row_products, square_products


@pytest.mark.parametrize("width", [1, 3, 60])
@pytest.mark.parametrize("rows", [0, 1, 1_001])
def test_blocks_give_the_whole_product(rows: int, width: int) -> None:
    rng = np.random.default_rng(0)
    left, right = rng.normal(size=(rows, 300)), rng.normal(size=(300, width))
    np.testing.assert_allclose(row_products(left, right), left @ right, atol=1e-11)
    np.testing.assert_allclose(square_products(left, right), left**2 @ right, atol=1e-11)


def test_every_row_is_in_one_block_however_wide() -> None:
    for width in (1, 7, 10**9):
        rows = [row for block in row_blocks(23, width, cells=21) for row in range(23)[block]]
        assert rows == list(range(23))
