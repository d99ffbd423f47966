"""Where an item stands: derived anew each time from its draft, its verdict and the newest pack."""

from __future__ import annotations

from dataclasses import dataclass

from bands_registry.provenance.events import VerdictSigned
from bands_registry.provenance.verdicts import judgement_of
from bands_registry.services.changes import changed_since_saved, changed_since_signed
from bands_registry.services.recorded import as_recorded
from bands_registry.services.session import Session
from bands_registry.services.views import ItemStatus
from bands_registry.store.values import CurrentVerdict, Draft
from fairmed_core.domain.verdict import Judgement, Problem, VerdictKind, problems

FINISHED = (ItemStatus.SIGNED, ItemStatus.DECLINED)


@dataclass(frozen=True)
class Standing:
    """One item as it stands.

    Attributes
    ----------
    judgement
        What her form shows: the draft, else what she signed, else nothing.
    draft, verdict
        What it was derived from.
    signed
        Whether a signature on the present version stands.
    changed
        What changed since she signed or saved, as a sentence.
    problems
        What still stands between the judgement and a signature.
    """

    item_id: str
    status: ItemStatus
    judgement: Judgement
    draft: Draft | None
    verdict: CurrentVerdict | None
    signed: bool
    changed: str
    problems: tuple[Problem, ...]

    @property
    def left(self) -> int:
        """How many things are missing before it can be signed."""
        if self.status in FINISHED:
            return 0
        return sum(problem.blocking for problem in self.problems)


def standing(session: Session, item_id: str) -> Standing:
    """Return where one item stands."""
    verdicts = {v.item_id: v for v in session.store.verdicts(session.chain)}
    return _standing(
        session, item_id, draft=session.store.draft(item_id), verdict=verdicts.get(item_id)
    )


def standings(session: Session) -> tuple[Standing, ...]:
    """Return where each of her items stands, in her own order."""
    verdicts = {verdict.item_id: verdict for verdict in session.store.verdicts(session.chain)}
    drafts = {draft.item_id: draft for draft in session.store.drafts()}
    return tuple(
        _standing(session, item, draft=drafts.get(item), verdict=verdicts.get(item))
        for item in session.order
    )


def item_problems(session: Session, item_id: str, judgement: Judgement) -> tuple[Problem, ...]:
    """Return what is missing or contradictory in a judgement on an item."""
    band = session.study.shown(item_id)
    return problems(
        judgement,
        band,
        summary=session.study.clause(band.clause_ids[0]).summary,
        inside_scope=session.scope(item_id).inside,
    )


def _standing(
    session: Session, item_id: str, *, draft: Draft | None, verdict: CurrentVerdict | None
) -> Standing:
    now = session.version_of(item_id)
    stands = verdict is not None and verdict.signed == now
    open_draft = draft if draft and _is_open(session, draft, verdict) else None
    if open_draft:
        status = _status_of_draft(session, open_draft)
        changed = changed_since_saved(open_draft.seen, now, session.say)
    else:
        status = _status_of_verdict(verdict, stands=stands)
        changed = changed_since_signed(verdict.signed, now, session.say) if verdict else ""
    judgement = draft.judgement if draft else _signed_judgement(session, verdict)
    return Standing(
        item_id=item_id,
        status=status,
        judgement=judgement,
        draft=draft,
        verdict=verdict,
        signed=stands,
        changed=changed,
        problems=item_problems(session, item_id, judgement),
    )


def _is_open(session: Session, draft: Draft, verdict: CurrentVerdict | None) -> bool:
    """Whether the draft waits for a signature: saved after the verdict, and not the same again."""
    if verdict is None:
        return draft.judgement.touched
    if draft.after_seq < verdict.seq:
        return False
    return draft.ready or as_recorded(session, draft.item_id, draft.judgement) != _signed_judgement(
        session, verdict
    )


def _status_of_draft(session: Session, draft: Draft) -> ItemStatus:
    # What she called ready was the version she saw; a changed item is hers to look at again.
    same = draft.seen == session.version_of(draft.item_id)
    return ItemStatus.READY if draft.ready and same else ItemStatus.DRAFT


def _status_of_verdict(verdict: CurrentVerdict | None, *, stands: bool) -> ItemStatus:
    if verdict is None:
        return ItemStatus.NOT_STARTED
    if not stands:
        return ItemStatus.NEEDS_RESIGNING
    return ItemStatus.DECLINED if verdict.kind is VerdictKind.DECLINE else ItemStatus.SIGNED


def _signed_judgement(session: Session, verdict: CurrentVerdict | None) -> Judgement:
    if verdict is None:
        return Judgement()
    body = session.log[verdict.seq - 1].event.body
    return judgement_of(body) if isinstance(body, VerdictSigned) else Judgement()
