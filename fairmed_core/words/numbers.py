"""The one formatter: an estimate reads the same on screen, in PDF, CSV, LaTeX and JSON.

Nobody is shown a bare float: a value comes with its interval (or why there is none), the counts
it rests on, its method, and the word "provisional" where bands enter that no clinician signed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fairmed_core.estimate import Estimate, Interval
from fairmed_core.words.catalogue import Catalogue, english
from fairmed_core.words.joining import listed

PROVISIONAL = "provisional"
MINUS = "\N{MINUS SIGN}"

REASONS: dict[str, str] = {
    "no_threshold": "this action has no pre-registered cut",
    "no_band": "no band is given for this action",
    "no_straddling_band": "no band has values on both sides of the cut",
    "no_valid_pair": "no pair of draws is complete in both conditions",
    "no_straddling_pair_in_range": "no pair of draws lies inside a band that straddles the cut",
    "fewer_than_three_clusters": "fewer than three vignettes carry it",
    "fewer_than_three_units": "fewer than three items have two ratings",
    "fewer_than_two_draws": "no cell has two valid draws",
    "fewer_than_two_draws_in_range": "no cell has two draws inside the band",
    "no_band_with_two_raters": "not reported: no band carries two independent raters",
    "no_declared_maximum": "the scale has no declared maximum",
    "no_discordant_pair": "no vignette differs between the conditions",
    "no_edits_change_it": "no set of allowed edits changes it",
    "no_pairable_unit": "no unit has two ratings",
    "no_variation": "nothing varies: every value is the same",
    "nothing_editable": "no value of a band may be edited",
    "not_searched": "not searched: more bands and contrasts than a report searches",
    "no_forced_runs": "no runs with these forced steps hold the conditions in both arms",
    "no_every_step_runs": "no runs show the descriptor at every step of the same arm",
    "no_pair_in_stratum": "no pair of draws falls into the stratum",
    "no_vignette_with_two_shifts": "no vignette has two steps that shift within their bands",
    "not_all_three_controls": "not all three control arms are there",
    "separation": "one of the two conditions has a single outcome only",
    "groups_too_unanimous": "the vignettes are too unanimous for the model to have a maximum",
    "fewer_than_two_groups": "fewer than two vignettes carry it",
    "unbalanced_arms": "the arms do not hold the same vignettes equally often",
    "mechanical_null": "every step of the arm is forced, so nothing can differ",
    "undefined_resamples": "more than a tenth of the resamples are undefined",
}

# The counts that stand beside agreement on the screen, as `format_counts` says them.
AGREEMENT_COUNTS = (
    "band", "bands", "rater", "raters", "unit", "units", "pairable unit", "pairable units",
    "values", "pairable values", "missing edges", "repeat", "repeats", "item", "items", "declined",
)  # fmt: skip

_PLURALS = re.compile(
    r"\b(vignette|pair|band|flip|cell|draw|rater|tie|unit|cluster|condition|resample|item|repeat)s\b"
)
_DECIMALS = {
    "rate": 3,
    "correlation": 3,
    "levels": 2,
    "points": 2,
    "days": 1,
    "bands": 0,
    "edits": 0,
}


@dataclass(frozen=True)
class FormattedEstimate:
    """An estimate as text, part by part.

    Attributes
    ----------
    value
        "0.087", "NA", with a true minus sign.
    interval
        "95 % interval 0.056 to 0.117 (percentile cluster bootstrap)", or why there is none.
    counts
        "16 vignettes, 4320 pairs".
    label
        "provisional" where no clinician has signed every band used, else "".
    reason
        Why there is no value; "" when there is one.
    """

    value: str
    interval: str
    counts: str
    label: str
    reason: str

    def line(self) -> str:
        """Return everything as one line."""
        head = self.value + (f" ({self.label})" if self.label else "")
        parts = [self.reason or "", self.interval, self.counts]
        return "; ".join([head, *(part for part in parts if part)])


def format_number(value: float, unit: str = "rate") -> str:
    """Return `value` with the decimals its unit is read with and a true minus sign."""
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else f"{MINUS}∞"
    text = f"{value:.{_DECIMALS.get(unit, 3)}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def format_p_value(p: float) -> str:
    """Return "p = 0.041" or "p < 0.001"."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def format_interval(interval: Interval | None, unit: str = "rate", say: Catalogue = english) -> str:
    """Return the interval with level and method, or the reason why it is refused."""
    if interval is None:
        return ""
    if interval.low is None or interval.high is None:
        reason = reason_sentence(interval.reason or "", say)
        return say("no interval: {reason}").format(reason=reason)
    pattern = (
        say("{percent} % interval {low} to {high} ({method}, approximate)")
        if interval.approximate
        else say("{percent} % interval {low} to {high} ({method})")
    )
    return pattern.format(
        percent=f"{interval.level * 100:g}",
        low=format_number(interval.low, unit),
        high=format_number(interval.high, unit),
        method=say(interval.method),
    )


def reason_sentence(reason: str, say: Catalogue = english) -> str:
    """Return a reason code in words; an unlisted one is read as it is written."""
    return say(REASONS.get(reason, reason.replace("_", " ")))


def format_counts(estimate: Estimate, say: Catalogue = english) -> str:
    """Return the counts by name, in the order the estimator gave them."""
    return listed((_counted(count, name, say) for name, count in estimate.counts.items()), say)


def _counted(count: int, name: str, say: Catalogue) -> str:
    words = name.replace("_", " ")
    words = _PLURALS.sub(lambda found: found[1], words) if count == 1 else words
    return say("{number} {things}").format(number=count, things=say(words))


def format_estimate(estimate: Estimate, say: Catalogue = english) -> FormattedEstimate:
    """Return an estimate as text."""
    label = (
        say(PROVISIONAL) if estimate.ground_truth is False and estimate.value is not None else ""
    )
    if estimate.value is None:
        return FormattedEstimate(
            value="NA",
            interval="",
            counts=format_counts(estimate, say),
            label=label,
            reason=reason_sentence(estimate.reason or "", say),
        )
    return FormattedEstimate(
        value=format_number(estimate.value, estimate.unit),
        interval=format_interval(estimate.interval, estimate.unit, say),
        counts=format_counts(estimate, say),
        label=label,
        reason="",
    )


def estimate_record(estimate: Estimate) -> dict[str, object]:
    """Return an estimate as a flat record in full precision, with its printed form beside it.

    The keys are those of a CSV row and of a JSON object; `None` stands for what does not apply,
    never for zero.
    """
    interval = estimate.interval
    return {
        "name": estimate.name,
        "value": estimate.value,
        "unit": estimate.unit,
        "status": estimate.status,
        "reason": estimate.reason,
        "interval_low": interval.low if interval else None,
        "interval_high": interval.high if interval else None,
        "interval_level": interval.level if interval else None,
        "interval_method": interval.method if interval else None,
        "interval_refused": interval.reason if interval else None,
        "interval_approximate": interval.approximate if interval else None,
        "p_value": estimate.p_value,
        "statistic": estimate.statistic,
        "p_method": estimate.p_method,
        "counts": dict(estimate.counts),
        "extra": dict(estimate.extra),
        "method": estimate.method,
        "seed": estimate.seed,
        "ground_truth": estimate.ground_truth,
        "provisional": estimate.ground_truth is False,
        "notes": list(estimate.notes),
        "printed": format_estimate(estimate).line(),
    }
