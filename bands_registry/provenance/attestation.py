"""The attestation document as a value: everything its pages print, from the log and the pack alone.

Nothing else enters (no clock, no name, no setting of this computer), so that anyone who holds the
log and the items can print the same pages again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bands_registry.provenance.attested_items import read_items
from bands_registry.provenance.bodies import (
    AttestationIssued,
    ChainGenesis,
    IdentitySealed,
    PackOpened,
    VerdictSigned,
    decoded_set,
)
from bands_registry.provenance.custody import pinned_keys
from bands_registry.provenance.errors import ChainBrokenError, ContentAlteredError
from bands_registry.provenance.events import EventLine, bodies_of
from bands_registry.provenance.items import item_hashes
from bands_registry.provenance.keys import fingerprint
from bands_registry.provenance.pack import PRACTICE_STUDY
from bands_registry.provenance.verdicts import (
    current_verdicts,
    judgement_of,
    not_counted_when_signed,
    stands_for,
)
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.action_space import SubAction
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import Band
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.sources import Clause, Source
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Judgement, VerdictKind
from fairmed_core.domain.vignette import Vignette


@dataclass(frozen=True)
class Superseded:
    """An earlier verdict on the same item; `amended` is the set it changed the draft to, if any."""

    event_id: str
    time: datetime
    kind: VerdictKind
    amended: AcceptableSet | None


@dataclass(frozen=True)
class IndependenceShown:
    """What the signer stated about herself."""

    not_an_author: bool
    interests: str


@dataclass(frozen=True)
class AttestedItem:
    """One verdict as it is printed.

    Attributes
    ----------
    position
        From 1, in the order of signing.
    event_id, time, pack_hash
        The signed event, the signer's clock when she pressed Sign (UTC), the pack it names.
    band, sub_action, vignette, clauses
        What was on the screen; clauses with their sources, the one shown first leading.
    tests
        Labels of the tests of an order set, by name.
    judgement
        Answers, notes, kind, amended set, wording, reason as entered.
    acceptable
        The set the verdict stands for; None on DECLINE.
    scope
        The scope as it was shown (whether she acknowledged it stands in `judgement`).
    not_counted
        Why it does not adjudicate, as far as known when signed; empty when it can.
    independence
        What she stated with this verdict.
    sentences
        The exact sentences shown, by name.
    superseded
        Earlier verdicts on the item, oldest first.
    """

    position: int
    event_id: str
    time: datetime
    pack_hash: str
    band: Band
    sub_action: SubAction
    vignette: Vignette
    clauses: tuple[tuple[Clause, Source], ...]
    tests: Mapping[str, str]
    judgement: Judgement
    acceptable: AcceptableSet | None
    scope: Scope
    not_counted: tuple[NotCounted, ...]
    independence: IndependenceShown
    sentences: Mapping[str, str]
    superseded: tuple[Superseded, ...]

    @property
    def straddles(self) -> bool:
        """Whether the set has values on both sides of the threshold."""
        return self.acceptable is not None and self.sub_action.straddles(self.acceptable)


@dataclass(frozen=True)
class AttestationDocument:
    """Everything the pages of one attestation print.

    Attributes
    ----------
    number
        Which attestation of this signer, from 1.
    study_id, study_title, practice
        The study; `practice` prints PRACTICE over every page.
    pack_hash, pack_version, roster_hash
        The pack she opened last.
    seat, pseudonym, credential, key_id
        Who signed, as far as that is public; the key in force, which seals the document.
    identity_sealed
        Whether she sealed her identity; without that nothing she signs adjudicates.
    signed_at
        The time of the last verdict.
    meaning
        What the signature means, in the words that were shown.
    independence
        Every different statement she made, in the order of signing.
    items
        The current verdicts.
    size, head
        How many events the document covers and the id of the last of them.
    language, renderer
        The language of the pages, and the version of what prints them.
    """

    number: int
    study_id: str
    study_title: str
    practice: bool
    pack_hash: str
    pack_version: int
    roster_hash: str
    seat: str
    pseudonym: str
    credential: Credential
    key_id: str
    identity_sealed: bool
    signed_at: datetime
    meaning: str
    independence: tuple[IndependenceShown, ...]
    items: tuple[AttestedItem, ...]
    size: int
    head: str
    language: str
    renderer: str

    @property
    def fingerprint(self) -> str:
        """The key's fingerprint as it is read aloud."""
        return fingerprint(self.key_id)


