"""Sentences stay sentences, however long the texts are that somebody has put into a file, or a path."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike import cli
from roguelike.content import loader
from roguelike.content.loader import load_ruleset
from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.play.morgue import morgue_builder
from roguelike.store.errors import StoreError, abridged
from roguelike.store.exporting import write_lines
from roguelike.store.record import Record
from roguelike.store.replay import Replay
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.importing import import_game
from roguelike.store.sqlite.lookup import read_record, record_of, rules_of
from roguelike.store.sqlite.spoiling import refuse_secrets
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen
from tests.kept_games import keep_game

if TYPE_CHECKING:
    from collections.abc import Callable

LONG = "x" * 4000
DEEP = Path("/".join(["d" * 200] * 15))
MOST = 450
"""Two texts of 200 characters, and the words between them."""


def stranger(**told: str) -> Record:
    """Return a game whose file makes such claims."""
    about = {"name": "kim", "rules": "classic", "ruleset": "Classic", "version": "1", "seed": "1", "program": "1"}
    about |= {"dice": "", "engine": str(ENGINE_VERSION)}
    about |= {"begun": "2026-01-01T00:00:00+00:00", "id": "0" * 32, "fingerprint": load_ruleset("classic").fingerprint}
    return Record(path=Path("x.jsonl"), about={**about, **told}, rows=[])


RULES = load_ruleset("classic")
TOLD: dict[str, Callable[[], object]] = {
    "the name of a rule set": lambda: rules_of(stranger(rules=f"/{LONG}"), DataFolder(Path("nowhere"))),
    "the name of a player": lambda: refuse_secrets(stranger(name=LONG)),
    "rules that have changed": lambda: Replay(attrs.evolve(stranger(fingerprint="0" * 32), path=DEEP / "x"), RULES),
    "a path that is not there": lambda: read_record(DEEP / "x.jsonl"),
    "a game that is not there": lambda: read_record(DEEP / "x.game"),
    "a goal that is not there": lambda: write_lines(DEEP / "x", [], source=DEEP, replaces=False),
    "the version of a program": lambda: Replay(stranger(program=LONG, engine="1"), RULES),
    "a place of rules": lambda: import_game(
        DataFolder(Path("nowhere")), Replay(stranger(), RULES), "kim", f"/\n{LONG}", morgue_builder(last_screen)
    ),
    "a data folder": lambda: SqliteStore(DataFolder(DEEP / LONG), load_ruleset).begin("kim", "classic"),
}


@pytest.mark.parametrize("what", TOLD)
def test_a_long_text_is_cut_in_a_sentence(what: str) -> None:
    """Its beginning and its end are enough to know it by."""
    with pytest.raises(StoreError) as caught:
        TOLD[what]()

    assert len(str(caught.value)) < MOST
    assert "..." in str(caught.value)


@pytest.mark.parametrize("length", [0, 1, 199, 200])
def test_up_to_200_characters_all_is_shown(length: int) -> None:
    """Most paths can be copied out of the sentence."""
    assert "y" * length == abridged("y" * length)


@pytest.mark.parametrize("length", [201, 202, 5000])
def test_of_more_the_beginning_and_the_end_are_shown(length: int) -> None:
    """The end of a path is the name of the file."""
    cut = abridged(f"/home/{'y' * (length - 15)}/kim.game")

    assert 200 == len(cut)
    assert cut.startswith("/home/yyy")
    assert cut.endswith("yyy/kim.game")


def test_a_game_in_a_deep_folder_is_played_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[Any]) -> None:
    """What is cut is the sentence and nothing else."""
    root = tmp_path / ("e" * 100) / ("f" * 100)
    keep_game(root, "ann", commands=5)
    assert 5 == len(record_of(DataFolder(root), "ann").rows)
    (root / "games" / "ann.game").write_bytes(b"rubbish")

    assert 3 == cli.main(["verify", "ann", "--data-dir", str(root)])
    told = capsys.readouterr().err
    assert len(told) < MOST
    assert "/games/ann.game cannot be read: it is not a saved game." in told


def test_why_a_rule_set_cannot_be_used_is_told_however_long_that_is(tmp_path: Path) -> None:
    """A complaint may repeat values from its files: the beginning of a long one is shown."""
    rules = tmp_path / ("r" * 150)
    shutil.copytree(Path(loader.__file__).parent / "classic", rules)
    library = SqliteStore(DataFolder(tmp_path / "data"), load_ruleset)
    library.begin("kim", str(rules)).release()
    shutil.rmtree(rules)

    with pytest.raises(StoreError) as caught:
        library.resume("kim")
    assert len(str(caught.value)) < MOST
    assert "its rule set cannot be used: Unknown rule set '" in str(caught.value)
