"""A colleague's CSV of bands: read strictly, signed by nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from bands_registry.study.band_table import read_band_table
from fairmed_core.domain.acceptable import OrderSet, ValueSet
from fairmed_core.domain.band import ProvenanceLevel
from fairmed_core.domain.default_space import DEFAULT_SPACE
from fairmed_core.errors import UserError

GOOD = (
    "vignette_id,sub_action,acceptable,disputed\n"
    "v1,esi_acuity,2;3,\n"
    "v1,followup_days,1-14,15-30\n"
    "v2,orders,required: lactate | permitted: ecg;blood_gas,\n"
)


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "bands.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_reads_levels_days_and_orders_as_author_derived(tmp_path: Path) -> None:
    acuity, days, orders = read_band_table(write(tmp_path, GOOD), DEFAULT_SPACE)
    assert acuity.acceptable == ValueSet.of([2, 3])
    assert days.acceptable == ValueSet.between(1, 14)
    assert days.band.disputed == ValueSet.between(15, 30)
    assert orders.acceptable == OrderSet.of(required=["lactate"], permitted=["ecg", "blood_gas"])
    assert {band.level for band in (acuity, days, orders)} == {ProvenanceLevel.AUTHOR}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("v9,esi_acuity,6,", "off the scale"),
        ("v9,esi_acuity,2-3,", "no list of levels"),
        ("v9,esi_acuity,\uff12,", "no list of levels"),
        ("v9,followup_days,1;14,", "no interval"),
        ("v9,followup_days,14-1,", "no interval"),
        ("v9,urgency_score,5,", "takes no band"),
        ("v9,acuity,2,", "no sub-action"),
        ("v1,esi_acuity,2,", "already"),
        ("v9,esi_acuity,2;3,3", "both acceptable and disputed"),
        (",esi_acuity,2,", "not named"),
    ],
)
def test_a_wrong_row_is_told_with_its_line(tmp_path: Path, row: str, told: str) -> None:
    with pytest.raises(UserError) as caught:
        read_band_table(write(tmp_path, GOOD + row + "\n"), DEFAULT_SPACE)
    assert told in str(caught.value)
    assert "bands.csv, line 5" in str(caught.value)


def test_all_wrong_rows_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read_band_table(
            write(tmp_path, GOOD + "v3,esi_acuity,9,\nv4,esi_acuity,x,\n"), DEFAULT_SPACE
        )
    assert "line 5" in str(caught.value)
    assert "line 6" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("vignette_id,acceptable\nv1,2\n", "sub_action"),
        (GOOD + "v9,esi_acuity,2\n", "3 fields"),
    ],
)
def test_a_broken_table_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        read_band_table(write(tmp_path, text), DEFAULT_SPACE)


def test_latin_1_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bands.csv"
    path.write_bytes(GOOD.replace("v2", "v\u00e9").encode("latin-1"))
    with pytest.raises(UserError, match="UTF-8"):
        read_band_table(path, DEFAULT_SPACE)


def test_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="folder"):
        read_band_table(tmp_path, DEFAULT_SPACE)
