"""The leak check on a study of a thousand bands, in English and in Chinese.

Run it with ``python -m tests.benchmarks.leaks``.
"""

from __future__ import annotations

from dataclasses import replace

from bands_registry.guidelines import demo_study_folder
from bands_registry.study import lexicon
from bands_registry.study.leak_check import check_leaks
from bands_registry.study.loader import load_study
from fairmed_core.domain.study import Study
from tests.benchmarks.timing import timed

BANDS = 1_000
CHINESE = "复查白细胞正常，其他检查未见异常，继续服用他汀。"


def large_study(said: str, language: str) -> Study:
    """Return the bundled study repeated to a thousand bands, no two texts alike."""
    demo = load_study(demo_study_folder())
    by_id = {vignette.id: vignette for vignette in demo.vignettes}
    bands = tuple(demo.bands[number % len(demo.bands)] for number in range(BANDS))
    vignettes = []
    for number, band in enumerate(bands):
        vignette = by_id[band.vignette_id]
        facts = tuple(
            replace(fact, text=f"{number}. {said or fact.text}") for fact in vignette.facts
        )
        vignettes.append(replace(vignette, facts=facts))
    return replace(demo, vignettes=tuple(vignettes), bands=bands, language=language)


def main() -> None:
    """Print the median of five cold runs for each language."""
    for said, language in (("", "en"), (CHINESE, "zh")):
        study = large_study(said, language)

        def check(study: Study = study) -> None:
            lexicon.lexicons.cache_clear()
            check_leaks(study)

        print(f"leak check, {BANDS} bands, {language}: {timed(check).median:.2f} s")


if __name__ == "__main__":
    main()
