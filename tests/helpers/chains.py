"""Signed chains made at the press of a function, for tests below the services."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import UTC, datetime

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.chain import EMPTY, ChainHead, append
from bands_registry.provenance.events import (
    AttestationIssued,
    AttestedVerdict,
    ChainGenesis,
    EventLine,
    IndependenceStated,
    ItemDisplayed,
    ItemHashes,
    PackOpened,
    ScopeShown,
    VerdictSigned,
)
from bands_registry.provenance.keys import Signer, generate_signer
from bands_registry.provenance.model import CredentialBody
from fairmed_core.clock import Clock, FixedClock
from tests.helpers.study import GERIATRICIAN

PSEUDONYM = "ADJ-7K3QM-X2VTD"
NOON = datetime(2026, 6, 14, 12, 0, 0, tzinfo=UTC)


def noon() -> FixedClock:
    """A clock that stands at noon until a test moves it."""
    return FixedClock(NOON)


def a_signer(pseudonym: str = PSEUDONYM) -> Signer:
    """A new key."""
    return generate_signer(pseudonym, noon())


def hashes(letter: str = "a", **changes: str) -> ItemHashes:
    """Item hashes of one repeated letter, apart from the changes."""
    fields = dict.fromkeys(("vignette", "clause", "band", "scale"), letter * 64)
    return ItemHashes(**{**fields, **{name: value * 64 for name, value in changes.items()}})


def genesis(signer: Signer) -> ChainGenesis:
    """The body of a chain's first event."""
    return ChainGenesis(
        study="small",
        seat="G7K2",
        pseudonym=PSEUDONYM,
        credential=CredentialBody.of(GERIATRICIAN),
        key=base64.b64encode(signer.public_der).decode(),
        certificate=base64.b64encode(signer.certificate_der).decode(),
        identity_commitment=None,
    )


def pack_opened(pack: str = "c" * 64, version: int = 1) -> PackOpened:
    """The body of an opened pack."""
    return PackOpened(
        study="small", pack=pack, version=version, roster="d" * 64, coordinator="e" * 64
    )


def displayed(item: str) -> ItemDisplayed:
    """The body of a showing."""
    return ItemDisplayed(item=item, pack="c" * 64, hashes=hashes())


def verdict(item: str, *, supersedes: str | None = None, seen: ItemHashes | None = None) -> Body:
    """The body of an ACCEPT."""
    return VerdictSigned(
        item=item,
        pack="c" * 64,
        hashes=seen or hashes(),
        answers={"1": "yes"},
        notes={},
        verdict="ACCEPT",
        amended=None,
        wording=None,
        error_kinds=(),
        reason="",
        decline_reason=None,
        scope=ScopeShown(inside=True, setting="", decided_by=(), acknowledged=False),
        independence=IndependenceStated(not_an_author=True, interests=""),
        supersedes=supersedes,
        language="en",
        sentences={},
        meaning="I mean it.",
    )


def attestation(number: int, pdf: str, events: Sequence[tuple[str, str]]) -> AttestationIssued:
    """The body of an issued attestation."""
    return AttestationIssued(
        number=number,
        verdicts=tuple(AttestedVerdict(item=item, event=event) for item, event in events),
        pdf=pdf,
        items="f" * 64,
        size=len(events),
        head="f" * 64,
        renderer="1",
        language="en",
    )


def chain_of(
    signer: Signer,
    bodies: Sequence[Body],
    *,
    after: ChainHead = EMPTY,
    clock: Clock | None = None,
) -> tuple[EventLine, ...]:
    """The events with these bodies, one after another."""
    lines: list[EventLine] = []
    for body in bodies:
        lines.append(append(after, body, signer=signer, clock=clock or noon()))
        after = ChainHead.after(lines[-1])
    return tuple(lines)
