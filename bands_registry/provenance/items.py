"""Items as they are signed: the hashes a verdict names, and the part of a pack that shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bands_registry.provenance.bodies import ItemHashes
from bands_registry.provenance.canonical import digest
from bands_registry.study.encode import (
    band_json,
    clause_json,
    source_json,
    sub_action_json,
    vignette_json,
)
from fairmed_core.domain.action_space import Kind
from fairmed_core.domain.showings import shown_band
from fairmed_core.domain.study import Study


def item_hashes(study: Study, item_id: str) -> ItemHashes:
    """Return the hashes of case, cited clauses, draft band and scale; KeyError for no such item.

    An item shown again has the hashes of its first showing. The clauses are hashed with the sources
    they stand in; the scale with its threshold and, for orders, with the tests a clinician could
    choose from.
    """
    band = study.shown(item_id)
    sub_action = study.space[band.sub_action]
    clauses = [study.clause(clause_id) for clause_id in band.clause_ids]
    sources = [study.source(source_id) for source_id in _once(c.source_id for c in clauses)]
    tests = study.orders if sub_action.kind is Kind.ORDERS else ()
    return ItemHashes(
        vignette=digest(vignette_json(study.vignette(band.vignette_id))),
        clause=digest(
            {
                "clauses": [clause_json(clause) for clause in clauses],
                "sources": [source_json(source) for source in sources],
            }
        ),
        band=digest(band_json(band)),
        scale=digest(
            {
                "sub_action": sub_action_json(sub_action),
                "tests": [{"test": order.test, "label": order.label} for order in tests],
            }
        ),
    )


def excerpt(study: Study, item_ids: Iterable[str]) -> Study:
    """Return the study cut down to these items; their hashes are the same as in the whole."""
    wanted = {shown_band(item) for item in item_ids}
    bands = tuple(band for band in study.bands if band.id in wanted)
    cases = {band.vignette_id for band in bands}
    cited = {clause_id for band in bands for clause_id in band.clause_ids}
    clauses = tuple(clause for clause in study.clauses if clause.id in cited)
    sources = {clause.source_id for clause in clauses}
    return replace(
        study,
        bands=bands,
        vignettes=tuple(vignette for vignette in study.vignettes if vignette.id in cases),
        clauses=clauses,
        sources=tuple(source for source in study.sources if source.id in sources),
        seats=(),
        waivers=(),
        repeats=None,
    )


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
