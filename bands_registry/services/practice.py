"""The practice study: a few items with feedback, under a key that is thrown away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from bands_registry import guidelines
from bands_registry.provenance.identity import new_age_secret
from bands_registry.provenance.items import excerpt
from bands_registry.provenance.keys import generate_signer
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pack import PRACTICE_STUDY, build_pack, read_pack
from bands_registry.provenance.pseudonym import COORDINATOR, draw_pseudonym
from bands_registry.services.open_pack import begin_study
from bands_registry.services.session import Session
from bands_registry.store.failures import InUseError
from bands_registry.store.study_store import discard_store, open_study_store
from bands_registry.study.loader import load_study
from fairmed_core.clock import Clock
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import Feedback
from fairmed_core.domain.study import Seat, Study
from fairmed_core.domain.verdict import Judgement, chosen_set
from fairmed_core.errors import FairMedError, UserError

_SEAT = "PRACTICE"
_STUDY_FOLDER = "ed_and_discharge"
# Inside the settings of all bundled practice items, for someone without an identity yet.
_ANYONE = Credential("physician", ("emergency_medicine", "internal_medicine"), "ZZ", "0-2")


@dataclass(frozen=True)
class PracticeFeedback:
    """Whether the judgement passes, and what the item teaches either way."""

    passed: bool
    feedback: Feedback


def open_practice(folder: Path, *, clock: Clock, credential: Credential | None = None) -> Session:
    """Return a session on the practice study; closing it removes all it kept.

    `credential` is hers where she has one already, so that the notices about her setting are too.
    """
    path = folder / f"{PRACTICE_STUDY}.fmdb"
    _remove_leftover(path, clock)
    study = practice_study()
    data = build_pack(study, coordinator=_throw_away(COORDINATOR, None, clock, coordinates=True))
    pseudonym = draw_pseudonym()
    return begin_study(
        path,
        pack=read_pack(data),
        data=data,
        seat=_SEAT,
        identity=_throw_away(pseudonym, credential or _ANYONE, clock),
        clock=clock,
    )


def practice_study() -> Study:
    """Return the bundled study cut down to its practice items, under the reserved id.

    The items lose their practice mark, which no seat may hold, and their feedback, which is
    handed out only after an item was judged.
    """
    bundled = _bundled()
    items = tuple(band.id for band in bundled.practice_bands)
    part = excerpt(bundled, items)
    return replace(
        part,
        id=PRACTICE_STUDY,
        vignettes=tuple(replace(vignette, practice=False) for vignette in part.vignettes),
        bands=tuple(replace(band, feedback=None) for band in part.bands),
        seats=(Seat(_SEAT, "anyone who tries the program", items),),
    )


def practice_feedback(session: Session, item_id: str, judgement: Judgement) -> PracticeFeedback:
    """Return what a practice item teaches about this judgement; UserError for any other item."""
    session.demand_item(item_id)
    feedback = _bundled().band(item_id).feedback if session.practice else None
    if feedback is None:
        raise UserError(
            f"The item {item_id} has no feedback.", next_step="Feedback belongs to practice items."
        )
    ours = chosen_set(judgement, session.study.band(item_id))
    passed = any(
        judgement.kind == kind and (wanted is None or ours == wanted)
        for kind, wanted in feedback.passes
    )
    return PracticeFeedback(passed, feedback)


@cache
def _bundled() -> Study:
    return load_study(Path(guidelines.__file__).parent / _STUDY_FOLDER)


def _throw_away(
    pseudonym: str, credential: Credential | None, clock: Clock, *, coordinates: bool = False
) -> UnlockedIdentity:
    return UnlockedIdentity(
        pseudonym,
        credential,
        generate_signer(pseudonym, clock),
        age_identity=new_age_secret() if coordinates else None,
    )


def _remove_leftover(path: Path, clock: Clock) -> None:
    """Remove what a killed practice left; InUseError when another program practises right now."""
    if not path.exists():
        return
    try:
        open_study_store(path, clock=clock).close()
    except InUseError:
        raise
    except FairMedError:
        pass  # damaged or of another version: nothing in it is worth keeping
    discard_store(path)
