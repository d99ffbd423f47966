"""What the review screen says about a judgement, as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator_app.presenters.edits import OrderStatus, order_status
from adjudicator_app.presenters.saying import say
from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.action_space import Kind, SubAction, Threshold
from fairmed_core.domain.band import Band
from fairmed_core.domain.verdict import Judgement, Place, Problem, ProblemCode, chosen_set
from fairmed_core.words.joining import listed as comma_list
from fairmed_core.words.joining import paragraph
from fairmed_core.words.sets import describe_set, describe_sides

# What is missing is told when she is done or presses the primary; the rest as soon as it arises.
MISSING = frozenset(
    {
        ProblemCode.NO_VERDICT,
        ProblemCode.QUESTION_OPEN,
        ProblemCode.SCOPE_NOT_ACKNOWLEDGED,
        ProblemCode.DECLINE_WITHOUT_REASON,
        ProblemCode.DECLINE_OTHER_WITHOUT_TEXT,
        ProblemCode.AMEND_WITHOUT_KIND,
        ProblemCode.AMEND_WITHOUT_REASON,
    }
)


@dataclass(frozen=True)
class Told:
    """A sentence with the icon that goes before it."""

    icon: str
    text: str


def left_words(problems: Iterable[Problem]) -> str:
    """Return "Left: question 6, verdict", or that nothing is left."""
    names = {
        Place.SCOPE: say("the notice"),
        Place.EDITOR: say("your set"),
        Place.WORDING: say("wording"),
        Place.VERDICT: say("verdict"),
        Place.KINDS: say("what was wrong"),
        Place.REASON: say("reason"),
        Place.DECLINE_REASON: say("why you decline"),
    }
    questions: list[int] = []
    others: list[str] = []
    for problem in problems:
        if problem.place is Place.QUESTION:
            questions.append(problem.question or 0)
        elif names[problem.place] not in others:
            others.append(names[problem.place])
    left = others
    if questions:
        word = say("question") if len(questions) == 1 else say("questions")
        told = say("{word} {numbers}").format(word=word, numbers=listed(_in_runs(questions)))
        at = 1 if others[:1] == [names[Place.SCOPE]] else 0
        left = [*others[:at], told, *others[at:]]
    return (
        say("Left: {left}").format(left=comma_list(left, say))
        if left
        else say("Nothing left to do")
    )


def answered_words(open_questions: int) -> str:
    """Return how many of the six questions are open."""
    if not open_questions:
        return say("All answered")
    return say("{number} left to answer").format(number=open_questions)


def editor_words(
    judgement: Judgement, band: Band, sub_action: SubAction, labels: Mapping[str, str]
) -> Told:
    """Return the sentence below the band editor."""
    chosen = chosen_set(judgement, band)
    if isinstance(chosen, OrderSet) and isinstance(band.acceptable, OrderSet):
        return Told("info", _order_words(chosen, band.acceptable, labels))
    if not isinstance(chosen, ValueSet):
        raise TypeError("a set of values was expected")
    if not len(chosen):
        return Told("warning", describe_sides(chosen, sub_action, say))
    disputed = _disputed_words(chosen, band, sub_action)
    if sub_action.kind is Kind.BINARY:
        both = sub_action.straddles(chosen)
        text = say("Either answer is acceptable.") if both else say("One answer is acceptable.")
        return Told("both_sides" if both else "one_side", _joined(text, disputed))
    if sub_action.threshold is None:
        no_line = say("No line is drawn on this scale: the study compares the values themselves.")
        if sub_action.kind is Kind.DAYS:
            no_line = say(
                "No line is drawn on this scale: the study compares the number of days itself."
            )
        return Told("info", _joined(no_line, describe_sides(chosen, sub_action, say), disputed))
    straddles = sub_action.straddles(chosen)
    across = _across_words(chosen, sub_action.threshold) if straddles else ""
    text = _joined(describe_sides(chosen, sub_action, say), across, disputed)
    return Told("both_sides" if straddles else "one_side", text)


def accept_words(band: Band, sub_action: SubAction) -> str:
    """Return what ACCEPT records."""
    if isinstance(band.acceptable, OrderSet):
        text = say("Accept records the author's lists exactly as written.")
    else:
        text = say("Accept records the author's set, {values}, exactly as written.").format(
            values=values_words(band.acceptable, sub_action)
        )
    if band.disputed is not None:
        text = _joined(text, say("It leaves the disputed span out."))
    return text


def amend_words(judgement: Judgement, band: Band, sub_action: SubAction) -> str:
    """Return what AMEND records."""
    chosen = chosen_set(judgement, band)
    if isinstance(chosen, OrderSet):
        return say("Amend records your lists and your reason.")
    return say("Amend records your set, {values}, and your reason.").format(
        values=values_words(chosen, sub_action)
    )


def decline_words() -> str:
    """Return what DECLINE records."""
    return say("Decline records that you did not judge this item. It never counts as accept.")


def values_words(values: AcceptableSet, sub_action: SubAction) -> str:
    """Return "2 and 3", or "days 1 to 30"."""
    if isinstance(values, ValueSet) and sub_action.levels:
        if not len(values):
            return say("none")
        return listed([str(value) for value in sorted(values.values)])
    return describe_set(values, sub_action, say=say)


def disputed_words(band: Band, sub_action: SubAction, labels: Mapping[str, str]) -> tuple[str, str]:
    """Return what the author could not settle: the span, and a sentence about it."""
    if band.disputed is None:
        return "", say("Nothing is disputed in this item.")
    span = describe_set(band.disputed, sub_action, test_labels=labels, say=say)
    if isinstance(band.disputed, OrderSet):
        parts = [
            sentence.format(test=label_of(test, labels))
            for sentence, tests in (
                (say("{test} as required"), band.disputed.required),
                (say("{test} as permitted"), band.disputed.permitted),
            )
            for test in sorted(tests)
        ]
        span = listed(parts)
    lead = say("{sentence}.").format(sentence=span[:1].upper() + span[1:])
    return lead, say("The author could not settle whether this belongs to the set.")


def label_of(test: str, labels: Mapping[str, str]) -> str:
    """Return a test's label, or its name in plain letters."""
    plain = test.replace("_", " ")
    return labels.get(test, plain[:1].upper() + plain[1:])


