"""Scope: whether a decision ordinarily lies with someone of this credential."""

from __future__ import annotations

from dataclasses import dataclass

from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.adjudicator import PROFESSIONS, SPECIALTIES, Credential


@dataclass(frozen=True)
class Scope:
    """The answer, with what a scope warning must say.

    Attributes
    ----------
    inside
        Whether a verdict from this credential adjudicates.
    setting
        Label of the setting, or "" when the sub-action declares none.
    decided_by
        Labels of the specialties and professions that ordinarily decide, sorted.
    """

    inside: bool
    setting: str
    decided_by: tuple[str, ...]


def scope_of(
    space: ActionSpace, sub_action: str, credential: Credential, *, setting: str | None = None
) -> Scope:
    """Return the scope of `credential` for `sub_action`; `setting` is the band's own, if any.

    Any one listed specialty or profession is enough. A sub-action without a declared setting is
    recorded only: nobody is inside (mission, "Decided, so that nobody guesses").
    """
    decides = space.setting_of(sub_action, own=setting)
    if decides is None:
        return Scope(inside=False, setting="", decided_by=())
    inside = credential.profession in decides.professions or not decides.specialties.isdisjoint(
        credential.specialties
    )
    labels = [SPECIALTIES[code] for code in decides.specialties]
    labels += [PROFESSIONS[code] for code in decides.professions]
    return Scope(inside=inside, setting=decides.label, decided_by=tuple(sorted(labels)))
