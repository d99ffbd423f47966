"""Write docs/api.md from the docstrings of the public names of `fairmed_core`.

Run it after changing a docstring: python packaging/api_reference.py
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import fairmed_core

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"
_HEAD = """\
# API reference of `fairmed_core`

Made from the docstrings by `packaging/api_reference.py`; a test checks that it is up to date. The
names load on first use. All arguments beyond the data are named. Estimators return an `Estimate`: a
value or a reason why there is none, an interval or a reason why it is refused, the counts it rests
on, method and seed.
"""
_TERMS = ("Parameters", "Attributes", "Returns", "Raises")
_UNDERLINED = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,}$", re.MULTILINE)


def render() -> str:
    """Return the page."""
    names = sorted(fairmed_core.__all__, key=str.lower)
    parts = [_HEAD, " · ".join(f"[`{name}`](#{name.lower()})" for name in names), ""]
    parts += ["\n".join(_entry(name, getattr(fairmed_core, name))) for name in names]
    return "\n".join(parts)


def _entry(name: str, public: object) -> Iterator[str]:
    yield f"## {name}"
    yield ""
    if callable(public):
        yield "```python"
        yield f"{name}{_signature(public)}"
        yield "```"
        yield ""
    summary, *sections = _UNDERLINED.split(inspect.getdoc(public) or "")
    yield summary.strip()
    yield ""
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        yield f"**{title}**"
        yield ""
        yield "\n".join(_terms(body.strip("\n")) if title in _TERMS else [body.strip()])
        yield ""


def _signature(public: Callable[..., object]) -> str:
    signature = inspect.signature(public)
    returned = signature.return_annotation
    # What makes an object of its class says nothing by returning it.
    arrow = "" if inspect.isclass(public) else f" -> {returned}"
    given = list(_parameters(signature))
    short = f"({', '.join(given)}){arrow}"
    long = f"(\n    {f',{chr(10)}    '.join(given)},\n){arrow}"
    return short if len(short) <= 80 else long


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    """Yield the parameters as they are written, with the star that begins the named ones."""
    starred = False
    for one in signature.parameters.values():
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        default = "" if one.default is inspect.Parameter.empty else f" = {_shown(one.default)}"
        yield f"{one.name}: {one.annotation}{default}"


def _shown(default: object) -> str:
    """Return a default as it is written: a plain value, or the name of a constant."""
    if default is None or isinstance(default, bool | int | float | str):
        return repr(default)
    if isinstance(default, tuple) and all(isinstance(part, int) for part in default):
        return repr(default)
    modules = [module for name, module in sys.modules.items() if name.startswith("fairmed_core.")]
    names = {name for module in modules for name, value in vars(module).items() if value is default}
    return min(names, default="…")


def _terms(body: str) -> Iterator[str]:
    """Yield a list entry for each term with what stands indented under it."""
    term: list[str] = []
    for line in body.splitlines():
        if line and not line.startswith(" "):
            if term:
                yield " ".join(term)
            term = [f"- `{line}`:"]
        elif line.strip():
            term.append(line.strip())
    if term:
        yield " ".join(term).removesuffix(":")


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
