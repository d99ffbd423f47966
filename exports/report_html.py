"""A report as one self-contained web page: no script, nothing loaded from elsewhere."""

from __future__ import annotations

import base64

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from exports import theme
from exports.canvas import Figure
from exports.report_parts import ReportContents
from exports.typeface import printable


def render_html(contents: ReportContents) -> str:
    """Return the page. Text is escaped; what would hide or reorder text shows as its code point."""
    environment = Environment(
        loader=PackageLoader("exports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["source"] = _source
    return environment.get_template("report.html.j2").render(report=contents, theme=theme)


def _shown(value: object) -> object:
    """Return plain text as it may be shown; what is markup already stays."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _source(figure: Figure) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(figure.svg).decode("ascii")
