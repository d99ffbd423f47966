"""Where an analysis takes its bands from: a registry, a colleague's table, or a study folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bands_registry.study.band_table import read_band_table
from bands_registry.study.loader import load_study
from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import ResolvedBand, resolve
from fairmed_core.domain.study import DistanceName, OrderName, Study
from fairmed_core.errors import UserError


@dataclass(frozen=True)
class BandSource:
    """Bands with what they come with: scales, order names, name of the protocol, registry hash."""

    bands: tuple[ResolvedBand, ...]
    space: ActionSpace
    orders: tuple[OrderName, ...]
    protocol: str
    registry_hash: str | None
    no_order_names: frozenset[str] = frozenset()
    set_distance: DistanceName = "jaccard"


NO_BANDS = BandSource((), DEFAULT_SPACE, (), "", None)


def band_source(registry: Path | None, bands: Path | None) -> BandSource:
    """Return the bands of a registry, or unsigned ones of a CSV table or a study folder."""
    if registry is not None and bands is not None:
        raise UserError(
            "Both a registry and a table of bands were named.", next_step="Name one of them."
        )
    if registry is not None:
        # Store and signatures take longer to load than a floor takes to compute.
        from bands_registry.services.load_registry import load_registry

        contents = load_registry(registry)
        return _of_study(contents.study, contents.bands, contents.registry_hash)
    if bands is None:
        return NO_BANDS
    if bands.is_dir():
        study = load_study(bands)
        practice = {band.id for band in study.practice_bands}
        drafts = [resolve(band) for band in study.bands if band.id not in practice]
        return _of_study(study, drafts, None)
    return BandSource(
        read_band_table(bands, DEFAULT_SPACE), DEFAULT_SPACE, (), f"table {bands.name}", None
    )


def _of_study(study: Study, bands: Sequence[ResolvedBand], registry_hash: str | None) -> BandSource:
    return BandSource(
        bands=tuple(bands),
        space=study.space,
        orders=study.orders,
        protocol=f"{study.id}, version {study.version}",
        registry_hash=registry_hash,
        no_order_names=study.no_order_names,
        set_distance=study.set_distance,
    )
