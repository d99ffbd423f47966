"""What verification raises: one type per exit code, each with a sentence and a next step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from fairmed_core.errors import UserError

VERIFIED = 0
VERIFIED_WITH_WARNINGS = 3

ASK_SENDER = "Do not use the file; ask whoever sent it to send it again."


class VerificationError(UserError):
    """A file, an envelope or a chain is not what it claims to be.

    `blocks_reading` tells whether the content may still be read and counted: a chain whose key
    nobody enrolled is shown and does not adjudicate, an altered one is not read at all.
    """

    blocks_reading = True

    def __init__(
        self,
        sentence: str,
        *,
        next_step: str = ASK_SENDER,
        file: PurePath | str | None = None,
        place: str | None = None,
    ) -> None:
        super().__init__(sentence, next_step=next_step, file=file, place=place)


class MalformedError(VerificationError):
    """The bytes are not in the one form the format allows."""

    exit_code = 10


class NewerFormatError(VerificationError):
    """The bytes follow a later version of the format than this program knows."""

    exit_code = 11

    def __init__(self, sentence: str, *, place: str | None = None) -> None:
        super().__init__(
            sentence, next_step="Update FairMed and try again; nothing was changed.", place=place
        )


class ContentAlteredError(VerificationError):
    """Signed or listed content differs from what was signed or listed."""

    exit_code = 20


class ChainBrokenError(VerificationError):
    """Events are missing, doubled, out of order, or contradict a known checkpoint."""

    exit_code = 21


class SealError(VerificationError):
    """An attestation PDF is not the one the signed log names."""

    exit_code = 22


class KeyMismatchError(VerificationError):
    """Something is signed by another key than it must be."""

    exit_code = 30


class KeyNotEnrolledError(VerificationError):
    """A chain stands on a key the coordinator did not enrol under its pseudonym and seat."""

    exit_code = 30
    blocks_reading = False


class KeyRevokedError(VerificationError):
    """A chain goes on after the position at which its key was revoked, or its holder withdrew."""

    exit_code = 30
    blocks_reading = False


class ConflictError(VerificationError):
    """Two histories, or one pseudonym, key or seat claimed twice; neither side may be counted."""

    exit_code = 40
    blocks_reading = False


class SeatIncompleteError(VerificationError):
    """A seat of the roster has no merged chain, or assigned items without an attested verdict."""

    exit_code = 50
    blocks_reading = False


# "First that applies": the order in which findings decide the exit code.
EXIT_ORDER = (10, 11, 20, 21, 22, 30, 40, 50, 60)


def deciding(errors: Sequence[VerificationError]) -> VerificationError:
    """Return the error whose exit code comes first; ValueError without any error."""
    return min(errors, key=lambda error: EXIT_ORDER.index(error.exit_code))
