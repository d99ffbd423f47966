"""Record what raters agreed on after they had signed: reported beside them, never as a rater."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bands_registry.provenance.decisions import ConsensusRecorded
from bands_registry.provenance.item_sets import legal_set
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.services.known_log import log_named, said
from bands_registry.services.registry_store import demand_coordinator, open_registry
from bands_registry.study.encode import acceptable_json
from fairmed_core.clock import Clock
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.errors import UserError


def record_consensus(
    item: str,
    acceptable: AcceptableSet,
    *,
    registry: Path,
    coordinator: UnlockedIdentity,
    participants: Sequence[str],
    how: str,
    clock: Clock,
) -> None:
    """Record the set, who agreed and how; no resolved band changes by it.

    Raises UserError for an unknown item, a set that is not one of its scale, fewer than two
    participants, one who signed nothing on the item, or a missing word on how.
    """
    told = said(how, what="How the agreement came about")
    with open_registry(registry, clock=clock) as opened:
        known = opened.published()
        demand_coordinator(known, coordinator, file=registry)
        band = next((band for band in known.pack.study.bands if band.id == item), None)
        if band is None or not legal_set(acceptable, band, known.pack.study):
            raise UserError(
                f"The set does not belong to an item {item} of the latest pack.",
                next_step="`fairmed registry show` lists the items.",
            )
        logs = [log_named(known, who) for who in participants]
        silent = [log.genesis.pseudonym for log in logs if item not in log.verdicts]
        if silent:
            raise UserError(
                f"{silent[0]} signed no verdict on {item}.",
                next_step="Only who judged the item can agree on it afterwards.",
            )
        names = sorted({log.genesis.pseudonym for log in logs})
        if len(names) < 2:
            raise UserError(
                "An agreement has at least two participants.",
                next_step="Name all raters who agreed.",
            )
        body = ConsensusRecorded(
            item=item,
            hashes=known.pack.item_hashes(item),
            acceptable=acceptable_json(acceptable),
            participants=tuple(names),
            how=told,
        )
        opened.record(coordinator, [body], clock=clock)
