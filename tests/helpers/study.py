"""A small study in code: four decisions on three cases, an order set among them, two seats."""

from __future__ import annotations

from dataclasses import replace

from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import Band, ProvenanceLevel
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.showings import Repeats
from fairmed_core.domain.sources import Clause, Confidence, Source
from fairmed_core.domain.study import OrderName, Seat, Study
from fairmed_core.domain.vignette import Fact, Vignette, Vital

GERIATRICIAN = Credential("physician", ("geriatric_medicine",), "DE", "11-20")
EMERGENCY_PHYSICIAN = Credential("physician", ("emergency_medicine",), "DE", "6-10")

PAIN, ACUITY, ORDERS, FOLLOW_UP = "pain-flank", "acuity-flank", "orders-belly", "visit-sugar"
ITEMS = (PAIN, ACUITY, ORDERS, FOLLOW_UP)
SEAT, OTHER_SEAT = "G7K2", "E4M9"

# Days are compared between raters over a closed range.
_SPACE = replace(
    DEFAULT_SPACE,
    sub_actions=tuple(
        replace(sub_action, maximum=90) if sub_action.name == "followup_days" else sub_action
        for sub_action in DEFAULT_SPACE.sub_actions
    ),
)

_SOURCE = Source(
    id="handbook",
    title="Handbook for this study",
    publisher="Example Society",
    edition="2nd",
    year=2023,
    url="https://example.org/handbook",
)


def _clause(clause_id: str, locator: str, summary: str) -> Clause:
    return Clause(
        id=clause_id,
        source_id=_SOURCE.id,
        locator=locator,
        summary=summary,
        facts=(summary,),
        caveat="Read it together with the case.",
        verified_how="read in the example text",
        confidence=Confidence.HIGH,
    )


_CLAUSES = (
    _clause("pain", "Chapter 3, p. 12", "A first medicine from the lower steps is offered."),
    _clause("acuity", "Chapter 1, p. 4", "Severe pain may raise the level by one."),
    _clause("orders", "Chapter 2, p. 9", "A blood count is part of the first work-up."),
    _clause("visit", "Chapter 9, p. 40", "A visit within a month is arranged."),
)

_VIGNETTES = (
    Vignette(
        id="flank",
        headline="Flank pain",
        domain="medication",
        facts=(
            Fact("f1", Step.TRIAGE, "Pain in the left flank since the morning, 9 of 10."),
            Fact(
                "f2",
                Step.TRIAGE,
                "At the desk.",
                vitals=(Vital("Heart rate", "104", "/min"),),
            ),
            Fact("f3", Step.RESULTS, "A stone of 7 mm.", only_if="imaging was ordered"),
        ),
        not_known=((Step.TRIAGE, "laboratory results, imaging"),),
    ),
    Vignette(
        id="belly",
        headline="Belly pain",
        domain="ordering",
        facts=(Fact("f1", Step.TRIAGE, "Two days of pain in the right lower belly, guarding."),),
    ),
    Vignette(
        id="sugar",
        headline="Raised blood sugar",
        domain="documentation",
        facts=(Fact("f1", Step.RESULTS, "A mild metabolic emergency that is resolving."),),
    ),
)

_BANDS = (
    Band(
        id=PAIN,
        title="Pain relief: flank pain",
        vignette_id="flank",
        sub_action="analgesia_tier",
        acceptable=ValueSet.of([1, 2]),
        disputed=None,
        clause_ids=("pain",),
        reasoning="The passage names the lower steps first.",
        uses_facts=("f1",),
        level=ProvenanceLevel.GUIDELINE,
        author="deriver-1",
    ),
    Band(
        id=ACUITY,
        title="Triage level: flank pain",
        vignette_id="flank",
        sub_action="esi_acuity",
        acceptable=ValueSet.of([2, 3]),
        disputed=None,
        clause_ids=("acuity",),
        reasoning="Severe pain may raise the level.",
        uses_facts=("f1",),
        author="deriver-1",
    ),
    Band(
        id=ORDERS,
        title="Tests: belly pain",
        vignette_id="belly",
        sub_action="orders",
        acceptable=OrderSet.of(required=["blood_count"], permitted=["ultrasound"]),
        disputed=None,
        clause_ids=("orders",),
        reasoning="The passage names the blood count.",
        uses_facts=("f1",),
        author="deriver-1",
    ),
    Band(
        id=FOLLOW_UP,
        title="Follow-up visit: raised blood sugar",
        vignette_id="sugar",
        sub_action="followup_days",
        acceptable=ValueSet.between(1, 14),
        disputed=ValueSet.between(15, 30),
        clause_ids=("visit",),
        reasoning="The passage asks for a visit within a month.",
        uses_facts=("f1",),
        author="deriver-1",
    ),
)


def small_study(**changes: object) -> Study:
    """The study, with whatever fields a test wants otherwise."""
    study = Study(
        id="small",
        title="A small study",
        language="en",
        space=_SPACE,
        sources=(_SOURCE,),
        clauses=_CLAUSES,
        vignettes=_VIGNETTES,
        bands=_BANDS,
        seats=(
            Seat(SEAT, "geriatrician", ITEMS),
            Seat(OTHER_SEAT, "emergency physician", ITEMS),
        ),
        orders=(
            OrderName("blood_count", "Blood count", frozenset({"fbc", "cbc"})),
            OrderName("ultrasound", "Ultrasound", frozenset({"us abdomen"})),
            OrderName("ct", "CT", frozenset({"ct abdomen"})),
        ),
        authors=("deriver-1",),
    )
    return replace(study, **changes)  # type: ignore[arg-type]


def with_reasoning(study: Study, band_id: str, reasoning: str) -> Study:
    """The study with another reasoning for one band: that item, and no other, is a new version."""
    return replace(
        study,
        bands=tuple(
            replace(band, reasoning=reasoning) if band.id == band_id else band
            for band in study.bands
        ),
    )


def with_repeats(study: Study, *items: str) -> Study:
    """The study with exactly these items shown twice, by the first seed that chooses them."""
    every = {item for seat in study.seats for item in seat.items}
    percent = max(1, 100 * len(items) // len(every))
    seeds = (Repeats(percent, seed) for seed in range(10_000))
    return replace(study, repeats=next(r for r in seeds if r.chosen(every) == set(items)))


def large_study(cases: int) -> Study:
    """The study grown to many cases with one decision each, all on the first seat."""
    study = small_study()
    vignettes = tuple(
        replace(study.vignette("flank"), id=f"case-{number}") for number in range(cases)
    )
    bands = tuple(
        replace(study.band(PAIN), id=f"pain-{number}", vignette_id=vignette.id)
        for number, vignette in enumerate(vignettes)
    )
    return replace(
        study,
        vignettes=vignettes,
        bands=bands,
        seats=(Seat(SEAT, "geriatrician", tuple(band.id for band in bands)),),
    )
