"""Finish a study: the log is closed with a last signature, and nothing follows in it."""

from __future__ import annotations

from bands_registry.provenance.events import ChainClosed
from bands_registry.services.session import Session, closed
from bands_registry.services.standing import standings
from bands_registry.services.views import ItemStatus
from fairmed_core.errors import UserError


def finish_study(session: Session) -> None:
    """Close the log; closing again changes nothing.

    Raises UserError in the practice study, before anything was signed, and while an item is ready
    and not signed.
    """
    if closed(session.log):
        return
    signed = session.store.verdicts(session.chain)
    issued = session.store.attestations(session.chain)
    if session.practice or not issued:
        raise UserError("Nothing is signed yet, so nothing can be closed.", next_step="Sign first.")
    ready = [one.item_id for one in standings(session) if one.status is ItemStatus.READY]
    if ready:
        raise UserError(
            f"Ready and not signed: {', '.join(ready)}.",
            next_step="Sign them, or take them back to drafts, before you finish.",
        )
    session.record(ChainClosed(verdicts=len(signed), attestations=len(issued)))
