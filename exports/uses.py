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
    "sensitivity": Use(
        "Whether a within-range rate depends on the choice of bands: the same draws under every "
        "reading of the raters' sets.",
        "The arms are not independent replications, and with one rater intersection and union are "
        "the same: no safeguard is in force.",
    ),
    "agreement": Use(
        "How far independent raters draw the same bands, one action at a time.",
        "Not a measure of who is right, and not to be pooled over actions; on few bands it is "
        "a description of those bands.",
    ),
}

NOT_LISTED = Use("As the section's title says.", "Nothing beyond it.")


def use_of(section: str) -> Use:
    """Return what a section may be used for."""
    return USES.get(section, NOT_LISTED)
