"""The walls between the packages: whoever climbs one is caught by name."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PACKAGES = ("fairmed_core", "bands_registry", "exports", "adjudicator_app", "fairmed_cli")

FORBIDDEN = [
    ("fairmed_core/domain/band.py", "import bands_registry", "Packages look downwards only"),
    ("bands_registry/services/views.py", "import exports", "Packages look downwards only"),
    ("exports/__init__.py", "import adjudicator_app", "Packages look downwards only"),
    ("fairmed_core/words/sets.py", "import PySide6", "Qt only in the desktop program"),
    ("bands_registry/services/views.py", "import sqlmodel", "SQL only in the store"),
    ("bands_registry/services/views.py", "import reportlab", "Rendering only in exports"),
    ("exports/__init__.py", "import cryptography", "Cryptography only in provenance"),
]


def run_contracts(folder: Path) -> subprocess.CompletedProcess[str]:
    lint_imports = Path(sys.executable).parent / "lint-imports"
    return subprocess.run(
        [str(lint_imports), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin"},
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(
            REPO / package,
            tmp_path / package,
            ignore=lambda folder, names: [n for n in names if not keep(Path(folder) / n)],
        )
    shutil.copy(REPO / "pyproject.toml", tmp_path)
    return tmp_path


def keep(path: Path) -> bool:
    return (path.is_dir() and path.name != "__pycache__") or path.suffix == ".py"


def test_tree_as_it_stands_keeps_every_contract(tree: Path) -> None:
    done = run_contracts(tree)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("module", "line", "contract"), FORBIDDEN)
def test_planted_import_is_caught(tree: Path, module: str, line: str, contract: str) -> None:
    target = tree / module
    target.write_text(target.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    done = run_contracts(tree)
    assert done.returncode != 0
    broken = [row for row in done.stdout.splitlines() if "BROKEN" in row]
    assert any(contract in row for row in broken), done.stdout


def widget_imports(folder: Path) -> list[str]:
    """Names of the files below the widgets that import widgets.

    Import contracts cannot tell one module of an outside package from another.
    """
    files = [folder / "tasks.py"]
    for part in ("presenters", "qt_models"):
        files += sorted((folder / part).rglob("*.py"))
    return [file.name for file in files if "PySide6.QtWidgets" in imported(file)]


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_presenters_and_item_models_know_no_widget(tree: Path) -> None:
    assert widget_imports(tree / "adjudicator_app") == []


@pytest.mark.parametrize(
    "line", ["from PySide6.QtWidgets import QLabel", "from PySide6 import QtWidgets"]
)
def test_planted_widget_import_is_caught(tree: Path, line: str) -> None:
    target = tree / "adjudicator_app" / "presenters" / "planted.py"
    target.write_text(line + "\n", encoding="utf-8")
    assert widget_imports(tree / "adjudicator_app") == ["planted.py"]
