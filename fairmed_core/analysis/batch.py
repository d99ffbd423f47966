"""Many intervals and tests at once: draws of equal size are made once and multiplied together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from fairmed_core.analysis.settings import Resampling
from fairmed_core.analysis.wild_beside import DRAWS, with_test
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.stats.bootstrap import PERCENTILE, percentile_interval, ratio_of_sums
from fairmed_core.stats.resampling import resampled_totals
from fairmed_core.stats.wild_many import wild_cluster_tests
from fairmed_core.trajectories.cells import Floats

PENDING = "not drawn yet"
UNDEFINED = "undefined_resamples"
_COLUMNS = 200
_NOISE = 1e-12


@dataclass(frozen=True)
class PendingInterval(Interval):
    """An interval that a batch will draw; `number` is its place there."""

    number: int = -1


@dataclass(frozen=True)
class _Drawn:
    """An interval with the number of resamples in which the ratio was undefined."""

    interval: Interval
    undefined: int


@dataclass(frozen=True)
class _Deferred:
    """Sums (G, 2) of a ratio whose interval is still to be drawn."""

    sums: Floats
    approximate: bool


@dataclass(frozen=True)
class Batch(Resampling):
    """A resampling that puts intervals and tests off until all can be drawn together.

    Estimators given a batch return estimates with a `PendingInterval`; `settle` fills them in.
    The draws are those of single calls: the same seed and G give the same resamples.
    """

    _deferred: list[_Deferred] = field(default_factory=list, init=False, repr=False, compare=False)
    _tests: dict[int, Floats] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, resampling: Resampling) -> Batch:
        """Return an empty batch with the settings of `resampling`."""
        return cls(resampling.resamples, resampling.level, resampling.seed)

    def defer(self, estimate: Estimate, sums: Floats, *, approximate: bool) -> Estimate:
        """Return the estimate with its interval put off."""
        pending = PendingInterval(
            None, None, self.level, PERCENTILE, PENDING, number=len(self._deferred)
        )
        self._deferred.append(_Deferred(sums, approximate))
        return replace(estimate, interval=pending)

    def defer_test(self, pending: PendingInterval, values: Floats) -> None:
        """Put off the wild cluster test of one number per vignette, by the interval beside it."""
        self._tests[pending.number] = values

    def settle(self, estimates: Iterable[Estimate]) -> Iterator[Estimate]:
        """Yield the estimates with every pending interval and test drawn."""
        drawn, tests = self._draw(), self._test()
        for estimate in estimates:
            if not isinstance(estimate.interval, PendingInterval):
                yield estimate
                continue
            found = drawn[estimate.interval.number]
            counts = dict(estimate.counts)
            if found.undefined:
                counts[UNDEFINED] = found.undefined
            whole = replace(estimate, interval=found.interval, counts=counts)
            test = tests.get(estimate.interval.number)
            yield whole if test is None else with_test(whole, test)

    def _draw(self) -> dict[int, _Drawn]:
        """Return all intervals by number, in groups of equal G."""
        sizes = {number: len(one.sums) for number, one in enumerate(self._deferred)}
        drawn: dict[int, _Drawn] = {}
        for numbers in _equal(sizes):
            for start in range(0, len(numbers), _COLUMNS):
                drawn |= self._draw_group(numbers[start : start + _COLUMNS])
        return drawn

    def _test(self) -> dict[int, Estimate]:
        """Return all tests by number, in groups of equal G."""
        tests: dict[int, Estimate] = {}
        for numbers in _equal({number: len(values) for number, values in self._tests.items()}):
            columns = np.column_stack([self._tests[number] for number in numbers])
            found = wild_cluster_tests(columns, resamples=DRAWS, signed=True, seed=self.seed)
            tests |= dict(zip(numbers, found, strict=True))
        return tests

    def _draw_group(self, numbers: list[int]) -> dict[int, _Drawn]:
        sums = np.concatenate([self._deferred[number].sums for number in numbers], axis=1)
        totals = resampled_totals(sums, resamples=self.resamples, seed=self.seed)
        ratios = ratio_of_sums(totals.reshape(self.resamples, -1, 2))
        drawn: dict[int, _Drawn] = {}
        for column, number in enumerate(numbers):
            one, replicates = self._deferred[number], ratios[:, column]
            interval = percentile_interval(
                replicates,
                level=self.level,
                approximate=one.approximate,
                noise=_NOISE * float(np.abs(one.sums).max()),
            )
            drawn[number] = _Drawn(interval, int(np.isnan(replicates).sum()))
        return drawn


def _equal(sizes: Mapping[int, int]) -> Iterable[list[int]]:
    """Return the numbers in groups of equal size."""
    groups: dict[int, list[int]] = {}
    for number, size in sizes.items():
        groups.setdefault(size, []).append(number)
    return groups.values()
