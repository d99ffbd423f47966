"""Where the program keeps its things, and the few choices it remembers."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

import platformdirs

from fairmed_core.words.catalogue import LANGUAGES

TEXT_SCALES = (100, 110, 125, 150, 175, 200, 225, 250)
_FILE = "settings.json"


@dataclass(frozen=True)
class Settings:
    """What is remembered between two starts; nothing here is part of a study.

    Attributes
    ----------
    text_scale
        Size of all text in percent, one of `TEXT_SCALES`.
    geometry
        The window's place and size as Qt wrote it, in hexadecimal; "" for the default.
    folder
        The folder a file was last opened from or saved to; "" for the home folder.
    guideline_zoom
        Size of guideline pages in percent; 0 fits them to the room.
    language
        The language she chose, one of `LANGUAGES`; "" for the system's.
    keys
        The keys she chose for commands, by command; the others are as they come.
    """

    text_scale: int = 100
    geometry: str = ""
    folder: str = ""
    guideline_zoom: int = 0
    language: str = ""
    keys: dict[str, str] = field(default_factory=dict)


def data_folder() -> Path:
    """Return the folder of keystore and studies: FAIRMED_DATA, or the user's own."""
    chosen = os.environ.get("FAIRMED_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("FairMed", appauthor=False))


def load_settings(data: Path) -> Settings:
    """Return the remembered settings; what cannot be read is replaced by its default."""
    try:
        stored = json.loads((data / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    if not isinstance(stored, dict):
        return Settings()
    keys = ("text_scale", "geometry", "folder", "guideline_zoom", "language")
    scale, geometry, folder, zoom, language = (stored.get(key) for key in keys)
    return Settings(
        text_scale=scale if scale in TEXT_SCALES else 100,
        geometry=geometry if isinstance(geometry, str) else "",
        folder=folder if isinstance(folder, str) else "",
        guideline_zoom=zoom if isinstance(zoom, int) and 10 <= zoom <= 500 else 0,
        language=language if language in LANGUAGES else "",
        keys=_texts(stored.get("keys")),
    )


def _texts(stored: object) -> dict[str, str]:
    found = stored.items() if isinstance(stored, dict) else ()
    return {name: text for name, text in found if isinstance(name, str) and isinstance(text, str)}


def save_settings(data: Path, settings: Settings) -> None:
    """Remember the settings; a folder that cannot be written to is no reason to stop anybody."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        fresh = data / f"{_FILE}.new"
        fresh.write_text(json.dumps(asdict(settings)), encoding="utf-8")
        fresh.replace(data / _FILE)
    except OSError:
        return
