"""Agreement of raters with themselves, on items they were shown twice without being told which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fairmed_core.analysis.agreement import rated_set
from fairmed_core.analysis.settings import STANDARD, Resampling
from fairmed_core.domain.acceptable import AcceptableSet
from fairmed_core.domain.action_space import ActionSpace
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.domain.resolution import ResolvedBand
from fairmed_core.estimate import Estimate
from fairmed_core.stats.set_agreement import AlphaDistance, alpha_for_sets

REPEATS = "repeats"
SAME_BOTH_TIMES = "repeats, same both times"


@dataclass(frozen=True)
class _Repeat:
    """One rater's two answers to one band; None is a DECLINE."""

    band: str
    rater: str
    first: AcceptableSet | None
    second: AcceptableSet | None


def intra_rater_agreement(
    bands: Sequence[ResolvedBand],
    *,
    space: ActionSpace = DEFAULT_SPACE,
    distance: AlphaDistance = "jaccard",
    resampling: Resampling = STANDARD,
) -> Mapping[str, Mapping[str, Estimate]]:
    """Agreement of raters with themselves, one sub-action at a time.

    Parameters
    ----------
    bands
        Resolved bands. A rater's verdict and her verdict on the second showing make a pair when
        nothing speaks against counting either (signed, attested, in scope, not the author's).
    space
        The action space the bands were made for.
    distance
        Between sets, the one the protocol fixed for agreement between raters.
    resampling
        Of pairs, for the percentile interval.

    Returns
    -------
    mapping
        Sub-action → name → Estimate, for those with a pair. ``repeats`` is Krippendorff's α with
        the two showings as two observers and each pair of a rater and a band as a unit; a DECLINE
        is missing there. ``repeats, same both times`` is the share of pairs with two equal sets
        or two DECLINEs. Counts: ``repeats`` (pairs), ``raters``, ``items``, ``declined`` (pairs
        with a DECLINE). Undefined with ``no_pairable_unit`` or ``no_variation``.

    References
    ----------
    Krippendorff (2018), chapter 11: stability, the agreement of an observer with herself. Pairs
    of one rater depend on each other, so the interval speaks of the raters at hand.
    """
    found: dict[str, Mapping[str, Estimate]] = {}
    for sub_action in space.sub_actions:
        pairs = [
            pair for one in bands if one.band.sub_action == sub_action.name for pair in _pairs(one)
        ]
        if pairs:
            title = f"agreement of raters with themselves on {sub_action.name}"
            found[sub_action.name] = _of_pairs(
                pairs, title=title, distance=distance, resampling=resampling
            )
    return found


def _pairs(one: ResolvedBand) -> Iterator[_Repeat]:
    again = {verdict.rater: verdict for verdict in one.repeats}
    for first in one.verdicts:
        second = again.get(first.rater)
        if second is not None and not first.not_counted and not second.not_counted:
            yield _Repeat(one.band.id, first.rater, first.acceptable, second.acceptable)


def _of_pairs(
    pairs: Sequence[_Repeat], *, title: str, distance: AlphaDistance, resampling: Resampling
) -> dict[str, Estimate]:
    counts = {
        "repeats": len(pairs),
        "raters": len({pair.rater for pair in pairs}),
        "items": len({pair.band for pair in pairs}),
        "declined": sum(pair.first is None or pair.second is None for pair in pairs),
    }
    alpha = alpha_for_sets(
        [[rated_set(pair.first) for pair in pairs], [rated_set(pair.second) for pair in pairs]],
        distance=distance,
        resamples=resampling.resamples,
        confidence=resampling.level,
        seed=resampling.seed,
        name=f"{title} ({distance})",
    )
    return {
        REPEATS: replace(alpha, counts=counts),
        SAME_BOTH_TIMES: Estimate(
            name=f"{title}, same both times",
            value=sum(pair.first == pair.second for pair in pairs) / len(pairs),
            counts=counts,
            method="share of repeated items judged the same both times",
        ),
    }
