"""Fuzz one target: ``python -m tests.fuzz.run TARGET [options of libFuzzer] [corpus folder …]``.

Runs in an environment of its own that has atheris; `make fuzz` makes it.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["bands_registry", "fairmed_core", "json", "zipfile"]):
    from tests.fuzz.targets import TARGETS


def main() -> None:
    """Hand the target to the fuzzer, which ends the process."""
    target = TARGETS[sys.argv[1]]
    atheris.Setup([sys.argv[0], *sys.argv[2:]], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
