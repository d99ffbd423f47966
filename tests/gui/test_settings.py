"""What the program remembers between two starts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator_app.settings import Settings, data_folder, load_settings, save_settings


def test_settings_come_back_as_they_were_kept(tmp_path):
    kept = Settings(text_scale=150, geometry="01d9", folder=str(tmp_path / "Łąka und mehr"))
    save_settings(tmp_path, kept)
    assert load_settings(tmp_path) == kept


def test_first_start_has_the_defaults(tmp_path):
    assert load_settings(tmp_path / "nowhere") == Settings()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"text_scale": 999, "geometry": 7, "folder": null}', "\xff"]
)
def test_a_damaged_file_never_stops_the_program(tmp_path, text):
    (tmp_path / "settings.json").write_text(text, encoding="latin-1")
    assert load_settings(tmp_path) == Settings()


def test_an_unknown_setting_of_a_newer_program_is_ignored(tmp_path):
    (tmp_path / "settings.json").write_text(json.dumps({"text_scale": 200, "colour": "sepia"}))
    assert load_settings(tmp_path) == Settings(text_scale=200)


def test_a_place_that_cannot_be_written_to_is_passed_over(tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("not a folder")
    save_settings(blocker, Settings(text_scale=125))
    assert load_settings(blocker) == Settings()


def test_the_data_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("FAIRMED_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("FAIRMED_DATA")
    assert data_folder() != tmp_path
    assert data_folder().name == "FairMed" or "FairMed" in data_folder().parts
    assert isinstance(data_folder(), Path)
