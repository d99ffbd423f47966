"""CSV, JSON and LaTeX agree with the one formatter, and survive what they must carry."""

from __future__ import annotations

import csv
import io
import json
import re

import pandas as pd
import pytest

from exports.tables import Entry, csv_text, json_text, latex_escape, latex_text, records
from fairmed_core.estimate import Estimate, Interval
from fairmed_core.words.numbers import format_estimate

RATE = Estimate(
    name="within-range flip rate of high_acuity",
    value=1 / 3,
    interval=Interval(0.2101, 0.4444, 0.95, "percentile cluster bootstrap"),
    counts={"vignettes": 15, "pairs_in_range": 102},
    extra={"all_in_range_rate": 0.25},
    method="ratio of sums",
    seed=7,
    ground_truth=False,
    notes=("Provisional: not every band used here is clinician-adjudicated.",),
)
MINUS = Estimate(name="signed shift", value=-0.25, unit="levels", counts={"vignettes": 15})
UNDEFINED = Estimate.undefined(
    "within-range flip rate of any_opioid",
    "no_straddling_pair_in_range",
    counts={"vignettes": 2, "pairs_in_range": 0},
    ground_truth=False,
)
ENTRIES = [
    Entry({"condition": 'a "quoted", one', "action": "high_acuity"}, RATE),
    Entry({"condition": "b\nc", "action": "shift"}, MINUS),
    Entry({"condition": "Łukasz ≥ 5", "action": "any_opioid"}, UNDEFINED),
]


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(ENTRIES))))


def test_csv_holds_full_precision_and_the_printed_form_beside_it() -> None:
    first = rows()[0]
    assert float(first["value"]) == 1 / 3
    assert first["interval_high"] == "0.4444"
    assert first["n_vignettes"] == "15"
    assert first["x_all_in_range_rate"] == "0.25"
    assert first["provisional"] == "true"
    for row, entry in zip(rows(), ENTRIES, strict=True):
        assert row["printed"] == format_estimate(entry.estimate).line()
        assert row["condition"] == entry.keys["condition"]


def test_csv_says_na_with_a_reason_and_never_zero() -> None:
    undefined = rows()[2]
    assert undefined["value"] == "NA"
    assert undefined["reason"] == "no_straddling_pair_in_range"
    assert undefined["n_pairs_in_range"] == "0"  # a count of none is a count
    assert rows()[1]["n_pairs_in_range"] == "NA"  # a count that does not exist is not
    assert rows()[1]["interval_low"] == "NA"


def test_csv_reads_back_as_numbers() -> None:
    frame = pd.read_csv(io.StringIO(csv_text(ENTRIES)))
    assert frame["value"].isna().tolist() == [False, False, True]
    assert frame["value"].tolist()[:2] == [1 / 3, -0.25]


def test_json_is_the_same_record_and_has_null_where_nothing_is() -> None:
    read = json.loads(json_text(records(ENTRIES)))
    assert read[0]["value"] == 1 / 3
    assert read[2]["value"] is None
    assert [row["printed"] for row in read] == [row["printed"] for row in rows()]
    assert read[2]["condition"] == "Łukasz ≥ 5"


def test_json_refuses_a_number_that_is_none() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({"value": float("nan")})


def test_latex_prints_what_the_formatter_prints() -> None:
    text = latex_text(
        ENTRIES,
        caption="Rates, provisional",
        label="tab:rates",
        key_titles={"condition": "Contrast", "action": "Action"},
    )
    assert r"\toprule" in text
    assert r"\bottomrule" in text
    first = next(line for line in text.splitlines() if "high" in line)
    assert "0.333 (provisional) & [0.210, 0.444] & 15 vignettes, 102 pairs in range" in first
    assert "$-$0.25" in text
    undefined = next(line for line in text.splitlines() if "opioid" in line)
    assert "NA & no pair of draws lies inside a band that straddles the cut" in undefined
    assert "Provisional: not every band used here is clinician-adjudicated." in text
    assert r"95 \% interval: percentile cluster bootstrap." in text


def test_latex_special_characters_are_escaped() -> None:
    hostile = r"50%_off_$5 & #1 {a} ~ ^ \input{x} <b>"
    escaped = latex_escape(hostile)
    assert escaped == (
        r"50\%\_off\_\$5 \& \#1 \{a\} \textasciitilde{} \textasciicircum{} "
        r"\textbackslash{}input\{x\} \textless{}b\textgreater{}"
    )
    entry = Entry({"condition": hostile}, RATE)
    table = latex_text([entry], caption=hostile, label="tab:x", key_titles={"condition": ""})
    (line,) = [line for line in table.splitlines() if line.endswith(r"\\") and "off" in line]
    # Three column separators, and no other unescaped ampersand.
    assert len(re.findall(r"(?<!\\)&", line)) == 3