def listed(parts: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return comma_list(parts[:-1], say) + say(" and ") + parts[-1]


def _across_words(chosen: ValueSet, threshold: Threshold) -> str:
    edge = threshold.upper_of_lower_side
    below = max(value for value in chosen.values if value <= edge)
    above = min(value for value in chosen.values if value > edge)
    if above - below != 1:
        return ""
    return say(
        "A change from {below} to {above} is a change between two acceptable actions."
    ).format(below=below, above=above)


def _disputed_words(chosen: ValueSet, band: Band, sub_action: SubAction) -> str:
    if not isinstance(band.disputed, ValueSet):
        return ""
    span = describe_set(band.disputed, sub_action, say=say)
    kept = len(chosen & band.disputed)
    if kept == len(band.disputed):
        return say("You kept the disputed {span}.").format(span=span)
    if not kept:
        return say("You left out the disputed {span}.").format(span=span)
    return say("You kept a part of the disputed {span}.").format(span=span)


def _order_words(chosen: OrderSet, author: OrderSet, labels: Mapping[str, str]) -> str:
    left_out = len(author.allowed - chosen.allowed)
    counts = say("Required {required} · Permitted {permitted} · Left out {left_out}.").format(
        required=len(chosen.required), permitted=len(chosen.permitted), left_out=left_out
    )
    parts = []
    for status, sentence in (
        (OrderStatus.REQUIRED, say("made {tests} required")),
        (OrderStatus.PERMITTED, say("made {tests} permitted")),
        (OrderStatus.LEFT_OUT, say("left out {tests}")),
    ):
        moved = [
            _inside_sentence(label_of(test, labels))
            for test in sorted(chosen.allowed | author.allowed)
            if order_status(chosen, test) is status and order_status(author, test) is not status
        ]
        if moved:
            parts.append(sentence.format(tests=listed(moved)))
    if not parts:
        return counts
    return _joined(counts, say("You {changes}.").format(changes=listed(parts)))


def _inside_sentence(label: str) -> str:
    """Lower the first letter unless the word is an acronym or a proper symbol ("CT", "C-…")."""
    second = label[1:2]
    return label if second.isupper() or second in ("-", "") else label[:1].lower() + label[1:]


def _in_runs(numbers: Sequence[int]) -> list[str]:
    runs = ValueSet.of(numbers).runs()
    parts: list[str] = []
    for low, high in runs:
        if high - low < 2:
            parts += [str(number) for number in range(low, high + 1)]
        else:
            parts.append(say("{low} to {high}").format(low=low, high=high))
    return parts


def _joined(*sentences: str) -> str:
    return paragraph(sentences, say)
