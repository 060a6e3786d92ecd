"""Settings that are changed in the program, and the player's own file that keeps them."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from roguelike.automation.stop_rules import StopRules
from roguelike.play.sections import sections
from roguelike.settings.reading import SettingsError, read_settings
from roguelike.settings.saving import SettingsFile, write_setting
from roguelike.settings.settings import DEFAULTS, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.settings.choices import Written

MINE = """\
# Mine, since 2024.
mouse = "drag"     # for tmux
palette   =   'tritanopia'

[keys]   # as I like them
explore = ["o", "f2"]
play.wait = ["v"]  # not .
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a player's file."""
    path = tmp_path / "config.toml"
    path.write_text(MINE, encoding="utf-8")
    return path


def change(file: Path, name: str, value: Written, settings: Settings = DEFAULTS) -> tuple[Settings, str]:
    """Change a setting as the options screen does."""
    return SettingsFile(str(file), sections).change(settings, name, value)


@pytest.mark.parametrize(
    ("name", "value", "before", "after"),
    [
        ("mouse", "off", 'mouse = "drag"     # for tmux', 'mouse = "off"     # for tmux'),
        ("palette", "default", "palette   =   'tritanopia'", 'palette   =   "default"'),
        ("mouse", None, 'mouse = "drag"     # for tmux', "# for tmux"),
        ("preset", "vi", 'play.wait = ["v"]  # not .\n', 'play.wait = ["v"]  # not .\npreset = "vi"\n'),
        ("ascii", None, "", ""),
        ("stops.distance", 5, "# not .\n", "# not .\n\n[stops]\ndistance = 5\n"),
        ("stops.ignore", None, "", ""),
    ],
)
def test_one_setting_changes_and_all_else_stays(file: Path, name: str, value: Written, before: str, after: str) -> None:
    """Comments, spaces and order are the player's."""
    settings, trouble = change(file, name, value)

    assert "" == trouble
    assert MINE.replace(before, after) == file.read_text()
    assert value == settings.written(name) == read_settings(str(file), sections).written(name)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("palette", "high-contrast"),
        ("colors", "16"),
        ("background", "terminal"),
        ("ascii", True),
        ("mouse", "off"),
        ("hints", False),
        ("flashes", False),
        ("animation", "off"),
        ("autopickup", False),
        ("autopickup", ["potion"]),
        ("preset", "numpad"),
    ],
)
def test_a_setting_that_is_new_to_a_file_stands_before_its_tables(file: Path, name: str, value: Written) -> None:
    """Behind them it would be a key of theirs."""
    change(file, name, value)
    read = read_settings(str(file), sections)

    assert value == read.written(name)
    assert ("v",) == read.keymap.chosen["play"]["wait"]
    assert all(comment in file.read_text() for comment in ("# Mine, since 2024.", "# as I like them", "# not ."))


@pytest.mark.parametrize(
    "text", ['keys.play.wait = ["v"]\n', 'keys = { explore = ["f2"] }\n', "[keys.play]\nwait = ['v']"]
)
def test_a_preset_goes_with_keys_however_they_are_written(file: Path, text: str) -> None:
    """TOML has several ways."""
    file.write_text(text)

    assert "" == change(file, "preset", "vi")[1]
    assert "vi" == read_settings(str(file), sections).keymap.preset.name
    assert read_settings(str(file), sections).keymap.chosen


def test_rules_of_stops_have_a_table_that_goes_with_the_last_of_them(file: Path) -> None:
    """The words are those of the file, and what is left out has its default."""
    before = file.read_text(encoding="utf-8")
    settings, _ = change(file, "stops.ignore", ["rat"])
    settings, _ = change(file, "stops.unreachable", "ignore", settings)

    assert StopRules(ignore=("rat",), unreachable=False) == settings.stops == read_settings(str(file), sections).stops
    written = [settings.written(f"stops.{name}") for name in ("ignore", "unreachable", "distance")]
    assert [["rat"], "ignore", None] == written
    for name in ("ignore", "unreachable"):
        settings, _ = change(file, f"stops.{name}", None, settings)
    assert before.rstrip() == file.read_text(encoding="utf-8").rstrip()
    assert DEFAULTS.stops == settings.stops


