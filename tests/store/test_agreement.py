"""All readers of a damaged game say the same of it: play, games, the title, verify, export, replay, cast."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import pytest

from roguelike import cli
from roguelike.content.loader import load_ruleset
from roguelike.store.errors import UNREADABLE
from roguelike.store.kept import store
from tests.store.damage import FRAME, GONE, NAME, WAL_HEADER, Save, begin_save, change, judge

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.store.damage import Files

COMMANDS: Final = (["verify", NAME], ["export", NAME, "-", "--spoil"], ["replay", NAME], ["cast", NAME, "-"])


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a game of 215 commands whose process was killed; the last 65 of them are beside its file only."""
    return begin_save(tmp_path_factory.mktemp("crash") / "x", functools.cache(load_ruleset), crashed=True)


def changed(statement: str) -> Callable[[Save], Files]:
    """Return what damages a save by a statement of SQL."""

    def act(save: Save) -> Files:
        with change(save) as copy:
            copy.connection.execute(statement)
        return copy.files

    return act


def flipped(table: str, column: str, where: str) -> Callable[[Save], Files]:
    """Return what flips a bit of the last character of a text."""
    last = f"substr({column}, -1)"
    other = f"char(unicode({last}) - 2 * (unicode({last}) & 1) + 1)"
    return changed(f"UPDATE {table} SET {column} = substr({column}, 1, length({column}) - 1) || {other} WHERE {where}")  # noqa: S608


DAMAGED: Final[dict[str, Callable[[Save], Files]]] = {
    "a torn wal": lambda save: {".game-wal": save.files[".game-wal"][: WAL_HEADER + 20 * FRAME]},
    "a missing wal": lambda _: {".game-wal": GONE},
    "missing rows at the end": changed("DELETE FROM commands WHERE number > 190"),
    "the last row missing": changed("DELETE FROM commands WHERE number > 214"),
    "a missing row": changed("DELETE FROM commands WHERE number = 207"),
    "a bit of an early command": flipped("commands", "command", "number = 7"),
    "a bit of a late command": flipped("commands", "command", "number = 214"),
    "a bit of a digest": flipped("commands", "before", "number = 3"),
    "a bit of the chain": flipped("commands", "chain", "number = 215"),
    "a bit of the seed": flipped("about", "value", "key = 'seed'"),
    "a bit of the name of the rules": flipped("about", "value", "key = 'rules'"),
    "a bit of the id": flipped("about", "value", "key = 'id'"),
    "notes": changed("INSERT INTO annotations VALUES (100, '{\"fingerprint\":\"x\"}', 'x')"),
    "a file that is cut off": lambda save: {".game": save.files[".game"][: len(save.files[".game"]) // 2]},
    "an empty file": lambda _: {".game": b"", ".game-wal": GONE},
    "no database": lambda _: {".game": b"rubbish" * 1000, ".game-wal": GONE},
}
SOUND: Final[dict[str, Callable[[Save], Files]]] = {
    "nothing": lambda _: {},
    "a bit of a snapshot": flipped("snapshots", "digest", "number = 200"),
    "the world of a snapshot": changed("UPDATE snapshots SET world = x'00' WHERE number IN (150, 200)"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_all_readers_say_the_same_of_a_damaged_game(
    kind: str, save: Save, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that shows it as fine, or as empty, would have a player throw away the copy that is good."""
    library = save.lay(tmp_path, DAMAGED[kind](save))
    sentence = judge(save, library)

    assert sentence
    assert [sentence] * 2 == [library.saved()[0].trouble, library.saved(thoroughly=True)[0].trouble]
    for command in COMMANDS:
        assert UNREADABLE == cli.main([*command, "--data-dir", str(tmp_path)]), command
        assert ("", f"roguelike: {sentence}\n") == capsys.readouterr()
    assert "could not be read" in library.set_aside(NAME)


@pytest.mark.parametrize("kind", SOUND)
def test_no_reader_calls_a_game_damaged_that_can_be_played(
    kind: str, save: Save, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A snapshot that is passed over is no loss."""
    library = save.lay(tmp_path, SOUND[kind](save))

    assert "" == judge(save, library) == library.saved()[0].trouble == library.saved(thoroughly=True)[0].trouble
    codes = {command[0]: cli.main([*command, "--data-dir", str(tmp_path)]) for command in COMMANDS}
    assert {"verify": 0, "export": 0, "replay": 2, "cast": 0} == codes  # there is no terminal for a replay
    assert "215 commands, matches the recording" in capsys.readouterr().out


def test_of_many_long_games_the_title_checks_the_ends_alone(
    save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown at once, whatever there is; who chooses a game hears the rest."""
    monkeypatch.setattr(store, "_MAX_CHECKED", 0)
    library = save.lay(tmp_path, DAMAGED["a bit of an early command"](save))
    assert ("", True) == (library.saved()[0].trouble, library.saved(thoroughly=True)[0].is_damaged)

    library = save.lay(tmp_path, DAMAGED["a missing wal"](save))
    assert "the rest is lost" in library.saved()[0].trouble
