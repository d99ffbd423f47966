"""JSON Schema of the study files, for editors that check while one types."""

from __future__ import annotations

from bands_registry.study.files import FILES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, dict[str, object]]:
    """Return the schema of each file of a study folder by the file's name."""
    return {
        name: {"$schema": _DIALECT, **model.model_json_schema()} for name, model in FILES.items()
    }
