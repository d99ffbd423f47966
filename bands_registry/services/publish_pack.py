"""Publish a study as a pack; the first publication begins the registry."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.events import PackPublished, StudyGenesis
from bands_registry.provenance.files import write_once
from bands_registry.provenance.keystore import UnlockedIdentity
from bands_registry.provenance.pack import PRACTICE_STUDY, Pack, build_pack, read_pack
from bands_registry.provenance.registry import Registry
from bands_registry.services.registry_store import (
    OpenRegistry,
    demand_coordinator,
    kept_file,
    open_registry,
)
from bands_registry.store.values import BlobKind, NewBlob
from bands_registry.study.leak_check import LeakHit, check_leaks
from fairmed_core.clock import Clock
from fairmed_core.domain.study import Study
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class PublishedPack:
    """A pack that was written.

    `repeated` are the items shown twice; `leak_warnings` the hits that do not block, as sentences.
    """

    path: Path
    sha256: str
    version: int
    items: int
    seats: int
    leak_warnings: tuple[str, ...]
    repeated: tuple[str, ...] = ()


def publish_pack(
    study: Study, *, registry: Path, coordinator: UnlockedIdentity, out: Path, clock: Clock
) -> PublishedPack:
    """Check the study for leaks, sign it as the next version, record that, and write the pack.

    A study that has not changed since its last publication keeps its version: the same pack is
    written again.

    Raises
    ------
    UserError
        A blocking leak, a study nobody could open, another study than the registry's, another
        coordinator, or another file already at `out`; nothing is written.
    HostError
        Registry or pack cannot be written; a pack that was recorded is written by trying again.
    """
    demand_coordinator(None, coordinator, file=registry)
    _demand_publishable(study)
    warnings = _checked_for_leaks(study)
    if not registry.exists():
        # All that can be refused is refused before a registry comes into being.
        read_pack(build_pack(study, coordinator=coordinator))
        demand_free(out)
    with open_registry(registry, clock=clock, create=True) as opened:
        demand_coordinator(opened.registry, coordinator, file=registry)
        _demand_same_study(opened.registry, study, registry)
        data = _again(opened, study)
        if data is None:
            demand_free(out)
            data = publish_version(
                opened, study, coordinator=coordinator, warnings=len(warnings), clock=clock
            )
    write_once(out, data)
    pack = read_pack(data)
    return PublishedPack(
        path=out,
        sha256=pack.hash,
        version=pack.version,
        items=_item_count(pack),
        seats=len(pack.study.seats),
        leak_warnings=warnings,
        repeated=tuple(band.id for band in pack.study.bands if band.id in pack.study.repeated),
    )


def publish_version(
    opened: OpenRegistry,
    study: Study,
    *,
    coordinator: UnlockedIdentity,
    warnings: int,
    clock: Clock,
    reasons: Sequence[Body] = (),
) -> bytes:
    """Sign a study as the next version and record that, after what gave rise to it."""
    version = len(opened.registry.coordinator.published) + 1 if opened.registry else 1
    data = build_pack(replace(study, version=version), coordinator=coordinator)
    pack = read_pack(data)
    bodies: list[Body] = list(reasons)
    if opened.registry is None:
        bodies.append(_genesis(pack, coordinator))
    bodies.append(
        PackPublished(
            version=version,
            pack=pack.hash,
            roster=pack.roster_hash,
            items=_item_count(pack),
            seats=tuple(sorted(seat.code for seat in study.seats)),
            leak_warnings=warnings,
        )
    )
    opened.record(coordinator, bodies, clock=clock, files=[NewBlob(BlobKind.PACK, data)])
    return data


def _again(opened: OpenRegistry, study: Study) -> bytes | None:
    """Return the pack published last when the study has not changed since."""
    if opened.registry is None:
        return None
    last = opened.registry.pack
    if last.study != replace(study, version=last.version):
        return None
    return kept_file(opened.store, last.hash)


def _genesis(pack: Pack, coordinator: UnlockedIdentity) -> StudyGenesis:
    return StudyGenesis(
        study=pack.study.id,
        title=pack.study.title,
        key=base64.b64encode(coordinator.signer.public_der).decode(),
        certificate=base64.b64encode(coordinator.signer.certificate_der).decode(),
        recipient=pack.recipient,
    )


def _item_count(pack: Pack) -> int:
    return len(pack.study.bands) - len(pack.study.practice_bands)


def _demand_publishable(study: Study) -> None:
    if study.id == PRACTICE_STUDY:
        raise UserError(
            f"The study id {PRACTICE_STUDY!r} is reserved for the practice study.",
            next_step="Give the study another id in study.yaml.",
        )
    if not study.seats:
        raise UserError(
            "The study has no seats, so nobody could open its pack.",
            next_step="Add seats with their items in study.yaml.",
        )
    for seat in study.seats:
        for item in seat.items:
            if not study.band(item).clause_ids:
                raise UserError(
                    f"The item {item} names no guideline passage, so it cannot be judged.",
                    next_step="Name a clause in bands.yaml, or take the item off the seats.",
                )


def _checked_for_leaks(study: Study) -> tuple[str, ...]:
    hits = check_leaks(study)
    blocking = [hit for hit in hits if hit.blocking and hit.waived_by is None]
    if blocking:
        listed = "\n".join(_sentence(hit) for hit in blocking)
        raise UserError(
            f"{len(blocking)} words could tell a clinician who the patient is:\n{listed}\n",
            next_step="Reword each, or waive it with a reason in study.yaml. Nothing was written.",
        )
    return tuple(_sentence(hit) for hit in hits if hit.waived_by is None)


def _sentence(hit: LeakHit) -> str:
    return f"{hit.place}: {hit.text!r} ({hit.category}) in “{hit.context}”"


def _demand_same_study(registry: Registry | None, study: Study, path: Path) -> None:
    if registry is not None and registry.coordinator.genesis.study != study.id:
        raise UserError(
            f"This registry belongs to the study {registry.coordinator.genesis.study}, "
            f"not to {study.id}.",
            next_step="Choose the study's own registry, or a new file name for a new one.",
            file=path,
        )


def demand_free(out: Path) -> None:
    """Return nothing, or raise UserError when a pack cannot be written there."""
    # Told before anything is recorded; the writing itself never replaces a file either.
    if out.exists():
        raise UserError(
            "There is already a file of this name; it was left as it is.",
            next_step="Choose another name for the pack.",
            file=out,
        )
    if not out.parent.is_dir():
        raise UserError(
            "The folder for the pack does not exist.", next_step="Create it first.", file=out
        )
