"""Use the built program once as a clinician would, on a profile with an awkward name.

Use: ``python packaging/smoke.py [FOLDER_OF_THE_BUILD]``.

Nothing of the checkout or its environment is used: two programs are run, and what they leave is
looked at. Ends with 0, or 1 with the sentence of what went wrong.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
SUFFIX = ".exe" if sys.platform == "win32" else ""
PROFILE = "Zoë Łukasz 李 (ward 4)"
VERIFIED_WITH_WARNINGS = 3
PATIENCE = 400


def environment(profile: Path) -> dict[str, str]:
    """Return a bare environment whose user lives in `profile`."""
    kept = ("PATH", "LANG", "SYSTEMROOT", "WINDIR", "TEMP", "TMP")
    bare = {name: os.environ[name] for name in kept if name in os.environ}
    places = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"), str(profile))
    return {**bare, **places, "QT_QPA_PLATFORM": "offscreen"}


def run(program: Path, *arguments: str, profile: Path, expect: int = 0) -> str:
    """Run a built program, say how long it took, return what it printed; stop when it failed."""
    begun = perf_counter()
    done = subprocess.run(
        (str(program), *arguments),
        env=environment(profile),
        cwd=profile,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    told = f"{program.name} {arguments[0]}"
    print(f"smoke: {perf_counter() - begun:5.1f} s  {told}")
    if done.returncode != expect:
        print(done.stdout, done.stderr, sep="\n")
        raise SystemExit(f"smoke: {told} ended with {done.returncode}, not {expect}.")
    return done.stdout


def main() -> None:
    """Walk practice, verify its document, run the whole road once."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "FairMed"
    adjudicator, fairmed = folder / f"fairmed-adjudicator{SUFFIX}", folder / f"fairmed{SUFFIX}"
    with tempfile.TemporaryDirectory() as place:
        profile = Path(place) / PROFILE
        profile.mkdir()
        run(adjudicator, "--version", profile=profile)
        checked = profile / "self test"
        print(run(adjudicator, "--self-test", str(checked), profile=profile), end="")
        document = checked / "practice-attestation.pdf"
        if not document.read_bytes().startswith(b"%PDF-"):
            raise SystemExit(f"smoke: {document.name} is no PDF.")
        said = run(fairmed, "verify", str(document), profile=profile, expect=VERIFIED_WITH_WARNINGS)
        if "This is practice" not in said:
            raise SystemExit("smoke: the document is not marked as practice.")
        # Everything the coordinator's and the analyst's screens rest on, from the same libraries.
        demo = profile / "demo"
        run(fairmed, "demo", "--out", str(demo), profile=profile)
        for kind in ("*.pdf", "*.csv", "*.svg", "*.fmreg"):
            if not any(demo.rglob(kind)):
                raise SystemExit(f"smoke: the demo left no {kind}.")
    print("smoke: passed")


if __name__ == "__main__":
    main()
