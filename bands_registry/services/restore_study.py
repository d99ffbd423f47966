"""Bring a study file that fell back, to a backup for instance, up to a response she sent."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.provenance.chain import ChainHead, extend
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.custody import DbRestored
from bands_registry.provenance.errors import ChainBrokenError
from bands_registry.provenance.files import read_file
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.response import Response, read_response
from bands_registry.services.session import demand_unfinished, verified_log
from bands_registry.store.study_store import open_study_store
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock
from fairmed_core.errors import FairMedError, UserError


@dataclass(frozen=True)
class Restoration:
    """From which event to which a study file was brought; equal when nothing was missing."""

    before: int
    after: int


def restore_study(
    store: Path, response: Path, *, identity: UnlockedIdentity, clock: Clock
) -> Restoration:
    """Take the events this file lacks out of her own response, and record that it was restored.

    Raises
    ------
    UserError
        The response is of another log, `identity` does not sign it, or the study is finished.
    VerificationError
        The response does not verify, or the log was continued on both copies: nothing is written.
    HostError
        The store cannot be written: it stays as it was.
    """
    data = read_file(response, limit=STANDARD.size)
    with open_study_store(store, clock=clock) as opened:
        try:
            sent = read_response(data)
            known = opened.lines()
            missing = _missing(sent, known)
        except FairMedError as error:
            error.file = error.file or str(response)
            raise
        before, after = len(known), len(sent.log.lines)
        if not missing:
            verified_log(opened, identity)
            return Restoration(before, before)
        if sent.log.keys[-1].key != identity.signer.public:
            raise UserError(
                "The response was signed with another signing identity than this one.",
                next_step="Unlock the one you sent it with.",
                file=response,
            )
        demand_unfinished(sent.log.lines, file=store)
        last = sent.log.lines[-1]
        body = DbRestored(before=before, size=after, head=last.id, source=sent.sha256)
        own = extend(ChainHead.after(last), [body], signer=identity.signer, clock=clock)
        files = [NewBlob(BlobKind.ATTESTATION, pdf) for pdf in sent.documents.values()]
        if sent.identity is not None:
            files.append(NewBlob(BlobKind.IDENTITY, sent.identity))
        opened.append([*sent.log.lines[before:], *own], files=files)
    return Restoration(before, after)


def _missing(sent: Response, known: tuple[bytes, ...]) -> bool:
    theirs = [line.raw for line in sent.log.lines]
    shared = min(len(known), len(theirs))
    if not known or known[0] != theirs[0]:
        raise UserError(
            "This response is not of the study in this file.",
            next_step="Choose the response you sent for this study.",
        )
    if list(known[:shared]) != theirs[:shared]:
        raise ChainBrokenError(
            "The log was continued differently here than in the response you sent.",
            next_step="Sign nothing further, keep both, and call your coordinator.",
        )
    return len(theirs) > len(known)
