"""Open the desktop program on the practice study where a display exists, else say how.

The program is started as a process of its own, so the job that came before ends at once and
never loads Qt.
"""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "fairmed-adjudicator"


def main() -> None:
    """Start the program detached, or print the command."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        subprocess.Popen(
            [str(PROGRAM), "--practice"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        print("The desktop program opens on the practice study.")
    else:
        print("No display here. On a desktop, open the practice study with:")
        print("    .venv/bin/fairmed-adjudicator --practice")


if __name__ == "__main__":
    main()
