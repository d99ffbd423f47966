"""Adjusted p-values against scipy, with missing entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fairmed_core.errors import UserError
from fairmed_core.stats.multiplicity import adjust_pvalues

p_values = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=12)


@given(p_values, st.sampled_from(["bh", "by"]))
def test_agrees_with_scipy_on_the_entries_present(p: list[float | None], method: str) -> None:
    adjusted = adjust_pvalues(p, method=method)
    present = [value for value in p if value is not None]
    assert [value is None for value in adjusted] == [value is None for value in p]
    if present:
        scipy = stats.false_discovery_control(present, method=method)
        assert [value for value in adjusted if value is not None] == pytest.approx(list(scipy))


def test_nan_counts_as_missing() -> None:
    assert adjust_pvalues([0.01, float("nan"), 0.03], method="bh") == (0.02, None, 0.03)


def test_yekutieli_is_the_default() -> None:
    assert adjust_pvalues([0.01, 0.04]) == adjust_pvalues([0.01, 0.04], method="by")
    assert adjust_pvalues([0.01, 0.04]) != adjust_pvalues([0.01, 0.04], method="bh")
    assert adjust_pvalues([]) == ()


@pytest.mark.parametrize(("p", "method"), [([1.2], "bh"), ([-0.1], "by"), ([0.1], "holm")])
def test_bad_input_is_refused(p: list[float], method: str) -> None:
    with pytest.raises(UserError):
        adjust_pvalues(p, method=method)
