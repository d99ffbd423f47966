"""Study packs: what a coordinator hands to every clinician, the same for all, signed."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from bands_registry.provenance import canonical
from bands_registry.provenance.bodies import ItemHashes
from bands_registry.provenance.container import STANDARD
from bands_registry.provenance.errors import ContentAlteredError, MalformedError
from bands_registry.provenance.files import read_file
from bands_registry.provenance.identity import recipient_of
from bands_registry.provenance.items import item_hashes
from bands_registry.provenance.keys import PublicKey
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.manifest import Sealed, open_files, seal_files
from bands_registry.study.encode import seat_json, study_from_json, study_to_json
from fairmed_core.domain.study import Seat, Study
from fairmed_core.errors import UserError

PRACTICE_STUDY = "practice"
_STUDY_FILE = "study.json"


@dataclass(frozen=True)
class Pack:
    """A verified pack.

    Attributes
    ----------
    study
        Everything it carries.
    hash
        SHA-256 of the file: how events name it.
    coordinator_key
        The key that signed it; its fingerprint is compared on a call.
    recipient
        The age recipient to which identities are sealed.
    roster_hash
        SHA-256 of the seats alone.
    """

    study: Study
    hash: str
    coordinator_key: PublicKey
    recipient: str
    roster_hash: str

    @property
    def version(self) -> int:
        """Which publication of the study this is, from 1."""
        return self.study.version

    def item_hashes(self, item_id: str) -> ItemHashes:
        """Return the hashes a verdict on this item names."""
        if item_id not in self._hashes:
            self._hashes[item_id] = item_hashes(self.study, item_id)
        return self._hashes[item_id]

    @cached_property
    def _hashes(self) -> dict[str, ItemHashes]:
        # A registry holds every rater's verdicts against the same items.
        return {}

    def seat(self, code: str) -> Seat | None:
        """Return the seat with this code, or None."""
        return next((seat for seat in self.study.seats if seat.code == code), None)


def build_pack(study: Study, *, coordinator: UnlockedIdentity) -> bytes:
    """Return the pack file; the same study and coordinator give the same content.

    Raises UserError when `coordinator` is not a coordinator's identity.
    """
    if coordinator.age_identity is None:
        raise UserError(
            "Only a coordinator's identity can publish a pack.",
            next_step="Choose the coordinator's keystore.",
        )
    return seal_files(
        "pack",
        {_STUDY_FILE: canonical.dumps(study_to_json(study))},
        study=study.id,
        facts={
            "recipient": recipient_of(coordinator.age_identity),
            "roster": roster_hash(study.seats),
            "version": str(study.version),
        },
        signer=coordinator.signer,
    )


def read_pack(source: Path | bytes) -> Pack:
    """Return the pack after its container, manifest, signature and study were checked.

    Raises a typed error for any of them, with the file named when `source` is a path.
    """
    if isinstance(source, bytes):
        return _read(source)
    data = read_file(source, limit=STANDARD.size)
    try:
        return _read(data)
    except UserError as error:
        error.file = str(source)
        raise


def roster_hash(seats: Sequence[Seat]) -> str:
    """Return the hash of the roster: seats with role and items, no person."""
    return canonical.digest({"seats": [seat_json(seat) for seat in seats]})


# The same bytes are the same pack: it is looked at when chosen, opened, kept and gone on with.
@lru_cache(maxsize=2)
def _read(data: bytes) -> Pack:
    sealed = open_files(data, "pack")
    # A large study makes a million values that all stay: searching them for rubbish again and
    # again takes as long as reading them.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return pack_of(sealed)
    finally:
        if collecting:
            gc.enable()


def pack_of(sealed: Sealed) -> Pack:
    """Return the pack in an opened container; raises like `read_pack`."""
    if set(sealed.files) != {_STUDY_FILE}:
        raise MalformedError("A pack holds the study and nothing else.")
    try:
        study = study_from_json(canonical.loads(sealed.files[_STUDY_FILE]))
    except MalformedError:
        raise
    except UserError as error:
        raise MalformedError(
            f"The study in the pack breaks a rule. {error.sentence}", place=error.place
        ) from error
    facts = {
        "recipient": sealed.manifest.facts.get("recipient", ""),
        "roster": roster_hash(study.seats),
        "version": str(study.version),
    }
    if sealed.manifest.facts != facts or sealed.manifest.study != study.id:
        raise ContentAlteredError("The pack's manifest and its study contradict each other.")
    return Pack(study, sealed.sha256, sealed.key, facts["recipient"], facts["roster"])
