"""Which kinds of event there are, and in whose log each belongs."""

from __future__ import annotations

from bands_registry.provenance.bodies import (
    AdjudicatorEnrolled,
    AttestationIssued,
    Body,
    BundleMerged,
    ChainClosed,
    ChainGenesis,
    ClockAnomaly,
    ExportMade,
    IdentitySealed,
    ItemDisplayed,
    PackOpened,
    PackPublished,
    RegistryCheckpoint,
    SessionOpened,
    StudyGenesis,
    VerdictSigned,
)
from bands_registry.provenance.custody import DbRestored, KeyRotated
from bands_registry.provenance.decisions import DECISIONS

CLINICIAN_BODIES: tuple[type[Body], ...] = (
    ChainGenesis,
    PackOpened,
    IdentitySealed,
    SessionOpened,
    ItemDisplayed,
    VerdictSigned,
    AttestationIssued,
    ExportMade,
    ClockAnomaly,
    KeyRotated,
    DbRestored,
    ChainClosed,
)
COORDINATOR_BODIES: tuple[type[Body], ...] = (
    StudyGenesis,
    PackPublished,
    AdjudicatorEnrolled,
    BundleMerged,
    RegistryCheckpoint,
    ClockAnomaly,
    *DECISIONS,
)
BODIES: dict[str, type[Body]] = {body.kind: body for body in CLINICIAN_BODIES + COORDINATOR_BODIES}
