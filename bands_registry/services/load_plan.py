"""Reading an analysis plan, and writing a first one to be edited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

from bands_registry.provenance.canonical import digest
from bands_registry.services.band_source import BandSource
from bands_registry.study.plan_file import read_plan_file
from fairmed_core.analysis.plan import Plan
from fairmed_core.errors import HostError, UserError

_PLAN = Path(__file__).with_name("plan_template.yaml")


def load_plan(path: Path) -> Plan:
    """Return the plan in a file, with the SHA-256 of its canonical content.

    Comments, layout and the order of keys do not enter the hash; every value does.

    Raises
    ------
    StudyError
        Anything in the file is wrong; all findings are carried.
    HostError
        The machine does not let the file be read.
    """
    written = read_plan_file(path)
    return written.value(sha256=digest(written.content()))


def demand_fit(plan: Plan, source: BandSource, *, of_a_study: bool, file: Path) -> None:
    """Return nothing, or raise UserError when a plan does not fit the bands it is used with.

    `of_a_study`: a study, and with it a set distance fixed before anyone judged, stands behind the
    bands.
    """
    if of_a_study and plan.set_distance != source.set_distance:
        raise UserError(
            f"The study fixes the set distance {source.set_distance}, the plan says "
            f"{plan.set_distance}.",
            next_step="Use the study's: it was fixed before anyone judged.",
            file=file,
        )
    try:
        plan.space_of(source.space)
    except UserError as error:
        error.file = error.file or str(file)
        raise


def new_plan(path: Path, *, reference: str, conditions: Sequence[str]) -> Plan:
    """Write a plan that passes every check, with a comment at each key, and return it.

    Raises
    ------
    UserError
        Something stands there already, or a name cannot be used.
    HostError
        The machine refuses to write.
    """
    names = (reference, *conditions)
    if not conditions or len(set(names)) != len(names):
        raise UserError(
            "A plan needs a reference and conditions, each named once.",
            next_step="Name them with --reference and --condition.",
        )
    quoted = [_quoted(name) for name in names]
    text = Template(_PLAN.read_text(encoding="utf-8")).substitute(
        reference=quoted[0],
        conditions=", ".join(quoted[1:]),
        attributes="\n".join(
            f"  {name}: {{group: {'reference' if at == 0 else f'compared_{at}'}}}"
            for at, name in enumerate(quoted)
        ),
    )
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UserError(
            "Something stands there already; nothing was changed.",
            next_step="Name a new file.",
            file=path,
        ) from error
    except OSError as error:
        raise HostError(
            f"The file cannot be written ({error.strerror}).",
            next_step="Choose another place, or free space there.",
            file=path,
        ) from error
    return load_plan(path)


def _quoted(name: str) -> str:
    if any(not character.isprintable() or character in '"\\$' for character in name) or not name:
        raise UserError(
            f"{name!r} cannot be the name of a condition.",
            next_step="Use the name as it stands in the trajectories.",
        )
    return f'"{name}"'
