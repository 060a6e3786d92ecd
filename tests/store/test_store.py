"""All games of a store: begun, gone on with, set aside, ended; of whatever source its rows are."""

from __future__ import annotations

import errno
import itertools
import os
import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay import POLICIES
from roguelike.engine.commands import Wait
from roguelike.engine.game import Game
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.families import MapGenerator
from roguelike.engine.level_plan import LevelPlan, LevelRequest
from roguelike.engine.observation import observe
from roguelike.engine.parts.mapgen.caves import Caves
from roguelike.engine.parts.mapgen.population import SpawnEntry
from roguelike.engine.rng import PCG32
from roguelike.store.errors import FAILURE, StoreError
from roguelike.store.kept.reader import read
from roguelike.store.limits import NAME_RULE
from roguelike.store.listings import Standing
from tests.store.library_fixtures import LONG, SHORT, Playing, begun, known_rules, other_rules, resumed, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.store import KeptStore
    from tests.store.sources import Source


def test_a_new_store_has_nothing_in_it(store: KeptStore) -> None:
    """The first start finds nothing."""
    assert ([], [], []) == (store.saved(), store.finished(), scores_of(store))


def test_a_crashed_game_is_listed_with_the_turn_and_the_level_where_it_goes_on(
    store: KeptStore, source: Source
) -> None:
    """The last command is written down before its turn passes, and the newest snapshot may be of another level."""
    playing = gone_down(store)
    store = source.crashed(playing).store()

    listed = store.saved()[0]
    with read(store.rows.game(listed.name)) as saved:
        assert (listed.turn - 1, 1) == (saved.last()[1], saved.depth())
    world = resumed(store, listed.name).play.game.world
    assert (world.turn, world.depth) == (listed.turn, listed.depth) == (playing.play.game.world.turn, 2)


def gone_down(store: KeptStore) -> Playing:
    """Return the first game in which a diver comes to the second level alive, and waits there."""
    for seed in itertools.count(1):
        playing = Playing(store.begin("kim", "ember", seed, sets_aside=store.rows.has("kim")))
        diver, world = POLICIES["diver"](PCG32(seed)), playing.play.game.world
        while world.depth == 1 and playing.play.game.outcome is None and playing.play.journal.number < 99:
            playing.perform(diver.choose(observe(world)))
        if world.depth == 2:
            return playing.perform(Wait())
        playing.play.release()
    raise AssertionError


def test_a_name_has_one_game(store: KeptStore) -> None:
    """A new game never takes the place of one in progress."""
    playing = begun(store).step(2)
    playing.quit()

    with pytest.raises(StoreError, match="kim already has a game in progress") as caught:
        store.begin("kim", *LONG)

    assert FAILURE == caught.value.code
    again = resumed(store)
    assert playing.digest == again.digest
    again.quit()


@pytest.mark.parametrize("name", ["", "../kim", "a/b", "a b", ".", "x" * 17, "é", "\x1b[2J", "kim\n", "a.b"])
def test_a_name_that_is_none_is_refused(store: KeptStore, name: str) -> None:
    """A name may be part of a path, and is shown."""
    with pytest.raises(StoreError, match=re.escape(f"a name must be {NAME_RULE}, not ")) as caught:
        store.begin(name, *LONG)
    with pytest.raises(StoreError, match="a name must be "):
        store.resume(name)
    with pytest.raises(StoreError, match="a name must be "):
        store.set_aside(name)

    assert str(caught.value).isprintable()
    assert [] == store.rows.names()


def test_there_is_no_game_of_a_name_that_never_played(store: KeptStore) -> None:
    """A sentence says so."""
    with pytest.raises(StoreError, match=r"^kim has no game in progress\.$"):
        store.resume("kim")


def test_rules_at_a_path_that_cannot_be_shown_are_refused(store: KeptStore, source: Source) -> None:
    """A file with such a path would be refused as a stranger's."""
    rules = source.store(lambda _: known_rules("classic"))

    with pytest.raises(StoreError, match="unprintable characters"):
        rules.begin("kim", "/home/\x1b[2J/rules")

    assert [] == store.rows.names()


