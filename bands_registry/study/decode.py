"""Reading the canonical dicts back: shapes and rules, told as errors of the one who sent them."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from bands_registry.study.assemble import Parts
from bands_registry.study.explain import problems_of
from bands_registry.study.files import StudyDocument
from bands_registry.study.findings import Problem
from bands_registry.study.rules import check
from bands_registry.study.sets import parse_acceptable
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError

_PUBLISH_AGAIN = "Ask whoever sent the file to publish it again from the study folder."


def decode_acceptable(encoded: Mapping[str, object]) -> AcceptableSet:
    """Return the set; UserError when `encoded` is none."""
    try:
        return parse_acceptable(dict(encoded) if isinstance(encoded, Mapping) else encoded)
    except PydanticCustomError as error:
        raise UserError(error.message(), next_step=_PUBLISH_AGAIN) from error


def decode_study(encoded: Mapping[str, object]) -> Study:
    """Return the study; UserError naming the first broken place and how many more there are."""
    try:
        document = StudyDocument.model_validate(encoded)
    except ValidationError as error:
        raise _refusal(problems_of(error, StudyDocument)) from error
    parts = Parts()
    parts.add_head(document)
    parts.add_sources(dict(enumerate(document.sources)))
    parts.add_clauses(dict(enumerate(document.clauses)))
    parts.add_vignettes(dict(enumerate(document.vignettes)))
    parts.add_bands(dict(enumerate(document.bands)))
    problems = parts.problems + check(parts)
    if problems:
        raise _refusal(problems)
    return parts.study()


def _refusal(problems: list[Problem]) -> UserError:
    first = problems[0]
    more = len(problems) - 1
    also = f" ({more} more like it.)" if more else ""
    return UserError(f"{first.sentence}{also}", next_step=_PUBLISH_AGAIN, place=first.place)
