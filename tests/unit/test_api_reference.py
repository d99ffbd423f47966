"""The API reference is what the docstrings say today, and holds every public name."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import fairmed_core

REPO = Path(__file__).resolve().parents[2]


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "api_reference", REPO / "packaging" / "api_reference.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_is_up_to_date() -> None:
    written = (REPO / "docs" / "api.md").read_text(encoding="utf-8")
    assert written == script().render(), "run: python packaging/api_reference.py"


def test_page_holds_every_public_name_with_its_signature() -> None:
    page = (REPO / "docs" / "api.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (.*)$", page, flags=re.MULTILINE)) == set(fairmed_core.__all__)
    for name in fairmed_core.__all__:
        assert f"```python\n{name}(" in page
