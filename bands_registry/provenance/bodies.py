"""The body of every kind of event, field by field."""

from __future__ import annotations

import sys
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from bands_registry.provenance.errors import MalformedError
from bands_registry.provenance.model import (
    Base64,
    Count,
    CredentialBody,
    Frozen,
    Hex,
    Id,
    Position,
    SortedTexts,
    Texts,
    Time,
)
from bands_registry.study.encode import acceptable_from_json
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.errors import UserError


class Body(Frozen):
    """What an event says; `kind` is its type on the wire."""

    kind: ClassVar[str]


def decoded_set(encoded: dict[str, object]) -> AcceptableSet:
    """Return the set these fields spell; MalformedError when they spell none."""
    try:
        return acceptable_from_json(encoded)
    except UserError as error:
        raise MalformedError(f"A set of actions is not readable. {error.sentence}") from error


def _legal_set(encoded: dict[str, object]) -> dict[str, object]:
    decoded_set(encoded)
    return encoded


EncodedSet = Annotated[dict[str, object], AfterValidator(_legal_set)]
Question = Literal["1", "2", "3", "4", "5", "6"]
AnswerCode = Literal["yes", "no", "cannot_tell", "without", "with", "not_needed"]


# The same sentences, items and hashes stand in one log after the other: each is kept once.
Repeated = Annotated[str, AfterValidator(sys.intern)]
_ItemId = Annotated[Id, AfterValidator(sys.intern)]
_ItemHash = Annotated[Hex, AfterValidator(sys.intern)]


class ItemHashes(Frozen):
    """SHA-256 over the canonical form of each thing a verdict rests on."""

    vignette: _ItemHash
    clause: _ItemHash
    band: _ItemHash
    scale: _ItemHash


class ChainGenesis(Body):
    """The first event of a clinician's chain."""

    kind: ClassVar[str] = "chain.genesis"
    study: Id
    seat: Id
    pseudonym: Id
    credential: CredentialBody
    key: Base64
    certificate: Base64
    identity_commitment: Hex | None


class PackOpened(Body):
    """A pack she opened; later verdicts name it."""

    kind: ClassVar[str] = "pack.opened"
    study: Id
    pack: Hex
    version: Position
    roster: Hex
    coordinator: Hex


class IdentitySealed(Body):
    """She sealed her identity to the coordinator; only the commitment is public."""

    kind: ClassVar[str] = "identity.sealed"
    commitment: Hex
    ciphertext: Hex
    recipient: Id


class SessionOpened(Body):
    """She unlocked her key and went to work."""

    kind: ClassVar[str] = "session.opened"
    program: str


class ItemDisplayed(Body):
    """The first showing of an item in a session."""

    kind: ClassVar[str] = "item.displayed"
    item: _ItemId
    pack: _ItemHash
    hashes: ItemHashes


class ScopeShown(Frozen):
    """The scope notice as it was shown and whether she acknowledged it."""

    inside: bool
    setting: str
    decided_by: Texts
    acknowledged: bool


class IndependenceStated(Frozen):
    """What she stated about herself when she signed."""

    not_an_author: bool
    interests: str


class VerdictSigned(Body):
    """One verdict: what she saw, answered and decided, in full."""

    kind: ClassVar[str] = "verdict.signed"
    item: _ItemId
    pack: _ItemHash
    hashes: ItemHashes
    answers: dict[Question, AnswerCode]
    notes: dict[Question, str]
    verdict: Literal["ACCEPT", "AMEND", "DECLINE"]
    amended: EncodedSet | None
    wording: str | None
    error_kinds: SortedTexts
    reason: str
    decline_reason: str | None
    scope: ScopeShown
    independence: IndependenceStated
    supersedes: Hex | None
    language: Id
    sentences: dict[Repeated, Repeated]
    meaning: Repeated


class AttestedVerdict(Frozen):
    """A verdict that an attestation covers."""

    item: Id
    event: Hex


class AttestationIssued(Body):
    """An attestation document over all current verdicts; `size` and `head` are what it covers."""

    kind: ClassVar[str] = "attestation.issued"
    number: Position
    verdicts: Annotated[tuple[AttestedVerdict, ...], Field(strict=False)]
    pdf: Hex
    items: Hex
    size: Count
    head: Hex
    renderer: str
    language: Id


class ExportMade(Body):
    """A response file was written."""

    kind: ClassVar[str] = "export.made"
    attestations: Count


class ClockAnomaly(Body):
    """The computer's clock had gone back by more than five seconds."""

    kind: ClassVar[str] = "clock.anomaly"
    previous: Time
    seconds_back: Position


class ChainClosed(Body):
    """She finished the study; nothing follows in her log."""

    kind: ClassVar[str] = "chain.closed"
    verdicts: Count
    attestations: Count


class StudyGenesis(Body):
    """The first event of the coordinator's chain."""

    kind: ClassVar[str] = "study.genesis"
    study: Id
    title: str
    key: Base64
    certificate: Base64
    recipient: Id


class PackPublished(Body):
    """A pack the coordinator published."""

    kind: ClassVar[str] = "pack.published"
    version: Position
    pack: Hex
    roster: Hex
    items: Count
    seats: SortedTexts
    leak_warnings: Count


class AdjudicatorEnrolled(Body):
    """The coordinator checked who holds a key; it binds seat, pseudonym and key."""

    kind: ClassVar[str] = "adjudicator.enrolled"
    seat: Id
    pseudonym: Id
    key: Hex
    how_checked: str


class MergedAttestation(Frozen):
    """An attestation document that came with a bundle."""

    number: Position
    pdf: Hex


class BundleMerged(Body):
    """A clinician's bundle was verified and taken in; `identity` is the sealed file's hash."""

    kind: ClassVar[str] = "bundle.merged"
    response: Hex
    key: Hex
    pseudonym: Id
    seat: Id
    size: Count
    head: Hex
    new_events: Count
    identity: Hex | None
    attestations: Annotated[tuple[MergedAttestation, ...], Field(strict=False)]


class ChainPosition(Frozen):
    """How far a chain reached: its key, its number of events, the id of the last."""

    key: Hex
    size: Count
    head: Hex


class RegistryCheckpoint(Body):
    """The state of the whole registry; `replaces` is the registry hash published before."""

    kind: ClassVar[str] = "registry.checkpoint"
    registry: Hex
    chains: Annotated[tuple[ChainPosition, ...], Field(strict=False)]
    packs: SortedTexts
    replaces: Hex | None
