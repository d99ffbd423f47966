"""Counts of several estimates: what all share is said once, the rest under each number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from fairmed_core.estimate import Estimate
from fairmed_core.words.numbers import format_counts

# Said once where all rows agree; what the number itself rests on always stands under it.
_SIDE_COUNTS = ("_bands", "resamples", "raters", "ties")


def shared_counts(estimates: Sequence[Estimate]) -> dict[str, int]:
    """Return the side counts that have the same number wherever an estimate has them."""
    held: dict[str, list[int]] = {}
    for estimate in estimates:
        for name, number in estimate.counts.items():
            held.setdefault(name, []).append(number)
    return {
        name: numbers[0]
        for name, numbers in held.items()
        if name.endswith(_SIDE_COUNTS) and len(numbers) > 1 and len(set(numbers)) == 1
    }


def extent(estimates: Sequence[Estimate], name: str) -> str:
    """Return how far a count ranges over the estimates: "12", "10 to 12", or "" for none."""
    numbers = [e.counts[name] for e in estimates if name in e.counts]
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def own_counts(estimate: Estimate, shared: Mapping[str, int]) -> str:
    """Return an estimate's counts without the shared ones, as text."""
    rest = {name: number for name, number in estimate.counts.items() if name not in shared}
    return format_counts(replace(estimate, counts=rest))


def shared_text(shared: Mapping[str, int]) -> str:
    """Return the shared counts as text, or ""."""
    return format_counts(Estimate.undefined("shared", "shared", counts=shared))


def grounds(estimates: Sequence[Estimate]) -> list[str]:
    """Return the sentences that say what all the numbers rest on, and what must be read with them.

    Shared counts, methods, how intervals were made, the seed, and the estimators' own notes.
    """
    shared = shared_text(shared_counts(estimates))
    given = [e.interval for e in estimates if e.interval is not None and e.interval.low is not None]
    intervals = distinct(f"{i.level * 100:g} % interval: {i.method}" for i in given)
    if any(interval.approximate for interval in given):
        intervals[-1] += ", approximate where few vignettes carry it"
    seeds = distinct(str(e.seed) for e in estimates if e.seed is not None)
    return [
        *([f"Throughout: {shared}."] if shared else []),
        *(f"Method: {method}." for method in distinct(e.method for e in estimates)),
        *(f"{interval}." for interval in intervals),
        *(f"Seed: {seed}." for seed in seeds),
        *distinct(note for estimate in estimates for note in estimate.notes),
    ]


def distinct(texts: Iterable[str]) -> list[str]:
    """Return each non-empty text once, in the order of first appearance."""
    return list(dict.fromkeys(text for text in texts if text))
