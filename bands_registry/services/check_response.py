"""Whether a response may be taken into a registry: its study, its packs, its meaning, its seal."""

from __future__ import annotations

from bands_registry.provenance.errors import ContentAlteredError, KeyRevokedError, deciding
from bands_registry.provenance.events import PackOpened, bodies_of
from bands_registry.provenance.identity import open_sealed
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.meaning import meaning_errors
from bands_registry.provenance.pack import PRACTICE_STUDY
from bands_registry.provenance.registry import Registry
from bands_registry.provenance.response import Response
from fairmed_core.errors import UserError


def check_response(bundle: Response, registry: Registry, coordinator: UnlockedIdentity) -> None:
    """Return nothing, or raise: UserError for a wrong file, a typed error for a wrong content."""
    _demand_study(bundle, registry)
    log = bundle.log
    if log.key_id in registry.coordinator.rulings.withdrawn:
        raise KeyRevokedError(
            f"{log.genesis.pseudonym} withdrew from this study; nothing of hers is taken in.",
            next_step="Nothing more is needed.",
        )
    if any(body.pack not in registry.packs for _, body in bodies_of(log.lines, PackOpened)):
        raise ContentAlteredError(
            "The response was given on a study pack that this registry never published.",
            next_step="Ask which pack the clinician opened, and from whom it came.",
        )
    errors = list(meaning_errors(log, registry.packs))
    if errors:
        raise deciding(errors)
    _check_identity(bundle, coordinator)


def _demand_study(bundle: Response, registry: Registry) -> None:
    if bundle.study == PRACTICE_STUDY:
        raise UserError(
            "This response is practice; none of it counts.",
            next_step="Ask for the response of the study itself.",
        )
    if bundle.study != registry.coordinator.genesis.study:
        raise UserError(
            f"This response belongs to the study {bundle.study}, not to "
            f"{registry.coordinator.genesis.study}.",
            next_step="Choose the registry of that study.",
        )


def _check_identity(bundle: Response, coordinator: UnlockedIdentity) -> None:
    if bundle.identity is None or coordinator.age_identity is None:
        return
    # The log names this very file (read_response), so it has committed to what is inside.
    open_sealed(
        bundle.identity,
        coordinator.age_identity,
        key=bundle.log.identity_key,
        commitment=bundle.log.commitment or "",
    )
