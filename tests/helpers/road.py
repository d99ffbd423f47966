"""The bundled study's road through the command line, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry.guidelines import demo_study_folder, demo_verdicts
from tests.helpers.cli import Ran, fairmed

PASSPHRASE = "four unrelated garden words"
GERIATRICIAN, EMERGENCY = demo_verdicts()
CREDENTIALS = {
    "GERI": ("--specialty", "geriatric_medicine", "--years", "11-20", "--licensed-in", "DE"),
    "EMER": ("--specialty", "emergency_medicine", "--years", "6-10", "--licensed-in", "US-CA"),
}


@dataclass(frozen=True)
class Road:
    """A folder with a coordinator, a published pack and whatever was done since."""

    folder: Path

    @property
    def registry(self) -> Path:
        return self.folder / "registry.fmdb"

    @property
    def pack(self) -> Path:
        return self.folder / "v1.fmpack"

    @property
    def secret(self) -> tuple[str, Path]:
        return ("--passphrase-file", self.folder / "passphrase.txt")

    @property
    def coordinator(self) -> tuple[str | Path, ...]:
        return (
            "--registry",
            self.registry,
            "--keystore",
            self.folder / "coordinator.fmkey",
            *self.secret,
        )

    def adjudicate(self, seat: str, verdicts: Path, *extra: str | Path) -> Ran:
        return fairmed(
            "adjudicate",
            self.pack,
            "--verdicts",
            verdicts,
            "--keystore",
            self.folder / f"{seat}.fmkey",
            "--store",
            self.folder / f"{seat}-store",
            "--out",
            self.folder / f"{seat}.fmresp",
            *self.secret,
            *extra,
        )

    def identity(self, seat: str) -> Ran:
        return fairmed(
            "identity",
            "new",
            self.folder / f"{seat}.fmkey",
            "--profession",
            "physician",
            *CREDENTIALS[seat],
            *self.secret,
            "--json",
        )

    def merge(self, seat: str) -> Ran:
        return fairmed(
            "bundle", "merge", self.folder / f"{seat}.fmresp", *self.coordinator, "--json"
        )

    def enroll(self, seat: str, pseudonym: str, key: str) -> Ran:
        return fairmed(
            "roster",
            "enroll",
            *self.coordinator,
            "--seat",
            seat,
            "--pseudonym",
            pseudonym,
            "--key",
            key,
            "--checked",
            "test",
        )

    def publish(self, name: str) -> Path:
        out = self.folder / name
        done = fairmed("registry", "publish", *self.coordinator, "--out", out)
        assert done.code == 0, done.err
        return out

    def details(self, seat: str) -> Path:
        path = self.folder / f"{seat}-details.yaml"
        path.write_text("name: A. Tester\nlicence: '123'\nbody: Board\n", encoding="utf-8")
        return path


def begin(folder: Path, study: Path | None = None) -> Road:
    """Return a road at its first milestone: coordinator made, study published."""
    road = Road(folder)
    (folder / "passphrase.txt").write_text(PASSPHRASE + "\n", encoding="utf-8")
    made = fairmed(
        "identity", "new", folder / "coordinator.fmkey", "--role", "coordinator", *road.secret
    )
    assert made.code == 0, made.err
    published = fairmed(
        "pack", "publish", study or demo_study_folder(), *road.coordinator, "--out", road.pack
    )
    assert published.code == 0, published.err
    return road


def take_part(road: Road, seat: str, verdicts: Path, *, enrolled: bool = True) -> dict[str, str]:
    """Create an identity, sign, hand over, and, unless told otherwise, enrol."""
    made = road.identity(seat)
    assert made.code == 0, made.err
    identity: dict[str, str] = made.json
    signed = road.adjudicate(seat, verdicts, "--details", road.details(seat))
    assert signed.code == 0, signed.err
    merged = road.merge(seat)
    assert merged.code == 0, merged.err
    if enrolled:
        done = road.enroll(seat, identity["pseudonym"], identity["fingerprint"])
        assert done.code == 0, done.err
    return identity
