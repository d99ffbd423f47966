"""Parquet with the columns of the flat CSV."""

from __future__ import annotations

import io

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.errors import UserError
from fairmed_core.trajectories.block import Block, Coded, coded
from fairmed_core.trajectories.csv_reader import check_header
from fairmed_core.trajectories.files import Content
from fairmed_core.trajectories.values import Raw


def read_parquet(content: Content, *, space: ActionSpace, given: frozenset[str]) -> Block:
    """Return the rows of a Parquet file."""
    try:
        table = pq.read_table(io.BytesIO(content.data))
    except (pa.ArrowException, OSError) as error:
        raise UserError(
            "The file is not readable Parquet.",
            next_step="Export it again.",
            file=content.path,
        ) from error
    # pandas writes its row numbers as a column of their own; they are no data.
    header = [name for name in table.column_names if not name.startswith("__index_level_")]
    names = check_header(header, content, space=space, given=given)
    return Block(
        path=content.path,
        file=content.file,
        columns={name: _coded_column(table.column(header[at])) for name, at in names.items()},
        positions=np.arange(1, table.num_rows + 1),
        position_word="row",
        ran=np.ones(table.num_rows, dtype=np.bool_),
    )


def _coded_column(column: pa.ChunkedArray) -> Coded:
    if pa.types.is_nested(column.type) or pa.types.is_null(column.type):
        return coded(column.to_pylist())
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    encoded = column.combine_chunks().dictionary_encode()
    values: list[Raw] = [_scalar(value) for value in encoded.dictionary.to_pylist()]
    if encoded.null_count:
        # A null has no code of its own: it becomes the value None at the end of the list.
        values.append(None)
    codes = pc.fill_null(encoded.indices, len(values) - 1).to_numpy(zero_copy_only=False)
    return Coded(codes.astype(np.int64), tuple(values))


def _scalar(value: Raw) -> Raw:
    """Return a Parquet value as JSON would hold it; NaN is how pandas writes a missing number."""
    return None if isinstance(value, float) and np.isnan(value) else value
