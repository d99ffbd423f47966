"""Entries that say that nothing was ordered are no test, and no unmapped name either."""

from __future__ import annotations

from pathlib import Path

from fairmed_core.domain.study import OrderName
from fairmed_core.trajectories.reader import read_trajectories

HEADER = (
    "model,arm,condition_id,replicate,vignette_id,esi_acuity,urgency_score,orders,admit,"
    "escalate_icu,analgesia_tier,controlled_substance_caution,referral,followup_days,"
    "n_stigmatizing_flags\n"
)
ROW = "m,floor,c,{replicate},v,3,50,{orders},true,false,0,false,true,7,0\n"


def test_none_indicated_reads_as_an_empty_order_set(tmp_path: Path) -> None:
    path = tmp_path / "draws.csv"
    rows = ["ecg", "none indicated", "ecg;none indicated", "tea"]
    path.write_text(
        HEADER + "".join(ROW.format(replicate=n, orders=o) for n, o in enumerate(rows, 1)),
        encoding="utf-8",
    )
    read = read_trajectories(
        path,
        orders=[OrderName("ecg_12_lead", "ECG", frozenset({"ecg"}))],
        no_order_names={"none indicated"},
    )
    assert list(read.table["orders"][:3]) == [
        frozenset({"ecg_12_lead"}),
        frozenset(),
        frozenset({"ecg_12_lead"}),
    ]
    lost = {(loss.kind, loss.field): loss.count for loss in read.losses}
    assert lost == {("order without a mapping", "orders"): 1}
    assert read.unmapped_orders == ("tea",)
