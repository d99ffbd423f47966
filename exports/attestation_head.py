"""The top of an attestation: whose it is, over which study, and what a reader must know first."""

from __future__ import annotations

from dataclasses import dataclass, field

from reportlab.platypus import Flowable

from bands_registry.provenance.attestation import AttestationDocument
from bands_registry.provenance.identity import IdentityDetails
from exports.attestation_item import printed_time
from exports.blocks import Block, Cell, Frame, Row
from exports.theme import (
    BODY,
    BRAND,
    CODE,
    CONTENT_WIDTH,
    INK,
    INK_QUIET,
    LABEL,
    SMALL_CODE,
    STRONG,
    SUBTITLE,
    TITLE,
    WARN,
    WARN_HEAD,
    WARN_SOFT,
    TextStyle,
)
from fairmed_core.words import sentences
from fairmed_core.words.catalogue import Catalogue

_ASIDE_WIDTH = 170.0
_VALUE_X = 92.0
_ASIDE = TextStyle(8.75, 15, INK_QUIET, align="end")


@dataclass(frozen=True)
class PrivatePart:
    """What the private copy prints besides: who she is, and which sealed document it goes with."""

    details: IdentityDetails = field(repr=False)
    pdf_sha256: str


def opening(
    document: AttestationDocument, private: PrivatePart | None, say: Catalogue
) -> list[Flowable]:
    """Return title, facts and notices."""
    return [
        _masthead(document, say),
        _facts(document, private, say),
        *_warnings(document, private, say),
    ]


def _masthead(document: AttestationDocument, say: Catalogue) -> Flowable:
    aside = CONTENT_WIDTH - _ASIDE_WIDTH
    number = say("Document {number} of this signer").format(number=document.number)
    return Block(
        [
            Row(
                (
                    Cell(say("Adjudicator attestation"), TITLE, width=aside),
                    Cell("FairMed", BRAND, aside, _ASIDE_WIDTH),
                )
            ),
            Row(
                (
                    Cell(document.study_title, SUBTITLE, width=aside - 10),
                    Cell(number, _ASIDE, aside, _ASIDE_WIDTH),
                ),
                below=7,
                rule=INK,
            ),
        ],
        after=8,
    )


def _facts(document: AttestationDocument, private: PrivatePart | None, say: Catalogue) -> Flowable:
    printed = sentences.credential_line(document.credential, say)
    credential = f"{printed} · {document.credential.jurisdiction}"
    signed = say("{time}. {notice}").format(
        time=printed_time(document.signed_at, say), notice=say(sentences.CLOCK_NOTICE)
    )
    facts: list[tuple[str, str, TextStyle]] = [
        (say("Adjudicator"), f"{document.pseudonym}   {say('seat')} {document.seat}", CODE),
        (say("Credential"), credential, BODY),
        *_identity(document, private, say),
        (say("Signed"), signed, BODY),
        (say("Key fingerprint"), document.fingerprint, CODE),
        (say("Study"), f"{document.study_id}, {say('pack')} {document.pack_version}", CODE),
        (say("Study pack"), document.pack_hash, SMALL_CODE),
        (say("Roster"), document.roster_hash, SMALL_CODE),
    ]
    return Block(
        [
            Row((Cell(label, LABEL, 0, _VALUE_X - 6), Cell(value, style, _VALUE_X)), below=0.5)
            for label, value, style in facts
        ],
        after=8,
    )


def _identity(
    document: AttestationDocument, private: PrivatePart | None, say: Catalogue
) -> list[tuple[str, str, TextStyle]]:
    if private is not None:
        details = private.details
        licence = f"{details.licence}, {details.body}"
        told = [
            (say("Printed name"), details.name, STRONG),
            (say("Licence"), licence, BODY),
            (say("Institution"), details.institution, BODY),
            (say("E-mail"), details.email, BODY),
        ]
        return [row for row in told if row[1]]
    identity = (
        say("Sealed to the coordinator; not in this document")
        if document.identity_sealed
        else say("Not sealed")
    )
    return [(say("Name and licence"), identity, BODY)]


def _warnings(
    document: AttestationDocument, private: PrivatePart | None, say: Catalogue
) -> list[Flowable]:
    told: list[tuple[str, str]] = []
    if private is not None:
        text = say(
            "It prints who the signer is, as she signed and sealed it to the coordinator. Do not "
            "publish it or send it on unencrypted. The sealed document it goes with has the "
            "SHA-256 {sha256}."
        ).format(sha256=private.pdf_sha256)
        told.append((say("Private copy"), text))
    if document.practice:
        told.append(
            (
                say("Practice"),
                say("Signed with a throw-away key on the practice study. It counts nowhere."),
            )
        )
    elif not document.identity_sealed:
        told.append(
            (
                say("No sealed identity"),
                say(
                    "The signer has not sealed name and licence to the coordinator. These verdicts "
                    "are recorded; they do not decide any item."
                ),
            )
        )
    frame = Frame(WARN_SOFT, WARN)
    return [
        Block([Row((Cell(head, WARN_HEAD),)), Row((Cell(text),))], frame=frame, after=8)
        for head, text in told
    ]
