"""Canonical JSON-able dicts of study parts, both ways.

Only values that RFC 8785 writes in one way: strings in normal form C, integers within ±(2^53−1),
true and false, lists, and dicts with ASCII keys. What is a set is a sorted list; what has an order
keeps it; what is absent has no key, so a field added later leaves older hashes as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bands_registry.study.decode import decode_acceptable, decode_study
from bands_registry.study.texts import normal
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import ActionSpace, Setting, SubAction, Threshold
from fairmed_core.domain.band import Band, Feedback
from fairmed_core.domain.showings import Repeats
from fairmed_core.domain.sources import Clause, Source
from fairmed_core.domain.study import OrderName, Seat, Study, Waiver
from fairmed_core.domain.vignette import Fact, Vignette
from fairmed_core.errors import UserError

# A set of up to ten values is written value by value, a larger one as its contiguous runs.
MAX_LISTED = 10

Encoded = dict[str, object]


def acceptable_json(acceptable: AcceptableSet) -> Encoded:
    """Return the set under "levels", "spans" ([[low, high], …]) or "required" and "permitted"."""
    if isinstance(acceptable, OrderSet):
        return {
            "required": _sorted(acceptable.required),
            "permitted": _sorted(acceptable.permitted),
        }
    return _values_json(acceptable)


def _values_json(acceptable: ValueSet) -> Encoded:
    if len(acceptable) <= MAX_LISTED:
        return {"levels": sorted(acceptable.values)}
    return {"spans": [[low, high] for low, high in acceptable.runs()]}


def source_json(source: Source) -> Encoded:
    """Return a source as a dict."""
    return _present(
        id=source.id,
        title=normal(source.title),
        publisher=normal(source.publisher),
        edition=normal(source.edition),
        year=source.year,
        url=normal(source.url),
        sha256=source.sha256,
    )


def clause_json(clause: Clause) -> Encoded:
    """Return a clause as a dict."""
    return _present(
        id=clause.id,
        source=clause.source_id,
        locator=normal(clause.locator),
        summary=normal(clause.summary),
        facts=[normal(fact) for fact in clause.facts],
        caveat=normal(clause.caveat),
        verified_how=normal(clause.verified_how),
        confidence=clause.confidence.value,
        pdf_page=clause.pdf_page,
        printed_page=_maybe(clause.printed_page),
        anchor=_maybe(clause.anchor),
    )


def vignette_json(vignette: Vignette) -> Encoded:
    """Return a vignette as a dict."""
    return {
        "id": vignette.id,
        "headline": normal(vignette.headline),
        "domain": normal(vignette.domain),
        "facts": [_fact_json(fact) for fact in vignette.facts],
        "not_known": {step.value: normal(text) for step, text in vignette.not_known},
        "practice": vignette.practice,
    }


def _fact_json(fact: Fact) -> Encoded:
    vitals = [
        {"name": normal(vital.name), "value": normal(vital.value), "unit": normal(vital.unit)}
        for vital in fact.vitals
    ]
    return _present(
        id=fact.id,
        step=fact.step.value,
        text=normal(fact.text),
        vitals=vitals,
        only_if=_maybe(fact.only_if),
    )


def band_json(band: Band) -> Encoded:
    """Return a draft band as a dict."""
    return _present(
        id=band.id,
        title=normal(band.title),
        vignette=band.vignette_id,
        sub_action=band.sub_action,
        acceptable=acceptable_json(band.acceptable),
        disputed=None if band.disputed is None else acceptable_json(band.disputed),
        clauses=list(band.clause_ids),
        reasoning=normal(band.reasoning),
        uses_facts=list(band.uses_facts),
        level=band.level.value,
        required_roles=list(band.required_roles),
        author=band.author,
        feedback=None if band.feedback is None else _feedback_json(band.feedback),
        setting=band.setting,
    )


def _feedback_json(feedback: Feedback) -> Encoded:
    passes = [
        _present(kind=kind, acceptable=None if wanted is None else acceptable_json(wanted))
        for kind, wanted in feedback.passes
    ]
    return {
        "trap": normal(feedback.trap),
        "guideline_says": normal(feedback.guideline_says),
        "right_answer": normal(feedback.right_answer),
        "passes": passes,
    }


def sub_action_json(sub_action: SubAction) -> Encoded:
    """Return a sub-action, its scale and its threshold as a dict."""
    return _present(
        name=sub_action.name,
        label=normal(sub_action.label),
        step=sub_action.step.value,
        kind=sub_action.kind.value,
        levels=[
            {"value": level.value, "label": normal(level.label)} for level in sub_action.levels
        ],
        minimum=sub_action.minimum,
        maximum=sub_action.maximum,
        threshold=None if sub_action.threshold is None else threshold_json(sub_action.threshold),
        setting=sub_action.setting,
    )


def threshold_json(threshold: Threshold) -> Encoded:
    """Return a pre-registered cut as a dict."""
    return {
        "direction": threshold.direction,
        "cut": threshold.cut,
        "yes": normal(threshold.yes),
        "no": normal(threshold.no),
    }


def setting_json(setting: Setting) -> Encoded:
    """Return a practice setting as a dict."""
    return {
        "id": setting.id,
        "label": normal(setting.label),
        "specialties": _sorted(setting.specialties),
        "professions": _sorted(setting.professions),
    }


def seat_json(seat: Seat) -> Encoded:
    """Return a seat of the roster as a dict."""
    return {"code": seat.code, "role": normal(seat.role), "items": list(seat.items)}


def space_json(space: ActionSpace) -> Encoded:
    """Return an action space as a dict."""
    return {
        "sub_actions": [sub_action_json(sub_action) for sub_action in space.sub_actions],
        "settings": [setting_json(setting) for setting in space.settings],
    }


def study_to_json(study: Study) -> Encoded:
    """Return a whole study as a dict; `study_from_json` gives the equal study back."""
    return _present(
        repeats=None if study.repeats is None else repeats_json(study.repeats),
        **_study_json(study),
    )


def repeats_json(repeats: Repeats) -> Encoded:
    """Return which share of the items is shown twice as a dict."""
    return {"percent": repeats.percent, "seed": repeats.seed}


def _study_json(study: Study) -> Encoded:
    return {
        "id": study.id,
        "title": normal(study.title),
        "language": study.language,
        "version": study.version,
        "set_distance": study.set_distance,
        "authors": list(study.authors),
        "action_space": space_json(study.space),
        "orders": [_order_json(order) for order in study.orders],
        "no_order_names": _sorted(study.no_order_names),
        "sources": [source_json(source) for source in study.sources],
        "clauses": [clause_json(clause) for clause in study.clauses],
        "vignettes": [vignette_json(vignette) for vignette in study.vignettes],
        "bands": [band_json(band) for band in study.bands],
        "seats": [seat_json(seat) for seat in study.seats],
        "waivers": [_waiver_json(waiver) for waiver in study.waivers],
    }


def _order_json(order: OrderName) -> Encoded:
    return {"test": order.test, "label": normal(order.label), "names": _sorted(order.names)}


def _waiver_json(waiver: Waiver) -> Encoded:
    return {"place": waiver.place, "text": normal(waiver.text), "reason": normal(waiver.reason)}


def acceptable_from_json(encoded: Mapping[str, object]) -> AcceptableSet:
    """Return the set that `acceptable_json` wrote; UserError for anything else."""
    acceptable = decode_acceptable(encoded)
    _demand_canonical(acceptable_json(acceptable) == encoded, "set")
    return acceptable


def study_from_json(encoded: Mapping[str, object]) -> Study:
    """Return the study that `study_to_json` wrote, checked by every rule of the loader.

    Raises UserError for a wrong shape, a broken rule, or a form that is not the canonical one.
    """
    study = decode_study(encoded)
    _demand_canonical(study_to_json(study) == encoded, "study")
    return study


def _demand_canonical(canonical: bool, what: str) -> None:  # noqa: FBT001
    if not canonical:
        raise UserError(
            f"The {what} is not in its one canonical form (order, spacing or an empty key).",
            next_step="Ask whoever sent the file to publish it again from the study folder.",
        )


def _maybe(text: str | None) -> str | None:
    return None if text is None else normal(text)


def _sorted(texts: Iterable[str]) -> list[str]:
    return sorted(normal(text) for text in texts)


def _present(**fields: object) -> Encoded:
    return {key: value for key, value in fields.items() if value is not None}
