"""The analysis core of FairMed: bands, trajectories and the estimands computed from them.

The public names load on first use: `import fairmed_core` itself pulls in no numerical library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairmed_core.analysis.aggregation import aggregation_curve
    from fairmed_core.analysis.agreement import band_agreement
    from fairmed_core.analysis.bands import resolve_bands
    from fairmed_core.analysis.confirmatory import confirmatory_family
    from fairmed_core.analysis.confounded import changed_attributes, classify_contrast
    from fairmed_core.analysis.controls import control_excess
    from fairmed_core.analysis.distances import score_difference, score_floor
    from fairmed_core.analysis.excess import floor_excess
    from fairmed_core.analysis.flips import (
        collapsed_mcnemar,
        flip_rate,
        flip_rates,
        signed_disparity,
    )
    from fairmed_core.analysis.floor import instability_floor
    from fairmed_core.analysis.floor_comparisons import (
        floor_differences,
        model_floor_differences,
        profile_correlation,
    )
    from fairmed_core.analysis.gates import Gates, gate_ranking
    from fairmed_core.analysis.intra_rater import intra_rater_agreement
    from fairmed_core.analysis.logit import logit_contrast
    from fairmed_core.analysis.orders import indicated_order_flips
    from fairmed_core.analysis.out_of_range import out_of_range_flow
    from fairmed_core.analysis.parametric import parametric_resampling
    from fairmed_core.analysis.plan import Family, ForcedArms, Pair, Plan
    from fairmed_core.analysis.propagation import forced_upstream_contrast, single_prime_contrast
    from fairmed_core.analysis.propagation_observed import accumulation, observational_propagation
    from fairmed_core.analysis.report import AnalysisReport, agreement_report, analyse
    from fairmed_core.analysis.sensitivity import band_sensitivity
    from fairmed_core.analysis.settings import Contrast, Resampling, Setting
    from fairmed_core.analysis.shifts import ordinal_shift, transition_table
    from fairmed_core.analysis.tipping import tipping_point
    from fairmed_core.analysis.within_range import within_range_flip_rate
    from fairmed_core.analysis.within_range_floor import within_range_excess, within_range_floor
    from fairmed_core.analysis.within_range_shift import within_range_shift
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
    "Family": "fairmed_core.analysis.plan",
    "ForcedArms": "fairmed_core.analysis.plan",
    "Gates": "fairmed_core.analysis.gates",
    "Interval": "fairmed_core.estimate",
    "Pair": "fairmed_core.analysis.plan",
    "Plan": "fairmed_core.analysis.plan",
    "Resampling": "fairmed_core.analysis.settings",
    "Setting": "fairmed_core.analysis.settings",
    "Trajectories": "fairmed_core.trajectories.table",
    "accumulation": "fairmed_core.analysis.propagation_observed",
    "adjust_pvalues": "fairmed_core.stats.multiplicity",
    "agreement_report": "fairmed_core.analysis.report",
    "aggregation_curve": "fairmed_core.analysis.aggregation",
    "alpha_for_sets": "fairmed_core.stats.set_agreement",
    "analyse": "fairmed_core.analysis.report",
    "band_agreement": "fairmed_core.analysis.agreement",
    "band_sensitivity": "fairmed_core.analysis.sensitivity",
    "changed_attributes": "fairmed_core.analysis.confounded",
    "classify_contrast": "fairmed_core.analysis.confounded",
    "cluster_bootstrap": "fairmed_core.stats.bootstrap",
    "collapsed_mcnemar": "fairmed_core.analysis.flips",
    "confirmatory_family": "fairmed_core.analysis.confirmatory",
    "control_excess": "fairmed_core.analysis.controls",
    "flip_rate": "fairmed_core.analysis.flips",
    "flip_rates": "fairmed_core.analysis.flips",
    "floor_differences": "fairmed_core.analysis.floor_comparisons",
    "floor_excess": "fairmed_core.analysis.excess",
    "forced_upstream_contrast": "fairmed_core.analysis.propagation",
    "gate_ranking": "fairmed_core.analysis.gates",
    "indicated_order_flips": "fairmed_core.analysis.orders",
    "instability_floor": "fairmed_core.analysis.floor",
    "jackknife_alpha": "fairmed_core.stats.jackknife",
    "intra_rater_agreement": "fairmed_core.analysis.intra_rater",
    "krippendorff_alpha": "fairmed_core.stats.agreement",
    "logit_contrast": "fairmed_core.analysis.logit",
    "mcnemar": "fairmed_core.stats.mcnemar",
    "mcnemar_power": "fairmed_core.stats.mcnemar",
    "model_floor_differences": "fairmed_core.analysis.floor_comparisons",
    "observational_propagation": "fairmed_core.analysis.propagation_observed",
    "ordinal_shift": "fairmed_core.analysis.shifts",
    "out_of_range_flow": "fairmed_core.analysis.out_of_range",
    "parametric_resampling": "fairmed_core.analysis.parametric",
    "permutation_test": "fairmed_core.stats.permutation",
    "profile_correlation": "fairmed_core.analysis.floor_comparisons",
    "random_intercept_logit": "fairmed_core.stats.mixed_logit",
    "read_trajectories": "fairmed_core.trajectories.reader",
    "resolve_bands": "fairmed_core.analysis.bands",
    "score_difference": "fairmed_core.analysis.distances",
    "score_floor": "fairmed_core.analysis.distances",
    "sign_flip_test": "fairmed_core.stats.permutation",
    "signed_disparity": "fairmed_core.analysis.flips",
    "single_prime_contrast": "fairmed_core.analysis.propagation",
    "spearman_exact": "fairmed_core.stats.spearman",
    "tipping_point": "fairmed_core.analysis.tipping",
    "transition_table": "fairmed_core.analysis.shifts",
    "wilcoxon_signed_rank": "fairmed_core.stats.wilcoxon",
    "wild_cluster_interval": "fairmed_core.stats.wild_interval",
    "wild_cluster_test": "fairmed_core.stats.wild_cluster",
    "within_range_excess": "fairmed_core.analysis.within_range_floor",
    "within_range_flip_rate": "fairmed_core.analysis.within_range",
    "within_range_floor": "fairmed_core.analysis.within_range_floor",
    "within_range_shift": "fairmed_core.analysis.within_range_shift",
}

__all__ = [
    "AnalysisReport",
    "Contrast",
    "Estimate",
    "Family",
    "ForcedArms",
    "Gates",
    "Interval",
    "Pair",
    "Plan",
    "Resampling",
    "Setting",
    "Trajectories",
    "accumulation",
    "adjust_pvalues",
    "aggregation_curve",
    "agreement_report",
    "alpha_for_sets",
    "analyse",
    "band_agreement",
    "band_sensitivity",
    "changed_attributes",
    "classify_contrast",
    "cluster_bootstrap",
    "collapsed_mcnemar",
    "confirmatory_family",
    "control_excess",
    "flip_rate",
    "flip_rates",
    "floor_differences",
    "floor_excess",
    "forced_upstream_contrast",
    "gate_ranking",
    "indicated_order_flips",
    "instability_floor",
    "intra_rater_agreement",
    "jackknife_alpha",
    "krippendorff_alpha",
    "logit_contrast",
    "mcnemar",
    "mcnemar_power",
    "model_floor_differences",
    "observational_propagation",
    "ordinal_shift",
    "out_of_range_flow",
    "parametric_resampling",
    "permutation_test",
    "profile_correlation",
    "random_intercept_logit",
    "read_trajectories",
    "resolve_bands",
    "score_difference",
    "score_floor",
    "sign_flip_test",
    "signed_disparity",
    "single_prime_contrast",
    "spearman_exact",
    "tipping_point",
    "transition_table",
    "wilcoxon_signed_rank",
    "wild_cluster_interval",
    "wild_cluster_test",
    "within_range_excess",
    "within_range_flip_rate",
    "within_range_floor",
    "within_range_shift",
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
