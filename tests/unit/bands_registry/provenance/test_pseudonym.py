"""Pseudonyms: drawn, of one form, and readable aloud."""

from __future__ import annotations

import re

import pytest

from bands_registry.provenance.pseudonym import check_pseudonym, draw_pseudonym
from fairmed_core.errors import UserError


def test_a_drawn_pseudonym_has_the_form_and_no_letter_that_is_misheard() -> None:
    drawn = {draw_pseudonym() for _ in range(200)}
    assert len(drawn) == 200
    for pseudonym in drawn:
        assert re.fullmatch(r"ADJ-[0-9A-Z]{5}-[0-9A-Z]{5}", pseudonym)
        assert not set(pseudonym[4:]) & set("ILOU")
        assert check_pseudonym(pseudonym) == pseudonym


@pytest.mark.parametrize(
    "text", ["", "adj-7k3qm-x2vtd", "ADJ-7K3QM-X2VTI", "ADJ-7K3QM-X2VTD\n", "ADJ-7K3QM\u202e-X2VTD"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        check_pseudonym(text)
