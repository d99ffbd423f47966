"""The public names load lazily, and every one of them loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

import fairmed_core

HEAVY = ("numpy", "scipy", "pandas", "pyarrow", "krippendorff", "PySide6", "sqlmodel", "matplotlib")


def test_importing_the_package_loads_no_library() -> None:
    code = f"""
import sys, fairmed_core
print([name for name in {HEAVY!r} if name in sys.modules])
assert fairmed_core.Estimate
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == ["[]", "[]"]


@pytest.mark.parametrize("name", fairmed_core.__all__)
def test_every_name_loads(name: str) -> None:
    assert callable(getattr(fairmed_core, name))
    assert name in dir(fairmed_core)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'flip_rat'"):
        fairmed_core.flip_rat  # noqa: B018
