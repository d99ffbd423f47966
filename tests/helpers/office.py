"""A coordinator's office: a registry in a folder, with each step at the press of a function."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pack import read_pack
from bands_registry.services.enroll_adjudicator import Enrolment, enroll_adjudicator
from bands_registry.services.load_registry import load_registry
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.publish_pack import PublishedPack, publish_pack
from bands_registry.services.publish_registry import publish_registry
from bands_registry.services.registry_views import (
    MergeResult,
    PublishedRegistry,
    RegistryContents,
)
from fairmed_core.clock import FixedClock
from fairmed_core.domain.study import Study
from tests.helpers.chains import noon
from tests.helpers.registry import coordinator
from tests.helpers.signed import Clinician
from tests.helpers.study import small_study


@dataclass
class Office:
    """A folder with a registry in it and the key it is kept under."""

    folder: Path
    identity: UnlockedIdentity = field(default_factory=coordinator)
    clock: FixedClock = field(default_factory=noon)

    @property
    def registry(self) -> Path:
        """The coordinator's own registry."""
        return self.folder / "study.fmdb"

    def publish(self, study: Study | None = None, name: str = "one.fmpack") -> PublishedPack:
        """Publish a study."""
        return publish_pack(
            study or small_study(),
            registry=self.registry,
            coordinator=self.identity,
            out=self.folder / name,
            clock=self.clock,
        )

    def begin(self, clinician: Clinician, name: str = "one.fmpack") -> Clinician:
        """Let a clinician open what was published."""
        return clinician.begin(read_pack(self.folder / name))

    def enrol(self, clinician: Clinician, **changes: str) -> Enrolment:
        """Enrol a clinician."""
        fields = {
            "seat": clinician.seat,
            "pseudonym": clinician.pseudonym,
            "key_id": clinician.signer.key_id,
            "how_checked": "compared the fingerprint on a call",
            **changes,
        }
        return enroll_adjudicator(
            registry=self.registry, coordinator=self.identity, clock=self.clock, **fields
        )

    def merge(self, response: bytes | Clinician, name: str = "r.fmresp") -> MergeResult:
        """Merge a response."""
        data = response.response() if isinstance(response, Clinician) else response
        path = self.folder / name
        path.write_bytes(data)
        return merge_bundle(
            path, registry=self.registry, coordinator=self.identity, clock=self.clock
        )

    def release(self, name: str = "study.fmreg") -> PublishedRegistry:
        """Publish the registry."""
        return publish_registry(
            registry=self.registry,
            coordinator=self.identity,
            out=self.folder / name,
            clock=self.clock,
        )

    def contents(self) -> RegistryContents:
        """The contents of the coordinator's own registry."""
        return load_registry(self.registry)
