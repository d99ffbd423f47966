"""An agreement after the fact is recorded beside the raters; forged coordinator events are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bands_registry.provenance.bodies import Body
from bands_registry.provenance.decisions import (
    AdjudicatorWithdrawn,
    ConsensusRecorded,
    KeyRevoked,
    ReceiptIssued,
    RosterAmended,
)
from bands_registry.provenance.registry_rules import inspect_registry
from tests.helpers.chains import PSEUDONYM
from tests.helpers.cli import Ran, fairmed
from tests.helpers.road import EMERGENCY, GERIATRICIAN, Road, begin, take_part
from tests.helpers.signed import OTHER_PSEUDONYM, full_registry, small_pack
from tests.helpers.study import PAIN


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    made = begin(tmp_path_factory.mktemp("road"))
    take_part(made, "GERI", GERIATRICIAN)
    take_part(made, "EMER", EMERGENCY)
    return made


@pytest.fixture
def copied(road: Road, tmp_path: Path) -> Road:
    place = tmp_path / "office"
    shutil.copytree(road.folder, place)
    return Road(place)


def shown(road: Road) -> dict[str, object]:
    found: dict[str, object] = fairmed("registry", "show", road.registry, "--json").json
    return found


def agreed(road: Road, item: str, *given: str) -> Ran:
    return fairmed(
        "consensus", "record", item, *road.coordinator, "--how", "on a call", "--json", *given
    )


def test_an_agreement_is_shown_and_decides_nothing(copied: Road) -> None:
    before = shown(copied)
    raters = [rater["pseudonym"] for rater in before["adjudicators"]]  # type: ignore[attr-defined]
    both = [
        item
        for item in before["items"]  # type: ignore[attr-defined]
        if {verdict["rater"] for verdict in item["verdicts"]} == set(raters)
    ]
    item = next(item for item in both if "levels" in item["acceptable"] or item["acceptable"])
    name, levels = item["item"], item["acceptable"]["levels"]
    who = [part for rater in raters for part in ("--who", rater)]
    done = agreed(copied, name, *who, "--level", str(levels[0]))
    assert done.code == 0, done.err
    after = shown(copied)
    assert after["consensus"] == [
        {
            "item": name,
            "acceptable": {"levels": levels[:1]},
            "participants": sorted(raters),
            "how": "on a call",
        }
    ]
    for key in ("items", "adjudicators", "provenance", "adjudicated", "signed"):
        assert after[key] == before[key], key
    assert fairmed("verify", copied.publish("r.fmreg"), "--no-pages").code == 50  # an empty seat
    for wrong, word in (
        ((*who[:2], "--level", str(levels[0])), "at least two"),
        ((*who, "--level", "99"), "does not belong"),
        ((*who, "--days", "14-1"), "no span"),
        ((*who, "--level", "1", "--days", "1-2"), "three kinds"),
        (("--who", "ADJ-00000-00000", *who[:2], "--level", str(levels[0])), "No merged log"),
    ):
        refused = agreed(copied, name, *wrong)
        assert (refused.code, word in refused.err) == (2, True), refused.err
    assert shown(copied)["consensus"] == after["consensus"]


def consensus(**changes: object) -> ConsensusRecorded:
    fields: dict[str, object] = {
        "item": PAIN,
        "hashes": small_pack().item_hashes(PAIN),
        "acceptable": {"levels": [1, 3]},
        "participants": tuple(sorted((PSEUDONYM, OTHER_PSEUDONYM))),
        "how": "on a call",
    }
    return ConsensusRecorded(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("forged", "code"),
    [
        pytest.param(consensus(), 3, id="an honest agreement"),
        pytest.param(consensus(participants=(PSEUDONYM,)), 20, id="one who agrees with herself"),
        pytest.param(
            consensus(participants=("ADJ-00000-00000", PSEUDONYM)), 20, id="who never signed"
        ),
        pytest.param(consensus(item="nothing"), 20, id="an item nobody published"),
        pytest.param(consensus(acceptable={"levels": [99]}), 20, id="beyond the scale"),
        pytest.param(
            ReceiptIssued(
                response="a" * 64, key="b" * 64, pseudonym=PSEUDONYM, size=3, head="c" * 64
            ),
            21, id="a receipt for nothing",
        ),
        pytest.param(
            RosterAmended(version=2, before="a" * 64, after="b" * 64, reason="x"),
            20, id="a roster no pack has",
        ),
    ],
)  # fmt: skip
def test_forged_coordinator_events(forged: Body, code: int) -> None:
    office = full_registry()
    office.add(forged)
    _, findings = inspect_registry(office.parts())
    assert {finding.exit_code for finding in findings} <= {3, code}
    assert (code in {finding.exit_code for finding in findings}) == (code != 3)


def test_a_revocation_and_a_withdrawal_of_nobody_change_nothing() -> None:
    office = full_registry()
    office.add(
        KeyRevoked(key="d" * 64, after=0, reason="x"),
        AdjudicatorWithdrawn(key="d" * 64, pseudonym="ADJ-00000-00000", reason="x"),
    )
    registry, findings = inspect_registry(office.parts())
    assert findings == ()
    assert registry is not None
    assert not any(registry.in_conflict(log) for log in registry.chains.values())
