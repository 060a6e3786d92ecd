"""Games of older editions of a rule set: the saves of Ember's first edition, and any rule set that has another now."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.scenario import draw
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.outcome import figures
from roguelike.play.requests import Continue
from roguelike.play.statistics import statistics_lines
from roguelike.store.listings import Standing
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen
from tests.line.talking import talk
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.store.kept.stored_game import StoredGame
    from tests.watching import FakeLibrary

FIRST: Final = Path(__file__).parent.parent / "saves" / "edition-1"
EXPECTED: Final = json.loads((FIRST / "expected.json").read_text(encoding="utf-8"))
OTHER: Final = "cannot be replayed: it was recorded in edition 1 of {title}, and this is edition 2."


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a copy of a data folder with games of the first edition."""
    return Path(shutil.copytree(FIRST, tmp_path / "data"))


@pytest.fixture
def first(kept: Path) -> SqliteStore:
    """Return its store."""
    return SqliteStore(DataFolder(kept), load_ruleset)


def resumed(store: SqliteStore, name: str) -> StoredGame:
    """Return a game in progress after all its commands."""
    play = store.resume(name)
    for _ in play.catch_up():
        pass
    return play


def ended(kept: JournaledGame) -> JournaledGame:
    """Kill the player in a game after another turn, and archive it."""
    assert kept.perform(Wait()) is not None
    kept.perspective.world.outcome = "died"
    kept.finish()
    return kept


@pytest.mark.parametrize(("name", "title"), [("going", "Ember"), ("hasty", "Spark")])
def test_a_game_of_the_first_edition_continues_marked_and_unranked(first: SqliteStore, name: str, title: str) -> None:
    """It goes on from its newest snapshot by the rules of today, and its end changes no board."""
    (told,) = (game for game in first.saved() if game.name == name)
    assert (1, True) == (told.edition, told.unranked)
    assert f"{title} (edition 1, unranked)" == told.marked_rules
    before = [line.score for line in list(first.scores())[-1]]
    sentence = f"This game was begun in edition 1 of {title}: it continues by edition 2, and is not ranked."

    for _ in range(2):
        play = resumed(first, name)
        assert play.notices[0].startswith(sentence)
        assert EXPECTED[name]["hit_points"] == play.game.world.player.hit_points
        assert EXPECTED[name]["depth"] == play.game.world.depth
        play.close()
    kept = ended(JournaledGame.resume(first.resume(name), last_screen))

    assert kept.perspective.game.outcome is not None
    assert f"Not ranked: begun in edition 1 of {title}." in figures(kept.perspective, None)
    account = (first.folder.finished / f"{kept.stored.key}.txt").read_text(encoding="utf-8")
    assert f"{title}, edition 2 (begun in edition 1: not ranked)" in account
    assert before == [line.score for line in list(first.scores())[-1]]


@pytest.mark.parametrize(("name", "title", "lost"), [("going", "Ember", ""), ("hasty", "Spark", "turn 299")])
def test_the_first_screen_after_continuing_says_that_the_rules_are_others(
    first: SqliteStore, name: str, title: str, lost: str
) -> None:
    """On a page of its own the first time, then in the log alone; in lines it is among the first each time."""
    sentence = f"This game was begun in edition 1 of {title}: it continues by edition 2, and is not ranked."
    library = cast("FakeLibrary", first)
    hall, start = draw("#@.#", load_ruleset("ember")), Continue(name)
    shown = [
        " ".join(watch(hall, library=library, start=start).last.text().replace("│", " ").split()) for _ in range(2)
    ]

    assert all(each in shown[0] for each in (sentence, "Enter: back", lost))
    assert "Enter: back" not in shown[1]
    assert sentence in shown[1]
    lines = talk("#@.#", rules=load_ruleset("ember"), library=library, start=start).written
    assert any(line.startswith(sentence) for line in lines)


def test_abandoned_games_of_older_editions_are_counted_apart(first: SqliteStore) -> None:
    """They end no streak of today's; what was read once is remembered with its edition."""
    first.set_aside("going")
    ended(JournaledGame.begin(first.begin("now", "ember", 5), last_screen)).close()
    first.begin("soon", "ember").close()
    first.set_aside("soon")

    for _ in range(2):
        *_, found = first.statistics()
        assert found is not None
        assert (1, {"edition 1": 1}) == (found.abandoned, found.abandoned_before)
    *_, alone = first.statistics("going")
    assert alone is not None
    assert "Abandoned in edition 1: 1" in statistics_lines(alone, 80)
    assert 0 == alone.abandoned


