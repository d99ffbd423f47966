"""Fixtures every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Qt reads this once, when it loads; tests without a display must set it before any import of Qt.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# How long an example takes hangs on what else the machine does; speed is the benchmark's matter.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder with real draws and reference values that stands beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip(f"real data and reference values are not beside the checkout ({SHARED.name}/)")
    return SHARED
