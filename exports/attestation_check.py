"""The last section of an attestation: how whoever was sent the file finds out what it is worth."""

from __future__ import annotations

from reportlab.platypus import Flowable

from bands_registry.provenance.attestation import AttestationDocument
from exports.blocks import Block, Cell, Row
from exports.pages import heading
from exports.theme import BODY, CODE, CONTENT_WIDTH, EDGE, HEADING, LABEL, QUIET, STRONG, TextStyle
from fairmed_core.words.catalogue import Catalogue

_TEXT_X = 22.0
_CODE_X = 40.0
_NEED = 420.0


def how_to_verify(document: AttestationDocument, say: Catalogue) -> list[Flowable]:
    """Return the section on checking the file, in three steps and without the program."""
    story = heading(say("How to verify this file"), HEADING, need=_NEED)
    steps = (
        (
            say(
                "Keep the file as you received it. Printing it, or saving it from a viewer, makes "
                "another file."
            ),
            "",
        ),
        (
            say(
                "Check it with FairMed, on any computer and without a network. The program tells "
                "whether the seal holds, whether the signed log inside the file is whole, and "
                "whether these pages say what the log says."
            ),
            "fairmed verify attestation.pdf",
        ),
        (
            say(
                "Ask the coordinator, or look where the study was published, for its registry. It "
                "tells whose key this is as far as that is public, whether it was revoked, and "
                "whether anything was signed after this document."
            ),
            "fairmed verify attestation.pdf --anchor registry.fmreg",
        ),
    )
    story += [_step(number, text, code) for number, (text, code) in enumerate(steps, start=1)]
    story.append(_answers(say))
    story.append(_without(document, say))
    return story


def _step(number: int, text: str, code: str) -> Block:
    rows = [Row((Cell(str(number), STRONG, 0, _TEXT_X), _wide(text)), below=1)]
    if code:
        rows.append(Row((_wide(code, CODE, x=_CODE_X),), below=1))
    return Block(rows, after=4)


def _answers(say: Catalogue) -> Block:
    answers = (
        (
            "0",
            say("Verified. Pages, log and registry agree, and the key is enrolled in the study."),
        ),
        (
            "3",
            say(
                "Verified, with warnings that are spelled out. Without the registry the answer is "
                "at most this: a file alone cannot tell whose key sealed it."
            ),
        ),
        (
            say("Other"),
            say("Not verified. The program says what was found: do not rely on the file."),
        ),
    )
    head = Row(
        (Cell(say("The program leaves with"), LABEL, _TEXT_X, CONTENT_WIDTH - _TEXT_X),),
        above=4,
        below=3,
        rule=EDGE,
    )
    rows = [
        Row((Cell(code, STRONG, _TEXT_X, 50), _wide(text, x=_TEXT_X + 56)), above=3)
        for code, text in answers
    ]
    return Block(rows, heading=head, after=8)


def _without(document: AttestationDocument, say: Catalogue) -> Block:
    told = say(
        "Any program that checks PDF signatures finds one signature over the whole file, by "
        "{pseudonym}. Its certificate is signed by its own key, so such programs call the issuer "
        "unknown: compare the key's fingerprint with the coordinator instead. Attached to the file "
        "are the signed log, the items as printed, and the checkpoint, as plain text."
    ).format(pseudonym=document.pseudonym)
    limits = say(
        "What no check can tell: who the person behind the pseudonym is (the coordinator compared "
        "the key with her before enrolling it), and whether the clock of her computer was right."
    )
    return Block(
        [
            Row((Cell(say("Without the program"), STRONG),), below=1),
            Row((Cell(told, BODY),), below=3),
            Row((Cell(limits, QUIET),)),
        ]
    )


def _wide(text: str, style: TextStyle = BODY, *, x: float = _TEXT_X) -> Cell:
    return Cell(text, style, x, CONTENT_WIDTH - x)