def test_finished_games_of_the_first_edition_stay_verified_on_boards_of_their_own(first: SqliteStore) -> None:
    """The proof of a score is sealed, and needs no replay."""
    *_, lines = first.scores()

    assert [("edition 1", True, 200)] * 2 == [(line.board, line.verified, line.score) for line in lines]
    assert Standing(1, 0, 1, 0) == first.standing("over", 100)
    assert Standing(2, 1, 3, 2, "edition 1") == first.standing("over", 100, "edition 1")
    *_, found = first.statistics()
    assert found is not None
    assert 0 == found.games
    assert ["Ember, edition 1", "Spark, edition 1"] == sorted(found.by_rules)


@pytest.mark.parametrize("command", [("replay",), ("verify",), ("cast", "-")])
@pytest.mark.parametrize(("name", "title"), [("over-0001", "Ember"), ("brief-0001", "Spark"), ("going", "Ember")])
def test_a_game_of_the_first_edition_says_why_it_cannot_be_replayed(
    first: SqliteStore, told: Callable[..., tuple[int, str, str]], command: tuple[str, ...], name: str, title: str
) -> None:
    """In one sentence, with the exit code of what cannot be read."""
    code, output, error = told(command[0], name, *command[1:], folder=first.folder.root)

    assert (3, "") == (code, output)
    assert error.endswith(f"{name}.game {OTHER.format(title=title)}\n")


@pytest.mark.parametrize("name", ["over-0001", "going", "brief-0001", "hasty"])
def test_an_export_of_the_first_edition_is_not_imported(
    told: Callable[..., tuple[int, str, str]], tmp_path: Path, name: str
) -> None:
    """It says the same, and leaves nothing behind."""
    title = "Ember" if name in {"over-0001", "going"} else "Spark"
    code, output, error = told("import", FIRST / f"{name}.jsonl", folder=tmp_path / "new")

    assert (3, "") == (code, output)
    assert error.endswith(f"{name}.jsonl {OTHER.format(title=title)}\n")
    assert not list((tmp_path / "new").rglob("*.game"))


def test_lists_show_the_current_edition_and_offer_older_ones(
    first: SqliteStore, told: Callable[..., tuple[int, str, str]]
) -> None:
    """For people and for programs."""
    folder = first.folder.root
    ended(JournaledGame.begin(first.begin("now", "spark", 5), last_screen)).close()

    assert ["now"] == [line["name"] for line in json.loads(told("scores", "--json", folder=folder)[1])]
    older = json.loads(told("scores", "--json", "--edition", "1", folder=folder)[1])
    assert [("edition 1", 1, True)] * 2 == [(line["board"], line["edition"], line["old"]) for line in older]
    assert "\n  Edition 1: 2 scores (--edition 1)\n" in told("scores", folder=folder)[1]
    games = json.loads(told("games", "--json", folder=folder)[1])
    assert {"going": True, "hasty": True} == {game["name"]: game["unranked"] for game in games["in_progress"]}
    listed = told("games", folder=folder)[1]
    assert "Ember (edition 1, unranked)" in listed
    assert "Ember (edition 1)  died" in listed


def test_any_rule_set_that_raises_its_edition_keeps_them_apart(tmp_path: Path) -> None:
    """A custom one too: its old scores leave the board, and its game in progress is unranked."""
    rules = tmp_path / "mine"
    rules.mkdir()
    head = 'extends = "classic"\ntitle = "Mine"\nsummary = "Mine."\n'
    (rules / "ruleset.toml").write_text(head, encoding="utf-8")
    store = SqliteStore(DataFolder(tmp_path / "data"), load_ruleset)
    ended(JournaledGame.begin(store.begin("ann", str(rules)), last_screen)).close()
    store.begin("bob", str(rules)).close()
    assert ["own rules"] == [line.board for line in list(store.scores())[-1]]

    (rules / "ruleset.toml").write_text(f"{head}version = 2\n", encoding="utf-8")

    assert [("edition 1, own rules", True)] == [(line.board, line.verified) for line in list(store.scores())[-1]]
    assert [True] == [game.unranked for game in store.saved()]
    play = store.resume("bob")
    assert 1 == play.begun_in
    play.close()
    ended(JournaledGame.begin(store.begin("cat", str(rules)), last_screen)).close()
    boards = {line.name: line.board for line in list(store.scores())[-1]}
    assert {"cat": "own rules", "ann": "edition 1, own rules"} == boards
