"""The leak check: words that could tell a clinician who the patient is, with their context.

A hit in a case or in what is said about it blocks publishing until it is reworded or waived with a
reason. Guideline titles, issuers and clauses name populations by right: their hits only warn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bands_registry.study.lexicon import (
    HitClass,
    Match,
    lexicon_languages,
    lexicons,
    plain_text,
    without_accents,
    words_of,
)
from fairmed_core.domain.band import Band
from fairmed_core.domain.study import Study, Waiver
from fairmed_core.domain.vignette import Vignette

_CONTEXT = 30
_DEFAULT_LANGUAGE = "en"
_WARNING_SECTIONS = ("sources", "clauses")


@dataclass(frozen=True)
class LeakHit:
    """A word that tells, or may tell, who the patient is.

    Attributes
    ----------
    place
        Where it stands ("vignettes/T2/facts/cycle"); a waiver names it.
    text
        The word as written.
    context
        The word with what stands around it.
    category
        race, ethnicity, sex, pronoun, age, insurance, language, religion, place or name.
    hit_class
        direct, implied, or source-title.
    blocking
        Whether it keeps the study from being published.
    waived_by
        The waiver that lets it stay, or None.
    """

    place: str
    text: str
    context: str
    category: str
    hit_class: HitClass
    blocking: bool
    waived_by: Waiver | None


def check_leaks(study: Study) -> tuple[LeakHit, ...]:
    """Return every hit in every text a clinician is shown, in reading order.

    A waiver covers each occurrence of its text, capitals aside, at its place and below it. Every
    text is searched with the English lexicons, and with those of the study's language where it has
    any.
    """
    language = study.language.split("-")[0]
    codes = {_DEFAULT_LANGUAGE} | ({language} & set(lexicon_languages()))
    searched = [lexicons(code) for code in sorted(codes)]
    waivers: dict[str, list[Waiver]] = {}
    for waiver in study.waivers:
        waivers.setdefault(waiver.text.casefold(), []).append(waiver)
    hits: list[LeakHit] = []
    for place, text in shown_texts(study):
        plain = plain_text(text)
        searchable = without_accents(plain)
        words = words_of(searchable)
        found = {match for known in searched for match in known.matches(searchable, words)}
        hits += [_hit(place, plain, match, waivers) for match in _longest(found)]
    return tuple(hits)


def shown_texts(study: Study) -> Iterator[tuple[str, str]]:
    """Yield (place, text) for every text of the study that a clinician may be shown."""
    yield "study/title", study.title
    yield from _scale_texts(study)
    for vignette in study.vignettes:
        yield from _vignette_texts(vignette)
    yield from _source_texts(study)
    for band in study.bands:
        yield from _band_texts(band)


def _scale_texts(study: Study) -> Iterator[tuple[str, str]]:
    for sub_action in study.space.sub_actions:
        place = f"sub_actions/{sub_action.name}"
        yield place, sub_action.label
        for level in sub_action.levels:
            yield place, level.label
        if sub_action.threshold is not None:
            yield place, sub_action.threshold.yes
            yield place, sub_action.threshold.no
    for setting in study.space.settings:
        yield f"settings/{setting.id}", setting.label
    for order in study.orders:
        yield f"orders/{order.test}", order.label


def _source_texts(study: Study) -> Iterator[tuple[str, str]]:
    for source in study.sources:
        place = f"sources/{source.id}"
        yield f"{place}/title", source.title
        yield f"{place}/publisher", source.publisher
        yield f"{place}/edition", source.edition
    for clause in study.clauses:
        place = f"clauses/{clause.id}"
        yield f"{place}/locator", clause.locator
        yield f"{place}/summary", clause.summary
        for fact in clause.facts:
            yield f"{place}/facts", fact
        yield f"{place}/caveat", clause.caveat
        if clause.anchor is not None:
            yield f"{place}/anchor", clause.anchor


def _vignette_texts(vignette: Vignette) -> Iterator[tuple[str, str]]:
    place = f"vignettes/{vignette.id}"
    yield f"{place}/headline", vignette.headline
    for fact in vignette.facts:
        yield f"{place}/facts/{fact.id}", fact.text
        for vital in fact.vitals:
            yield f"{place}/facts/{fact.id}", f"{vital.name} {vital.value} {vital.unit}"
        if fact.only_if is not None:
            yield f"{place}/facts/{fact.id}", fact.only_if
    for step, text in vignette.not_known:
        yield f"{place}/not_known/{step.value}", text


def _band_texts(band: Band) -> Iterator[tuple[str, str]]:
    place = f"bands/{band.id}"
    yield f"{place}/title", band.title
    yield f"{place}/reasoning", band.reasoning
    if band.feedback is not None:
        yield f"{place}/feedback", band.feedback.trap
        yield f"{place}/feedback", band.feedback.guideline_says
        yield f"{place}/feedback", band.feedback.right_answer


def _longest(found: set[Match]) -> list[Match]:
    """Return the matches in order, without those that lie inside a longer one."""
    ordered = sorted(found, key=lambda match: (match.start, -match.end, match.hit_class))
    kept: list[Match] = []
    for match in ordered:
        if not kept or match.end > kept[-1].end:
            kept.append(match)
    return kept


def _hit(place: str, text: str, match: Match, waivers: Mapping[str, Sequence[Waiver]]) -> LeakHit:
    word = text[match.start : match.end]
    same_word = waivers.get(word.casefold(), ())
    waived_by = next((waiver for waiver in same_word if _covers(waiver, place)), None)
    warning = place.startswith(_WARNING_SECTIONS)
    return LeakHit(
        place=place,
        text=word,
        context=_context(text, match),
        category=match.category,
        hit_class=HitClass.SOURCE_TITLE if place.startswith("sources/") else match.hit_class,
        blocking=not warning and waived_by is None,
        waived_by=waived_by,
    )


def _covers(waiver: Waiver, place: str) -> bool:
    return place == waiver.place or place.startswith(f"{waiver.place}/")


def _context(text: str, match: Match) -> str:
    low, high = max(0, match.start - _CONTEXT), min(len(text), match.end + _CONTEXT)
    before = "…" if low else ""
    after = "…" if high < len(text) else ""
    return f"{before}{text[low:high]}{after}".replace("\n", " ")
