"""Everything the program says has a translation, and every translation is of something it says."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from fairmed_core.words.catalogue import (
    ENGLISH,
    LANGUAGES,
    catalogue,
    english,
    language_for,
)
from fairmed_core.words.messages import read_messages

ROOT = Path(__file__).resolve().parents[2]
TOOL = importlib.util.spec_from_file_location("messages_tool", ROOT / "packaging" / "messages.py")
assert TOOL is not None
assert TOOL.loader is not None
messages_tool = importlib.util.module_from_spec(TOOL)
TOOL.loader.exec_module(messages_tool)

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
CATALOGUES = [(part, language) for part in messages_tool.PARTS for language in OTHERS]
FIELD = re.compile(r"\{\w*\}")
CJK = r"[\u4e00-\u9fff]"
# Placeholders that a language without plurals has no use for.
UNUSED = {"{verb}", "{them}"}


def translations(part: str, language: str) -> dict[str, str]:
    file = messages_tool.catalogue_file(part, language)
    return read_messages(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("part", "language"), CATALOGUES)
def test_every_message_is_translated_and_no_translation_is_dead(part: str, language: str) -> None:
    said, have = messages_tool.PARTS[part](), set(translations(part, language))
    assert len(said) > 100
    assert sorted(said - have) == [], "run: python packaging/messages.py"
    assert sorted(have - said) == [], "nobody says this any more"


@pytest.mark.parametrize(("part", "language"), CATALOGUES)
def test_a_translation_fills_in_the_same_values(part: str, language: str) -> None:
    for message, said in translations(part, language).items():
        wanted = set(FIELD.findall(message))
        assert set(FIELD.findall(said)) in (wanted, wanted - UNUSED), message


@pytest.mark.parametrize("part", list(messages_tool.PARTS))
def test_chinese_is_set_as_chinese(part: str) -> None:
    for message, said in translations(part, "zh-Hans").items():
        assert not re.search(rf"{CJK}[,.;:?!]|[,;:?!]{CJK}|\"|'", said), (message, said)
        assert "请您" not in said
        assert said[:1] != " ", (message, said)


def test_an_unmarked_literal_is_found_before_anybody_reads_it() -> None:
    assert messages_tool.unmarked() == []


def test_the_reader_takes_what_translators_tools_write() -> None:
    head = '# note\nmsgid ""\nmsgstr "Language: xx\\n"\n\n'
    text = head + 'msgid "a \\"b\\" "\n"c\\n"\nmsgstr "x"\n"y"\n'
    assert read_messages(text) == {'a "b" c\n': "xy"}
    assert read_messages('msgid "a"\nmsgstr ""\n') == {}


@pytest.mark.parametrize(
    "text",
    [
        'msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n',
        "msgid a\n",
        'msgid "a\nmsgstr "b"\n',
        'msgctxt "x"\nmsgid "a"\nmsgstr "b"\n',
    ],
)
def test_a_catalogue_in_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"line|twice"):
        read_messages(text)


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["zh-Hans-CN", "en"], "zh-Hans"),
        (["zh_CN"], "zh-Hans"),
        (["zh"], "zh-Hans"),
        (["zh-Hant-TW", "zh-TW"], "en"),
        (["zh_HK"], "en"),
        (["de-DE", "zh-CN"], "zh-Hans"),
        (["en-GB", "zh-CN"], "en"),
        (["ar"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_of_the_system_that_we_speak(wanted: list[str], language: str) -> None:
    assert language_for(wanted) == language


def test_what_is_not_in_a_catalogue_is_said_in_english() -> None:
    say = catalogue("zh-Hans")
    assert say("Accept") == "接受"
    assert say("a sentence nobody ever wrote") == "a sentence nobody ever wrote"
    assert catalogue("xx") is english
