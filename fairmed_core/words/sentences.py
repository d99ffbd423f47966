"""Sentences that are shown on the screen, signed in events and printed on paper, word for word."""

from __future__ import annotations

from collections.abc import Sequence

from fairmed_core.domain.adjudicator import PROFESSIONS, SPECIALTIES, YEARS_BANDS, Credential
from fairmed_core.domain.resolution import NotCounted
from fairmed_core.domain.scope import Scope
from fairmed_core.domain.verdict import (
    Answer,
    DeclineReason,
    ErrorKind,
    Problem,
    ProblemCode,
    VerdictKind,
)
from fairmed_core.words.catalogue import Catalogue, english
from fairmed_core.words.joining import listed

QUESTIONS: dict[int, str] = {
    1: "Does the source say what this summary says?",
    2: "Does the reasoning use only facts known by this step?",
    3: "Is any listed action unsupported?",
    4: "Is any supported action missing?",
    5: "Which reading of the disputed span is right here?",
    6: "Would you sign the draft as is?",
}

MEANING = (
    "I read each case and the guideline passage beside it. These verdicts are my own judgement, "
    "made without seeing anyone else's, and I stand by them for use in this study."
)

INDEPENDENCE = "I wrote none of these items."
NO_INTERESTS = "Competing interests: none declared."
CLOCK_NOTICE = "Times are the signer's computer clock."
CLAIM = (
    "Records the elements that 21 CFR 11.50, 11.70 and 11.10(e) ask for (the printed name in the "
    "private copy) and makes alteration detectable; it is not a validated Part 11, Annex 11 or "
    "eIDAS-qualified system."
)

ANSWERS: dict[Answer, str] = {
    Answer.YES: "Yes",
    Answer.NO: "No",
    Answer.CANNOT_TELL: "Cannot tell",
    Answer.WITHOUT: "Without",
    Answer.WITH: "With",
    Answer.NOT_NEEDED: "Not needed",
}

VERDICTS: dict[VerdictKind, str] = {
    VerdictKind.ACCEPT: "Accept",
    VerdictKind.AMEND: "Amend",
    VerdictKind.DECLINE: "Decline",
}

ERROR_KINDS: dict[ErrorKind, str] = {
    ErrorKind.TOO_WIDE: "Too wide",
    ErrorKind.TOO_NARROW: "Too narrow",
    ErrorKind.WRONG_INFORMATION: "Wrong facts",
    ErrorKind.MISQUOTED: "Misquoted",
    ErrorKind.GUIDELINE_GAP: "Guideline gap",
}

DECLINE_REASONS: dict[DeclineReason, str] = {
    DeclineReason.OUTSIDE_SCOPE: "Outside my scope",
    DeclineReason.AMBIGUOUS: "The source is ambiguous",
    DeclineReason.UNREADABLE: "The source is unreadable",
    DeclineReason.INSUFFICIENT: "The case does not say enough",
    DeclineReason.OTHER: "Another reason",
}

STATUSES: dict[str, str] = {
    "not_started": "Not started",
    "draft": "Draft",
    "ready": "Ready to sign",
    "signed": "Signed",
    "declined": "Declined",
    "needs_resigning": "Needs re-signing",
}

STEPS: dict[str, str] = {
    "triage": "Triage",
    "order": "Order",
    "results": "Results",
    "reassess": "Reassess",
    "prescribe": "Prescribe",
    "document": "Document",
}

NOT_COUNTED: dict[NotCounted, str] = {reason: reason.value for reason in NotCounted}

PROBLEMS: dict[ProblemCode, str] = {
    ProblemCode.NO_VERDICT: "Choose accept, amend or decline.",
    ProblemCode.QUESTION_OPEN: "Question {question} is open.",
    ProblemCode.SCOPE_NOT_ACKNOWLEDGED: "Tick that you have read the notice about your setting.",
    ProblemCode.DECLINE_WITHOUT_REASON: "Choose why you decline.",
    ProblemCode.DECLINE_OTHER_WITHOUT_TEXT: "Write down the other reason.",
    ProblemCode.AMEND_WITHOUT_KIND: "Say what was wrong with the draft.",
    ProblemCode.AMEND_WITHOUT_REASON: "Write down your reason.",
    ProblemCode.AMEND_NOTHING_CHANGED: (
        "You chose amend, but neither the set nor the wording differs from the draft."
    ),
    ProblemCode.ACCEPT_CHANGED_SET: (
        "You chose accept, but your set differs from the draft. Choose amend, or undo the change."
    ),
    ProblemCode.ACCEPT_CHANGED_WORDING: (
        "You chose accept, but you changed the wording. Choose amend, or undo the change."
    ),
    ProblemCode.ACCEPT_WITH_DISPUTED: (
        "Accept leaves the disputed span out. Choose amend to count it in."
    ),
    ProblemCode.ACCEPT_AGAINST_ANSWER: "Your answer to question {question} speaks against accept.",
    ProblemCode.TOO_WIDE_NOTHING_REMOVED: (
        "You say an action is unsupported, but you removed none from the draft."
    ),
    ProblemCode.TOO_NARROW_NOTHING_ADDED: (
        "You say an action is missing, but you added none to the draft."
    ),
    ProblemCode.MISQUOTED_WITHOUT_WORDING: (
        "You say the clause is misquoted. Suggest the wording it should have."
    ),
    ProblemCode.EMPTY_SET: "Your set is empty: no action at all would be acceptable.",
}


def problem_sentence(problem: Problem, say: Catalogue = english) -> str:
    """Return what to tell beside the field a problem concerns."""
    return say(PROBLEMS[problem.code]).format(question=problem.question)


def scope_notice(scope: Scope, credential: Credential, say: Catalogue = english) -> str:
    """Return the scope warning for an item outside the reader's setting; "" when it is inside."""
    if scope.inside:
        return ""
    if not scope.setting:
        return say("No setting is declared for this item. Your verdict is recorded and printed.")
    registered = _any_of([SPECIALTIES[code] for code in credential.specialties], say)
    if credential.specialties == ("none",):
        registered = say(PROFESSIONS[credential.profession]).lower()
    return say(
        "{setting} is ordinarily decided by {deciders}; you are registered in {registered}. "
        "Your verdict will be recorded and printed with this notice."
    ).format(
        setting=scope.setting,
        deciders=_any_of(scope.decided_by, say),
        registered=registered,
    )


def credential_line(credential: Credential, say: Catalogue = english) -> str:
    """Return the credential as one printed line, as `Credential.printed` has it in English."""
    specialties = listed((say(SPECIALTIES[code]).lower() for code in credential.specialties), say)
    profession = say(PROFESSIONS[credential.profession])
    return f"{profession} · {specialties} · {say(YEARS_BANDS[credential.years])}"


def _any_of(labels: Sequence[str], say: Catalogue) -> str:
    words = [say(label).lower() for label in labels]
    if len(words) == 1:
        return words[0]
    return listed(words[:-1], say) + say(" or ") + words[-1]
