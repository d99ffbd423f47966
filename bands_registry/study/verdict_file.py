"""Verdicts in a YAML file: what `fairmed adjudicate` records, for scripted use and tests.

An empty amended set ("no listed action is acceptable") is written ``amended: {levels: []}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from bands_registry.study.explain import problems_of
from bands_registry.study.fields import (
    Filled,
    Flag,
    Id,
    Line,
    Profession,
    SeatCode,
    Specialty,
    Strict,
    Text,
)
from bands_registry.study.findings import Finding, Problem, StudyError
from bands_registry.study.set_rules import form_refusals, set_refusals
from bands_registry.study.sets import Acceptable
from bands_registry.study.yaml_source import YamlFile, read_yaml
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import Band
from fairmed_core.domain.showings import second_showing
from fairmed_core.domain.study import Study
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Judgement,
    VerdictKind,
    answers_allowed,
)

Question = Literal[1, 2, 3, 4, 5, 6]


class CredentialModel(Strict):
    """What is public about the adjudicator."""

    profession: Profession
    specialties: Filled[Specialty]
    jurisdiction: Line
    years: Literal["0-2", "3-5", "6-10", "11-20", "21+"]

    def value(self) -> Credential:
        """Return the domain value."""
        return Credential(self.profession, self.specialties, self.jurisdiction, self.years)


class VerdictModel(Strict):
    """One verdict; `showing` 2 is that on an item which the study shows a second time."""

    item: Id
    showing: Literal[1, 2] = 1
    kind: VerdictKind
    answers: dict[Question, Answer] = Field(default_factory=dict)
    notes: dict[Question, Text] = Field(default_factory=dict)
    amended: Acceptable | None = None
    wording: Text | None = None
    error_kinds: tuple[ErrorKind, ...] = ()
    reason: Text | None = None
    decline_reason: DeclineReason | None = None
    scope_acknowledged: Flag = False

    @property
    def shown(self) -> str:
        """The id of the showing that was judged."""
        return self.item if self.showing == 1 else second_showing(self.item)

    def value(self) -> Judgement:
        """Return the domain value."""
        return Judgement(
            answers={int(question): answer for question, answer in self.answers.items()},
            notes={int(question): note for question, note in self.notes.items()},
            kind=self.kind,
            amended=self.amended,
            wording=self.wording,
            error_kinds=frozenset(self.error_kinds),
            reason=self.reason or "",
            decline_reason=self.decline_reason,
            scope_acknowledged=self.scope_acknowledged,
        )


class VerdictDocument(Strict):
    """A verdict file."""

    credential: CredentialModel
    seat: SeatCode
    verdicts: Filled[VerdictModel]


@dataclass(frozen=True)
class FileVerdict:
    """A verdict as entered: the id of the showing and what was judged."""

    item: str
    judgement: Judgement


@dataclass(frozen=True)
class VerdictFile:
    """The content of a verdict file."""

    credential: Credential
    seat: str
    verdicts: tuple[FileVerdict, ...]


def read_verdict_file(path: Path, study: Study) -> VerdictFile:
    """Return the verdicts in `path`, each fit for its band in `study`.

    Whether a verdict is complete and consistent is judged where it is signed.

    Raises
    ------
    StudyError
        Anything in the file is wrong; all findings are carried.
    HostError
        The machine does not let the file be read.
    """
    file = read_yaml(path)
    findings = list(file.findings)
    document: VerdictDocument | None = None
    if file.data is not None:
        try:
            document = VerdictDocument.model_validate(file.data)
        except ValidationError as error:
            findings += [_located(problem, file) for problem in problems_of(error, VerdictDocument)]
    if document is not None:
        findings += [_located(problem, file) for problem in _problems(document, study, file)]
    if document is None or findings:
        raise StudyError(findings, what=f"The verdict file {path.name}")
    verdicts = tuple(FileVerdict(model.shown, model.value()) for model in document.verdicts)
    return VerdictFile(document.credential.value(), document.seat, verdicts)


def _located(problem: Problem, file: YamlFile) -> Finding:
    return Finding(file.name, file.line(problem.path), problem.sentence, problem.next_step)


def _problems(document: VerdictDocument, study: Study, file: YamlFile) -> Iterator[Problem]:
    seat = next((seat for seat in study.seats if seat.code == document.seat), None)
    if seat is None:
        codes = ", ".join(seat.code for seat in study.seats) or "none"
        sentence = f"The study has no seat {document.seat}."
        yield Problem(("seat",), sentence, f"Its seats are: {codes}.")
        return
    bands = {band.id: band for band in study.bands}
    seen: set[str] = set()
    for at, model in enumerate(document.verdicts):
        place = ("verdicts", at, "item")
        if model.item not in seat.items:
            sentence = f'The seat {seat.code} has no item "{model.item}".'
            yield Problem(place, sentence, f"Its items are: {', '.join(seat.items)}.")
            continue
        if model.showing == 2 and model.item not in study.repeated:
            sentence = f'"{model.item}" is not shown a second time in this study.'
            yield Problem(("verdicts", at, "showing"), sentence, "Leave out `showing`.")
        if model.shown in seen:
            yield Problem(place, f'"{model.item}" is judged twice.', "Keep one verdict an item.")
        seen.add(model.shown)
        band = bands[model.item]
        yield from _answer_problems(model, band, at)
        if model.amended is not None:
            yield from _set_problems(model, band, study, at, _written(file, at))


def _answer_problems(model: VerdictModel, band: Band, at: int) -> Iterator[Problem]:
    for question, answer in model.answers.items():
        allowed = answers_allowed(question, band)
        if answer not in allowed:
            yield Problem(
                ("verdicts", at, "answers", question),
                f"Question {question} of {band.id} cannot be answered {answer.value}.",
                f"Allowed: {', '.join(choice.value for choice in allowed)}.",
            )


def _set_problems(
    model: VerdictModel, band: Band, study: Study, at: int, written: object
) -> Iterator[Problem]:
    if model.amended is None:
        return
    sub_action = study.space[band.sub_action]
    tests = {order.test for order in study.orders}
    refusals = form_refusals(written, sub_action)
    refusals += set_refusals(model.amended, sub_action, tests=tests)
    for sentence, step in refusals:
        yield Problem(("verdicts", at, "amended"), sentence, step)


def _written(file: YamlFile, at: int) -> object:
    """Return the amended set of a verdict as it stands in the file."""
    data = file.data
    verdicts = data.get("verdicts") if isinstance(data, dict) else None
    entry = verdicts[at] if isinstance(verdicts, list) else None
    return entry.get("amended") if isinstance(entry, dict) else None
