"""Shapes of the four files of a study folder, and of a whole study in one document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from bands_registry.study.fields import Filled, Id, Line, Strict
from bands_registry.study.models import (
    BandModel,
    ClauseModel,
    SeatModel,
    SettingModel,
    SourceModel,
    SubActionModel,
    VignetteModel,
    WaiverModel,
)
from bands_registry.study.texts import MAX_INTEGER
from fairmed_core.domain.showings import Repeats
from fairmed_core.domain.study import OrderName


class ActionSpaceModel(Strict):
    """The action space: declared in full, or the default protocol's with changes."""

    base: Literal["default"] | None = None
    sub_actions: tuple[SubActionModel, ...] = ()
    settings: tuple[SettingModel, ...] = ()


class AlternativeModel(Strict):
    """One of several orders any of which satisfies a test."""

    label: Line
    names: Filled[Line]


class OrderModel(Strict):
    """A test and the names under which an agent orders it.

    With `any_of`, each alternative (CT, ultrasound, MRI) satisfies the test.
    """

    test: Id
    label: Line
    names: tuple[Line, ...] = ()
    any_of: tuple[AlternativeModel, ...] = ()

    def all_names(self) -> tuple[str, ...]:
        """Return every name that maps to the test, in file order."""
        return self.names + tuple(name for group in self.any_of for name in group.names)

    def value(self) -> OrderName:
        """Return the domain value."""
        return OrderName(self.test, self.label, frozenset(self.all_names()))


class RepeatsModel(Strict):
    """Which share of the items is shown to the same clinician a second time."""

    percent: Annotated[StrictInt, Field(ge=1, le=50)]
    seed: Annotated[StrictInt, Field(ge=0, le=MAX_INTEGER)]

    def value(self) -> Repeats:
        """Return the domain value."""
        return Repeats(self.percent, self.seed)


class StudyFile(Strict):
    """study.yaml: identity, action space, order names, seats, repeats, waivers."""

    id: Id
    title: Line
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
    version: Annotated[StrictInt, Field(ge=1, le=1_000_000)] = 1
    set_distance: Literal["jaccard", "dice", "masi"] = "jaccard"
    authors: Filled[Id]
    action_space: ActionSpaceModel
    orders: tuple[OrderModel, ...] = ()
    no_order_names: tuple[Line, ...] = ()
    seats: tuple[SeatModel, ...] = ()
    repeats: RepeatsModel | None = None
    waivers: tuple[WaiverModel, ...] = ()


class SourcesFile(Strict):
    """sources.yaml: guideline editions and the clauses located in them."""

    sources: tuple[SourceModel, ...]
    clauses: tuple[ClauseModel, ...]


class VignettesFile(Strict):
    """vignettes.yaml: the cases."""

    vignettes: Filled[VignetteModel]


class BandsFile(Strict):
    """bands.yaml: the draft bands and their derivations."""

    bands: Filled[BandModel]


class StudyDocument(StudyFile, SourcesFile, VignettesFile, BandsFile):
    """A whole study in one document, as packs carry it."""


FILES: dict[str, type[Strict]] = {
    "study.yaml": StudyFile,
    "sources.yaml": SourcesFile,
    "vignettes.yaml": VignettesFile,
    "bands.yaml": BandsFile,
}
