"""The base of everything signed: frozen models that accept exactly the declared fields."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from bands_registry.provenance.canonical import has_bidi_control
from bands_registry.provenance.envelope import unbase64
from bands_registry.provenance.errors import ContentAlteredError, MalformedError
from fairmed_core.clock import from_stamp
from fairmed_core.domain.adjudicator import Credential

_Model = TypeVar("_Model", bound=BaseModel)


class Frozen(BaseModel):
    """Strict types, no unknown field, no change after construction."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _identifier(text: str) -> str:
    if not text.isascii() and has_bidi_control(text):
        # A pseudonym or item that reads otherwise than it is spelled is an alteration.
        raise ContentAlteredError(
            "An identifier holds a character that turns the reading direction."
        )
    return text


def _base64(text: str) -> str:
    unbase64(text)
    return text


def _time(text: str) -> str:
    from_stamp(text)
    return text


def _sorted_unique(texts: tuple[str, ...]) -> tuple[str, ...]:
    if list(texts) != sorted(set(texts)):
        raise ValueError("a set is written sorted, each entry once")
    return texts


Id = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(_identifier)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Base64 = Annotated[str, AfterValidator(_base64)]
Time = Annotated[str, AfterValidator(_time)]
Count = Annotated[int, Field(ge=0)]
Position = Annotated[int, Field(ge=1)]
# JSON knows lists only; strict models want to be told that a tuple may be read from one.
Texts = Annotated[tuple[str, ...], Field(strict=False)]
SortedTexts = Annotated[tuple[Id, ...], Field(strict=False), AfterValidator(_sorted_unique)]


class CredentialBody(Frozen):
    """A credential as it is recorded."""

    profession: str
    specialties: Texts
    jurisdiction: str
    years: str

    @classmethod
    def of(cls, credential: Credential) -> CredentialBody:
        """Return the recorded form of `credential`."""
        return cls(
            profession=credential.profession,
            specialties=credential.specialties,
            jurisdiction=credential.jurisdiction,
            years=credential.years,
        )

    def credential(self) -> Credential:
        """Return the credential; MalformedError when its codes are unknown."""
        try:
            return Credential(self.profession, self.specialties, self.jurisdiction, self.years)
        except ValueError as error:
            raise MalformedError(f"The credential is not valid: {error}.") from error


def parse(model: type[_Model], value: Mapping[str, object]) -> _Model:
    """Return the model these fields spell; MalformedError for missing, unknown or wrong ones."""
    try:
        found = model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise MalformedError(
            f"A field is not as the format wants it: {first['msg']}.", place=place
        ) from error
    # Every field is always given; a set of their names in each of 40,000 events fills 50 MB.
    object.__setattr__(found, "__pydantic_fields_set__", _field_names(model))
    return found


@functools.cache
def _field_names(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields)
