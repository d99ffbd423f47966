"""Gather every message the program says, and hold the catalogues against them.

Prints what a catalogue lacks, ready to be filled in, and what nobody says any more:
python packaging/messages.py
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from adjudicator_app.presenters import counting
from adjudicator_app.tasks import UNEXPECTED, UNEXPECTED_NEXT
from bands_registry.services import changes
from exports import attestation_item, attestation_pdf
from fairmed_core.domain.adjudicator import (
    PROFESSIONS,
    ROLES,
    SPECIALTIES,
    YEARS_BANDS,
    YEARS_SHORT,
)
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.stats.alpha_estimate import UNIT_BOOTSTRAP
from fairmed_core.words import numbers, sentences
from fairmed_core.words.catalogue import ENGLISH, LANGUAGES
from fairmed_core.words.messages import read_messages

ROOT = Path(__file__).resolve().parents[1]
_MARKS = {"tr", "_tr", "say"}
_SHARED_ROOTS = ("fairmed_core/words", "exports", "bands_registry/services/changes.py")
_ERROR_ROOTS = ("bands_registry", "exports", "adjudicator_app", "fairmed_core/trajectories")
_ERROR = re.compile(r"^_?(?!Pydantic|SelfTest)[A-Z]\w*Error$")
# Calls that show their first words to a reader as they stand.
_SHOWS = {
    "setText", "setWindowTitle", "setAccessibleName", "setAccessibleDescription", "setToolTip",
    "setPlaceholderText", "say", "Text", "NoteLine", "Button", "CheckBox", "RadioButton", "Entry",
    "FormField", "IconButton", "Paragraph", "addItem", "addAction", "drawText", "Told",
}  # fmt: skip
# Not a reader's: what drives the program with nobody at it fills fields in and keeps a log.
_NOT_SHOWN = {"screenshots.py", "demo_pack.py", "self_test.py", "unattended.py"}
# Functions whose texts are warnings and notices of a registry, as they stand.
_SENTENCES = {"_attention", "_items", "meaning_warnings", "log_warnings"}
_FIELD = re.compile(r"\{(\w*)\}")


def catalogue_file(part: str, language: str) -> Path:
    """Return the file of a catalogue; `part` is shared, screens or errors."""
    if part == "shared":
        return ROOT / "fairmed_core" / "words" / f"{language}.po"
    folder = ROOT / "adjudicator_app" / "resources" / "languages"
    return folder / f"{part}.{language}.po"


def shared_messages() -> set[str]:
    """Return what screen and print share."""
    found = {text for root in _SHARED_ROOTS for text in _marked(ROOT / root)}
    tables: tuple[dict[object, str], ...] = (
        sentences.QUESTIONS, sentences.ANSWERS, sentences.VERDICTS, sentences.ERROR_KINDS,
        sentences.DECLINE_REASONS, sentences.STATUSES, sentences.STEPS, sentences.NOT_COUNTED,
        sentences.PROBLEMS, PROFESSIONS, SPECIALTIES, YEARS_BANDS, YEARS_SHORT,
    )  # fmt: skip
    for table in tables:
        found |= set(table.values())
    found |= {sentences.MEANING, sentences.INDEPENDENCE, sentences.NO_INTERESTS}
    found |= {sentences.CLOCK_NOTICE, sentences.CLAIM, "{place}: {sentence}"}
    found |= {*numbers.REASONS.values(), numbers.PROVISIONAL, ENGLISH, *LANGUAGES.values()}
    found |= {*numbers.AGREEMENT_COUNTS, UNIT_BOOTSTRAP}
    printed = attestation_pdf
    found |= {printed.PRACTICE, printed.FOOT, printed.PAGE_WORDS, printed.CHECKPOINT_WORDS}
    found |= {*ROLES, *(level.value for level in ProvenanceLevel)}
    found |= set(attestation_item._MONTHS)  # noqa: SLF001 - said by index
    found |= {words for _, words in changes._PARTS}  # noqa: SLF001 - said by index
    return found


def screen_messages() -> set[str]:
    """Return what only the screen says."""
    found = set(_marked(ROOT / "adjudicator_app"))
    found |= set(counting._WORDS)  # noqa: SLF001 - said by index
    return found - shared_messages()


def error_messages() -> set[str]:
    """Return the sentences and next steps of errors; a value in one is {0}, {1} and so on."""
    found = {UNEXPECTED, UNEXPECTED_NEXT}
    for root in _ERROR_ROOTS:
        for tree in _trees(ROOT / root):
            found |= set(_sentences(tree))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    found |= set(_error_texts(node))
    return {text for text in found if re.search("[a-z]{2}", _FIELD.sub("", text))}


def _sentences(tree: ast.Module) -> Iterator[str]:
    """Yield what functions that hand out bare sentences say."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in _SENTENCES:
            for part in ast.walk(node):
                if isinstance(part, ast.Yield):
                    yield from _pattern(part.value)
                elif isinstance(part, ast.JoinedStr | ast.IfExp):
                    yield from _pattern(part)