def attestation_document(
    lines: Sequence[EventLine], items: bytes, *, language: str, renderer: str
) -> AttestationDocument:
    """Return the document over all current verdicts of a verified log.

    Parameters
    ----------
    lines
        The verified events before the `attestation.issued` event.
    items
        ``items.json`` as `attested_items` writes it.
    language, renderer
        Language of the pages, and the version of what prints them.

    Raises
    ------
    MalformedError
        `items` is not readable.
    ContentAlteredError
        An item is missing or is not the one that was signed.
    ChainBrokenError
        The log has no opening event, no pack, or no verdict.
    """
    log = tuple(lines)
    genesis = _genesis(log)
    opened = bodies_of(log, PackOpened)
    verdicts = current_verdicts(log)
    if not opened or not verdicts:
        raise ChainBrokenError("The log holds no verdict to attest.")
    studies = read_items(items)
    sealed = genesis.identity_commitment is not None or bool(bodies_of(log, IdentitySealed))
    attested = tuple(
        _attested(line, body, position, log=log, studies=studies, sealed=sealed)
        for position, (line, body) in enumerate(verdicts.values(), start=1)
    )
    last_line, last_verdict = list(verdicts.values())[-1]
    last_pack = opened[-1][1]
    return AttestationDocument(
        number=len(bodies_of(log, AttestationIssued)) + 1,
        study_id=genesis.study,
        study_title=list(studies.values())[-1].title,
        practice=genesis.study == PRACTICE_STUDY,
        pack_hash=last_pack.pack,
        pack_version=last_pack.version,
        roster_hash=last_pack.roster,
        seat=genesis.seat,
        pseudonym=genesis.pseudonym,
        credential=genesis.credential.credential(),
        key_id=pinned_keys([line.event.body for line in log])[-1].key.key_id,
        identity_sealed=sealed,
        signed_at=last_line.event.time,
        meaning=last_verdict.meaning,
        independence=tuple(dict.fromkeys(item.independence for item in attested)),
        items=attested,
        size=log[-1].event.seq,
        head=log[-1].id,
        language=language,
        renderer=renderer,
    )


def _genesis(log: tuple[EventLine, ...]) -> ChainGenesis:
    if not log or not isinstance(log[0].event.body, ChainGenesis):
        raise ChainBrokenError("The log does not begin with its first event.")
    return log[0].event.body


def _attested(
    line: EventLine,
    body: VerdictSigned,
    position: int,
    *,
    log: tuple[EventLine, ...],
    studies: Mapping[str, Study],
    sealed: bool,
) -> AttestedItem:
    study = _study_of(body, studies)
    band = study.band(body.item)
    clauses = tuple(study.clause(clause_id) for clause_id in band.clause_ids)
    genesis = _genesis(log)
    return AttestedItem(
        position=position,
        event_id=line.id,
        time=line.event.time,
        pack_hash=body.pack,
        band=band,
        sub_action=study.space[band.sub_action],
        vignette=study.vignette(band.vignette_id),
        clauses=tuple((clause, study.source(clause.source_id)) for clause in clauses),
        tests={order.test: order.label for order in study.orders},
        judgement=judgement_of(body),
        acceptable=stands_for(body, band),
        scope=Scope(body.scope.inside, body.scope.setting, body.scope.decided_by),
        not_counted=not_counted_when_signed(
            body, pseudonym=genesis.pseudonym, study=study, sealed=sealed
        ),
        independence=IndependenceShown(
            body.independence.not_an_author, body.independence.interests
        ),
        sentences=body.sentences,
        superseded=_superseded(line, body.item, log),
    )


def _study_of(body: VerdictSigned, studies: Mapping[str, Study]) -> Study:
    study = studies.get(body.pack)
    if study is None or all(band.id != body.item for band in study.bands):
        raise ContentAlteredError("A signed item is not among the attested items.", place=body.item)
    if item_hashes(study, body.item) != body.hashes:
        raise ContentAlteredError("An item differs from the one that was signed.", place=body.item)
    return study


def _superseded(
    current: EventLine, item: str, log: tuple[EventLine, ...]
) -> tuple[Superseded, ...]:
    return tuple(
        Superseded(
            event_id=line.id,
            time=line.event.time,
            kind=VerdictKind(body.verdict),
            amended=None if body.amended is None else decoded_set(body.amended),
        )
        for line, body in bodies_of(log, VerdictSigned)
        if body.item == item and line.id != current.id
    )
