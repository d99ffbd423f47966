"""The analysis plan as a YAML file: its shape, and the values it stands for.

Read as strictly as a study: keys that are not known or stand twice are refused, and everything
that is wrong is told at once, each with its line. Decimals are written as such (0.8) and kept as
text, so that the plan's hash depends on what was written and on no program's rounding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from bands_registry.study.explain import problems_of
from bands_registry.study.fields import Filled, Flag, Id, Line, Strict, Text, Whole, refusal
from bands_registry.study.findings import Finding, Problem, StudyError
from bands_registry.study.models import ThresholdModel
from bands_registry.study.yaml_source import read_yaml
from fairmed_core.analysis.gates import Gates
from fairmed_core.analysis.plan import EVERYTHING, Family, ForcedArms, Pair, Plan
from fairmed_core.analysis.settings import Resampling
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.study import DistanceName
from fairmed_core.errors import UserError

LEAST_RESAMPLES = 100
_SHARE_STEP = "Write a number from 0 to 1, e.g. 0.8."


def _share(text: str) -> str:
    try:
        inside = 0 <= float(text) <= 1 and text.replace(".", "", 1).isdigit() and text.isascii()
    except ValueError:
        inside = False
    if not inside:
        raise refusal(f"{text!r} is no share.", _SHARE_STEP)
    return text


def _key(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Share = Annotated[Line, AfterValidator(_share)]
Written = Annotated[str, BeforeValidator(_key)]
Seed = Annotated[Whole, Field(ge=0)]
Resamples = Annotated[Whole, Field(ge=LEAST_RESAMPLES)]
Age = Annotated[Whole, Field(ge=0, le=130)]


class PairModel(Strict):
    """A comparison with a reference of its own."""

    condition: Line
    reference: Line


class ControlsModel(Strict):
    """The three conditions in which nothing clinical changed."""

    re_render: Line
    sham_attribute: Line
    rare_token: Line

    def value(self) -> tuple[str, ...]:
        """Return their names."""
        return self.re_render, self.sham_attribute, self.rare_token


class FamilyModel(Strict):
    """Contrasts whose p-values are adjusted together."""

    name: Line
    actions: tuple[Id, ...] = ()
    conditions: tuple[Line, ...] = ()


class GatesModel(Strict):
    """What a model must reach before its rates are ranked."""

    capability: Share
    entropy: Share
    straddling: Annotated[Whole, Field(ge=0)]


class ForcedModel(Strict):
    """Two arms in which upstream steps were forced."""

    steps: Line
    flipped_arm: Line
    reference_arm: Line


class PlanFile(Strict):
    """plan.yaml."""

    title: Line
    notes: Text | None = None
    reference: Line
    conditions: Filled[Line]
    contrasts: tuple[PairModel, ...] = ()
    controls: ControlsModel | None = None
    attributes: dict[Line, dict[Id, Line]]
    ages: tuple[Age, ...] = ()
    thresholds: dict[Id, ThresholdModel] = Field(default_factory=dict)
    set_distance: DistanceName
    resamples: Resamples
    seed: Seed
    shared_seeds: Flag
    families: Filled[FamilyModel] | None = None
    gates: GatesModel | None = None
    tipping_rate: Share | None = None
    forced: tuple[ForcedModel, ...] = ()
    value_maps: dict[Line, dict[Id, dict[Written, Whole]]] = Field(default_factory=dict)
    decoding: Line

    def content(self) -> dict[str, object]:
        """Return what was written, without comments and layout: the plan's hash is taken of it.

        Names that the study does not choose are values here, never keys: keys are plain ASCII.
        """
        written = self.model_dump(mode="json", exclude_unset=True)
        written["attributes"] = [
            {"condition": name, "descriptor": self.attributes[name]}
            for name in sorted(self.attributes)
        ]
        written["value_maps"] = [
            {"model": model, "sub_action": name, "written": raw, "value": fields[name][raw]}
            for model, fields in sorted(self.value_maps.items())
            for name in sorted(fields)
            for raw in sorted(fields[name])
        ]
        return written

    def value(self, *, sha256: str) -> Plan:
        """Return the plan."""
        return Plan(
            reference=self.reference,
            conditions=self.conditions,
            pairs=tuple(Pair(one.condition, one.reference) for one in self.contrasts),
            controls=self.controls.value() if self.controls else (),
            attributes=self.attributes,
            ages=self.ages,
            thresholds={name: one.value() for name, one in self.thresholds.items()},
            shared_seeds=self.shared_seeds,
            resampling=Resampling(resamples=self.resamples, seed=self.seed),
            set_distance=self.set_distance,
            families=EVERYTHING
            if self.families is None
            else tuple(Family(one.name, one.actions, one.conditions) for one in self.families),
            gates=None
            if self.gates is None
            else Gates(
                float(self.gates.capability), float(self.gates.entropy), self.gates.straddling
            ),
            tipping_rate=None if self.tipping_rate is None else float(self.tipping_rate),
            forced=tuple(
                ForcedArms(one.steps, one.flipped_arm, one.reference_arm) for one in self.forced
            ),
            value_maps=self.value_maps,
            decoding=self.decoding,
            sha256=sha256,
        )


def read_plan_file(path: Path) -> PlanFile:
    """Return what stands in a plan file.

    Raises
    ------
    UserError
        `path` is missing or a folder.
    StudyError
        Anything in it is wrong; all findings are carried.
    HostError
        The machine does not let the file be read.
    """
    if not path.is_file():
        found = "is a folder" if path.exists() else "does not exist"
        raise UserError(
            f"A plan was expected; this {found}.",
            next_step="Name the plan's file, or write one with: fairmed plan new",
            file=path,
        )
    file = read_yaml(path)
    findings = list(file.findings)
    plan: PlanFile | None = None
    if file.data is not None:
        try:
            plan = PlanFile.model_validate(file.data)
            problems = list(_broken_rules(plan))
        except ValidationError as error:
            problems = problems_of(error, PlanFile)
        findings += [
            Finding(file.name, file.line(one.path), one.sentence, one.next_step) for one in problems
        ]
    if findings or plan is None:
        raise StudyError(findings, what=f"The plan {path.name}")
    return plan


def _broken_rules(plan: PlanFile) -> Iterator[Problem]:
    yield from _twice(plan)
    yield from _undescribed(plan)
    for at, pair in enumerate(plan.contrasts):
        if pair.condition == pair.reference:
            yield Problem(
                ("contrasts", at),
                f"{pair.condition} is compared with itself.",
                "Name two conditions that differ.",
            )
    steps = [step.value for step in Step]
    for at, forced in enumerate(plan.forced):
        if any(step not in steps for step in forced.steps.split(";")):
            yield Problem(
                ("forced", at, "steps"),
                f"{forced.steps!r} is no list of steps.",
                f"Join some of {', '.join(steps)} by semicolons.",
            )
    compared = {*plan.conditions, *(pair.condition for pair in plan.contrasts)}
    for at, family in enumerate(plan.families or ()):
        for name in family.conditions:
            if name not in compared:
                yield Problem(
                    ("families", at, "conditions"),
                    f"{name} is compared nowhere in the plan.",
                    "Add it to conditions, or leave it out of the family.",
                )


def _twice(plan: PlanFile) -> Iterator[Problem]:
    controls = plan.controls.value() if plan.controls else ()
    named = Counter((plan.reference, *plan.conditions, *controls))
    for name, times in named.items():
        if times > 1:
            yield Problem(
                ("conditions",),
                f"{name} is named {times} times among reference, conditions and controls.",
                "Give each condition one part.",
            )


def _undescribed(plan: PlanFile) -> Iterator[Problem]:
    """Yield conditions whose descriptor is not given: the confounded registry cannot judge them."""
    for name, reference in _comparisons(plan).items():
        described = plan.attributes.get(name)
        against = plan.attributes.get(reference)
        if described is None:
            yield Problem(
                ("attributes",),
                f"The descriptor of {name} is missing.",
                "Write its attributes, e.g. {sex: woman, insurance: medicaid}.",
            )
        elif against is not None and set(described) != set(against) and name != reference:
            odd = ", ".join(sorted(set(described) ^ set(against)))
            yield Problem(
                ("attributes", name),
                f"{name} and {reference} do not name the same attributes ({odd}).",
                "Describe both by the same attributes.",
            )
        elif described == against and name != reference:
            yield Problem(
                ("attributes", name),
                f"{name} is described exactly as {reference}.",
                "Write what differs between them.",
            )


def _comparisons(plan: PlanFile) -> Mapping[str, str]:
    """Return every described condition with the reference it is compared with."""
    references = {pair.reference: pair.reference for pair in plan.contrasts}
    pairs = {pair.condition: pair.reference for pair in plan.contrasts}
    main = dict.fromkeys(plan.conditions, plan.reference)
    return {**references, **pairs, **main, plan.reference: plan.reference}
