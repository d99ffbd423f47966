"""The attestation as a PDF: the pages are a function of the document value and of nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics.barcode.qr import QrCode
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from bands_registry.provenance.attestation import (
    AttestationDocument,
    AttestedItem,
    IndependenceShown,
)
from exports.attestation_check import how_to_verify
from exports.attestation_head import PrivatePart, opening
from exports.attestation_item import counts, item_section
from exports.blocks import Block, Cell, Frame, Row, paint_line
from exports.pages import FirstFoot, PaperTrail, heading, render_pages
from exports.text_lines import after_label, set_lines
from exports.theme import (
    CELL,
    CELL_STRONG,
    COLUMN_HEAD,
    CONTENT_WIDTH,
    EDGE,
    HEADING,
    INK,
    LINE,
    MARGIN_SIDE,
    SMALL,
    SMALL_CODE,
    SMALL_STRONG,
    STRONG,
    SUNKEN,
)
from fairmed_core.domain.verdict import VerdictKind, wording_changed
from fairmed_core.words import sentences
from fairmed_core.words.catalogue import Catalogue, catalogue
from fairmed_core.words.joining import listed
from fairmed_core.words.sets import describe_set_briefly

RENDERER = "1"
PRACTICE = "PRACTICE"
# What pages repeat, and what the first carries at its foot.
FOOT = "Attestation {number} of {pseudonym} · event {size} · {head}"
PAGE_WORDS = "Page {page} of {pages}"
CHECKPOINT_WORDS = "Checkpoint, event {size}"

_QR_SIZE = 58.0
_FOOT_TEXT_X = 74.0
_FIRST_FOOT_HEIGHT = 78.0
_GLANCE = ((0.0, 18.0), (20.0, 172.0), (198.0, 140.0), (344.0, 62.0), (408.0, CONTENT_WIDTH - 408))


def render_attestation(
    document: AttestationDocument, *, private: PrivatePart | None = None
) -> bytes:
    """Return the attestation's pages as a PDF; the same document gives the same bytes.

    They are in the document's language. With a `private` part the pages print who she is and say
    that they are the private copy.
    """
    say = catalogue(document.language)
    title = say("Adjudicator attestation {number}: {study}").format(
        number=document.number, study=document.study_title
    )
    foot = say(FOOT).format(
        number=document.number,
        pseudonym=document.pseudonym,
        size=document.size,
        head=document.head[:16],
    )
    trail = PaperTrail(
        title=title,
        author=document.pseudonym,
        subject=say("Verdicts on acceptable actions, study {id}").format(id=document.study_id),
        language=document.language,
        date=document.signed_at,
        foot=foot,
        page_words=say(PAGE_WORDS),
        watermark=say(PRACTICE) if document.practice else "",
        first_foot=FirstFoot(
            _FIRST_FOOT_HEIGHT, lambda canvas, top: _paint_checkpoint(canvas, top, document, say)
        ),
    )
    return render_pages(lambda: _story(document, private, say), trail)


def checkpoint_text(document: AttestationDocument) -> str:
    """Return what the QR code holds: how many events the document covers, and the last one's id."""
    return f"fairmed-checkpoint {document.size} {document.head}"


def _story(
    document: AttestationDocument, private: PrivatePart | None, say: Catalogue
) -> Sequence[Flowable]:
    story: list[Flowable] = [
        *opening(document, private, say),
        _meaning(document, say),
        *heading(say("Verdicts at a glance"), HEADING),
        _glance(document, say),
    ]
    for item in document.items:
        story += item_section(item, document_pack=document.pack_hash, say=say)
    return story + how_to_verify(document, say)


def _meaning(document: AttestationDocument, say: Catalogue) -> Flowable:
    several = len(document.independence) > 1
    statements = [
        _independence(document, shown, several=several, say=say) for shown in document.independence
    ]
    rows = [
        Row((Cell(say("What this signature means"), STRONG),)),
        Row((Cell(document.meaning),)),
        *(Row((Cell(text),)) for text in statements),
    ]
    return Block(rows, frame=Frame(SUNKEN, SUNKEN), after=2)


