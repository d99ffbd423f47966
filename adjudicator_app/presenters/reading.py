"""A report being read: which part, under letters or names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_app.presenters.saying import say
from fairmed_core.words.numbers import PROVISIONAL

if TYPE_CHECKING:
    from exports.report_parts import ReportPart
    from fairmed_core.analysis.lettered import LetteredReport
    from fairmed_core.analysis.report import AnalysisReport

# What is read first, where the report has it.
FIRST = ("within_range", "flips", "floor")


class Reading:
    """The report, the same under letters, and the parts drawn so far.

    Attributes
    ----------
    report
        With the names of all conditions.
    banner
        The sentences that stand above everything.
    by_plan
        The plan by its hash; "" where the report is exploratory, which the banner says.
    section
        Id of the part that is shown.
    revealed
        Whether conditions bear their names.
    """

    def __init__(
        self,
        report: AnalysisReport,
        lettered: LetteredReport,
        banner: tuple[str, ...],
        by_plan: str,
    ) -> None:
        self.report, self.banner, self.revealed = report, banner, False
        self.by_plan = by_plan
        self._lettered = lettered
        self._parts: dict[tuple[bool, str], ReportPart] = {}
        filled = [section.id for section in report.sections if section.rows]
        self.section = next((one for one in FIRST if one in filled), filled[0] if filled else "")

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """Id and title of every part of the report."""
        return tuple((section.id, section.title) for section in self.report.sections)

    @property
    def shown(self) -> AnalysisReport:
        """The report as it is read now, lettered or not."""
        return self.report if self.revealed else self._lettered.report

    @property
    def part(self) -> ReportPart | None:
        """The part that is shown; None while it is drawn."""
        return self._parts.get(self.wanted)

    @property
    def wanted(self) -> tuple[bool, str]:
        """What tells the part that is shown from all others."""
        return self.revealed, self.section

    def keep(self, wanted: tuple[bool, str], part: ReportPart) -> None:
        """Keep a part that was drawn."""
        self._parts[wanted] = part

    @property
    def heading(self) -> str:
        """The title of the part that is shown, "provisional" where any of its numbers is."""
        title, part = dict(self.sections).get(self.section, ""), self.part
        if part is not None and any(table.title.endswith(PROVISIONAL) for table in part.tables):
            return say("{title}, provisional").format(title=title)
        return title

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        """What each letter stands for."""
        return tuple(self._lettered.letters.items())

    @property
    def reveal_words(self) -> str:
        """The words of the link that reveals the conditions."""
        if self.revealed:
            return say("Show letters again")
        names = [letter for letter, _ in self.letters]
        if len(names) < 2:
            return say("Show what the letter stands for")
        return say("Show what {first} to {last} stand for").format(first=names[0], last=names[-1])
