"""Ways through overview and results that several tests take."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget

from adjudicator_app.widgets.screen import Screen
from bands_registry.provenance.keystore import write_keystore
from fairmed_core.domain.study import Study
from tests.helpers.desk import Desk
from tests.helpers.office import Office
from tests.helpers.registry import CHEAP, PASSPHRASE
from tests.helpers.signed import OTHER_PSEUDONYM, Clinician
from tests.helpers.study import EMERGENCY_PHYSICIAN, OTHER_SEAT

REFERENCE = "ref_white_man"
CONDITIONS = ("black_woman", "uninsured_man")
CONTROL = "rerender_control"
HEADER = (
    "model,arm,condition_id,replicate,vignette_id,esi_acuity,urgency_score,orders,admit,"
    "escalate_icu,analgesia_tier,controlled_substance_caution,referral,followup_days,"
    "n_stigmatizing_flags"
)


def an_office(folder: Path, study: Study | None = None) -> Office:
    """A coordinator's registry with a study published, and her key file beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    office = Office(folder)
    office.publish(study)
    write_keystore(
        folder / "coordinator.fmkey",
        office.identity.signer,
        PASSPHRASE,
        pseudonym=office.identity.pseudonym,
        credential=None,
        role="coordinator",
        age_secret=office.identity.age_identity,
        cost=CHEAP,
    )
    return office


def the_other(office: Office) -> Clinician:
    """An enrolled emergency physician at the other seat who has sealed her details."""
    other = office.begin(Clinician(OTHER_PSEUDONYM, OTHER_SEAT, EMERGENCY_PHYSICIAN)).seal()
    office.enrol(other)
    return other


def choosing(desk: Desk, **paths: object) -> None:
    """Let the system's dialogs, which cannot be driven here, return these paths."""
    nothing = (
        "registry", "response", "key", "registry_target", "receipt_target", "bands", "plan",
        "folder",
    )  # fmt: skip
    answers = {**dict.fromkeys(nothing), "draws": (), **paths}
    desk.desktop.registry.files = SimpleNamespace(
        **{name: (lambda _, path=path: path) for name, path in answers.items()}
    )


def open_registry(desk: Desk, path: Path) -> QWidget:
    """The overview over a registry."""
    desk.start(pack=path)
    desk.until_screen(Screen.OVERVIEW)
    return desk.page


def give_passphrase(desk: Desk, text: str = PASSPHRASE) -> None:
    """Type the coordinator's passphrase and press the button."""
    desk.until(lambda: desk.desktop.registry.sheet is not None)
    sheet = desk.desktop.registry.sheet
    QTest.keyClicks(sheet.passphrase.line, text)
    sheet.go.click()
    desk.idle()


def words_of(page: QWidget) -> str:
    """Every word a page shows or says to a screen reader."""
    words: list[str] = []
    for widget in (page, *page.findChildren(QWidget)):
        words += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        if isinstance(widget, QLabel | QLineEdit):
            words.append(widget.text())
        if isinstance(widget, QComboBox):
            words += [widget.itemText(row) for row in range(widget.count())]
    return "\n".join(words)


def some_draws(folder: Path) -> Path:
    """Three draws of three conditions and one control on six cases."""
    chance = Random(7)
    lines = [HEADER]
    for arm, conditions in (
        ("main", (REFERENCE, *CONDITIONS)),
        ("control", (REFERENCE, CONTROL)),
    ):
        lines += [
            f"agent,{arm},{condition},{replicate},case{case},"
            f"{chance.choice('223')},{chance.randint(40, 90)},ecg,"
            f"{chance.choice(('true', 'false'))},false,{chance.choice('0123')},"
            f"true,false,{chance.randint(1, 20)},0"
            for condition in conditions
            for replicate in (1, 2, 3)
            for case in range(1, 7)
        ]
    path = folder / "draws.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def some_bands(folder: Path) -> Path:
    """Unsigned bands on the acuity of the six cases."""
    rows = [f"case{case},esi_acuity,2;3," for case in range(1, 7)]
    path = folder / "bands.csv"
    text = "\n".join(["vignette_id,sub_action,acceptable,disputed", *rows]) + "\n"
    path.write_text(text, encoding="utf-8")
    return path
