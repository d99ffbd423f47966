"""Reading trajectories: files of three kinds into one tidy table."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from os import PathLike
from pathlib import Path
from typing import Literal

from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.study import OrderName
from fairmed_core.errors import UserError
from fairmed_core.trajectories.assembly import assemble
from fairmed_core.trajectories.block import Block
from fairmed_core.trajectories.csv_reader import read_csv
from fairmed_core.trajectories.files import bare_suffix, read_content
from fairmed_core.trajectories.json_reader import read_json
from fairmed_core.trajectories.keys import NOT_RECORDED
from fairmed_core.trajectories.table import Trajectories
from fairmed_core.trajectories.value_maps import NO_MAPS, ValueMaps

OutOfRange = Literal["missing", "keep", "error"]
_REPLICATE_FOLDER = re.compile(r"rep([0-9]+)", re.ASCII)
_REPLICATE_FILES = ("trajectories.json", "trajectories.json.gz")


def read_trajectories(
    source: PathLike[str] | str | Sequence[PathLike[str] | str],
    *,
    space: ActionSpace = DEFAULT_SPACE,
    model: str | None = None,
    scaffold: str | None = None,
    arm: str | None = None,
    out_of_range: OutOfRange = "missing",
    decoding: str = NOT_RECORDED,
    orders: Sequence[OrderName] = (),
    no_order_names: Collection[str] = (),
    value_maps: ValueMaps = NO_MAPS,
) -> Trajectories:
    """Read trajectories from one or several files.

    Parameters
    ----------
    source
        A file (`.json`, `.csv`, `.parquet`, each also with `.gz`), a folder of
        ``repNN/trajectories.json``, or several of them.
    space
        The action space whose sub-actions are read.
    model, scaffold, arm
        What the files leave out (the published JSON names none of them).
    out_of_range
        A value off its scale is "missing" and counted (default), "keep" as the published
        analysis did, or "error", which stops with file, row and column. Where more than 20 % of
        a model's values would be dropped, reading stops: it must have used another scale.
    decoding
        The decoding configuration of the draws, printed beside every floor.
    orders
        How free-text order names map to tests. Given, an order set with an unmapped name is
        missing and counted; without it names are compared as written, in lower case.
    no_order_names
        With a mapping, the entries that say that nothing was ordered ("none indicated").
    value_maps
        Model → sub-action → value as written → value on the scale, for models that used another
        scale. A value that the map leaves out lies off the scale.

    Returns
    -------
    Trajectories
        The table with counts of all that is missing, by condition.

    Raises
    ------
    UserError
        Unreadable or empty file, missing or unknown column, a row of the wrong length, a wrong
        key, the same key twice; with file and place.
    HostError
        The machine refuses to read the file.

    Notes
    -----
    The key is (model, scaffold, arm, condition, replicate, vignette, forced steps, descriptor
    steps). Source: arXiv 2609.03221, trajectory records.
    """
    sources = [source] if isinstance(source, str | PathLike) else list(source)
    if not sources:
        raise UserError("No trajectory file is named.", next_step="Name one or more files.")
    named = {"model": model, "scaffold": scaffold, "arm": arm}
    given = {name: value for name, value in named.items() if value is not None}
    blocks = [
        block
        for one in sources
        for block in _blocks_of(Path(one), space=space, given=frozenset(given))
    ]
    return assemble(
        blocks,
        space=space,
        given=given,
        out_of_range=out_of_range,
        decoding=decoding,
        orders=orders,
        no_order_names=no_order_names,
        value_maps=value_maps,
    )


def _blocks_of(path: Path, *, space: ActionSpace, given: frozenset[str]) -> list[Block]:
    if path.is_dir():
        return _replicate_blocks(path, space=space)
    suffix = bare_suffix(path)
    if suffix not in (".json", ".csv", ".parquet") and path.exists():
        raise UserError(
            f"A file ending in {suffix or 'nothing'} is not read.",
            next_step="Give .json, .csv or .parquet, or one of them with .gz.",
            file=path,
        )
    content = read_content(path)
    if suffix == ".json":
        return [read_json(content, space=space, replicate=None)]
    if suffix == ".csv":
        return [read_csv(content, space=space, given=given)]
    # Parquet is read last, so that `import` of its library is paid only by those who use it.
    try:
        from fairmed_core.trajectories.parquet_reader import read_parquet
    except ModuleNotFoundError as error:
        # The desktop program is handed out without this library: it is a quarter of the whole.
        raise UserError(
            "This copy of FairMed does not read Parquet.",
            next_step="Export the trajectories as .csv or .json, or use FairMed from its source.",
            file=path,
        ) from error
    return [read_parquet(content, space=space, given=given)]


def _replicate_blocks(folder: Path, *, space: ActionSpace) -> list[Block]:
    blocks: list[Block] = []
    for child in sorted(folder.iterdir()):
        numbered = _REPLICATE_FOLDER.fullmatch(child.name)
        if not numbered or not child.is_dir():
            continue
        present = [child / name for name in _REPLICATE_FILES if (child / name).exists()]
        if len(present) != 1:
            raise UserError(
                f"The folder holds {'both forms' if present else 'no form'} of trajectories.json.",
                next_step="Keep exactly one, plain or .gz, in each replicate folder.",
                file=child,
            )
        content = read_content(present[0], name=f"{child.name}/{present[0].name}")
        blocks.append(read_json(content, space=space, replicate=int(numbered[1])))
    if not blocks:
        raise UserError(
            "The folder holds no repNN/trajectories.json.",
            next_step="Name a file, or the folder above rep01, rep02 …",
            file=folder,
        )
    return blocks
