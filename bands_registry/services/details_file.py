"""Private details in a YAML file, for scripted use: who an adjudicator is, to be sealed."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from bands_registry.provenance.identity import IdentityDetails
from bands_registry.study.explain import problems_of
from bands_registry.study.fields import Line, Strict
from bands_registry.study.findings import Finding, StudyError
from bands_registry.study.yaml_source import read_yaml


class _Details(Strict):
    name: Line
    licence: Line
    body: Line
    institution: Line | None = None
    email: Line | None = None


def read_details(path: Path) -> IdentityDetails:
    """Return the details in `path` (name, licence, body; institution and email as wanted).

    Raises
    ------
    StudyError
        Anything in the file is wrong; all findings are carried.
    HostError
        The machine does not let the file be read.
    """
    file = read_yaml(path)
    findings = list(file.findings)
    if file.data is not None:
        try:
            read = _Details.model_validate(file.data)
            return IdentityDetails(
                read.name, read.licence, read.body, read.institution or "", read.email or ""
            )
        except ValidationError as error:
            findings += [
                Finding(file.name, file.line(found.path), found.sentence, found.next_step)
                for found in problems_of(error, _Details)
            ]
    raise StudyError(findings, what=f"The file of private details {path.name}")
