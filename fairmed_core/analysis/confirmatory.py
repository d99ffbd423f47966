"""The confirmatory family: which contrasts may be confirmed, and their adjusted p-values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairmed_core.analysis.confounded import ContrastClass
from fairmed_core.estimate import Estimate
from fairmed_core.stats.mcnemar import CONFIRMATORY_DISCORDANT
from fairmed_core.stats.multiplicity import adjust_pvalues

CONFIRMATORY = "confirmatory"
GENERATING = "hypothesis-generating"


@dataclass(frozen=True)
class Candidate:
    """A contrast of the family: its McNemar test on collapsed vignettes, and its class."""

    name: str
    test: Estimate
    classified: ContrastClass


@dataclass(frozen=True)
class Labelled:
    """A contrast with its label.

    Attributes
    ----------
    candidate
        The contrast.
    label, reason
        `CONFIRMATORY`, or `GENERATING` and why.
    p_value
        The p that entered the family; None where it did not, or is missing.
    adjusted
        Benjamini-Yekutieli p over the confirmatory family.
    adjusted_bh
        Benjamini-Hochberg p, as a sensitivity analysis.
    """

    candidate: Candidate
    label: str
    reason: str
    p_value: float | None
    adjusted: float | None
    adjusted_bh: float | None


def confirmatory_family(
    candidates: Sequence[Candidate], *, least: int = CONFIRMATORY_DISCORDANT
) -> tuple[Labelled, ...]:
    """Label contrasts and adjust the p-values of those that may be confirmatory.

    Parameters
    ----------
    candidates
        The contrasts fixed in advance.
    least
        Discordant vignettes a confirmatory contrast needs.

    Returns
    -------
    tuple of Labelled
        In the order given. Confirmatory: at least `least` discordant vignettes and no
        registered clinical reason in the observed direction. The rest is hypothesis-generating
        and bears no significance mark; how many that are is the number screened out. The family
        is adjusted on the mid-p of the collapsed McNemar test; a missing p is shown and not
        counted.

    References
    ----------
    Benjamini & Yekutieli (2001); Benjamini & Hochberg (1995); Fagerland et al. (2013), mid-p.
    """
    reasons = [_screened(candidate, least) for candidate in candidates]
    p_values = [
        None if reason else candidate.test.extra.get("p_midp")
        for candidate, reason in zip(candidates, reasons, strict=True)
    ]
    adjusted = adjust_pvalues(p_values, method="by")
    adjusted_bh = adjust_pvalues(p_values, method="bh")
    return tuple(
        Labelled(candidate, GENERATING if reason else CONFIRMATORY, reason, p, by, bh)
        for candidate, reason, p, by, bh in zip(
            candidates, reasons, p_values, adjusted, adjusted_bh, strict=True
        )
    )


def _screened(candidate: Candidate, least: int) -> str:
    """Return why a contrast may not be confirmatory, or ""."""
    discordant = candidate.test.counts.get("discordant", 0)
    if discordant < least:
        return f"{discordant} discordant vignettes, {least} are needed"
    return candidate.classified.reason if candidate.classified.demotes else ""
