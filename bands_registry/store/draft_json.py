"""A judgement as text and back: complete or not, legal or not, every character kept."""

from __future__ import annotations

import json
from typing import Any

from fairmed_core.domain.acceptable import AcceptableSet, OrderSet, ValueSet
from fairmed_core.domain.verdict import Answer, DeclineReason, ErrorKind, Judgement, VerdictKind

_VERSION = 1


def encode_judgement(judgement: Judgement) -> str:
    """Return ASCII JSON; what a text field can hold (even half a surrogate pair) survives."""
    return json.dumps(
        {
            "v": _VERSION,
            "answers": {str(number): answer for number, answer in judgement.answers.items()},
            "notes": {str(number): note for number, note in judgement.notes.items()},
            "kind": judgement.kind,
            "amended": None if judgement.amended is None else _set_to_json(judgement.amended),
            "wording": judgement.wording,
            "error_kinds": sorted(judgement.error_kinds),
            "reason": judgement.reason,
            "decline_reason": judgement.decline_reason,
            "scope_acknowledged": judgement.scope_acknowledged,
        },
        sort_keys=True,
    )


def decode_judgement(text: str) -> Judgement:
    """Return the judgement `encode_judgement` wrote."""
    plain = json.loads(text)
    kind, declined = plain["kind"], plain["decline_reason"]
    return Judgement(
        answers={int(number): Answer(answer) for number, answer in plain["answers"].items()},
        notes={int(number): note for number, note in plain["notes"].items()},
        kind=None if kind is None else VerdictKind(kind),
        amended=None if plain["amended"] is None else _set_from_json(plain["amended"]),
        wording=plain["wording"],
        error_kinds=frozenset(ErrorKind(name) for name in plain["error_kinds"]),
        reason=plain["reason"],
        decline_reason=None if declined is None else DeclineReason(declined),
        scope_acknowledged=plain["scope_acknowledged"],
    )


def _set_to_json(acceptable: AcceptableSet) -> dict[str, Any]:
    if isinstance(acceptable, ValueSet):
        return {"runs": [list(run) for run in acceptable.runs()]}
    return {"required": sorted(acceptable.required), "permitted": sorted(acceptable.permitted)}


def _set_from_json(plain: dict[str, Any]) -> AcceptableSet:
    if "runs" not in plain:
        return OrderSet.of(required=plain["required"], permitted=plain["permitted"])
    return ValueSet.of(value for low, high in plain["runs"] for value in range(low, high + 1))
