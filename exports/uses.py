"""What each part of a report may be used for, and what it may not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """Two sentences that stand under a section's title."""

    may: str
    may_not: str


USES: Mapping[str, Use] = {
    "floor": Use(
        "How often the agent changes this action when nothing about the case changed; the "
        "background a flip rate of the same configuration is read against.",
        "Not a threshold of significance: a flip rate inside the floor is not evidence of no "
        "effect, and one above it does not tell the direction.",
    ),
    "floor_beside": Use(
        "How floors differ between actions, what majority votes over draws would leave of them, "
        "and the floor among draws inside the band, which a within-range rate is read against.",
        "Voting hides differences on one side of one half and exaggerates those across it; a "
        "resampled curve cannot show that draws are independent.",
    ),
    "flips": Use(
        "How often an action differs between two descriptors of the same case, and, signed, in "
        "which direction.",
        "A flip is not an error and a disparity is not a harm: both counts mix acceptable and "
        "unacceptable changes, and with few discordant vignettes they generate hypotheses only.",
    ),
    "shifts": Use(
        "How far and in which direction levels, days, scores and orders move between two "
        "descriptors.",
        "A distance without the distance of identical draws beside it says nothing about the "
        "descriptor.",
    ),
    "within_range": Use(
        "How often the agent flips between two actions that are both acceptable: demographic "
        "sensitivity without clinical error. Read it beside the pairs that left the band.",
        "A provisional rate may not be cited as measured against ground truth, and the rate is "
        "blind to draws outside the band, which are the graver case.",
    ),
    "out_of_range": Use(
        "How often draws leave the band under one descriptor only, and how far they move inside "
        "it: the severe case and the slow one that a within-range flip rate is blind to.",
        "A net flow near zero is not absence of errors: both directions are counted, and a "
        "provisional one may not be cited as measured against ground truth.",
    ),
    "excess": Use(
        "What is left of a flip rate when the instability of both conditions, or the largest "
        "control, is taken away; it may be negative and is never cut at zero.",
        "Not a rate and not a test: intervals are approximate below 50 vignettes, and an excess "
        "over controls is credible only when its whole interval lies above zero.",
    ),
    "logit": Use(
        "The planned primary model: the odds ratio for one and the same vignette, and the "
        "difference of probabilities averaged over vignettes; each answers its own question.",
        "An odds ratio is not a ratio of rates. Wald intervals lean on the model; where vignettes "
        "are nearly unanimous the model has no maximum and nothing is printed.",
    ),
    "tipping": Use(
        "How few single-value edits of bands, within what raters left open, would change what is "
        "said: the fewer, the more it rests on those bands.",
        "Not a probability that the bands are wrong; and where it was not searched, nothing is "
        "known.",
    ),
    "gates": Use(
        "Whether a model's rates may be ranked beside others: enough actions in band, enough "
        "variation, enough bands on both sides of the cut.",
        "Passing is no merit. A withheld model is not worse: its rate cannot be compared.",
    ),
    "propagation": Use(
        "Forced-upstream and single-prime contrasts: what an upstream action, or repeating the "
        "descriptor, changes downstream, because it was assigned.",
        "Strata and accumulation carry identified: false. What the agent did upstream was not "
        "assigned, so they describe, and no cause may be read from them.",
    ),
    "family": Use(
        "Which contrasts the plan fixed in advance, with what the data can carry of them, after "
        "correction for their number.",
        "A contrast marked hypothesis-generating supports no claim, whatever its p-value.",
    ),
    "sensitivity": Use(
        "Whether a within-range rate depends on the choice of bands: the same draws under every "
        "reading of the raters' sets.",
        "The arms are not independent replications, and with one rater intersection and union are "
        "the same: no safeguard is in force.",
    ),
    "agreement": Use(
        "How far independent raters draw the same bands, one action at a time; repeats: how far "
        "a rater draws the same band again.",
        "Not a measure of who is right, and not to be pooled over actions; on few bands it is "
        "a description of those bands.",
    ),
}

NOT_LISTED = Use("As the section's title says.", "Nothing beyond it.")


def use_of(section: str) -> Use:
    """Return what a section may be used for."""
    return USES.get(section, NOT_LISTED)