def unloadable(ruleset: RuleSet) -> RuleSet:
    """Return rules that put a monster into a wall, where none can be."""
    inner = ruleset.generator

    @attrs.frozen
    class InTheWall(MapGenerator):
        def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:
            plan = inner.generate(ruleset, rng, request)
            plan.monsters[0] = plan.monsters[0]._replace(at=Point(0, 0))
            return plan

    return attrs.evolve(ruleset, generator=InTheWall())


def too_large(ruleset: RuleSet) -> RuleSet:
    """Return rules with a level full of monsters whose names fill a file."""
    orc = attrs.evolve(ruleset.monsters["orc"], name="𐐨" * 4000)
    caves = Caves(width=200, height=200, walls=36, passes=1, tries=1000, residents=(SpawnEntry(orc, 1),))
    return attrs.evolve(ruleset, monsters={orc.name: orc}, generator=caves)


def without_level(ruleset: RuleSet) -> RuleSet:
    """Return rules that never make a level."""

    @attrs.frozen
    class Nowhere(MapGenerator):
        def generate(self, *_: object) -> LevelPlan:
            return LevelPlan(Grid(20, 20))

    return attrs.evolve(ruleset, generator=Nowhere())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (unloadable, "cannot start a game of 'classic' with seed 0: it could not be loaded again."),
        (too_large, "cannot start a game of 'classic' with seed 0: its level is too large to be saved."),
        (
            without_level,
            "cannot generate a level for rule set 'classic', seed 0: the level has no place for the player.",
        ),
    ],
)
def test_a_game_that_could_not_be_gone_on_with_is_not_begun(
    source: Source, change: Callable[[RuleSet], RuleSet], sentence: str
) -> None:
    """Nothing is left of it, and the game that it was to take the place of is still there to be gone on with."""

    def changed(_: str) -> RuleSet:
        return change(known_rules("classic"))

    with pytest.raises(StoreError) as caught:
        source.store(changed).begin("kim", *LONG)
    assert sentence == str(caught.value)
    store = source.store()
    assert [] == store.rows.names()
    begun(store).step(3).quit()

    with pytest.raises(StoreError):
        source.store(changed).begin("kim", *LONG, sets_aside=True)

    store = source.store()
    assert [] == store.finished()
    assert 3 == resumed(store).play.game.world.turn


