"""How often each nominal 95 % interval holds the truth, on simulated clustered data.

Run as ``python -m tests.benchmarks.coverage``; ``--write docs/coverage.md`` puts the table into
the document.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from fairmed_core.analysis.excess import floor_excess
from fairmed_core.analysis.flips import flip_rate, signed_disparity
from fairmed_core.analysis.floor import instability_floor
from fairmed_core.analysis.settings import Contrast, Resampling, Setting
from fairmed_core.analysis.within_range import within_range_flip_rate
from fairmed_core.analysis.within_range_floor import within_range_excess
from fairmed_core.estimate import Estimate
from fairmed_core.stats.wild_interval import wild_cluster_interval
from fairmed_core.trajectories.table import Trajectories
from tests.benchmarks.population import CONDITION, REFERENCE, bands, data_set, truths

SIZES = (8, 16, 50, 300)
POPULATIONS = {
    "Three vignettes in ten react to the condition": 0.3,
    "One vignette in ten reacts": 0.1,
}
ACTION = "high_acuity"
CONTRAST = Contrast(CONDITION, REFERENCE)
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
PERCENTILE, BOOTSTRAP_T, WILD, T = "percentile", "bootstrap-t", "wild cluster, inverted", "t(G − 1)"

Ends = tuple[float, float]
Found = tuple[str, str, Ends | None]


def intervals(draws: Trajectories, size: int, seed: int) -> Iterator[Found]:
    """Yield estimand, method and ends of every interval; None where it is refused."""
    resampling = Resampling(seed=seed)
    common = {"contrast": CONTRAST, "action": ACTION, "resampling": resampling}
    within = {**common, "bands": bands(size)}
    yield "flip_rate", PERCENTILE, ends(flip_rate(draws, **common))
    yield "within_range_flip_rate", PERCENTILE, ends(within_range_flip_rate(draws, **within))
    setting = Setting(REFERENCE)
    floor = instability_floor(draws, setting=setting, resampling=resampling)[ACTION]
    yield "floor", PERCENTILE, ends(floor)
    for name, excess in (
        ("floor_excess", floor_excess(draws, **common)),
        ("within_range_excess", within_range_excess(draws, **within)),
    ):
        yield name, PERCENTILE, ends(excess)
        yield name, BOOTSTRAP_T, beside(excess, "bootstrap_t_low", "bootstrap_t_high")
    yield "signed_disparity", PERCENTILE, ends(signed_disparity(draws, **common))
    wild = wild_cluster_interval(differences(draws), signed=True, seed=seed)
    yield "signed_disparity", WILD, ends(wild)
    yield "signed_disparity", T, beside(wild, "t_low", "t_high")


def ends(estimate: Estimate) -> Ends | None:
    """Return the ends of the estimate's interval."""
    interval = estimate.interval
    if interval is None or interval.low is None or interval.high is None:
        return None
    return interval.low, interval.high


def beside(estimate: Estimate, low: str, high: str) -> Ends | None:
    """Return the ends of an interval that stands among the extra numbers."""
    return (estimate.extra[low], estimate.extra[high]) if low in estimate.extra else None


def differences(draws: Trajectories) -> np.ndarray:
    """Return the difference in rates of each vignette."""
    cells = draws.cells()
    after, before = (cells.draws("esi_acuity", name) <= 2 for name in (CONDITION, REFERENCE))
    return after.mean(axis=1) - before.mean(axis=1)


def hits(
    size: int, numbers: range, truth: dict[str, float], reacting: float
) -> list[dict[tuple[str, str], bool | None]]:
    """Return for each data set which intervals hold the truth; None where one is refused."""
    found = []
    for number in numbers:
        draws = data_set(size, np.random.default_rng([size, number]), reacting=reacting)
        found.append(
            {
                (estimand, method): None if e is None else e[0] <= truth[estimand] <= e[1]
                for estimand, method, e in intervals(draws, size, number)
            }
        )
    return found


def table(reacting: float, data_sets: int, processes: int) -> str:
    """Return the coverage of every interval at every size as a Markdown table."""
    step = 25
    parts = [range(at, min(at + step, data_sets)) for at in range(0, data_sets, step)]
    truth, columns = truths(reacting=reacting), {}
    for size in SIZES:
        done = Parallel(n_jobs=processes)(
            delayed(hits)(size, part, truth, reacting) for part in parts
        )
        columns[size] = [one for part in done for one in part]
    lines = [
        f"| estimand | truth | interval | {' | '.join(f'G = {size}' for size in SIZES)} |",
        f"|---|---|---|{'---|' * len(SIZES)}",
    ]
    for estimand, method in columns[SIZES[0]][0]:
        cells = [cell([one[estimand, method] for one in columns[size]]) for size in SIZES]
        name = estimand.replace("_", " ")
        lines.append(f"| {name} | {truth[estimand]:.3f} | {method} | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(held: list[bool | None]) -> str:
    """Return the share of given intervals that hold the truth, and how many were refused."""
    given = [one for one in held if one is not None]
    share = f"{np.mean(given):.3f}" if given else "none given"
    refused = len(held) - len(given)
    return f"{share} ({refused} refused)" if refused else share


def main() -> None:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=500)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", type=Path, help="the document whose table is replaced")
    chosen = parser.parse_args()
    made = "\n\n".join(
        f"**{title}** ({chosen.data_sets} data sets for each G)\n\n"
        + table(reacting, chosen.data_sets, chosen.processes)
        for title, reacting in POPULATIONS.items()
    )
    print(made)
    if chosen.write is not None:
        text = chosen.write.read_text(encoding="utf-8")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        chosen.write.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
