"""Make the pictures of docs/clinician.md anew from the program's own walk.

Use: ``python packaging/pictures.py``.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
# Name of a screen in the walk, and of its picture in the documentation.
SCREENS = {
    "welcome": "welcome",
    "practice-feedback": "practice",
    "identity": "identity",
    "judged-draft_triage_01": "item",
    "check-and-sign": "sign",
    "send": "send",
}
WIDTH, COLOURS, LIMIT = 1100, 128, 150_000


def keep(taken: Path, target: Path) -> None:
    """Save a picture smaller and with fewer colours; stop when it is still too large."""
    with Image.open(taken) as whole:
        height = round(whole.height * WIDTH / whole.width)
        small = whole.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
    small.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
    size = target.stat().st_size
    print(f"{size / 1000:6.0f} kB  {target.relative_to(ROOT)}")
    if size > LIMIT:
        raise SystemExit(f"pictures: {target.name} is larger than {LIMIT / 1000:.0f} kB.")


def main() -> None:
    """Walk the program without a screen and keep the light pictures that are wanted."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        walk = (sys.executable, "-m", "adjudicator_app", "--screenshot", place)
        without_screen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(walk, env=without_screen, cwd=ROOT, check=True)
        for screen, name in SCREENS.items():
            taken = sorted(Path(place).glob(f"[0-9][0-9]-{screen}-light.png"))
            if not taken:
                raise SystemExit(f"pictures: the walk has no screen {screen}.")
            keep(taken[0], PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