def test_beginning_over_a_game_replays_nothing_of_it(store: KeptStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads its log: a sound game is filed by its last snapshot, however long it was."""
    begun(store).step(230).quit()
    performed: list[Command] = []
    monkeypatch.setattr(Game, "submit", lambda _, command: performed.append(command))

    store.begin("kim", *LONG, sets_aside=True).release()

    assert [] == performed
    (finished,) = store.finished()
    assert ("kim-0001", "abandoned") == (finished.key, finished.outcome)
    assert finished.turn > 0


def test_a_fresh_seed_is_fresh(store: KeptStore) -> None:
    """Two games without a seed are two games."""
    seeds = set()
    for _ in range(2):
        play = store.begin("kim", "classic")
        seeds.add(play.game.world.seed)
        play.close()
        store.set_aside("kim")

    assert 2 == len(seeds)


def test_a_game_that_is_over_is_with_the_finished_ones(store: KeptStore) -> None:
    """It has a row in the scores and its story, and its name is free for the next one."""
    playing = begun(store, game=SHORT).to_the_end()
    turn, kills = playing.play.game.world.turn, sum(playing.play.game.world.tally.kills.values())
    assert "kim-0001" == playing.play.finish(playing.account)
    playing.quit()

    assert [] == store.saved()
    finished, score = store.finished()[0], scores_of(store)[0]
    assert ("kim-0001", "kim", "Kasidin", "died", turn) == attrs.astuple(finished)[:5]
    assert ("kim", "Kasidin", "died", 10 * kills, turn, kills, SHORT[1]) == attrs.astuple(score)[:7]
    assert Standing(1, 1, 1, 1, score.board) == store.standing("kim", score.score, score.board)
    second = begun(store, game=SHORT).to_the_end()
    assert "kim-0002" == second.play.finish(second.account)
    second.quit()
    assert 2 == len(scores_of(store))


def test_an_end_can_be_written_twice(store: KeptStore) -> None:
    """A session that is not sure tries again."""
    playing = begun(store, game=SHORT).to_the_end()
    account = playing.account

    assert ["kim-0001", "kim-0001"] == [playing.play.finish(account), playing.play.finish(account)]

    playing.quit()
    assert 1 == len(scores_of(store))


def test_a_game_that_ended_in_a_crash_ends_when_it_is_gone_on_with(store: KeptStore, source: Source) -> None:
    """Death is in the journal: nobody gets around it by pulling the plug."""
    playing = begun(store, game=SHORT).to_the_end()
    store = source.crashed(playing).store()
    assert ["kim"] == [game.name for game in store.saved()]

    again = resumed(store)

    assert "died" == again.play.game.outcome
    assert again.retells(playing.told)
    assert "kim-0001" == again.play.finish(again.account)
    again.quit()


def test_a_game_that_is_over_cannot_be_set_aside(store: KeptStore, source: Source) -> None:
    """It would count as abandoned, without a score."""
    store = source.crashed(begun(store, game=SHORT).to_the_end()).store()

    with pytest.raises(StoreError, match=r"^kim's game is over: continue it to see how it ended\.$"):
        store.set_aside("kim")

    again = resumed(store)
    again.play.finish(again.account)
    again.quit()


def test_a_game_is_set_aside_as_it_was(store: KeptStore, source: Source) -> None:
    """It is no score; it can be watched like any other."""
    store = source.crashed(begun(store).step(7)).store()

    store.set_aside("kim")

    assert ([], []) == (store.saved(), scores_of(store))
    assert [("kim-0001", "abandoned", 7)] == [(game.key, game.outcome, game.turn) for game in store.finished()]
    begun(store).quit()


def test_changed_rules_are_told_once_and_the_game_goes_on(store: KeptStore, source: Source) -> None:
    """Whoever brings a rule set up to date plays on from the last snapshot, and knows what is left out."""
    source = source.crashed(begun(store).step(105))
    changed = source.store(other_rules)

    first = Playing(changed.resume("kim"))
    assert ["The rules have changed since this game was saved: its replay ends here."] == [
        notice.split(" Everything")[0] for notice in first.play.notices
    ]
    assert 100 == first.play.game.world.turn
    assert 0 == first.replayed
    assert {} == first.told
    first.step(5).play.release()

    again = Playing(changed.resume("kim"))
    assert [] == again.play.notices
    assert first.digest == again.digest
    assert set(range(106, 111)) == set(again.told)
    again.quit()


def test_a_start_is_not_slowed_by_what_it_does_not_need(store: KeptStore, source: Source) -> None:
    """The title looks at all games: it loads no world and no rules for it."""
    begun(store).step(3).quit()

    def refuse(_: str) -> None:
        raise AssertionError

    assert ["kim"] == [game.name for game in source.store(refuse).saved()]  # type: ignore[arg-type]


def test_the_list_tells_the_turn_that_the_player_saw_last(store: KeptStore) -> None:
    """The title and the game must not disagree about how far one has come."""
    playing = begun(store).step(7)
    turn = playing.play.game.world.turn
    playing.quit()

    assert [turn] == [game.turn for game in store.saved()]


def test_a_program_whose_files_cannot_be_read_begins_no_game(store: KeptStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only games need is imported with the first one, when the disk may have gone bad."""

    def fail(_: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("roguelike.store.kept.store.importlib.import_module", fail)

    with pytest.raises(StoreError, match=r"^The program itself cannot be read: Input/output error\.$"):
        store.begin("kim", "classic")
