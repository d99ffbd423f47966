"""Responses that were refused: kept apart with the reason, so that nothing handed over is lost."""

from __future__ import annotations

from bands_registry.provenance import canonical, envelope
from bands_registry.provenance.container import unpack_files
from bands_registry.provenance.decisions import BundleRejected
from bands_registry.provenance.errors import MalformedError, NewerFormatError, VerificationError
from bands_registry.provenance.keys import PublicKey
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.manifest import NAME, open_files
from bands_registry.services.registry_store import OpenRegistry
from bands_registry.store.values import BlobKind, NewBlob
from fairmed_core.clock import Clock

KEPT = "The file is kept apart in the registry with this reason."


def is_response(data: bytes) -> bool:
    """Whether the bytes are a response at all, however wrong: anything else is not kept."""
    try:
        open_files(data, "response")
    except (MalformedError, NewerFormatError):
        return False
    except VerificationError:
        return True
    return True


def keep_apart(
    data: bytes,
    error: VerificationError,
    *,
    opened: OpenRegistry,
    coordinator: UnlockedIdentity,
    clock: Clock,
) -> None:
    """Keep a refused response with the reason; the same file is kept and recorded once."""
    sha256 = canonical.sha256(data)
    known = opened.published().coordinator.rulings.rejected
    if all(body.response != sha256 for body in known):
        body = BundleRejected(
            response=sha256,
            claimed_key=_claimed_key(data),
            code=error.exit_code,
            reason=canonical.clean_text(error.sentence),
        )
        kept = NewBlob(BlobKind.QUARANTINED, data)
        opened.record(coordinator, [body], clock=clock, files=[kept])
    error.next_step = f"{KEPT} {error.next_step}"


def _claimed_key(data: bytes) -> str | None:
    try:
        signed = unpack_files(data)[NAME]
        claimed = canonical.loads(envelope.read_envelope(signed).payload)
        return PublicKey(envelope.unbase64(claimed.get("key"))).key_id
    except (VerificationError, KeyError):
        return None
