"""From a verified log and the items it was given on to the attestation document.

Nothing else enters (no clock, no name, no setting of this computer), so that anyone who holds the
log and the items can print the same pages again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bands_registry.provenance.attestation import (
    AttestationDocument,
    AttestedItem,
    IndependenceShown,
    Superseded,
)
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
from bands_registry.provenance.pack import PRACTICE_STUDY
from bands_registry.provenance.verdicts import (
    current_verdicts,
    judgement_of,
    not_counted_when_signed,
    stands_for,
)
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.showings import shown_band
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import VerdictKind


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
    band = study.shown(body.item)
    clauses = tuple(study.clause(clause_id) for clause_id in band.clause_ids)
    genesis = _genesis(log)
    return AttestedItem(
        position=position,
        item_id=body.item,
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
    if study is None or all(band.id != shown_band(body.item) for band in study.bands):
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
