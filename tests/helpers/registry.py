"""A coordinator, a published pack, a clinician and her session, each at the press of a function."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path

from bands_registry.provenance.identity import IdentityDetails, new_age_secret
from bands_registry.provenance.keys import generate_signer
from bands_registry.provenance.keystore import (
    KdfCost,
    UnlockedIdentity,
    unlock_keystore,
    write_keystore,
)
from bands_registry.provenance.pack import build_pack
from bands_registry.services.mark_ready import mark_ready
from bands_registry.services.open_pack import open_pack
from bands_registry.services.review_item import review_item
from bands_registry.services.session import Session
from bands_registry.services.sign_verdicts import sign_verdicts
from bands_registry.services.views import Independence, SignedAttestation
from fairmed_core.clock import Clock, FixedClock
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Judgement, VerdictKind
from tests.helpers.chains import NOON, PSEUDONYM, noon
from tests.helpers.plain_pdf import printed
from tests.helpers.study import GERIATRICIAN, SEAT, small_study

PASSPHRASE = "four unrelated words here"
# The least work Argon2id can be asked for: tests open keystores by the hundred.
CHEAP = KdfCost(passes=1, lanes=1, memory_kib=8)
STATED = Independence(not_an_author=True)
DETAILS = IdentityDetails("Dr Ada Muster", "LIC-4711", "Example Chamber", "Example Hospital")


@cache
def coordinator() -> UnlockedIdentity:
    """The coordinator of every study in a test."""
    return UnlockedIdentity(
        "COORDINATOR", None, generate_signer("COORDINATOR", noon()), new_age_secret()
    )


def another_coordinator() -> UnlockedIdentity:
    """Someone else with a coordinator's key."""
    return replace(
        coordinator(), signer=generate_signer("COORDINATOR", noon()), age_identity=new_age_secret()
    )


def a_pack(folder: Path, study: Study | None = None, *, by: UnlockedIdentity | None = None) -> Path:
    """A published pack in `folder`."""
    study = study or small_study()
    path = folder / f"{study.id}-{study.version}.fmpack"
    path.write_bytes(build_pack(study, coordinator=by or coordinator()))
    return path


def a_clinician(
    folder: Path, *, pseudonym: str = PSEUDONYM, credential: Credential = GERIATRICIAN
) -> UnlockedIdentity:
    """A clinician with a keystore in `folder`, unlocked; the same one when called again."""
    path = folder / f"{pseudonym}.fmkey"
    if not path.exists():
        write_keystore(
            path,
            generate_signer(pseudonym, noon()),
            PASSPHRASE,
            pseudonym=pseudonym,
            credential=credential,
            role="adjudicator",
            cost=CHEAP,
        )
    return unlock_keystore(path, PASSPHRASE)


def a_session(
    folder: Path,
    study: Study | None = None,
    *,
    identity: UnlockedIdentity | None = None,
    seat: str = SEAT,
    clock: Clock | None = None,
) -> Session:
    """A session on the study, begun now or gone on with."""
    return session_on(a_pack(folder, study), folder, identity=identity, seat=seat, clock=clock)


def session_on(
    pack: Path,
    folder: Path,
    *,
    identity: UnlockedIdentity | None = None,
    seat: str = SEAT,
    clock: Clock | None = None,
) -> Session:
    """A session on a pack that lies there already."""
    return open_pack(
        pack,
        seat=seat,
        identity=identity or a_clinician(folder),
        stores=folder / "studies",
        clock=clock or noon(),
    )


def accepting(**changes: object) -> Judgement:
    """A complete ACCEPT: the source says so, nothing is wrong, no disputed span counts."""
    judgement = Judgement(
        answers={
            1: Answer.YES,
            2: Answer.YES,
            3: Answer.NO,
            4: Answer.NO,
            5: Answer.WITHOUT,
            6: Answer.YES,
        },
        kind=VerdictKind.ACCEPT,
        scope_acknowledged=True,
    )
    return replace(judgement, **changes)  # type: ignore[arg-type]


def amending(amended: AcceptableSet, **changes: object) -> Judgement:
    """A complete AMEND to another set."""
    judgement = accepting(
        kind=VerdictKind.AMEND,
        amended=amended,
        error_kinds=frozenset({ErrorKind.WRONG_INFORMATION}),
        reason="The passage supports another set.",
    )
    return replace(judgement, **changes)  # type: ignore[arg-type]


def declining(**changes: object) -> Judgement:
    """A DECLINE with its reason."""
    judgement = Judgement(kind=VerdictKind.DECLINE, decline_reason=DeclineReason.INSUFFICIENT)
    return replace(judgement, **changes)  # type: ignore[arg-type]


def without_disputed(judgement: Judgement) -> Judgement:
    """The judgement for an item without a disputed span: question 5 is not asked."""
    answers = {n: answer for n, answer in judgement.answers.items() if n != 5}
    return replace(judgement, answers=answers)


def make_ready(session: Session, item: str, judgement: Judgement | None = None) -> None:
    """Look at an item and mark it ready."""
    review_item(session, item)
    judgement = judgement or accepting()
    if session.study.shown(item).disputed is None:
        judgement = without_disputed(judgement)
    mark_ready(session, item, judgement)


def sign(session: Session, **changes: object) -> SignedAttestation:
    """Sign all that is ready."""
    arguments: dict[str, object] = {
        "passphrase": PASSPHRASE,
        "independence": STATED,
        "render": printed,
    }
    return sign_verdicts(session, **{**arguments, **changes})  # type: ignore[arg-type]


def signed_session(folder: Path, *, clock: Clock | None = None) -> Session:
    """A session in which every item of the small study is signed as accepted."""
    session = a_session(folder, clock=clock)
    for item in session.order:
        make_ready(session, item)
    sign(session)
    return session


def later(**delta: float) -> FixedClock:
    """A clock some time after noon."""
    return FixedClock(NOON + timedelta(**delta))
