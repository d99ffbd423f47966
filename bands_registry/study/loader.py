"""The strict loader: four YAML files to one frozen study, or every error at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from bands_registry.study.assemble import Parts
from bands_registry.study.explain import problems_of
from bands_registry.study.files import FILES, ActionSpaceModel, StudyFile
from bands_registry.study.findings import Finding, Problem, StudyError
from bands_registry.study.models import BandModel, ClauseModel, SourceModel, VignetteModel
from bands_registry.study.rules import check
from bands_registry.study.set_rules import form_refusals
from bands_registry.study.yaml_source import YamlFile, read_yaml
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError

_Model = TypeVar("_Model", bound=BaseModel)

SECTION_FILE = {
    "sources": "sources.yaml",
    "clauses": "sources.yaml",
    "vignettes": "vignettes.yaml",
    "bands": "bands.yaml",
}


def load_study(folder: Path) -> Study:
    """Return the study in `folder`.

    Raises
    ------
    UserError
        `folder` is missing or a file.
    StudyError
        Anything in its files is wrong; all findings of all files are carried.
    HostError
        The machine does not let a file be read.
    """
    if not folder.is_dir():
        found = "is a file" if folder.exists() else "does not exist"
        raise UserError(
            f"A study folder was expected; this {found}.",
            next_step=f"Name the folder that holds {', '.join(FILES)}.",
            file=folder,
        )
    files = {name: read_yaml(folder / name) for name in FILES}
    findings = [finding for file in files.values() for finding in file.findings]
    parts = Parts()
    for name, model in FILES.items():
        findings += _shape_findings(files[name], model)
    _fill(parts, files)
    for problem in parts.problems + check(parts) + _form_problems(parts, files):
        findings.append(_located(problem, files))
    if findings:
        raise StudyError(findings, what=f"The study folder {folder.name}")
    return parts.study()


def _shape_findings(file: YamlFile, model: type[BaseModel]) -> list[Finding]:
    if file.data is None:
        return []
    try:
        model.model_validate(file.data)
    except ValidationError as error:
        return [
            Finding(file.name, file.line(problem.path), problem.sentence, problem.next_step)
            for problem in problems_of(error, model)
        ]
    return []


def _fill(parts: Parts, files: Mapping[str, YamlFile]) -> None:
    """Build every part that passes its own check, so that the rules can look at the rest."""
    data = files["study.yaml"].data
    try:
        parts.add_head(StudyFile.model_validate(data))
    except ValidationError:
        _fill_space(parts, data)
    parts.add_sources(_sound("sources", SourceModel, parts, files))
    parts.add_clauses(_sound("clauses", ClauseModel, parts, files))
    parts.add_vignettes(_sound("vignettes", VignetteModel, parts, files))
    parts.add_bands(_sound("bands", BandModel, parts, files))


def _fill_space(parts: Parts, data: object) -> None:
    """Take the action space of a study.yaml that is wrong elsewhere."""
    declared = data.get("action_space") if isinstance(data, dict) else None
    try:
        parts.add_space(ActionSpaceModel.model_validate(declared))
    except ValidationError:
        parts.space = None


def _sound(
    section: str, model: type[_Model], parts: Parts, files: Mapping[str, YamlFile]
) -> dict[int, _Model]:
    """Return the entries of a section that pass; note the ids of the others."""
    entries = _entries(section, files)
    if entries is None:
        parts.unread.add(section)
        return {}
    sound: dict[int, _Model] = {}
    for at, entry in enumerate(entries):
        try:
            sound[at] = model.model_validate(entry)
        except ValidationError:
            name = entry.get("id") if isinstance(entry, dict) else None
            if isinstance(name, str):
                parts.spoilt.setdefault(section, set()).add(name)
            else:
                parts.unread.add(section)
    return sound


def _entries(section: str, files: Mapping[str, YamlFile]) -> list[object] | None:
    data = files[SECTION_FILE[section]].data
    entries = data.get(section) if isinstance(data, dict) else None
    return entries if isinstance(entries, list) else None


def _form_problems(parts: Parts, files: Mapping[str, YamlFile]) -> list[Problem]:
    """Return where a file wrote a list for days or an interval for levels."""
    found: list[Problem] = []
    if parts.space is None:
        return found
    for at, entry in enumerate(_entries("bands", files) or []):
        if not isinstance(entry, dict) or str(entry.get("sub_action")) not in parts.space:
            continue
        sub_action = parts.space[str(entry["sub_action"])]
        for key in ("acceptable", "disputed"):
            found += [
                Problem(("bands", at, key), sentence, step)
                for sentence, step in form_refusals(entry.get(key), sub_action)
            ]
    return found


def _located(problem: Problem, files: Mapping[str, YamlFile]) -> Finding:
    file = files[SECTION_FILE.get(str(problem.path[0]), "study.yaml")]
    return Finding(file.name, file.line(problem.path), problem.sentence, problem.next_step)
