"""What merging, exporting and agreement came to, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator_app.presenters.saying import say
from adjudicator_app.presenters.told import told as told_of
from fairmed_core.domain.study import Study
from fairmed_core.words.joining import apart, listed, paragraph
from fairmed_core.words.numbers import format_estimate

if TYPE_CHECKING:
    from bands_registry.services.enroll_adjudicator import Enrolment
    from bands_registry.services.registry_views import MergeResult, Overview, PublishedRegistry
    from bands_registry.services.write_receipt import IssuedReceipt
    from fairmed_core.analysis.rows import Row

# More lines than this are not read; the command line prints all.
MOST_LINES = 30
Words = tuple[str, tuple[str, ...]]


class Act(Enum):
    """What needs the coordinator's key."""

    MERGE = "merge"
    EXPORT = "export"


@dataclass(frozen=True)
class Errand:
    """Something to do with a file, once the passphrase is typed; `key` is the key file found."""

    act: Act
    file: Path
    key: Path | None


@dataclass(frozen=True)
class Told:
    """What came of an errand: the sentence, what to know beside it, and a receipt to save."""

    sentence: str
    more: tuple[str, ...] = ()
    receipt: IssuedReceipt | None = None

    @property
    def receipt_name(self) -> str:
        """The name offered for the receipt: another one for each."""
        of = self.receipt
        return f"{of.pseudonym}-{of.events}.fmreceipt" if of is not None else ""


@dataclass(frozen=True)
class AgreementLine:
    """A number of the agreement: "0.46" or "NA", what it is about, and what it rests on."""

    value: str
    label: str
    told: str


def summary_words(seen: Overview, *, raters: int) -> str:
    """Return how much there is and how much is signed."""
    many = say("{number} {things}")
    items = say("item") if len(seen.rows) == 1 else say("items")
    clinicians = say("clinician") if raters == 1 else say("clinicians")
    return say("{items}, {raters}, {signed} of {assigned} assigned verdicts signed").format(
        items=many.format(number=len(seen.rows), things=items),
        raters=many.format(number=raters, things=clinicians),
        signed=seen.signed,
        assigned=seen.assigned,
    )


def agreement_words(seen: Overview, distance: str) -> str:
    """Return the sentence under the agreement's numbers, with the size of the subset."""
    between = say(
        "Krippendorff's α on whole sets, {distance} distance, one action at a time. Rests on "
        "{some} of {all} items with two or more counting clinicians."
    ).format(distance=distance.capitalize(), some=len(seen.agreement_bands), all=len(seen.rows))
    if not seen.repeats_assigned:
        return between
    again = say(
        "The same again: the share of items shown twice on which a clinician gave the same "
        "set, or declined, both times; {signed} of {assigned} second showings are signed."
    ).format(signed=seen.repeats_signed, assigned=seen.repeats_assigned)
    return paragraph((between, again), say)


def agreement_lines(rows: Sequence[Row], study: Study) -> tuple[AgreementLine, ...]:
    """Return a line for each action under the distance fixed in advance.

    Actions without a number for the same reason stand in one line.
    """
    names = {one.name: one.label for one in study.space.sub_actions}
    lines: list[AgreementLine] = []
    alike: dict[str, list[str]] = {}
    for row in rows:
        if row.variant != study.set_distance:
            continue
        label = names.get(row.action, say("all actions, stratified"))
        printed = format_estimate(row.estimate, say)
        if printed.reason:
            alike.setdefault(printed.reason, []).append(label)
        else:
            told = apart((part for part in (printed.interval, printed.counts) if part), say)
            lines.append(AgreementLine(printed.value, label, told))
    lines += [AgreementLine("NA", listed(of, say), reason) for reason, of in alike.items()]
    return (*lines, *_repeat_lines(rows, names))


def _repeat_lines(rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[AgreementLine]:
    """Yield a line for each action on which raters were asked twice: how often they said the same.

    Its α stands below: where everyone said the same of everything it is not defined.
    """
    from fairmed_core.analysis.intra_rater import REPEATS, SAME_BOTH_TIMES

    alphas = {row.action: row.estimate for row in rows if row.variant == REPEATS}
    for row in rows:
        if row.variant != SAME_BOTH_TIMES:
            continue
        share, alpha = format_estimate(row.estimate, say), format_estimate(alphas[row.action], say)
        label = say("{action}: the same again").format(action=names[row.action])
        told = (share.counts, f"α {alpha.value}", alpha.reason or alpha.interval)
        yield AgreementLine(share.value, label, apart((part for part in told if part), say))


def attention_lines(found: Sequence[str]) -> tuple[str, ...]:
    """Return what needs attention in the reader's language, as much of it as is read."""
    told = tuple(told_of(sentence) for sentence in found)
    if len(told) <= MOST_LINES:
        return told
    rest = say("{number} more: fairmed registry show lists all of them.")
    return (*told[:MOST_LINES], rest.format(number=len(told) - MOST_LINES))


def merged_words(result: MergeResult) -> Words:
    """Return what came in, and what keeps it from counting."""
    from bands_registry.services.registry_views import MergeOutcome

    if result.outcome is MergeOutcome.NOTHING_NEW:
        sentence = say("Nothing new from {pseudonym}, seat {seat}.")
    else:
        sentence = say("Merged {events} events of {pseudonym}, seat {seat}.")
    more: list[str] = []
    if not result.enrolled:
        more.append(
            say(
                "Her key is not confirmed yet, so her verdicts do not count. Call her, and choose "
                "Confirm key on this page."
            )
        )
    if not result.identity_held:
        more.append(say("She sealed no identity, so her verdicts are recorded only."))
    told = sentence.format(events=result.new_events, pseudonym=result.pseudonym, seat=result.seat)
    return told, (*more, *(told_of(warning) for warning in result.warnings))


def saved_words(before: Told, path: Path) -> Words:
    """Return where the receipt of a merged response lies, and what to do with it."""
    pseudonym = before.receipt.pseudonym if before.receipt is not None else ""
    told = say("Receipt saved as {name}.").format(name=path.name)
    send = say("Send it to {pseudonym}: she opens it in FairMed, and it is kept with her study.")
    return told, (send.format(pseudonym=pseudonym),)


def enrolled_words(made: Enrolment) -> Words:
    """Return whose key was confirmed, and what comes of it."""
    told = say("The key of {pseudonym} is confirmed: enrolled at seat {seat}.")
    counts = say("What she signed counts from now on, where nothing else stands against it.")
    return told.format(pseudonym=made.pseudonym, seat=made.seat), (counts,)


def published_words(made: PublishedRegistry) -> Words:
    """Return where the registry was written, and the hash to print in a paper."""
    told = say("Registry written: {name}").format(name=made.path.name)
    printed = say("Registry hash, to be printed in a paper: {hash}").format(hash=made.registry_hash)
    return told, (printed, *(told_of(warning) for warning in made.warnings))
