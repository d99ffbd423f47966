"""Reads a catalogue in the format of gettext's `.po` files, without plurals and contexts."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*\Z')
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_ESCAPE = re.compile(r"\\(.)")


def read_messages(text: str) -> dict[str, str]:
    """Return translations by message; one without a translation is left out.

    Raises ValueError where a line is none of the format or a message stands twice.
    """
    messages: dict[str, str] = {}
    parts: dict[str, str] = {}
    keyword = ""
    for number, line in enumerate([*text.splitlines(), 'msgid ""'], start=1):
        if not line.strip() or line.startswith("#"):
            continue
        head, _, rest = line.partition('"')
        if head.strip():
            keyword = head.strip()
            if keyword == "msgid":
                _keep(messages, parts)
                parts = {}
            parts[keyword] = ""
        found = _QUOTED.match(f'"{rest}')
        if found is None or keyword not in ("msgid", "msgstr"):
            raise ValueError(f"line {number} is not of the catalogue's format")
        parts[keyword] += _ESCAPE.sub(lambda escape: _ESCAPES.get(escape[1], escape[1]), found[1])
    return messages


def _keep(messages: dict[str, str], parts: dict[str, str]) -> None:
    message, said = parts.get("msgid", ""), parts.get("msgstr", "")
    if message in messages:
        raise ValueError(f"the message {message!r} stands twice")
    if message and said:
        messages[message] = said
