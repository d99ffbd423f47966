"""Sentences for what a shape check refuses."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bands_registry.study.fields import shown
from bands_registry.study.findings import Path, Problem

_Said = tuple[str, str]


def problems_of(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """Return one problem per place that `model` refused."""
    found: list[Problem] = []
    for detail in error.errors(include_url=False):
        path = tuple(part for part in detail["loc"] if part != "[key]")
        sentence, step = _explained(detail, path, model)
        found.append(Problem(path, sentence, step))
    return found


def _explained(detail: ErrorDetails, path: Path, model: type[BaseModel]) -> _Said:
    name = next((part for part in reversed(path) if isinstance(part, str)), "this place")
    if detail["type"] == "fairmed":
        context = detail["ctx"]
        return f"{name}: {context['sentence']}", str(context["next"])
    if detail["type"] == "extra_forbidden":
        return _unknown_key(name, sorted(_model_at(model, path[:-1]).model_fields))
    say = _SENTENCES.get(detail["type"])
    if say is None:
        return f"{name}: {detail['msg']}.", "Write what is expected there."
    return say(name, detail)


def _unknown_key(name: str, known: list[str]) -> _Said:
    sentence = f'The key "{name}" is not known here.'
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return sentence, f'Did you mean "{close[0]}"?'
    return sentence, f"Known keys are: {', '.join(known)}."


def _missing(name: str, _: ErrorDetails) -> _Said:
    return f'The key "{name}" is missing.', "Add it."


def _no_text(name: str, detail: ErrorDetails) -> _Said:
    return (
        f"{name} should be a text, found {shown(detail['input'])}.",
        "Write the text; put it in quotes where it is true, false or null.",
    )


def _no_whole_number(name: str, detail: ErrorDetails) -> _Said:
    return (
        f"{name} should be a whole number, found {shown(detail['input'])}.",
        "Write digits only, e.g. 14 (no 1_000, 2:30, 3.0 or quotes).",
    )


def _no_truth(name: str, detail: ErrorDetails) -> _Said:
    return (
        f"{name} should be true or false, found {shown(detail['input'])}.",
        "Write true or false (yes, no, on and off are plain words in YAML 1.2).",
    )


def _no_list(name: str, detail: ErrorDetails) -> _Said:
    return (
        f"{name} should be a list, found {shown(detail['input'])}.",
        "Begin each entry with a dash.",
    )


def _no_mapping(name: str, detail: ErrorDetails) -> _Said:
    return (
        f"{name} should be keys with values, found {shown(detail['input'])}.",
        "Write one key: value a line, indented alike.",
    )


def _not_listed(name: str, detail: ErrorDetails) -> _Said:
    allowed = str(detail["ctx"]["expected"]).replace("'", "")
    return f"{name} cannot be {shown(detail['input'])}.", f"Allowed are: {allowed}."


def _bad_pattern(name: str, detail: ErrorDetails) -> _Said:
    return f"{name} cannot be {shown(detail['input'])}.", _PATTERN_STEPS.get(
        name,
        "Use letters, digits, dot, dash and underscore, up to 80, beginning with one of the "
        "first two.",
    )


def _out_of_bounds(name: str, detail: ErrorDetails) -> _Said:
    bound = next(iter(detail["ctx"].values()))
    side = "at least" if "greater" in detail["type"] else "at most"
    return f"{name} cannot be {shown(detail['input'])}.", f"Write a number of {side} {bound}."


_PATTERN_STEPS = {
    "code": "Write 3 to 12 capital letters and digits, e.g. G7K2.",
    "seat": "Write 3 to 12 capital letters and digits, e.g. G7K2.",
    "sha256": "Write the 64 lower-case hexadecimal digits of the file's SHA-256.",
    "language": "Write a language code, e.g. en.",
}

_SENTENCES: dict[str, Callable[[str, ErrorDetails], _Said]] = {
    "missing": _missing,
    "string_type": _no_text,
    "int_type": _no_whole_number,
    "bool_type": _no_truth,
    "tuple_type": _no_list,
    "list_type": _no_list,
    "model_type": _no_mapping,
    "model_attributes_type": _no_mapping,
    "dict_type": _no_mapping,
    "literal_error": _not_listed,
    "enum": _not_listed,
    "string_pattern_mismatch": _bad_pattern,
    "greater_than_equal": _out_of_bounds,
    "less_than_equal": _out_of_bounds,
}


def _model_at(model: type[BaseModel], path: Path) -> type[BaseModel]:
    """Return the model that checks the mapping at `path`."""
    for part in path:
        if isinstance(part, str) and part in model.model_fields:
            model = _inner_model(model.model_fields[part].annotation) or model
    return model


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for arg in get_args(annotation) if (found := _inner_model(arg))), None)
