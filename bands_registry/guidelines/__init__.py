"""The bundled demo study, its trajectories and two sets of verdicts."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path


def demo_study_folder() -> Path:
    """Return the folder of the bundled study."""
    return _bundled("ed_and_discharge")


def demo_trajectories() -> Path:
    """Return the bundled trajectories (CSV, gzip)."""
    return _bundled("demo_trajectories.csv.gz")


def demo_verdicts() -> tuple[Path, ...]:
    """Return the verdict files of the geriatrician and of the emergency physician."""
    return _bundled("geriatrician_verdicts.yaml"), _bundled("emergency_physician_verdicts.yaml")


def _bundled(name: str) -> Path:
    # FairMed keeps its data as plain files, also when installed, so the path outlives the context.
    with as_file(files(__package__).joinpath(name)) as path:
        return path