def test_without_a_file_one_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its folder, where the game looks for it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "new"))
    settings, trouble = SettingsFile(None, sections).change(DEFAULTS, "flashes", value=False)

    assert ("", False) == (trouble, settings.flashes)
    assert "flashes = false\n" == (tmp_path / "new" / "roguelike" / "config.toml").read_text()


def test_a_link_stays_a_link_and_permissions_stay(file: Path) -> None:
    """Many keep such files elsewhere."""
    link = file.parent / "link.toml"
    link.symlink_to(file)
    file.chmod(0o640)
    change(link, "mouse", "off")

    assert link.is_symlink()
    assert 'mouse = "off"' in file.read_text()
    assert 0o640 == stat.S_IMODE(file.stat().st_mode)
    assert {"config.toml", "link.toml"} == {path.name for path in file.parent.iterdir()}


def test_a_mark_of_windows_editors_stays(file: Path) -> None:
    """It is theirs to write."""
    file.write_bytes(b'\xef\xbb\xbfmouse = "off"\r\nascii = false\r\n')
    change(file, "mouse", "drag")

    assert b'\xef\xbb\xbfmouse = "drag"\r\nascii = false\r\n' == file.read_bytes()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mouse = \n", "line 1: this is not TOML: invalid value."),
        ("mouse = 3\n", "mouse must be 'off', 'drag' or 'motion', not 3."),
    ],
)
def test_a_file_that_became_unreadable_is_left_alone(file: Path, text: str, why: str) -> None:
    """It is being edited, perhaps; the change counts until the player quits."""
    file.write_text(text)
    settings, trouble = change(file, "palette", "high-contrast")

    assert f"Changed until you quit, but not saved: {file}: {why}" == trouble
    assert text == file.read_text()
    assert "high-contrast" == settings.palette


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """The error gives the reason of the system."""
    (tmp_path / "file").write_text("")
    _, trouble = change(tmp_path / "file" / "config.toml", "mouse", "off")

    assert trouble.startswith(f"Changed until you quit, but not saved: {tmp_path / 'file' / 'config.toml'}: cannot be ")
    assert trouble.endswith(".")


def test_without_a_place_for_settings_nothing_is_saved() -> None:
    """A game that a server starts may have none."""
    with pytest.raises(SettingsError, match=r"^no folder for settings\.$"):
        write_setting(None, "mouse", "off", sections)


def test_a_preset_that_ones_own_keys_do_not_go_with_is_refused(file: Path) -> None:
    """Nothing is changed then, neither here nor in the file."""
    file.write_text('[keys]\nexplore = ["w"]\n')
    before = read_settings(str(file), sections)
    settings, trouble = change(file, "preset", "laptop", before)

    assert before == settings
    assert "Not changed: keys.play.explore: the key 'w' is a direction there." == trouble
    assert '[keys]\nexplore = ["w"]\n' == file.read_text()


@pytest.mark.parametrize(("make", "told"), [(os.mkfifo, "not a regular file"), (os.mkdir, "a directory")])
def test_what_is_no_file_any_more_is_not_waited_for(tmp_path: Path, make: Callable[[Path], None], told: str) -> None:
    """It may have become anything since the game began; the change counts for now."""
    make(tmp_path / "config.toml")
    settings, trouble = change(tmp_path / "config.toml", "hints", value=False)

    assert told in trouble
    assert not settings.hints


def test_an_endless_file_is_not_read(tmp_path: Path) -> None:
    """It would fill the memory."""
    (tmp_path / "config.toml").symlink_to("/dev/zero")

    assert "not a regular file" in change(tmp_path / "config.toml", "hints", value=False)[1]


def test_lines_end_as_they_did(file: Path) -> None:
    """A file from Windows stays one."""
    file.write_bytes(b"# mine\r\nhints = true\r\n")
    change(file, "flashes", value=False)
    change(file, "hints", value=False)

    assert b"# mine\r\nhints = false\r\nflashes = false\r\n" == file.read_bytes()
