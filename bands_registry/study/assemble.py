"""From checked parts to a study; a part that failed its own check is left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

from bands_registry.study.fields import first_twice
from bands_registry.study.files import ActionSpaceModel, StudyFile
from bands_registry.study.findings import Problem
from bands_registry.study.models import (
    BandModel,
    ClauseModel,
    SourceModel,
    SubActionModel,
    VignetteModel,
)
from fairmed_core.domain.action_space import ActionSpace, SubAction
from fairmed_core.domain.band import Band
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.sources import Clause, Source
from fairmed_core.domain.study import Study
from fairmed_core.domain.vignette import Vignette

_NEEDED = ("label", "step", "kind")


@dataclass
class Parts:
    """The parts of a study by their position in the file.

    Attributes
    ----------
    head, space
        study.yaml and the action space it declares; None when wrong.
    tests, authors
        Ids that bands may name; None when they could not be read.
    sources, clauses, vignettes, bands
        The parts that passed their own check.
    spoilt
        Per section, the ids of parts that did not: they exist, so naming them is no error.
    unread
        Sections of which nothing, or not every id, could be read.
    """

    head: StudyFile | None = None
    space: ActionSpace | None = None
    tests: frozenset[str] | None = None
    authors: frozenset[str] | None = None
    sources: dict[int, Source] = field(default_factory=dict)
    clauses: dict[int, Clause] = field(default_factory=dict)
    vignettes: dict[int, Vignette] = field(default_factory=dict)
    bands: dict[int, Band] = field(default_factory=dict)
    spoilt: dict[str, set[str]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def may_exist(self, section: str, name: str) -> bool:
        """Whether a part that is not among the sound ones may stand in the files all the same."""
        return section in self.unread or name in self.spoilt.get(section, set())

    def add_head(self, model: StudyFile) -> None:
        """Take study.yaml."""
        self.head = model
        self.tests = frozenset(order.test for order in model.orders)
        self.authors = frozenset(model.authors)
        self.add_space(model.action_space)

    def add_space(self, model: ActionSpaceModel) -> None:
        """Build the action space."""
        self.space = _space(model, self.problems)

    def add_sources(self, models: Mapping[int, SourceModel]) -> None:
        """Build the sources."""
        self.sources = {at: model.value() for at, model in models.items()}

    def add_clauses(self, models: Mapping[int, ClauseModel]) -> None:
        """Build the clauses."""
        self.clauses = {at: model.value() for at, model in models.items()}

    def add_vignettes(self, models: Mapping[int, VignetteModel]) -> None:
        """Build the vignettes."""
        self.vignettes = {at: model.value() for at, model in models.items()}

    def add_bands(self, models: Mapping[int, BandModel]) -> None:
        """Build the bands; one whose disputed span clashes with its set is a problem."""
        for at, model in models.items():
            try:
                self.bands[at] = model.value()
            except TypeError:
                sentence = "The disputed span is of another kind than the acceptable set."
                step = "Write both in the same form."
                self.problems.append(Problem(("bands", at, "disputed"), sentence, step))
            except ValueError as error:
                sentence = f"The disputed span overlaps the acceptable set ({error})."
                step = "A value is either acceptable or disputed: take it out of one of the two."
                self.problems.append(Problem(("bands", at, "disputed"), sentence, step))
            if at not in self.bands:
                self.spoilt.setdefault("bands", set()).add(model.id)

    def study(self) -> Study:
        """Return the study; only called when no problem was found."""
        head, space = self.head, self.space
        if head is None or space is None:
            raise AssertionError("a study was assembled though parts of it are missing")
        return Study(
            id=head.id,
            title=head.title,
            language=head.language,
            space=space,
            sources=tuple(self.sources.values()),
            clauses=tuple(self.clauses.values()),
            vignettes=tuple(self.vignettes.values()),
            bands=tuple(self.bands.values()),
            seats=tuple(seat.value() for seat in head.seats),
            orders=tuple(order.value() for order in head.orders),
            waivers=tuple(waiver.value() for waiver in head.waivers),
            set_distance=head.set_distance,
            authors=head.authors,
            version=head.version,
            no_order_names=frozenset(head.no_order_names),
            repeats=None if head.repeats is None else head.repeats.value(),
        )


def _space(model: ActionSpaceModel, problems: list[Problem]) -> ActionSpace | None:
    """Return the declared space: the base's parts, replaced or followed by the declared ones."""
    base = DEFAULT_SPACE if model.base == "default" else ActionSpace((), ())
    names = [declared.name for declared in model.sub_actions]
    twice = first_twice(names)
    if twice is not None:
        path = ("action_space", "sub_actions", len(names) - 1 - names[::-1].index(twice))
        problems.append(
            Problem(path, f"The sub-action {twice} is declared twice.", "Keep one of the two.")
        )
        return None
    sub_actions = {sub_action.name: sub_action for sub_action in base.sub_actions}
    for at, declared in enumerate(model.sub_actions):
        built = _sub_action(declared, sub_actions.get(declared.name))
        if built is None:
            path = ("action_space", "sub_actions", at)
            problems.append(
                Problem(
                    path,
                    f"The sub-action {declared.name} is new and lacks label, step or kind.",
                    "Write all three, or name a sub-action of the default protocol.",
                )
            )
            return None
        sub_actions[declared.name] = built
    settings = {setting.id: setting for setting in base.settings}
    settings |= {setting.id: setting.value() for setting in model.settings}
    return ActionSpace(tuple(sub_actions.values()), tuple(settings.values()))


def _sub_action(model: SubActionModel, base: SubAction | None) -> SubAction | None:
    changes = model.changes()
    if base is not None:
        return dataclasses.replace(base, **changes)  # type: ignore[arg-type]
    if any(key not in changes for key in _NEEDED):
        return None
    return SubAction(name=model.name, **changes)  # type: ignore[arg-type]
