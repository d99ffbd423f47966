"""Letters in place of conditions: nothing but the names changes, and their order tells nothing."""

from __future__ import annotations

from fairmed_core.analysis.lettered import REFERENCE, lettered
from fairmed_core.analysis.plan import Plan
from fairmed_core.analysis.report import AnalysisReport, analyse
from fairmed_core.analysis.settings import Resampling
from tests.helpers.draws import drafts, trajectories_of

NAMES = ("amber", "birch", "cedar", "dune", "elm", "fern", "gale", "heath")


def report(seed: int = 1) -> AnalysisReport:
    draws = {
        name: {f"v{case}": [2.0, float(2 + (case + place) % 2)] for case in range(4)}
        for place, name in enumerate(("base", *NAMES))
    }
    return analyse(
        trajectories_of(draws),
        bands=drafts({f"v{case}": [2, 3] for case in range(4)}),
        plan=Plan(reference="base", resampling=Resampling(resamples=100, seed=seed)),
    )


def test_every_estimate_stays_and_each_letter_stands_for_one_condition() -> None:
    plain = report()
    hidden = lettered(plain)
    assert sorted(hidden.letters) == list("ABCDEFGH")
    assert sorted(hidden.letters.values()) == sorted(NAMES)
    for before, after in zip(plain.sections, hidden.report.sections, strict=True):
        back = {**hidden.letters, REFERENCE: "base", "": ""}
        found = sorted(
            (back[row.condition], row.action, row.variant, row.estimate.name, row.estimate.value)
            for row in after.rows
            if row.estimate.value is not None
        )
        assert found == sorted(
            (row.condition, row.action, row.variant, row.estimate.name, row.estimate.value)
            for row in before.rows
            if row.estimate.value is not None
        )
    assert hidden.report.plan.reference == REFERENCE


def test_no_name_is_left_and_rows_stand_in_the_order_of_the_letters() -> None:
    hidden = lettered(report())
    told = repr(hidden.report)
    assert not [name for name in (*NAMES, "base") if repr(name) in told]
    seen = list(dict.fromkeys(row.condition for row in hidden.report.section("flips").rows))
    assert seen == list("ABCDEFGH")


def test_the_order_of_letters_is_not_that_of_names_and_depends_on_the_seed() -> None:
    orders = {tuple(lettered(report(seed)).letters.values()) for seed in (1, 2, 3)}
    assert len(orders) == 3
    assert NAMES not in orders
    assert lettered(report(1)).letters == lettered(report(1)).letters
