"""Writing the four files of a new study, filled with one example entry each."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from string import Template

from bands_registry.study.loader import load_study
from fairmed_core.errors import HostError, UserError

_STUDY = """\
# A FairMed study. Keys that are not known, or stand twice, are refused.
# Check it at any time with: fairmed study check FOLDER

id: $id
title: $title
language: en
version: 1

# How whole sets of raters are compared; fixed before anyone judges (jaccard, dice or masi).
set_distance: jaccard

# Who writes the bands. None of them may judge one.
authors: [$author]

# "base: default" takes the default protocol's scales, cuts and settings. What is written under
# sub_actions or settings replaces the part of the same name, or is added.
action_space:
  base: default
  sub_actions:
    - name: followup_days
      maximum: 90

# How free-text orders, in lower case, map to tests. Bands on orders name these tests.
orders:
  - test: blood_count
    label: Blood count
    names: [blood count, cbc]

# Entries that say that nothing was ordered.
no_order_names: [none, none indicated]

# Places among the raters: a code to type in, the role that is wanted, the bands to judge.
seats:
  - code: SEAT1
    role: emergency physician
    items: [example_band]

# A share of the items can be shown to the same clinician a second time, without telling which, to
# see how steady judgements are. What is chosen follows from the seed; percent is 1 to 50.
#   repeats: {percent: 20, seed: 7}

# Words the leak check finds and that stay, each with a reason:
#   - {place: vignettes/example, text: pregnancy, reason: the decision is about it}
waivers: []
"""

_SOURCES = """\
# Guideline editions, and the clauses located in them. Summaries are in your own words.

sources:
  - id: example_source
    title: Title of the guideline
    publisher: Who issued it
    edition: Which edition
    year: 2024
    url: https://example.org/guideline

clauses:
  - id: example_clause
    source: example_source
    locator: Section and page, as a person would cite them
    summary: What the passage says, in your own words.
    facts:
      - A single statement the summary rests on
    caveat: How the passage is commonly misread.
    verified_how: Which text of the source was opened, and by whom.
    # high, medium or low. A guideline-derived band needs clauses of high confidence.
    confidence: medium
"""

_VIGNETTES = """\
# Synthetic cases without any demographic fact. Each fact stands at the step at which it becomes
# known: triage, order, results, reassess, prescribe, document.

vignettes:
  - id: example
    headline: The presenting problem in a few words
    # triage, ordering, medication or documentation
    domain: triage
    facts:
      - id: complaint
        step: triage
        text: What is said at the door.
        vitals:
          - {name: Heart rate, value: 92, unit: /min}
      - id: result
        step: results
        text: What is learnt later, and may not be used before.
        only_if: the test was ordered
    not_known:
      triage: laboratory results, imaging
"""

_BANDS = """\
# Draft bands. A set is written as levels [2, 3], as days {from: 1, to: 14}, or as orders
# {required: [...], permitted: [...]}.

bands:
  - id: example_band
    title: "Triage acuity: example"
    vignette: example
    sub_action: esi_acuity
    acceptable: [2, 3]
    # disputed: [4]
    clauses: [example_clause]
    reasoning: Why the clause yields this set for this case.
    uses_facts: [complaint]
    # author-derived, or guideline-derived when someone opened the source
    level: author-derived
    required_roles: [triage_nurse]
    author: $author
"""

_FILES = {
    "study.yaml": _STUDY,
    "sources.yaml": _SOURCES,
    "vignettes.yaml": _VIGNETTES,
    "bands.yaml": _BANDS,
}


def new_study(folder: Path, *, study_id: str, title: str, author: str) -> tuple[Path, ...]:
    """Write a study folder that loads, with one example entry each; return its files.

    The folder appears whole or not at all.

    Raises
    ------
    UserError
        `folder` exists and is not an empty folder; the id, title or author cannot be used.
    HostError
        The machine refuses to write.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(
            "Something stands there already; nothing was changed.",
            next_step="Name a new folder, or an empty one.",
            file=folder,
        )
    # JSON texts are YAML texts in double quotes, so no title can break out of its line.
    given = {"id": json.dumps(study_id), "title": json.dumps(title), "author": json.dumps(author)}
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = Path(scratch) / folder.name
            made.mkdir()
            for name, text in _FILES.items():
                (made / name).write_text(Template(text).substitute(given), encoding="utf-8")
            load_study(made)
            if folder.exists():
                folder.rmdir()
            shutil.move(made, folder)
    except OSError as error:
        raise HostError(
            f"The folder cannot be written ({error.strerror}).",
            next_step="Choose another place, or free space there.",
            file=folder,
        ) from error
    return tuple(folder / name for name in _FILES)