def _independence(
    document: AttestationDocument, shown: IndependenceShown, *, several: bool, say: Catalogue
) -> str:
    statement = (
        say(sentences.INDEPENDENCE)
        if shown.not_an_author
        else say("I wrote one or more of these items.")
    )
    interests = (
        say("Competing interests: {interests}").format(interests=after_label(shown.interests))
        if shown.interests
        else say(sentences.NO_INTERESTS)
    )
    text = say("Independence: {statement} {interests}").format(
        statement=statement, interests=interests
    )
    if several:
        held = [str(item.position) for item in document.items if item.independence == shown]
        text = say("Items {items}. {text}").format(items=listed(held, say), text=text)
    return text


def _glance(document: AttestationDocument, say: Catalogue) -> Flowable:
    titles = ("", say("Item"), say("Acceptable actions"), say("Verdict"), say("Effect"))
    styles = (CELL, CELL, CELL, CELL_STRONG, CELL)
    head = tuple(
        Cell(title, COLUMN_HEAD, x, width)
        for title, (x, width) in zip(titles, _GLANCE, strict=True)
    )
    rows = [
        Row(
            tuple(
                Cell(text, style, x, width)
                for text, style, (x, width) in zip(
                    _glance_texts(item, document, say), styles, _GLANCE, strict=True
                )
            ),
            above=4,
            below=4,
            rule=LINE,
        )
        for item in document.items
    ]
    if any(counts(item) for item in document.items) and not document.practice:
        note = say("Counts: decides the item once the coordinator has enrolled this key.")
        rows.append(Row((Cell(note, SMALL),), above=4))
    return Block(rows, heading=Row(head, above=1, below=4, rule=EDGE))


def _glance_texts(
    item: AttestedItem, document: AttestationDocument, say: Catalogue
) -> tuple[str, ...]:
    kind = item.judgement.kind or VerdictKind.DECLINE
    chosen = say("No set")
    if item.acceptable is not None:
        chosen = describe_set_briefly(item.acceptable, item.sub_action, say)
    if any(wording_changed(item.judgement, clause.summary) for clause, _ in item.clauses[:1]):
        chosen += say(" (wording changed)")
    effect = say("Counts") if counts(item) and not document.practice else say("Recorded only")
    return (
        str(item.position), item.band.title, chosen, say(sentences.VERDICTS[kind]), effect,
    )  # fmt: skip


def _paint_checkpoint(
    canvas: Canvas, top: float, document: AttestationDocument, say: Catalogue
) -> None:
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.9)
    canvas.line(MARGIN_SIDE, top, MARGIN_SIDE + CONTENT_WIDTH, top)
    canvas.setFillColor(HexColor(INK))
    code = QrCode(
        checkpoint_text(document), width=_QR_SIZE, height=_QR_SIZE, qrBorder=0, qrLevel="M"
    )
    code.drawOn(canvas, MARGIN_SIDE, top - 9 - _QR_SIZE)
    x = MARGIN_SIDE + _FOOT_TEXT_X
    wide = CONTENT_WIDTH - _FOOT_TEXT_X
    head = say(CHECKPOINT_WORDS).format(size=document.size)
    check = say(
        "Check this file: fairmed verify FILE. The program is free and works without a network."
    )
    y = top - 8
    for text, style in (
        (head, SMALL_STRONG),
        (document.head, SMALL_CODE),
        (say("{check} Renderer {version}.").format(check=check, version=document.renderer), SMALL),
        (say(sentences.CLAIM), SMALL),
    ):
        for line in set_lines(text, style, wide):
            paint_line(canvas, line, Cell(text, style, x, wide), baseline=y - style.size)
            y -= style.leading
