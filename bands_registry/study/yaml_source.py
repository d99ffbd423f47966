"""Reading one YAML 1.2 file into plain values whose lines are known.

Scalars are taken as they stand: ``true`` and ``false`` are truth values, canonical digits are whole
numbers, everything else is text. So ``yes``, ``no`` and ``on`` are words, ``2:30`` and ``1_000``
are no numbers, and ``38.10`` keeps its last digit. Duplicate keys, anchors, tags and several
documents in one file are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)
from ruamel.yaml.reader import ReaderError

from bands_registry.study.findings import Finding
from bands_registry.study.findings import Path as Place
from fairmed_core.errors import HostError

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 40

_WHOLE = re.compile(r"^-?(0|[1-9][0-9]{0,17})$", re.ASCII)
_AS_TEXT = "Save the file as UTF-8 text."
_SYNTAX_STEP = "Check quotes, indentation and the dash or colon before this line."
_EMPTY = ("The file is empty.", "Write the keys it should hold, or restore it from a copy.")


@dataclass
class YamlFile:
    """What stands in a file.

    Attributes
    ----------
    name
        The file's name, for sentences.
    data
        The plain values; None when the file could not be read.
    findings
        What was refused while reading.
    """

    name: str
    data: object = None
    findings: list[Finding] = field(default_factory=list)
    _lines: dict[Place, int] = field(default_factory=dict)

    def line(self, place: Place) -> int:
        """Return the line of a place, or of the nearest mapping or list around it."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 0)

    def refuse(self, line: int, sentence: str, next_step: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(self.name, line, sentence, next_step))

    def at(self, place: Place, line: int) -> None:
        """Remember the line of a place."""
        self._lines.setdefault(place, line)


def read_yaml(path: Path) -> YamlFile:
    """Read `path`; what is wrong with it stands in the result's findings.

    Raises
    ------
    HostError
        The machine does not let the file be read.
    """
    file = YamlFile(path.name)
    text = _text(path, file)
    if text is None:
        return file
    try:
        _Reader(file, YAML(typ="safe", pure=True).parse(text)).read()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = 0 if mark is None else mark.line + 1
        file.refuse(line, f"This is no YAML: {error.problem or error.context}.", _SYNTAX_STEP)
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        file.refuse(line, "The file holds a character that YAML does not allow.", "Remove it.")
    except RecursionError:
        file.refuse(0, "The file is nested too deeply.", "A study needs less than ten levels.")
    if file.data is None and not file.findings:
        file.refuse(0, *_EMPTY)
    return file


def _text(path: Path, file: YamlFile) -> str | None:
    if path.is_dir():
        file.refuse(0, "A file was expected, this is a folder.", "Put the file in its place.")
        return None
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        file.refuse(0, "The file is missing.", "Add it to the study folder.")
        return None
    except OSError as error:
        raise HostError(
            f"The file cannot be read ({error.strerror}).",
            next_step="Check that you may read it and that the disk is well.",
            file=path,
        ) from error
    if len(raw) > MAX_BYTES:
        file.refuse(0, f"The file is larger than {MAX_BYTES >> 20} MiB.", "Split the study.")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"The byte 0x{raw[error.start]:02X} is no UTF-8 (perhaps the file is Latin-1)."
        file.refuse(line, found, _AS_TEXT)
        return None
    if not text.strip():
        file.refuse(0, *_EMPTY)
        return None
    return text


class _Reader:
    """Builds plain values from the events of a YAML parser."""

    def __init__(self, file: YamlFile, events: Iterator[Event]) -> None:
        self._file = file
        self._events = events

    def read(self) -> None:
        """Read the one document of the file."""
        self._file.at((), 1)
        for event in self._events:
            if isinstance(event, StreamEndEvent):
                return
            if isinstance(event, StreamStartEvent | DocumentStartEvent | DocumentEndEvent):
                continue
            if self._file.data is not None:
                self._refuse(event, "A second document begins here.", "Keep one document a file.")
                return
            self._file.data = self._value(event, ())

    def _value(self, event: Event, place: Place) -> object:
        self._check(event, place)
        if isinstance(event, MappingStartEvent):
            return self._mapping(place)
        if isinstance(event, SequenceStartEvent):
            return self._sequence(place)
        return _scalar(event) if isinstance(event, ScalarEvent) else None

    def _check(self, event: Event, place: Place) -> None:
        if len(place) > MAX_DEPTH:
            raise RecursionError
        if isinstance(event, NodeEvent) and event.anchor:
            sentence = f'Anchors and aliases ("{event.anchor}") are not read.'
            self._refuse(event, sentence, "Write the value out where it belongs.")
        elif isinstance(event, ScalarEvent | CollectionStartEvent) and event.ctag is not None:
            self._refuse(event, f"The tag {event.ctag} is not read.", "Remove it.")

    def _sequence(self, place: Place) -> list[object]:
        items: list[object] = []
        for event in self._events:
            if isinstance(event, SequenceEndEvent):
                break
            where = (*place, len(items))
            self._file.at(where, event.start_mark.line + 1)
            items.append(self._value(event, where))
        return items

    def _mapping(self, place: Place) -> dict[object, object]:
        mapping: dict[object, object] = {}
        for event in self._events:
            if isinstance(event, MappingEndEvent):
                break
            key = self._value(event, (*place, "?"))
            where = (*place, key if isinstance(key, int | str) else "?")
            line = event.start_mark.line + 1
            value = self._value(next(self._events), where)
            if not isinstance(event, ScalarEvent):
                self._refuse(event, "A key should be one word.", "Write key: value.")
            elif key in mapping:
                first = self._file.line(where)
                sentence = f'The key "{key}" stands here a second time (first in line {first}).'
                self._refuse(event, sentence, "Keep one of the two.")
            else:
                mapping[key] = value
            self._file.at(where, line)
        return mapping

    def _refuse(self, event: Event, sentence: str, next_step: str) -> None:
        self._file.refuse(event.start_mark.line + 1, sentence, next_step)


def _scalar(event: ScalarEvent) -> object:
    text: str = event.value
    if event.style is not None:
        return text
    if text in ("true", "false"):
        return text == "true"
    if text in ("", "~", "null"):
        return None
    return int(text) if _WHOLE.match(text) else text
