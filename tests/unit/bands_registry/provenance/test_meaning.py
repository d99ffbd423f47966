"""What a log says against itself and the packs: forged by the key's own holder, and still found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.chain import EMPTY, ChainHead, append, extend
from bands_registry.provenance.events import (
    AttestationIssued,
    ItemDisplayed,
    PackOpened,
    VerdictSigned,
)
from bands_registry.provenance.logs import read_clinician_log
from bands_registry.provenance.meaning import meaning_errors, meaning_warnings
from bands_registry.provenance.verdicts import judgement_of
from bands_registry.study.encode import acceptable_json
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from tests.helpers.chains import NOON, a_signer, noon
from tests.helpers.registry import amending, declining
from tests.helpers.signed import Clinician, a_pack_of, geriatrician, relinked, small_pack
from tests.helpers.study import FOLLOW_UP, ITEMS, ORDERS, PAIN, small_study, with_reasoning

PACKS = {small_pack().hash: small_pack()}
Change = Callable[[Body], Body]


def told(her: Clinician) -> list[str]:
    return [error.sentence for error in meaning_errors(her.log, PACKS)]


def forged(her: Clinician, item: str, **changes: object) -> list[str]:
    """The sentences after her verdict on an item was changed and the whole log signed anew."""
    target = next(
        line
        for line in her.lines
        if isinstance(line.event.body, VerdictSigned) and line.event.body.item == item
    )
    body = target.event.body.model_copy(update=changes)
    lines = relinked(her.raw, her.signer, {target.event.seq: body})
    log = read_clinician_log([line.raw for line in lines])
    errors = list(meaning_errors(log, PACKS))
    assert {error.exit_code for error in errors} <= {20, 10}
    place = f"event {target.event.seq}"
    return [error.sentence for error in errors if error.place == place]


def unattested(*items: str) -> Clinician:
    her = Clinician().begin().seal()
    for item in items:
        her.judge(item)
    return her


def test_an_honest_log_has_nothing_wrong_with_it() -> None:
    her = geriatrician()
    her.judge(PAIN, amending(ValueSet.of([1, 3]))).judge(ORDERS, declining()).attest()
    assert told(her) == []
    assert list(meaning_warnings(her.log, PACKS)) == []


def test_an_amended_order_set_and_a_wording_alone_are_honest_too() -> None:
    her = unattested()
    her.judge(ORDERS, amending(OrderSet.of(required=["blood_count"], permitted=["ct"])))
    her.judge(FOLLOW_UP, amending(ValueSet.between(1, 14), wording="Within one month."))
    assert told(her) == []


HER = unattested(*ITEMS)
HASHES = small_pack().item_hashes(PAIN)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param(
            {"hashes": HASHES.model_copy(update={"vignette": "0" * 64})},
            "The item differs from the one in the pack.",
            id="another case",
        ),
        pytest.param(
            {"hashes": HASHES.model_copy(update={"scale": "0" * 64})},
            "The item differs from the one in the pack.",
            id="another scale",
        ),
        pytest.param(
            {"pack": "0" * 64}, "A verdict names a pack that was not opened.", id="another pack"
        ),
        pytest.param(
            {"supersedes": "0" * 64},
            "A verdict does not name the one it takes the place of.",
            id="takes the place of nothing",
        ),
        pytest.param(
            {"verdict": "AMEND"}, "The verdict contradicts itself.", id="amends without a change"
        ),
        pytest.param(
            {"verdict": "AMEND", "amended": acceptable_json(ValueSet.of([1, 9]))},
            "The set is not one of this scale.",
            id="a level off the scale",
        ),
        pytest.param(
            {
                "verdict": "AMEND",
                "amended": acceptable_json(OrderSet.of(required=["blood_count"])),
            },
            "The set is not one of this scale.",
            id="orders for a level",
        ),
        pytest.param({"answers": {}}, "The verdict contradicts itself.", id="no answers"),
        pytest.param(
            {"verdict": "DECLINE"}, "The verdict contradicts itself.", id="declines without a word"
        ),
        pytest.param(
            {"verdict": "DECLINE", "decline_reason": "bored"},
            "A verdict holds an unknown code: 'bored' is not a valid DeclineReason.",
            id="an unknown code",
        ),
    ],
)
def test_a_forged_verdict_is_named(changes: dict[str, object], sentence: str) -> None:
    assert forged(HER, PAIN, **changes) == [sentence]


@pytest.mark.parametrize(
    "changes", [{"inside": True}, {"setting": "Somewhere else"}, {"acknowledged": False}]
)
def test_a_scope_notice_cannot_be_talked_away(changes: dict[str, object]) -> None:
    scope = next(
        line.event.body.scope
        for line in HER.lines
        if isinstance(line.event.body, VerdictSigned) and line.event.body.item == PAIN
    )
    assert forged(HER, PAIN, scope=scope.model_copy(update=changes))


def test_an_item_of_another_seat_is_refused() -> None:
    fewer = replace(
        small_study(), seats=tuple(replace(seat, items=(PAIN,)) for seat in small_study().seats)
    )
    pack, _ = a_pack_of(fewer)
    her = Clinician().begin(pack).judge(ORDERS)
    errors = list(meaning_errors(her.log, {pack.hash: pack}))
    assert [error.sentence for error in errors] == ["The item is not assigned to this seat."]


def bodies(her: Clinician) -> list[Body]:
    return [line.event.body for line in her.lines]


def resigned(her: Clinician, sequence: list[Body]) -> Clinician:
    lines = extend(EMPTY, sequence, signer=her.signer, clock=noon())
    return Clinician(signer=her.signer, lines=list(lines), packs=her.packs)


def test_a_verdict_before_any_pack_is_refused() -> None:
    her = unattested(PAIN)
    without = [body for body in bodies(her) if not isinstance(body, PackOpened)]
    assert told(resigned(her, without)) == [
        "An item was shown from a pack that was not opened.",
        "A verdict names a pack that was not opened.",
    ]


def issued(her: Clinician, **changes: object) -> list[str]:
    last = her.lines[-1].event.body
    assert isinstance(last, AttestationIssued)
    return told(resigned(her, [*bodies(her)[:-1], last.model_copy(update=changes)]))


def test_an_attestation_covers_exactly_what_stood_before_it() -> None:
    her = geriatrician(PAIN, ORDERS)
    last = her.lines[-1].event.body
    assert isinstance(last, AttestationIssued)
    assert issued(her) == []
    assert issued(her, size=3) == ["An attestation does not cover the log up to itself."]
    assert issued(her, head="0" * 64) == ["An attestation does not cover the log up to itself."]
    assert issued(her, number=2) == ["The attestations are not numbered one after the other."]
    not_exactly = ["An attestation does not list exactly the verdicts that stood."]
    assert issued(her, verdicts=last.verdicts[:1]) == not_exactly
    assert issued(her, verdicts=last.verdicts * 2) == not_exactly


def test_what_was_recorded_of_a_pack_must_fit_it() -> None:
    her = unattested()
    opened = her.lines[1].event.body
    assert isinstance(opened, PackOpened)
    for field, value in (("roster", "0" * 64), ("coordinator", "0" * 64), ("version", 3)):
        altered = opened.model_copy(update={field: value})
        sequence = [bodies(her)[0], altered, *bodies(her)[2:]]
        assert told(resigned(her, sequence)) == [
            "What was recorded of the pack does not fit the pack."
        ]


def test_a_genesis_must_agree_with_its_certificate() -> None:
    her = unattested()
    genesis = bodies(her)[0].model_copy(update={"pseudonym": "ADJ-00000-00000"})
    assert told(resigned(her, [genesis, *bodies(her)[1:]])) == [
        "The certificate names another pseudonym."
    ]
    odd = bodies(her)[0].model_copy(update={"pseudonym": "Dr Ada Muster"})
    assert "The pseudonym is not valid." in told(resigned(her, [odd, *bodies(her)[1:]]))


# Worth knowing, and no more ----------------------------------------------------------------------


def test_a_pack_that_is_not_at_hand_is_said() -> None:
    assert list(meaning_warnings(geriatrician().log, {})) == [
        "The study pack is not at hand, so the items could not be compared with it."
    ]


def test_a_verdict_on_an_older_pack_is_held_against_that_pack() -> None:
    second, _ = a_pack_of(with_reasoning(small_study(version=2), PAIN, "Read again."))
    her = geriatrician().open(second).judge(PAIN).attest()
    both = {**PACKS, second.hash: second}
    assert list(meaning_errors(her.log, both)) == []
    assert list(meaning_warnings(her.log, both)) == []


def test_a_clock_that_went_back_is_said_either_way() -> None:
    clock = FixedClock(NOON)
    her = Clinician(clock=clock).begin().judge(PAIN)
    clock.instant = NOON - timedelta(minutes=3)
    her.judge(ORDERS).attest()
    assert list(meaning_warnings(her.log, PACKS)) == [
        "The signer's clock was set back; the log says so itself."
    ]
    clock.instant = NOON
    plain = Clinician(clock=clock).begin().judge(PAIN).judge(ORDERS).attest()
    first = plain.lines[:-3]
    clock.instant = NOON - timedelta(minutes=3)
    silent = Clinician(signer=plain.signer, lines=list(first), packs=plain.packs, clock=clock)
    for line in plain.lines[-3:]:
        silent.lines.append(
            append(
                ChainHead.after(silent.lines[-1]),
                line.event.body,
                signer=plain.signer,
                clock=clock,
            )
        )
    assert "The times in the log go backwards and the log does not say why." in list(
        meaning_warnings(silent.log, PACKS)
    )


def test_verdicts_no_attestation_covers_are_counted() -> None:
    her = geriatrician(PAIN)
    her.judge(ORDERS)
    assert list(meaning_warnings(her.log, PACKS)) == ["No attestation covers 1 of 2 verdicts."]


def test_a_verdict_on_what_was_never_shown_is_said() -> None:
    her = unattested(PAIN)
    unseen = [body for body in bodies(her) if not isinstance(body, ItemDisplayed)]
    assert f"Signed without a record that it was shown: {PAIN}." in list(
        meaning_warnings(resigned(her, unseen).log, PACKS)
    )


def test_a_signed_judgement_comes_back_as_it_was_entered() -> None:
    entered = amending(
        ValueSet.of([1, 3]), notes={3: "too weak"}, wording="Other words.", reason="é → ≥\nline"
    )
    her = Clinician().begin().judge(FOLLOW_UP, entered)
    body = her.lines[-1].event.body
    assert isinstance(body, VerdictSigned)
    assert judgement_of(body) == entered


def test_a_key_of_another_genesis_has_another_certificate() -> None:
    her = unattested()
    other = Clinician(signer=a_signer()).begin()
    swapped = bodies(her)[0].model_copy(
        update={"certificate": bodies(other)[0].model_dump()["certificate"]}
    )
    assert told(resigned(her, [swapped, *bodies(her)[1:]])) == [
        "The certificate belongs to another key."
    ]
