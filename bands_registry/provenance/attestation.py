"""The attestation document as a value: everything its pages print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bands_registry.provenance.keys import fingerprint
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.action_space import SubAction
from fairmed_core.domain.adjudicator import Credential
from fairmed_core.domain.band import Band
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.showings import is_second
from fairmed_core.domain.sources import Clause, Source
from fairmed_core.domain.verdict import Judgement, VerdictKind
from fairmed_core.domain.vignette import Vignette


@dataclass(frozen=True)
class Superseded:
    """An earlier verdict on the same item; `amended` is the set it changed the draft to, if any."""

    event_id: str
    time: datetime
    kind: VerdictKind
    amended: AcceptableSet | None


@dataclass(frozen=True)
class IndependenceShown:
    """What the signer stated about herself."""

    not_an_author: bool
    interests: str


@dataclass(frozen=True)
class AttestedItem:
    """One verdict as it is printed.

    Attributes
    ----------
    position
        From 1, in the order of signing.
    item_id
        The showing that was judged: the band's id, or that of its second showing.
    event_id, time, pack_hash
        The signed event, the signer's clock when she pressed Sign (UTC), the pack it names.
    band, sub_action, vignette, clauses
        What was on the screen; clauses with their sources, the one shown first leading.
    tests
        Labels of the tests of an order set, by name.
    judgement
        Answers, notes, kind, amended set, wording, reason as entered.
    acceptable
        The set the verdict stands for; None on DECLINE.
    scope
        The scope as it was shown (whether she acknowledged it stands in `judgement`).
    not_counted
        Why it does not adjudicate, as far as known when signed; empty when it can.
    independence
        What she stated with this verdict.
    sentences
        The exact sentences shown, by name.
    superseded
        Earlier verdicts on the item, oldest first.
    """

    position: int
    item_id: str
    event_id: str
    time: datetime
    pack_hash: str
    band: Band
    sub_action: SubAction
    vignette: Vignette
    clauses: tuple[tuple[Clause, Source], ...]
    tests: Mapping[str, str]
    judgement: Judgement
    acceptable: AcceptableSet | None
    scope: Scope
    not_counted: tuple[NotCounted, ...]
    independence: IndependenceShown
    sentences: Mapping[str, str]
    superseded: tuple[Superseded, ...]

    @property
    def second(self) -> bool:
        """Whether the item had been shown before: the verdict then decides nothing."""
        return is_second(self.item_id)

    @property
    def straddles(self) -> bool:
        """Whether the set has values on both sides of the threshold."""
        return self.acceptable is not None and self.sub_action.straddles(self.acceptable)


@dataclass(frozen=True)
class AttestationDocument:
    """Everything the pages of one attestation print.

    Attributes
    ----------
    number
        Which attestation of this signer, from 1.
    study_id, study_title, practice
        The study; `practice` prints PRACTICE over every page.
    pack_hash, pack_version, roster_hash
        The pack she opened last.
    seat, pseudonym, credential, key_id
        Who signed, as far as that is public; the key in force, which seals the document.
    identity_sealed
        Whether she sealed her identity; without that nothing she signs adjudicates.
    signed_at
        The time of the last verdict.
    meaning
        What the signature means, in the words that were shown.
    independence
        Every different statement she made, in the order of signing.
    items
        The current verdicts.
    size, head
        How many events the document covers and the id of the last of them.
    language, renderer
        The language of the pages, and the version of what prints them.
    """

    number: int
    study_id: str
    study_title: str
    practice: bool
    pack_hash: str
    pack_version: int
    roster_hash: str
    seat: str
    pseudonym: str
    credential: Credential
    key_id: str
    identity_sealed: bool
    signed_at: datetime
    meaning: str
    independence: tuple[IndependenceShown, ...]
    items: tuple[AttestedItem, ...]
    size: int
    head: str
    language: str
    renderer: str

    @property
    def fingerprint(self) -> str:
        """The key's fingerprint as it is read aloud."""
        return fingerprint(self.key_id)
