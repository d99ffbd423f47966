"""A pack and a registry of the bundled study, by a coordinator made for the occasion."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bands_registry import guidelines
from bands_registry.services.create_coordinator import create_coordinator
from bands_registry.services.demo_registry import DemoPlace, adjudicate_demo, publish_demo
from bands_registry.services.merge_bundle import merge_bundle
from bands_registry.services.publish_pack import publish_pack
from bands_registry.services.unlock_identity import unlock_identity
from bands_registry.services.write_receipt import write_receipt
from bands_registry.study.loader import load_study
from bands_registry.study.verdict_file import VerdictFile, read_verdict_file
from exports.attestation_pdf import RENDERER, render_attestation
from fairmed_core.clock import Clock

PASSPHRASE = "a coordinator for one walk"  # noqa: S105 (of a study that is thrown away)


@dataclass(frozen=True)
class Demo:
    """The pack, and the verdicts of the geriatrician who reviewed the published drafts.

    `registry` and `keystore` are those of the coordinator who published the pack.
    """

    pack: Path
    verdicts: VerdictFile
    registry: Path
    keystore: Path


def make_demo(folder: Path, *, clock: Clock) -> Demo:
    """Publish the bundled study into `folder`."""
    bundled = Path(guidelines.__file__).parent
    study = load_study(bundled / "ed_and_discharge")
    keystore, registry = folder / "coordinator.fmkey", folder / "demo.fmdb"
    create_coordinator(keystore, passphrase=PASSPHRASE, clock=clock)
    published = publish_pack(
        study,
        registry=registry,
        coordinator=unlock_identity(keystore, PASSPHRASE),
        out=folder / "demo.fmpack",
        clock=clock,
    )
    verdicts = read_verdict_file(bundled / "geriatrician_verdicts.yaml", study)
    return Demo(published.path, verdicts, registry, keystore)


def answer_demo(demo: Demo, response: Path, *, clock: Clock) -> Path:
    """Merge a response to the pack as its coordinator does, and return the receipt's file."""
    coordinator = unlock_identity(demo.keystore, PASSPHRASE)
    merged = merge_bundle(response, registry=demo.registry, coordinator=coordinator, clock=clock)
    written = write_receipt(
        merged.key_id,
        registry=demo.registry,
        coordinator=coordinator,
        out=response.with_suffix(".fmreceipt"),
        clock=clock,
    )
    return written.path


def make_demo_registry(folder: Path, *, clock: Clock) -> DemoPlace:
    """Take the bundled study to a registry in which both bundled adjudicators have signed."""
    folder.mkdir()
    place = DemoPlace(folder, PASSPHRASE, clock)
    study = publish_demo(place)
    for path in guidelines.demo_verdicts():
        given = read_verdict_file(path, study)
        adjudicate_demo(place, given, render=render_attestation, renderer=RENDERER)
    return place
