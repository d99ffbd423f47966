"""What the review asks of the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adjudicator_app.presenters.guideline import GuidelineServices
from bands_registry.services.views import ReviewView, SavedDraft
from fairmed_core.domain.verdict import Judgement

if TYPE_CHECKING:
    from bands_registry.services.practice import PracticeFeedback
    from bands_registry.services.session import Session


class ReviewServices(GuidelineServices, Protocol):
    """What the review asks of the registry; every call runs on the service thread."""

    def review_item(self, session: Session, item_id: str) -> ReviewView:
        """Return an item, and record that it was shown."""
        ...

    def save_draft(self, session: Session, item_id: str, judgement: Judgement) -> SavedDraft:
        """Keep what was entered so far."""
        ...

    def mark_ready(self, session: Session, item_id: str, judgement: Judgement) -> SavedDraft:
        """Keep a judgement and put it with those that are ready to sign."""
        ...

    def practice_feedback(
        self, session: Session, item_id: str, judgement: Judgement
    ) -> PracticeFeedback:
        """Return what a practice item teaches after it was judged."""
        ...
