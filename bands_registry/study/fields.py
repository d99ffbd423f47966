"""The field types that study files and packs are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from bands_registry.study.texts import (
    ID_PATTERN,
    MAX_INTEGER,
    SEAT_PATTERN,
    normal,
    refused_character,
)
from fairmed_core.domain.adjudicator import PROFESSIONS, SPECIALTIES

_T = TypeVar("_T")


class Strict(BaseModel):
    """A mapping with exactly the declared keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def refusal(sentence: str, next_step: str) -> PydanticCustomError:
    """Return the error that `explain` turns into a sentence and a next step."""
    return PydanticCustomError("fairmed", "{sentence}", {"sentence": sentence, "next": next_step})


def first_twice(values: Sequence[_T]) -> _T | None:
    """Return the first value that occurs a second time, or None."""
    seen: set[_T] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def shown(value: object) -> str:
    """Return a value as found, short enough for a sentence."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "keys with values"
    if isinstance(value, list | tuple):
        return "a list"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _number_as_text(value: object) -> object:
    # "edition: 2020" and "value: 92" are texts that look like numbers; true and false are traps.
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _not_empty(value: object) -> object:
    # Told here, not by a minimum length: that one also counts entries refused for other reasons.
    if value in ([], ()):
        raise refusal("The list is empty; at least one entry is expected.", "Add an entry.")
    return value


def _clean(text: str) -> str:
    bad = refused_character(text)
    if bad is not None:
        raise refusal(f"The text holds the control character {bad}.", "Remove that character.")
    clean = normal(text)
    if not clean:
        raise refusal("The text is empty.", "Write it, or leave out the key.")
    return clean


def _one_line(text: str) -> str:
    if "\n" in text:
        raise refusal("A text of one line was expected, several were found.", "Put it on one line.")
    return text


_TEXT_SCHEMA = WithJsonSchema({"type": ["string", "number"], "minLength": 1})
Text = Annotated[str, AfterValidator(_clean), BeforeValidator(_number_as_text), _TEXT_SCHEMA]
Line = Annotated[
    str,
    AfterValidator(_clean),
    AfterValidator(_one_line),
    BeforeValidator(_number_as_text),
    _TEXT_SCHEMA,
]
Filled = Annotated[
    tuple[_T, ...], BeforeValidator(_not_empty), Field(json_schema_extra={"minItems": 1})
]
Id = Annotated[str, Field(pattern=ID_PATTERN)]
SeatCode = Annotated[str, Field(pattern=SEAT_PATTERN)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Whole = Annotated[StrictInt, Field(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Flag = StrictBool


def _profession(code: str) -> str:
    if code not in PROFESSIONS:
        raise refusal(f'"{code}" is no profession known here.', f"Use {', '.join(PROFESSIONS)}.")
    return code


def _specialty(code: str) -> str:
    if code not in SPECIALTIES:
        raise refusal(f'"{code}" is no specialty known here.', f"Use {', '.join(SPECIALTIES)}.")
    return code


Profession = Annotated[
    str, AfterValidator(_profession), WithJsonSchema({"enum": list(PROFESSIONS)})
]
Specialty = Annotated[str, AfterValidator(_specialty), WithJsonSchema({"enum": list(SPECIALTIES)})]
