"""A guideline's PDF made for the occasion, and a study whose clauses point into it."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from reportlab.pdfgen import canvas

from fairmed_core.domain.sources import Clause
from fairmed_core.domain.study import Study
from tests.helpers.study import small_study

PAGES, PAGE, PRINTED = 12, 7, "5"
ANCHOR = "a first medicine from the lower steps is offered"
# The anchor is broken over two lines, as in print.
_LINES = ("When pain is severe, A first medicine from the lower", "steps is offered before others.")


def a_guideline(path: Path, *, anchor_on: int = PAGE, password: str | None = None) -> Path:
    """Write a guideline of twelve pages with the passage's words on one of them."""
    pdf = canvas.Canvas(str(path), encrypt=password)
    for page in range(1, PAGES + 1):
        pdf.drawString(72, 760, f"{page - 2} | Handbook, steps of pain relief")
        lines = _LINES if page == anchor_on else ("Nothing of the kind stands here.",)
        for number, line in enumerate(lines):
            pdf.drawString(72, 400 - 16 * number, line)
        pdf.showPage()
    pdf.save()
    return path


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def located_study(
    *,
    sha256: str | None = None,
    pdf_page: int | None = PAGE,
    printed_page: str | None = PRINTED,
    anchor: str | None = ANCHOR,
) -> Study:
    """The small study with its pain clause located in the guideline."""

    def located(clause: Clause) -> Clause:
        if clause.id != "pain":
            return clause
        return replace(clause, pdf_page=pdf_page, printed_page=printed_page, anchor=anchor)

    study = small_study()
    return replace(
        study,
        sources=tuple(replace(source, sha256=sha256) for source in study.sources),
        clauses=tuple(located(clause) for clause in study.clauses),
    )
