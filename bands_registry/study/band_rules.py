"""Rules of a band against the rest of its study."""

from __future__ import annotations

from dataclasses import dataclass

from bands_registry.study.assemble import Parts
from bands_registry.study.fields import first_twice
from bands_registry.study.findings import Path, Problem
from bands_registry.study.set_rules import JUDGED_KINDS, set_refusals
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet
from fairmed_core.domain.action_space import Kind, Step, SubAction
from fairmed_core.domain.band import Band, ProvenanceLevel
from fairmed_core.domain.sources import Clause, Confidence
from fairmed_core.domain.vignette import Vignette


@dataclass(frozen=True)
class Surroundings:
    """What a band may refer to."""

    parts: Parts
    vignettes: dict[str, Vignette]
    clauses: dict[str, Clause]

    @classmethod
    def of(cls, parts: Parts) -> Surroundings:
        """Return the surroundings in `parts`."""
        return cls(
            parts=parts,
            vignettes={vignette.id: vignette for vignette in parts.vignettes.values()},
            clauses={clause.id: clause for clause in parts.clauses.values()},
        )


def band_problems(parts: Parts) -> list[Problem]:
    """Return every broken rule of every band."""
    around = Surroundings.of(parts)
    found: list[Problem] = []
    seen: dict[tuple[str, str], str] = {}
    for at, band in parts.bands.items():
        path = ("bands", at)
        decision = (band.vignette_id, band.sub_action)
        if decision in seen:
            found.append(
                Problem(
                    (*path, "sub_action"),
                    f'The bands "{seen[decision]}" and "{band.id}" are about the same decision: '
                    f"{band.sub_action} for {band.vignette_id}.",
                    "Keep one of the two.",
                )
            )
        seen.setdefault(decision, band.id)
        found += _derivation(band, path, around)
        found += _decision(band, path, around)
    return found


def _derivation(band: Band, path: Path, around: Surroundings) -> list[Problem]:
    found: list[Problem] = []
    if around.parts.authors is not None and band.author not in around.parts.authors:
        found.append(
            Problem(
                (*path, "author"),
                f'The author "{band.author}" is not among the authors of the study.',
                "Correct the name, or list it under authors in study.yaml.",
            )
        )
    for position, clause_id in enumerate(band.clause_ids):
        if clause_id not in around.clauses and not around.parts.may_exist("clauses", clause_id):
            found.append(
                Problem(
                    (*path, "clauses", position),
                    f'The clause "{clause_id}" is not in sources.yaml.',
                    "Correct the id, or add the clause.",
                )
            )
    found += _twice(band.clause_ids, (*path, "clauses"), "clause")
    found += _twice(band.uses_facts, (*path, "uses_facts"), "fact")
    if band.level is ProvenanceLevel.GUIDELINE:
        found += _guideline_derived(band, path, around)
    return found


def _guideline_derived(band: Band, path: Path, around: Surroundings) -> list[Problem]:
    if not band.clause_ids:
        return [
            Problem(
                (*path, "level"),
                "A guideline-derived band names the clauses it rests on; this one names none.",
                "Add clauses, or write level: author-derived.",
            )
        ]
    return [
        Problem(
            (*path, "level"),
            f'The clause "{clause_id}" was checked with {clause.confidence.value} confidence only, '
            "so the band is not guideline-derived.",
            "Write level: author-derived, or check the clause against the source's own text.",
        )
        for clause_id in band.clause_ids
        if (clause := around.clauses.get(clause_id)) is not None
        and clause.confidence is not Confidence.HIGH
    ]


def _decision(band: Band, path: Path, around: Surroundings) -> list[Problem]:
    found: list[Problem] = []
    vignette = around.vignettes.get(band.vignette_id)
    if vignette is None and not around.parts.may_exist("vignettes", band.vignette_id):
        found.append(
            Problem(
                (*path, "vignette"),
                f'The vignette "{band.vignette_id}" is not in vignettes.yaml.',
                "Correct the id, or add the vignette.",
            )
        )
    space = around.parts.space
    if space is None:
        return found
    if band.sub_action not in space:
        names = ", ".join(sub_action.name for sub_action in space.sub_actions)
        found.append(
            Problem(
                (*path, "sub_action"),
                f'"{band.sub_action}" is no sub-action of the study.',
                f"Write one of: {names}.",
            )
        )
        return found
    sub_action = space[band.sub_action]
    if band.setting is not None and band.setting not in {s.id for s in space.settings}:
        found.append(
            Problem(
                (*path, "setting"),
                f'The setting "{band.setting}" is not declared.',
                "Correct the id, or declare it under action_space, settings in study.yaml.",
            )
        )
    found += _sets(band, sub_action, path, around)
    if vignette is not None:
        found += _facts(band, vignette, sub_action.step, path)
        found += _practice(band, vignette, path)
    return found


