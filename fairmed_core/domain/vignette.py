"""Vignettes: frozen synthetic cases whose facts arrive step by step."""

from __future__ import annotations

from dataclasses import dataclass

from fairmed_core.domain.action_space import Step


@dataclass(frozen=True)
class Vital:
    """A measured value that is shown as a tile, e.g. heart rate 104 /min."""

    name: str
    value: str
    unit: str


@dataclass(frozen=True)
class Fact:
    """One statement about the case.

    Attributes
    ----------
    id
        Unique in the vignette; a derivation names the facts it uses by it.
    step
        The step at which the fact becomes known.
    text
        The statement.
    vitals
        Values shown as tiles above the text.
    only_if
        What must have been done earlier for the fact to exist ("imaging was ordered"), or None.
    """

    id: str
    step: Step
    text: str
    vitals: tuple[Vital, ...] = ()
    only_if: str | None = None


@dataclass(frozen=True)
class Vignette:
    """A case.

    Attributes
    ----------
    headline
        The presenting problem in a few words.
    domain
        triage, ordering, medication or documentation.
    facts
        In the order in which they are read.
    not_known
        Per step, what the agent does not know yet, in kinds ("laboratory results, imaging").
    practice
        Whether it belongs to the practice part (kept out of every count).
    """

    id: str
    headline: str
    domain: str
    facts: tuple[Fact, ...]
    not_known: tuple[tuple[Step, str], ...] = ()
    practice: bool = False

    def known_at(self, step: Step) -> tuple[Fact, ...]:
        """Return the facts available at `step`, in reading order."""
        return tuple(fact for fact in self.facts if step.knows(fact.step))

    def not_known_at(self, step: Step) -> str:
        """Return what is not known yet at `step`, or ""."""
        return next((text for at, text in self.not_known if at is step), "")
