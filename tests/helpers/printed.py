"""Attestation documents as values, for tests of what they look like on paper."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bands_registry.provenance.attestation import (
    AttestationDocument,
    AttestedItem,
    IndependenceShown,
    Superseded,
)
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.scope import scope_of
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Judgement,
    VerdictKind,
    chosen_set,
)
from fairmed_core.words.sentences import MEANING
from tests.helpers.study import ACUITY, FOLLOW_UP, GERIATRICIAN, ORDERS, PAIN, small_study

SIGNED = datetime(2026, 6, 14, 12, 21, 40, tzinfo=UTC)
PACK, ROSTER, HEAD = "4862f447" * 8, "c6836f7a" * 8, "9f2e6d33" * 8
NO_INTERESTS = IndependenceShown(not_an_author=True, interests="")

_YES = Answer.YES
_ANSWERS = {1: _YES, 2: _YES, 3: Answer.NO, 4: Answer.NO, 6: _YES}

ACCEPT = Judgement(answers=_ANSWERS, kind=VerdictKind.ACCEPT, scope_acknowledged=True)
AMEND_PAIN = Judgement(
    answers={1: _YES, 2: _YES, 3: _YES, 4: _YES, 6: Answer.NO},
    notes={3: "The weak opioid."},
    kind=VerdictKind.AMEND,
    amended=ValueSet.of([1, 3]),
    error_kinds=frozenset({ErrorKind.TOO_WIDE, ErrorKind.TOO_NARROW}),
    reason="At 9 out of 10, an NSAID alone or with a strong opioid relieves colic. "
    "A weak opioid adds nausea without enough relief.",
    scope_acknowledged=True,
)
AMEND_WORDING = Judgement(
    answers={**_ANSWERS, 1: Answer.NO},
    kind=VerdictKind.AMEND,
    wording="Severe pain is a reason to reconsider the level.",
    error_kinds=frozenset({ErrorKind.MISQUOTED}),
    reason="The passage asks to reconsider; it does not raise the level by itself.",
    scope_acknowledged=True,
)
AMEND_DAYS = Judgement(
    answers={**_ANSWERS, 4: _YES, 5: Answer.WITH},
    kind=VerdictKind.AMEND,
    amended=ValueSet.between(1, 30),
    error_kinds=frozenset({ErrorKind.TOO_NARROW}),
    reason="Within a month is what the source asks for.",
)
DECLINE = Judgement(
    kind=VerdictKind.DECLINE,
    decline_reason=DeclineReason.INSUFFICIENT,
    reason="No allergy history.",
)


def attested(
    band_id: str,
    judgement: Judgement,
    *,
    position: int = 1,
    study: Study | None = None,
    **changes: object,
) -> AttestedItem:
    """A verdict of the geriatrician on an item of the small study."""
    study = study or small_study()
    band = study.band(band_id)
    scope = scope_of(study.space, band.sub_action, GERIATRICIAN, setting=band.setting)
    declined = judgement.kind is VerdictKind.DECLINE
    clauses = [study.clause(clause_id) for clause_id in band.clause_ids]
    item = AttestedItem(
        position=position,
        item_id=band_id,
        event_id=f"{position:064x}",
        time=SIGNED,
        pack_hash=PACK,
        band=band,
        sub_action=study.space[band.sub_action],
        vignette=study.vignette(band.vignette_id),
        clauses=tuple((clause, study.source(clause.source_id)) for clause in clauses),
        tests={order.test: order.label for order in study.orders},
        judgement=judgement,
        acceptable=None if declined else chosen_set(judgement, band),
        scope=scope,
        not_counted=() if scope.inside else (NotCounted.OUT_OF_SCOPE,),
        independence=NO_INTERESTS,
        sentences={},
        superseded=(),
    )
    return replace(item, **changes)  # type: ignore[arg-type]


def four_items() -> tuple[AttestedItem, ...]:
    """Four verdicts: amended set, amended wording, a decline, amended days signed twice."""
    earlier = Superseded("ab" * 32, SIGNED.replace(hour=11), VerdictKind.ACCEPT, None)
    return (
        attested(PAIN, AMEND_PAIN, position=1),
        attested(ACUITY, AMEND_WORDING, position=2),
        attested(ORDERS, DECLINE, position=3),
        attested(FOLLOW_UP, AMEND_DAYS, position=4, superseded=(earlier,)),
    )


def a_document(**changes: object) -> AttestationDocument:
    """The geriatrician's second attestation."""
    document = AttestationDocument(
        number=2,
        study_id="small",
        study_title="ED and discharge actions, round 1",
        practice=False,
        pack_hash=PACK,
        pack_version=1,
        roster_hash=ROSTER,
        seat="G7K2",
        pseudonym="ADJ-7K3QM-X2VTD",
        credential=GERIATRICIAN,
        key_id="7f" * 32,
        identity_sealed=True,
        signed_at=SIGNED,
        meaning=MEANING,
        independence=(NO_INTERESTS,),
        items=four_items(),
        size=19,
        head=HEAD,
        language="en",
        renderer="1",
    )
    return replace(document, **changes)  # type: ignore[arg-type]