def _sets(band: Band, sub_action: SubAction, path: Path, around: Surroundings) -> list[Problem]:
    if sub_action.kind not in JUDGED_KINDS:
        sentence = f"{sub_action.name} is {sub_action.kind.value}: it has no set of actions."
        return [Problem((*path, "sub_action"), sentence, "Leave this band out.")]
    found: list[Problem] = []
    if sub_action.kind is Kind.DAYS and sub_action.maximum is None:
        found.append(
            Problem(
                (*path, "sub_action"),
                f"{sub_action.name} has no highest value, so raters cannot be compared on it.",
                "Declare a maximum for it under action_space, sub_actions in study.yaml.",
            )
        )
    sets: dict[Path, AcceptableSet] = {("acceptable",): band.acceptable}
    if band.disputed is not None:
        sets["disputed",] = band.disputed
    if band.feedback is not None:
        for position, (_, wanted) in enumerate(band.feedback.passes):
            if wanted is not None:
                sets["feedback", "passes", position, "acceptable"] = wanted
    for where, acceptable in sets.items():
        found += [
            Problem((*path, *where), sentence, step)
            for sentence, step in set_refusals(acceptable, sub_action, tests=around.parts.tests)
        ]
    found += _order_overlap(band, path)
    return found


def _order_overlap(band: Band, path: Path) -> list[Problem]:
    if not isinstance(band.acceptable, OrderSet) or not isinstance(band.disputed, OrderSet):
        return []
    shared = sorted(band.acceptable.status_pairs() & band.disputed.status_pairs())
    return [
        Problem(
            (*path, "disputed"),
            f"The disputed span repeats the acceptable set: {test} is {status} in both.",
            "Give the other status, or take it out of one of the two.",
        )
        for test, status in shared
    ]


def _facts(band: Band, vignette: Vignette, step: Step, path: Path) -> list[Problem]:
    found: list[Problem] = []
    facts = {fact.id: fact for fact in vignette.facts}
    for position, fact_id in enumerate(band.uses_facts):
        where = (*path, "uses_facts", position)
        if fact_id not in facts:
            known = ", ".join(facts)
            sentence = f'The vignette {vignette.id} has no fact "{fact_id}".'
            found.append(Problem(where, sentence, f"Its facts are: {known}."))
        elif not step.knows(facts[fact_id].step):
            found.append(
                Problem(
                    where,
                    f'The fact "{fact_id}" arrives at the step {facts[fact_id].step.value}, after '
                    f"the decision at the step {step.value}.",
                    "A derivation may only use what is known when the decision is taken.",
                )
            )
    if not vignette.known_at(step):
        found.append(
            Problem(
                (*path, "vignette"),
                f"Nothing about {vignette.id} is known at the step {step.value}.",
                "Give the vignette a fact at that step or before.",
            )
        )
    return found


def _practice(band: Band, vignette: Vignette, path: Path) -> list[Problem]:
    if vignette.practice and band.feedback is None:
        return [
            Problem(
                path,
                f"The band {band.id} belongs to a practice vignette and has no feedback.",
                "Add feedback, or write practice: false for the vignette.",
            )
        ]
    if not vignette.practice and band.feedback is not None:
        return [
            Problem(
                (*path, "feedback"),
                f"The band {band.id} has feedback, but {vignette.id} is no practice vignette.",
                "Remove the feedback, or write practice: true for the vignette.",
            )
        ]
    return []


def _twice(ids: tuple[str, ...], path: Path, what: str) -> list[Problem]:
    twice = first_twice(ids)
    if twice is None:
        return []
    return [Problem(path, f'The {what} "{twice}" is named twice.', "Name it once.")]