def _error_texts(call: ast.Call) -> Iterator[str]:
    name = ast.unparse(call.func).rpartition(".")[2]
    given = [k.value for k in call.keywords if k.arg in ("next_step", "place")]
    if name in ("attention", "warning", "_require"):
        given += call.args[1:2]
    if _ERROR.match(name) and name not in vars(builtins):
        given += call.args[:1]
    for value in given:
        yield from _pattern(value)


def _pattern(value: ast.expr | None) -> Iterator[str]:
    """Yield a literal, or a formatted text with its values numbered."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _pattern(value.body)
        yield from _pattern(value.orelse)
    elif isinstance(value, ast.JoinedStr):
        parts, at = [], 0
        for part in value.values:
            if isinstance(part, ast.Constant):
                parts.append(str(part.value))
            else:
                parts.append(f"{{{at}}}")
                at += 1
        yield "".join(parts)


def _marked(root: Path) -> Iterator[str]:
    """Yield every literal handed to what translates."""
    for tree in _trees(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                yield from _literals(node)


def _literals(call: ast.Call) -> Iterator[str]:
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "translate":
        given = call.args[1:2]
    elif (isinstance(function, ast.Attribute) and function.attr == "tr") or (
        isinstance(function, ast.Name) and function.id in _MARKS
    ):
        given = call.args[:1]
    else:
        return
    for value in given:
        for part in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def _trees(root: Path) -> Iterator[ast.Module]:
    paths = [root] if root.suffix == ".py" else sorted(root.rglob("*.py"))
    for path in paths:
        yield ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def _same() -> set[str]:
    """Return what is no sentence: the program's name, and the names of icons."""
    icons = ROOT / "adjudicator_app" / "resources" / "icons"
    return {"FairMed", *(path.stem for path in icons.glob("*.svg"))}


def unmarked() -> list[str]:
    """Return where a literal with words in it is shown without being handed to what translates."""
    return [
        f"{path.relative_to(ROOT)}:{call.lineno}: {text!r}"
        for path in sorted((ROOT / "adjudicator_app").rglob("*.py"))
        if path.name not in _NOT_SHOWN
        for call in _calls_that_show(path)
        for value in call.args
        for text in _pattern(value)
        if re.search("[A-Za-z]{2}", _FIELD.sub("", text)) and text not in _same()
    ]


def _calls_that_show(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            translates = name == "say" and isinstance(node.func, ast.Name)
            if name in _SHOWS and not translates:
                yield node


PARTS = {"shared": shared_messages, "screens": screen_messages, "errors": error_messages}


def main() -> int:
    """Print what is missing and what is dead; return 1 when there is any."""
    wrong = 0
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        for part, gather in PARTS.items():
            file = catalogue_file(part, language)
            have = set(read_messages(file.read_text(encoding="utf-8"))) if file.exists() else set()
            said = gather()
            print(f"# {file.relative_to(ROOT)}: {len(said - have)} missing")
            for text in sorted(said - have):
                print(f'msgid {quoted(text)}\nmsgstr ""\n')
            for text in sorted(have - said):
                print(f"# nobody says: {quoted(text)}")
            wrong += len(said ^ have)
    return 1 if wrong else 0


def quoted(text: str) -> str:
    """Return a message as a catalogue writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.exit(main())
