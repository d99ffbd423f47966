"""A walk over every screen, and through a large study, with the watchdog beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from adjudicator_app.app import Desktop
from adjudicator_app.demo_pack import make_demo, make_demo_registry
from adjudicator_app.presenters.queue_filter import QueueFilter
from adjudicator_app.screenshots import PASSPHRASE, walk
from adjudicator_app.services import ClinicianServices
from adjudicator_app.widgets.screen import Screen
from adjudicator_app.widgets.theme import Mode
from bands_registry.services.demo_registry import DemoPlace
from bands_registry.services.session import Session
from fairmed_core.clock import SystemClock
from fairmed_core.domain.action_space import Step
from fairmed_core.domain.verdict import VerdictKind
from fairmed_core.words.catalogue import LANGUAGES
from tests.benchmarks.app_driver import SIZE, Driven, Watchdog
from tests.helpers.guideline import a_guideline
from tests.helpers.registry import a_clinician, make_ready
from tests.helpers.study import SEAT

WALK = "all screens and sheets, typing, theme, text size, language, width, 1,000 items"
WORDS = "The page names the lower step first; here it is taken one step further."


@dataclass(frozen=True)
class Stalls:
    """What the watchdog saw: seconds, and for each action its longest stall and where it was."""

    longest: float
    beats: int
    actions: tuple[tuple[float, str, str], ...]
    walk: str = WALK


def stalls(folder: Path, pack: Path, *, over: float) -> Stalls:
    """Walk and return what stood still, and where if for longer than half of `over` seconds."""
    clock = SystemClock()
    # Made before anything is watched: the files of others, not her program.
    demo = make_demo(folder, clock=clock)
    place = make_demo_registry(folder / "registry", clock=clock)
    paper = a_guideline(folder / "guideline.pdf")
    signing = folder / "signing"
    _all_ready(signing / "data", pack)
    watchdog = Watchdog(over=over)
    with Driven(folder) as program, watchdog.watching():
        for name in walk(program.desktop, demo, place):
            if name == "welcome":
                watchdog.doing = "what is made behind the first page"
                program.desktop.preparing.begin()
            program.idle()
            watchdog.doing = f"what comes after {name or 'that'}"
        _follow(program, watchdog, _registry(program.desktop, place))
        _follow(program, watchdog, _large(program.desktop, pack, paper))
    with Driven(signing) as program, watchdog.watching():
        _follow(program, watchdog, _signing(program.desktop))
    return Stalls(watchdog.longest, watchdog.beats, tuple(watchdog.actions()))


def _follow(program: Driven, watchdog: Watchdog, steps: Iterator[str]) -> None:
    """Let the program come to rest after each step; a step says what comes next."""
    for doing in steps:
        program.idle()
        watchdog.doing = doing
    program.idle()


def _all_ready(data: Path, pack: Path) -> None:
    """Leave behind a study in which everything is ready to be signed."""
    data.mkdir(parents=True)
    a_clinician(data).keystore.rename(data / "keystore.fmkey")
    services = ClinicianServices(data, SystemClock())
    session = services.open_pack(pack, SEAT, services.unlock(PASSPHRASE))
    for item in session.order:
        make_ready(session, item)
    services.close(session)


def _registry(desktop: Desktop, place: DemoPlace) -> Iterator[str]:
    yield "from the results to the overview"
    desktop.registry._show(Screen.OVERVIEW)
    yield from _looks(desktop, "the overview")
    yield "asking for the coordinator's passphrase"
    desktop.registry.overview.merge(place.out / "response.fmresp")
    yield "closing the sheet"
    desktop.registry.sheet.close()
    yield "from the overview to the results"
    desktop.registry.show_results()
    yield from _looks(desktop, "the results")
    yield "closing the registry"
    desktop.registry.close()


def _large(desktop: Desktop, pack: Path, paper: Path) -> Iterator[str]:
    services = desktop.services

    def begin() -> Session:
        return services.open_pack(pack, SEAT, services.unlock(PASSPHRASE))

    yield "opening the pack of 1,000 items"
    desktop.tasks.run(begin, done=desktop.to.welcome.opened.emit)
    yield from _listed(desktop)
    for number in (1, 2, 3):
        yield f"item {number}"
        desktop.to.items.open_item(desktop.to.items.items[number].item_id)
    for _ in range(8):
        yield "the next item"
        QTest.keyClick(desktop.window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    yield from _judged(desktop)
    yield from _page(desktop, paper)
    yield from _looks(desktop, "the item")
    yield "back to the list"
    desktop.to.review.leave()
    yield from _looks(desktop, "the list of 1,000")
    yield "closing the study"
    desktop.leaving.close_study(desktop.go.show_welcome)
    yield from _looks(desktop, "welcome")


def _listed(desktop: Desktop) -> Iterator[str]:
    yield "scrolling down"
    page = desktop.window.page_of(Screen.ITEMS)
    page.items.scrollToBottom()
    yield "scrolling up"
    page.items.scrollToTop()
    page.filters.search.setFocus()
    for letter in "pain":
        yield "searching in 1,000 items"
        QTest.keyClicks(page.filters.search, letter)
    for asked in (
        QueueFilter(inside=False),
        QueueFilter(step=Step.TRIAGE),
        QueueFilter(step=Step.TRIAGE, inside=True),
        QueueFilter(),
    ):
        yield "filtering 1,000 items"
        desktop.to.items.ask_for(replace(asked))


def _judged(desktop: Desktop) -> Iterator[str]:
    review = desktop.window.page_of(Screen.REVIEW)
    yield "opening a note"
    line = review.judgement.questions.rows[1]
    line.note_button.click()
    for word in WORDS.split():
        yield "typing"
        QTest.keyClicks(line.note_field, word + " ")
    for kind in VerdictKind:
        yield f"verdict {kind.value}"
        review.judgement.verdict.choice.segment(kind).click()
    for _ in range(3):
        yield "undo"
        desktop.to.review.undo()


def _page(desktop: Desktop, paper: Path) -> Iterator[str]:
    review, guideline = desktop.window.page_of(Screen.REVIEW), desktop.to.review.guideline
    yield "attaching a guideline and opening its page"
    guideline.attach(desktop.to.review.view.clauses[0], paper)
    yield "turning the page"
    review.page.pages.go_to(2)
    for _ in range(3):
        yield "a larger page"
        review.page.pages.larger.click()
    yield "finding words on the page"
    review.page.field.setFocus()
    QTest.keyClicks(review.page.field, "stands")
    yield "closing the page"
    guideline.close()
    yield "opening the page again"
    guideline.open_leading()
    yield "closing the page again"
    guideline.close()


def _signing(desktop: Desktop) -> Iterator[str]:
    desktop.start()
    yield "what is made behind the first page"
    desktop.preparing.begin()
    yield "continuing the study of 1,000 items"
    desktop.to.welcome.continue_study(desktop.to.welcome.studies[0], PASSPHRASE)
    yield "1,000 items to check and sign"
    desktop.go.check_and_sign()
    table = desktop.window.page_of(Screen.SIGN).table
    yield "scrolling down what is signed"
    table.scrollToBottom()
    yield "scrolling up what is signed"
    table.scrollToTop()
    yield from _looks(desktop, "1,000 to sign")


def _looks(desktop: Desktop, where: str) -> Iterator[str]:
    """Change everything about how a screen looks, and back; then open the sheets over it."""
    for mode in (Mode.DARK, Mode.CONTRAST, Mode.LIGHT):
        yield f"theme {mode.value} at {where}"
        desktop.theme.set_mode(mode)
    for scale in (150, 250, 100):
        yield f"text at {scale} % at {where}"
        desktop.view_settings.set_scale(scale)
    for width in (1090, 750, SIZE[0]):
        yield f"{width} px wide at {where}"
        desktop.window.resize(width, SIZE[1])
    yield f"settings at {where}"
    desktop.view_settings.show_settings()
    for language in reversed(LANGUAGES):
        yield f"language {language} at {where}"
        desktop.view_settings.set_language(language)
    yield f"closing the settings at {where}"
    desktop.view_settings.sheet.close()
    yield f"keys at {where}"
    desktop.view_settings.show_keys()
    yield f"closing the keys at {where}"
    desktop.view_settings.sheet.close()
