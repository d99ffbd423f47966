"""Running `fairmed` in a test: exit code, standard output, standard error."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairmed_cli.main import run


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def fairmed(*arguments: str | Path) -> Ran:
    """Run one command in this process, as from a shell whose output is piped."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    assert "Traceback" not in err.getvalue(), err.getvalue()
    return Ran(code, out.getvalue(), err.getvalue())
