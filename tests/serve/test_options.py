"""What a served player can set, and what the message of the day may say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.play.sections import sections
from roguelike.play.views.options import OPTIONS
from roguelike.serve.game.message import read_message
from roguelike.serve.game.options import UNSAVED, PlayerSettings, as_wished, settings_in
from roguelike.serve.watching.privacy import (
    EVERYBODY,
    IN_LINES,
    NOBODY,
    PLAYERS,
    VALUES,
    WATCHED,
    may_be_published,
    watched_choice,
    who_may_watch,
)
from roguelike.settings.reading import read_settings
from roguelike.settings.settings import Settings
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from tests.line.talking import talk

if TYPE_CHECKING:
    from pathlib import Path


def rows_in(folder: Path) -> FolderRows:
    """Return what is kept in a player's folder."""
    return FolderRows(DataFolder(folder))


def test_options_are_kept_in_the_players_folder(tmp_path: Path) -> None:
    """Palette and keys among them."""
    store = PlayerSettings(rows_in(tmp_path / "7"))
    settings, trouble = store.change(Settings(), "palette", "deuteranopia")
    settings, _ = store.change(settings, "preset", "vi")

    assert not trouble
    found, wrong = settings_in(rows_in(tmp_path / "7"))
    file = str(tmp_path / "7" / "settings.toml")
    assert (read_settings(file, sections), "") == (attrs.evolve(found, path=file), wrong)
    assert "deuteranopia" == found.palette
    assert settings.keymap == found.keymap


def test_a_page_may_wish_for_calm_and_contrast(tmp_path: Path) -> None:
    """For its session alone, and no palette in place of one that was chosen, be it the default."""
    rows = rows_in(tmp_path / "7")
    wished = as_wished(Settings(), ("again", "calm", "contrast"), rows)
    assert (wished.animates, wished.flashes, wished.palette) == (False, False, "high-contrast")
    assert {"animation", "flashes", "palette"} == wished.overridden
    PlayerSettings(rows).change(wished, "hints", value=False)
    kept, _ = settings_in(rows)
    assert (kept.animates, kept.hints, kept.palette) == (True, False, "default")
    PlayerSettings(rows).change(wished, "palette", "default")
    assert as_wished(settings_in(rows)[0], ("contrast",), rows).palette == "default"


def test_no_option_leads_to_a_path_or_another_name() -> None:
    """What reads other files of the machine, or makes somebody another player, is not among them."""
    assert not {"rules", "name"} & {option.name for option in OPTIONS}


@pytest.mark.parametrize("content", [b"palette = 7", b"\xff\x00", b"keys = 3"])
def test_options_that_cannot_be_read_are_told_once(tmp_path: Path, content: bytes) -> None:
    """Then the defaults are there, and can be changed and saved."""
    (tmp_path / "settings.toml").write_bytes(content)
    told = [settings_in(rows_in(tmp_path)) for _ in range(2)]

    assert [Settings()] * 2 == [settings for settings, _ in told]
    assert [True, False] == [bool(why) for _, why in told]
    assert not PlayerSettings(rows_in(tmp_path)).change(Settings(), "palette", "deuteranopia")[1]


def test_no_path_of_the_machine_is_told_to_a_player(tmp_path: Path) -> None:
    """Where options cannot be saved, a sentence says so, and they hold for this session."""
    (tmp_path / "file").touch()
    store = PlayerSettings(rows_in(tmp_path / "file"))
    changed, trouble = store.change(Settings(), "palette", "deuteranopia")
    assert ("deuteranopia", UNSAVED) == (changed.palette, trouble)

    settings = Settings(choices=(watched_choice(rows_in(tmp_path)),))
    changed, trouble = store.change(settings, WATCHED, NOBODY)
    assert (NOBODY, UNSAVED) == (who_may_watch(changed), trouble)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (None, PLAYERS),
        (b"nobody may watch\n", NOBODY),
        (b"everybody may watch\n", EVERYBODY),
        (b"", NOBODY),
        (b"everybody\xff", NOBODY),
    ],
)
def test_who_may_watch_is_read_as_it_was_kept(tmp_path: Path, text: bytes | None, value: str) -> None:
    """The first two are all that earlier versions wrote; what is unknown is nobody."""
    if text is not None:
        (tmp_path / "private").write_bytes(text)
    settings = Settings(choices=(watched_choice(rows_in(tmp_path)),))
    assert (value, value == EVERYBODY) == (who_may_watch(settings), may_be_published(rows_in(tmp_path)))


def test_finished_games_go_from_pages_with_the_choice(tmp_path: Path) -> None:
    """As soon as it is another than everybody."""
    withdrawn: list[str] = []
    store = PlayerSettings(rows_in(tmp_path), lambda: withdrawn.append("all"))
    settings = Settings(choices=(watched_choice(rows_in(tmp_path)),))
    for value, count in ((EVERYBODY, 0), (PLAYERS, 1), (EVERYBODY, 1), (NOBODY, 2)):
        settings, _ = store.change(settings, WATCHED, value)
        assert count == len(withdrawn)


def test_watchers_are_chosen_in_lines(tmp_path: Path) -> None:
    """By a word of their own, and among the options; each choice says what games in lines have of it."""
    rows = rows_in(tmp_path)
    place = talk("#@.#", store=PlayerSettings(rows), choices=[watched_choice(rows, in_lines=True)])
    told = [VALUES[EVERYBODY] + " " + IN_LINES, VALUES[PLAYERS] + " " + IN_LINES, VALUES[NOBODY]]
    choices = [f"{at}: {value}. {about}" for at, value, about in zip((1, 2, 3), VALUES, told, strict=True)]

    assert place.say("options")[1] == "1: Watchers: players"
    assert place.say("1") == ["Watchers: choose one. Type cancel to go back.", *choices]
    assert place.say("everybody") == [f"Watchers: everybody. {told[0]}"]
    assert may_be_published(rows)
    assert place.say("watchers") == ["Watchers: choose one. Type cancel to go back.", *choices]
    assert place.say("cancel", "watchers nobody") == [f"Watchers: nobody. {told[-1]}"]
    assert watched_choice(rows).value == NOBODY
    assert place.say("watchers friends") == ["No such value: 'friends'. Type watchers for all of them."]
    assert place.say("help watchers") == [
        "watchers: who may watch your games: watchers everybody or players or nobody."
    ]


def test_a_message_has_five_printable_lines(tmp_path: Path) -> None:
    """A file that is none, or is not there, is no message."""
    file = tmp_path / "motd.txt"
    file.write_bytes(b"\n\nWelcome\t!\n\x1b[2J\xff \n" + b"more\n" * 10)

    assert ["Welcome !", "?[2J\ufffd", "more", "more", "more"] == read_message(file)
    assert [[], []] == [read_message(tmp_path / "nothing"), read_message(tmp_path)]
