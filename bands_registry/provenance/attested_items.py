"""``items.json``: of each pack, the items an attestation was given on, as its pages print them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from bands_registry.provenance import canonical
from bands_registry.provenance.errors import MalformedError
from bands_registry.provenance.events import EventLine
from bands_registry.provenance.items import excerpt
from bands_registry.provenance.model import Frozen, Hex, parse
from bands_registry.provenance.pack import Pack
from bands_registry.provenance.verdicts import current_verdicts
from bands_registry.study.encode import study_from_json, study_to_json
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError

ITEMS_VERSION = 1


class _PackExcerpt(Frozen):
    pack: Hex
    study: dict[str, object]


class _Items(Frozen):
    v: int
    packs: Annotated[tuple[_PackExcerpt, ...], Field(strict=False)]


def attested_items(lines: Sequence[EventLine], packs: Mapping[str, Pack]) -> bytes:
    """Return ``items.json``: of each pack a current verdict names, the items it was given on.

    `packs` are by hash; KeyError when one is missing.
    """
    by_pack: dict[str, list[str]] = {}
    for _, body in current_verdicts(lines).values():
        by_pack.setdefault(body.pack, []).append(body.item)
    named = sorted(by_pack, key=lambda pack_hash: (packs[pack_hash].version, pack_hash))
    entries = [
        {
            "pack": pack_hash,
            "study": study_to_json(excerpt(packs[pack_hash].study, by_pack[pack_hash])),
        }
        for pack_hash in named
    ]
    return canonical.dumps({"v": ITEMS_VERSION, "packs": entries})


def read_items(items: bytes) -> dict[str, Study]:
    """Return the items by the pack they came in; MalformedError when they are not readable."""
    read = parse(_Items, canonical.loads(items))
    try:
        return {entry.pack: study_from_json(entry.study) for entry in read.packs}
    except MalformedError:
        raise
    except UserError as error:
        raise MalformedError(f"The attested items are not readable. {error.sentence}") from error
