"""The attestation as a value: what stands, what it took the place of, and nothing from outside."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bands_registry.provenance import canonical
from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.attested_items import attested_items
from bands_registry.provenance.attesting import attestation_document
from bands_registry.provenance.errors import (
    ChainBrokenError,
    ContentAlteredError,
    MalformedError,
)
from bands_registry.provenance.events import IndependenceStated
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import ValueSet
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.verdict import Answer, VerdictKind
from tests.helpers.chains import NOON
from tests.helpers.registry import accepting, amending, coordinator, declining
from tests.helpers.signed import Clinician, a_pack_of, small_pack
from tests.helpers.study import (
    ACUITY,
    FOLLOW_UP,
    GERIATRICIAN,
    ORDERS,
    PAIN,
    SEAT,
    small_study,
    with_reasoning,
)


def document(her: Clinician) -> AttestationDocument:
    items = attested_items(her.lines, her.packs)
    return attestation_document(her.lines, items, language="en", renderer="1")


def test_it_says_who_signed_what_on_which_pack() -> None:
    her = Clinician().begin().seal().judge(FOLLOW_UP).judge(PAIN, amending(ValueSet.of([1, 3])))
    made = document(her)
    assert (made.study_id, made.study_title, made.practice) == ("small", "A small study", False)
    assert (made.pack_hash, made.pack_version) == (small_pack().hash, 1)
    assert made.roster_hash == small_pack().roster_hash
    assert (made.seat, made.pseudonym, made.credential) == (SEAT, her.pseudonym, GERIATRICIAN)
    assert made.key_id == her.signer.key_id
    assert (made.number, made.size, made.head) == (1, len(her.lines), her.lines[-1].id)
    assert made.identity_sealed
    assert [item.band.id for item in made.items] == [FOLLOW_UP, PAIN]
    follow_up, pain = made.items
    assert follow_up.acceptable == ValueSet.between(1, 14)
    assert follow_up.not_counted == ()
    assert follow_up.clauses[0][0].locator == "Chapter 9, p. 40"
    assert follow_up.clauses[0][1].title == "Handbook for this study"
    assert pain.acceptable == ValueSet.of([1, 3])
    assert pain.band.acceptable == ValueSet.of([1, 2])
    assert pain.straddles
    assert pain.not_counted == (NotCounted.OUT_OF_SCOPE,)
    assert pain.scope.setting == "Acute pain in the emergency department"
    assert pain.judgement.answers[1] is Answer.YES
    assert pain.sentences["question_1"].startswith("Does the source")


def test_an_earlier_verdict_is_kept_beside_the_one_that_took_its_place() -> None:
    clock = FixedClock(NOON)
    her = Clinician(clock=clock).begin().judge(PAIN, amending(ValueSet.of([1, 3]))).judge(ORDERS)
    clock.instant = NOON + timedelta(hours=2)
    her.judge(PAIN, declining())
    made = document(her)
    assert [item.band.id for item in made.items] == [ORDERS, PAIN]
    pain = made.items[1]
    assert (pain.judgement.kind, pain.acceptable, pain.straddles) == (
        VerdictKind.DECLINE,
        None,
        False,
    )
    (earlier,) = pain.superseded
    assert (earlier.kind, earlier.amended) == (VerdictKind.AMEND, ValueSet.of([1, 3]))
    assert earlier.time == NOON
    assert made.signed_at == NOON + timedelta(hours=2)


def test_attestations_are_numbered() -> None:
    her = Clinician().begin().judge(PAIN).attest().judge(ORDERS)
    assert document(her).number == 2


def test_an_unsealed_identity_and_an_author_are_named_on_every_item() -> None:
    wrote = IndependenceStated(not_an_author=False, interests="Wrote item 4.")
    her = Clinician().begin().judge(FOLLOW_UP, independence=wrote)
    made = document(her)
    assert not made.identity_sealed
    assert made.items[0].not_counted == (NotCounted.AUTHOR, NotCounted.NO_SEALED_IDENTITY)
    assert [(said.not_an_author, said.interests) for said in made.independence] == [
        (False, "Wrote item 4.")
    ]


def test_every_different_statement_is_printed_once() -> None:
    paid = IndependenceStated(not_an_author=True, interests="Lecture fees.")
    her = Clinician().begin().judge(PAIN).judge(ORDERS).judge(FOLLOW_UP, independence=paid)
    assert [said.interests for said in document(her).independence] == ["", "Lecture fees."]


def test_a_verdict_on_an_earlier_pack_is_printed_as_it_was_shown() -> None:
    second, _ = a_pack_of(
        with_reasoning(small_study(version=2), PAIN, "The passage was read again.")
    )
    her = Clinician().begin().judge(PAIN).judge(ACUITY).open(second).judge(ORDERS)
    made = document(her)
    shown = {item.band.id: item for item in made.items}
    assert shown[PAIN].band.reasoning == "The passage names the lower steps first."
    assert shown[PAIN].pack_hash == small_pack().hash
    assert shown[ORDERS].pack_hash == made.pack_hash == second.hash
    assert made.pack_version == 2


def test_the_same_log_and_items_give_the_same_document() -> None:
    her = Clinician().begin().judge(PAIN).judge(FOLLOW_UP, accepting(reason="é\n→ ≥"))
    assert document(her) == document(her)
    assert attested_items(her.lines, her.packs) == attested_items(her.lines, her.packs)


def test_items_that_differ_from_the_signed_ones_are_refused() -> None:
    her = Clinician().begin().judge(PAIN)
    items = attested_items(her.lines, her.packs)
    altered = items.replace(b"The passage names the lower", b"The passage names the upper")
    assert altered != items
    with pytest.raises(ContentAlteredError) as caught:
        attestation_document(her.lines, altered, language="en", renderer="1")
    assert caught.value.place == PAIN


def test_a_missing_item_is_refused() -> None:
    her = Clinician().begin().judge(PAIN)
    items = attested_items(her.lines, her.packs)
    her.judge(ORDERS)
    with pytest.raises(ContentAlteredError):
        attestation_document(her.lines, items, language="en", renderer="1")


@pytest.mark.parametrize("items", [b"{}", b"[]", canonical.dumps({"v": 1, "packs": [1]})])
def test_items_of_another_form_are_malformed(items: bytes) -> None:
    her = Clinician().begin().judge(PAIN)
    with pytest.raises(MalformedError):
        attestation_document(her.lines, items, language="en", renderer="1")


def test_without_a_verdict_there_is_nothing_to_attest() -> None:
    her = Clinician().begin()
    with pytest.raises(ChainBrokenError):
        attestation_document(her.lines, b"{}", language="en", renderer="1")


def test_the_coordinators_private_key_is_nowhere_in_the_items() -> None:
    her = Clinician().begin().judge(PAIN)
    items = attested_items(her.lines, her.packs)
    assert (coordinator().age_identity or "").encode() not in items
    assert b"seats" in items
    assert SEAT.encode() not in items
