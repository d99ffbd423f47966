"""Walk the practice study and a demo study through the real program, and save every screen."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from adjudicator_app.app import Desktop
from adjudicator_app.demo_pack import Demo, answer_demo, make_demo, make_demo_registry
from adjudicator_app.presenters.review_entry import ReviewEntry
from adjudicator_app.unattended import Walker, accept_draft, sign
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.setup_screen import SetupScreen
from adjudicator_app.widgets.theme import Mode
from bands_registry.guidelines import demo_trajectories
from bands_registry.services.demo_registry import DEMO_REFERENCE, DemoPlace
from fairmed_core.clock import FixedClock
from fairmed_core.domain.acceptable import OrderSet
from fairmed_core.domain.verdict import Judgement
from fairmed_core.words.catalogue import ENGLISH

SIZE = (1366, 768)
SETTLE = 250
PASSPHRASE = "four unrelated words here"  # noqa: S105 (of a study that is thrown away)
NOON = datetime(2026, 6, 14, 12, 21, 40, tzinfo=UTC)


def take_pictures(qt: QApplication, folder: Path, *, language: str = ENGLISH) -> int:
    """Save each screen in every theme into `folder`; return 0, or raise what stopped the walk."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        clock = FixedClock(NOON)
        demo = make_demo(Path(place), clock=clock)
        registry = make_demo_registry(Path(place) / "registry", clock=clock)
        desktop = Desktop(qt, data=Path(place) / "data", clock=clock)
        desktop.theme.set_text_scale(1.0)
        desktop.view_settings.set_language(language)
        desktop.window.resize(*SIZE)
        steps = walk(desktop, demo, registry)
        walker = Walker(desktop, _photographed(desktop, folder, steps), settle=SETTLE)
        walker.start()
        code = qt.exec()
        desktop.leaving.end()
    if walker.stopped_by is not None:
        raise walker.stopped_by
    return code


def _photographed(desktop: Desktop, folder: Path, steps: Iterator[str]) -> Iterator[str]:
    """Walk on, and take the pictures the walk asks for between its steps."""
    count = 0
    for name in steps:
        yield "the program has come to rest"
        if not name:
            continue
        count += 1
        for mode in (Mode.LIGHT, Mode.DARK, Mode.CONTRAST):
            desktop.theme.set_mode(mode)
            yield "the theme is shown"
            desktop.window.grab().save(str(folder / f"{count:02d}-{name}-{mode.value}.png"))
        desktop.theme.set_mode(Mode.LIGHT)


def walk(desktop: Desktop, demo: Demo, registry: DemoPlace) -> Iterator[str]:
    """Act, and yield the name of the picture to take once all is at rest; "" for none."""
    desktop.theme.set_mode(Mode.LIGHT)
    desktop.start()
    yield "welcome"
    yield from _practice(desktop)
    yield from _set_up(desktop, demo)
    yield from _judge(desktop, demo)
    yield from _sign(desktop, demo)
    desktop.leaving.close_study(desktop.go.show_welcome)
    yield "welcome-back"
    yield from _key_to_confirm(desktop, demo)
    yield from _registry(desktop, registry)


def _practice(desktop: Desktop) -> Iterator[str]:
    desktop.to.welcome.practise()
    yield "practice-items"
    desktop.to.items.open_next()
    yield "practice-item"
    accept_draft(desktop.to.review.entry)
    desktop.to.review.mark_ready_and_next()
    yield "practice-feedback"
    desktop.leaving.close_study(desktop.go.show_welcome)
    yield ""


