"""The analysis core of FairMed: bands, trajectories and the estimands computed from them.

The public names load on first use: `import fairmed_core` itself pulls in no numerical library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairmed_core.analysis.agreement import band_agreement
    from fairmed_core.analysis.bands import resolve_bands
    from fairmed_core.analysis.distances import score_difference, score_floor
    from fairmed_core.analysis.flips import (
        collapsed_mcnemar,
        flip_rate,
        flip_rates,
        signed_disparity,
    )
    from fairmed_core.analysis.floor import instability_floor
    from fairmed_core.analysis.plan import Plan
    from fairmed_core.analysis.report import AnalysisReport, analyse
    from fairmed_core.analysis.sensitivity import band_sensitivity
    from fairmed_core.analysis.settings import Contrast, Resampling, Setting
    from fairmed_core.analysis.shifts import ordinal_shift, transition_table
    from fairmed_core.analysis.within_range import within_range_flip_rate
    from fairmed_core.estimate import Estimate, Interval
    from fairmed_core.stats.agreement import krippendorff_alpha
    from fairmed_core.stats.bootstrap import cluster_bootstrap
    from fairmed_core.stats.jackknife import jackknife_alpha
    from fairmed_core.stats.mcnemar import mcnemar, mcnemar_power
    from fairmed_core.stats.mixed_logit import random_intercept_logit
    from fairmed_core.stats.multiplicity import adjust_pvalues
    from fairmed_core.stats.permutation import permutation_test, sign_flip_test
    from fairmed_core.stats.set_agreement import alpha_for_sets
    from fairmed_core.stats.spearman import spearman_exact
    from fairmed_core.stats.wilcoxon import wilcoxon_signed_rank
    from fairmed_core.stats.wild_cluster import wild_cluster_test
    from fairmed_core.stats.wild_interval import wild_cluster_interval
    from fairmed_core.trajectories.reader import read_trajectories
    from fairmed_core.trajectories.table import Trajectories

_HOME = {
    "AnalysisReport": "fairmed_core.analysis.report",
    "Contrast": "fairmed_core.analysis.settings",
    "Estimate": "fairmed_core.estimate",
    "Interval": "fairmed_core.estimate",
    "Plan": "fairmed_core.analysis.plan",
    "Resampling": "fairmed_core.analysis.settings",
    "Setting": "fairmed_core.analysis.settings",
    "Trajectories": "fairmed_core.trajectories.table",
    "adjust_pvalues": "fairmed_core.stats.multiplicity",
    "alpha_for_sets": "fairmed_core.stats.set_agreement",
    "analyse": "fairmed_core.analysis.report",
    "band_agreement": "fairmed_core.analysis.agreement",
    "band_sensitivity": "fairmed_core.analysis.sensitivity",
    "cluster_bootstrap": "fairmed_core.stats.bootstrap",
    "collapsed_mcnemar": "fairmed_core.analysis.flips",
    "flip_rate": "fairmed_core.analysis.flips",
    "flip_rates": "fairmed_core.analysis.flips",
    "instability_floor": "fairmed_core.analysis.floor",
    "jackknife_alpha": "fairmed_core.stats.jackknife",
    "krippendorff_alpha": "fairmed_core.stats.agreement",
    "mcnemar": "fairmed_core.stats.mcnemar",
    "mcnemar_power": "fairmed_core.stats.mcnemar",
    "ordinal_shift": "fairmed_core.analysis.shifts",
    "permutation_test": "fairmed_core.stats.permutation",
    "random_intercept_logit": "fairmed_core.stats.mixed_logit",
    "read_trajectories": "fairmed_core.trajectories.reader",
    "resolve_bands": "fairmed_core.analysis.bands",
    "score_difference": "fairmed_core.analysis.distances",
    "score_floor": "fairmed_core.analysis.distances",
    "sign_flip_test": "fairmed_core.stats.permutation",
    "signed_disparity": "fairmed_core.analysis.flips",
    "spearman_exact": "fairmed_core.stats.spearman",
    "transition_table": "fairmed_core.analysis.shifts",
    "wilcoxon_signed_rank": "fairmed_core.stats.wilcoxon",
    "wild_cluster_interval": "fairmed_core.stats.wild_interval",
    "wild_cluster_test": "fairmed_core.stats.wild_cluster",
    "within_range_flip_rate": "fairmed_core.analysis.within_range",
}

__all__ = [
    "AnalysisReport",
    "Contrast",
    "Estimate",
    "Interval",
    "Plan",
    "Resampling",
    "Setting",
    "Trajectories",
    "adjust_pvalues",
    "alpha_for_sets",
    "analyse",
    "band_agreement",
    "band_sensitivity",
    "cluster_bootstrap",
    "collapsed_mcnemar",
    "flip_rate",
    "flip_rates",
    "instability_floor",
    "jackknife_alpha",
    "krippendorff_alpha",
    "mcnemar",
    "mcnemar_power",
    "ordinal_shift",
    "permutation_test",
    "random_intercept_logit",
    "read_trajectories",
    "resolve_bands",
    "score_difference",
    "score_floor",
    "sign_flip_test",
    "signed_disparity",
    "spearman_exact",
    "transition_table",
    "wilcoxon_signed_rank",
    "wild_cluster_interval",
    "wild_cluster_test",
    "within_range_flip_rate",
]


def __getattr__(name: str) -> object:
    """Load a public name from where it lives."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