def _set_up(desktop: Desktop, demo: Demo) -> Iterator[str]:
    desktop.to.welcome.open_file(demo.pack)
    yield ""
    identity = _setup_page(desktop).identity
    identity.profession.choose(demo.verdicts.credential.profession)
    identity.specialty.first.choose(demo.verdicts.credential.specialties[0])
    identity.years.choose(demo.verdicts.credential.years)
    identity.jurisdiction.setText(demo.verdicts.credential.jurisdiction)
    for field in (identity.passphrase, identity.repeated):
        field.line.setText(PASSPHRASE)
    yield "identity"
    _setup_page(desktop).identity.primary.click()
    yield ""
    _setup_page(desktop).seat.seat.setText(demo.verdicts.seat)
    yield "seat"
    _setup_page(desktop).seat.primary.click()
    yield "sealed-details"
    page = _setup_page(desktop)
    page.sealed.name.setText("Dr A. Example")
    page.sealed.licence.setText("12345")
    page.sealed.issuer.setText("Example Chamber")
    page.sealed.primary.click()
    yield "read-aloud"
    _setup_page(desktop).read_aloud.primary.click()
    yield "items"


def _setup_page(desktop: Desktop) -> SetupScreen:
    """Return the page as it is now: another language makes it anew."""
    page = desktop.window.page_of(Screen.SETUP)
    if not isinstance(page, SetupScreen):
        raise TypeError("the pack was not accepted")
    return page


def _judge(desktop: Desktop, demo: Demo) -> Iterator[str]:
    judged = {verdict.item: verdict.judgement for verdict in demo.verdicts.verdicts}
    for item in desktop.to.items.items:
        desktop.to.items.open_item(item.item_id)
        yield f"review-{item.item_id}"
        _enter(desktop.to.review.entry, judged[item.item_id])
        yield f"judged-{item.item_id}"
        desktop.to.review.mark_ready_and_next()
        yield ""
    desktop.go.list_items()
    yield "items-ready"


def _sign(desktop: Desktop, demo: Demo) -> Iterator[str]:
    desktop.go.check_and_sign()
    yield "check-and-sign"
    sign(desktop, PASSPHRASE)
    yield ""
    yield "send"
    response = demo.pack.parent / "Documents" / desktop.to.sending.response_name
    response.parent.mkdir()
    desktop.to.sending.save_response(response)
    yield ""
    # The coordinator is another person: her part takes nothing from this program's window.
    answered = partial(answer_demo, demo, response, clock=desktop.clock)
    desktop.tasks.run(answered, done=desktop.to.receipts.take)
    yield "send-received"
    desktop.go.list_items()
    yield "items-signed"


def _key_to_confirm(desktop: Desktop, demo: Demo) -> Iterator[str]:
    desktop.registry.open(demo.registry)
    yield "overview-key-to-confirm"


def _registry(desktop: Desktop, place: DemoPlace) -> Iterator[str]:
    desktop.registry.open(place.registry)
    yield "overview"
    desktop.registry.show_results()
    yield "results-question"
    results = desktop.registry.results
    results.take_draws([demo_trajectories()])
    yield ""
    results.choose_reference(DEMO_REFERENCE)
    results.analyse()
    yield "results"
    results.open_section("sensitivity")
    yield "results-sensitivity"


def _enter(entry: ReviewEntry, judgement: Judgement) -> None:
    """Enter a judgement field by field, as the screen does."""
    entry.acknowledge_scope(judgement.scope_acknowledged)
    for question, answer in judgement.answers.items():
        entry.answer(question, answer)
    for question, note in judgement.notes.items():
        entry.note(question, note)
    amended, drafted = judgement.amended, entry.shown.band.acceptable
    if amended is not None and not isinstance(amended, OrderSet):
        _enter_values(entry, amended.values, was=getattr(drafted, "values", frozenset()))
    if judgement.wording is not None:
        entry.set_wording(judgement.wording)
    if judgement.kind is not None:
        entry.choose_verdict(judgement.kind)
    for kind in judgement.error_kinds:
        entry.toggle_error_kind(kind)
    entry.set_reason(judgement.reason)


def _enter_values(entry: ReviewEntry, values: frozenset[int], *, was: frozenset[int]) -> None:
    if entry.shown.sub_action.levels:
        for value in values ^ was:
            entry.toggle_level(value)
    else:
        entry.set_days(min(values), max(values))
