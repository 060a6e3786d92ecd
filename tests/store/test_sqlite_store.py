"""All games of a folder: begun, gone on with, set aside, ended."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import itertools
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay import POLICIES
from roguelike.content.complaints import ContentError
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
from roguelike.store.errors import FAILURE, UNREADABLE, StoreError
from roguelike.store.limits import NAME_RULE
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.lookup import read_record
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.store.library_fixtures import (
    LEVELS,
    LONG,
    SHORT,
    Playing,
    System,
    begun,
    copying,
    crashed,
    known_rules,
    library_in,
    resumed,
    scores_of,
)
from tests.store.racing import race

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.ruleset import RuleSet


def test_a_new_folder_has_nothing_in_it(library: SqliteStore) -> None:
    """The first start finds nothing, and leaves nothing."""
    assert ([], [], []) == (library.saved(), library.finished(), scores_of(library))
    assert not library.folder.root.exists()


def test_games_are_listed_as_they_were_played(library: SqliteStore) -> None:
    """The one that was played last comes first, for it is the one to go on with."""
    for name in ("ann", "kim", "bob"):
        begun(library, name).step(3).quit()
    path = library.folder.game("kim")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 60))

    first, *others = library.saved()

    assert ("kim", "Classic", 3, "") == (first.name, first.rules, first.turn, first.trouble)
    assert first.when is not None
    assert abs(dt.datetime.now(dt.UTC) + dt.timedelta(seconds=60) - first.when) < dt.timedelta(seconds=30)
    assert {"ann", "bob"} == {game.name for game in others}


def test_a_game_of_several_levels_is_listed_with_the_level_where_it_is(library: SqliteStore) -> None:
    """In progress, after a crash and when it is over; a game of one level has none."""
    begun(library, "ann").step(3).quit()
    playing = begun(library, game=LEVELS).step(2)
    playing.play.game.world.depth = 3
    playing.quit()
    assert {"ann": 0, "kim": 3} == {game.name: game.depth for game in library.saved()}

    library = crashed(library, begun(library, "bob", LEVELS).step(2))
    assert {"ann": 0, "bob": 1, "kim": 3} == {game.name: game.depth for game in library.saved()}

    for name in ("ann", "bob"):
        library.set_aside(name)
    assert {"ann": 0, "bob": 1} == {game.name: game.depth for game in library.finished()}


def test_a_level_that_no_dungeon_has_hides_no_other_game(library: SqliteStore) -> None:
    """A save is anybody's."""
    begun(library, "ann").step(3).quit()
    playing = begun(library, game=LEVELS)
    playing.play.game.world.depth = 10**9
    playing.quit()

    assert ["ann", "kim"] == sorted(game.name for game in library.saved())


def test_a_crashed_game_is_listed_with_the_turn_and_the_level_where_it_goes_on(library: SqliteStore) -> None:
    """The last command is written down before its turn passes, and the newest snapshot may be of another level."""
    playing = gone_down(library)
    library = crashed(library, playing)

    listed = library.saved()[0]
    with read(library.folder.game(listed.name)) as saved:
        assert (listed.turn - 1, 1) == (saved.last()[1], saved.depth())
    world = resumed(library, listed.name).play.game.world
    assert (world.turn, world.depth) == (listed.turn, listed.depth) == (playing.play.game.world.turn, 2)


def gone_down(library: SqliteStore) -> Playing:
    """Return the first game in which a diver comes to the second level alive, and waits there."""
    for seed in itertools.count(1):
        playing = begun(library, f"diver{seed}", ("ember", seed))
        diver, world = POLICIES["diver"](PCG32(seed)), playing.play.game.world
        while world.depth == 1 and playing.play.game.outcome is None and playing.play.journal.number < 99:
            playing.perform(diver.choose(observe(world)))
        if world.depth == 2:
            return playing.perform(Wait())
        playing.play.release()
    raise AssertionError


def test_a_crashed_game_is_listed_by_its_last_command(library: SqliteStore) -> None:
    """The files beside it after a crash show when it was last played."""
    begun(library, "ann").quit()
    playing = begun(library).step(5)
    os.utime(library.folder.game("kim"), (0, 0))
    library = crashed(library, playing)

    assert ["kim", "ann"] == [game.name for game in library.saved()]


def test_a_game_that_is_played_is_listed_as_such(library: SqliteStore) -> None:
    """Nobody chooses it in vain."""
    playing = begun(library)

    (game,) = library.saved()
    assert game.trouble.startswith(f"the game kim is being played by process {os.getpid()} since ")
    assert game.is_played
    with pytest.raises(StoreError, match=f"is being played by process {os.getpid()} since") as caught:
        library.resume("kim")

    assert UNREADABLE == caught.value.code
    playing.quit()


def test_a_name_has_one_game(library: SqliteStore) -> None:
    """A new game never takes the place of one in progress, be it damaged or no file at all."""
    begun(library).quit()
    before = library.folder.game("kim").read_bytes()

    with pytest.raises(StoreError, match="kim already has a game in progress") as caught:
        library.begin("kim", *LONG)

    assert FAILURE == caught.value.code
    assert before == library.folder.game("kim").read_bytes()


@pytest.mark.parametrize("kind", ["rubbish", "folder", "pipe", "link to nowhere"])
def test_whatever_has_the_name_stays(library: SqliteStore, kind: str) -> None:
    """A damaged save is never written over."""
    library.folder.make()
    path = library.folder.game("kim")
    if kind == "rubbish":
        path.write_bytes(b"rubbish")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    before = path.lstat()

    with pytest.raises(StoreError, match="kim already has a game in progress"):
        library.begin("kim", *LONG)
    with pytest.raises(StoreError, match=r"kim\.game cannot be read: "):
        library.resume("kim")

    assert (before.st_ino, before.st_mtime_ns) == (path.lstat().st_ino, path.lstat().st_mtime_ns)
    assert "kim.game cannot be read" in library.saved()[0].trouble
    begun(library, "ann").quit()


@pytest.mark.parametrize("name", ["", "../kim", "a/b", "a b", ".", "x" * 17, "é", "\x1b[2J", "kim\n", "a.b"])
def test_a_name_that_is_none_is_refused(library: SqliteStore, name: str) -> None:
    """A name is part of a path, and shown."""
    with pytest.raises(StoreError, match=re.escape(f"a name must be {NAME_RULE}, not ")) as caught:
        library.begin(name, *LONG)
    with pytest.raises(StoreError, match="a name must be "):
        library.resume(name)
    with pytest.raises(StoreError, match="a name must be "):
        library.set_aside(name)

    assert str(caught.value).isprintable()
    assert not library.folder.root.exists()


@pytest.mark.parametrize("name", ["-", "_", "-rf", "A", "x" * 16, "0"])
def test_every_name_that_is_one_can_be_played(library: SqliteStore, name: str) -> None:
    """Even those that look like options, which older releases allowed."""
    begun(library, name).step(2).quit()
    library.set_aside(name)

    assert [f"{name}-0001"] == [game.key for game in library.finished()]


def test_there_is_no_game_of_a_name_that_never_played(library: SqliteStore) -> None:
    """A sentence, and nothing is made."""
    with pytest.raises(StoreError, match=r"^kim\ has no game in progress.$"):
        library.resume("kim")

    assert not library.folder.root.exists()


def test_rules_at_a_path_that_cannot_be_shown_are_refused(library: SqliteStore) -> None:
    """A file with such a path would be refused as a stranger's."""
    rules = SqliteStore(library.folder, lambda _: known_rules("classic"))

    with pytest.raises(StoreError, match="unprintable characters"):
        rules.begin("kim", "/home/\x1b[2J/rules")

    assert [] == library.folder.names()


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
    library: SqliteStore, change: Callable[[RuleSet], RuleSet], sentence: str
) -> None:
    """Nothing is left of it, and the game that it was to take the place of is still there to be gone on with."""
    rules = SqliteStore(library.folder, lambda _: change(known_rules("classic")))
    with pytest.raises(StoreError) as caught:
        rules.begin("kim", *LONG)
    assert sentence == str(caught.value)
    assert not library.folder.root.exists()
    begun(library).step(3).quit()

    with pytest.raises(StoreError):
        rules.begin("kim", *LONG, sets_aside=True)

    assert [] == library.finished()
    assert 3 == resumed(library).play.game.world.turn


def test_beginning_over_a_game_replays_nothing_of_it(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads its log: a sound game is filed by its last snapshot, however long it was."""
    begun(library).step(230).quit()
    performed: list[Command] = []
    monkeypatch.setattr(Game, "submit", lambda _, command: performed.append(command))

    library.begin("kim", *LONG, sets_aside=True).release()

    assert [] == performed
    (finished,) = library.finished()
    assert ("kim-0001", "abandoned") == (finished.key, finished.outcome)
    assert finished.turn > 0


def test_a_game_is_begun_in_place_of_one_that_is_set_aside(library: SqliteStore) -> None:
    """A notice says what happened to a game that cannot be read."""
    begun(library).step(3).quit()
    library.begin("kim", *LONG, sets_aside=True).release()
    library.folder.game("kim").write_bytes(b"rubbish")

    play = library.begin("kim", *LONG, sets_aside=True)

    assert ["kim-0001"] == [game.key for game in library.finished()]
    unreadable = library.folder.unreadable / "kim-0001.game"
    assert [f"kim's game could not be read. It was moved, unchanged, to {unreadable}."] == play.notices
    play.release()


def test_a_fresh_seed_is_fresh(library: SqliteStore) -> None:
    """Two games without a seed are two games."""
    seeds = set()
    for name in ("ann", "kim"):
        play = library.begin(name, "classic")
        seeds.add(play.game.world.seed)
        play.close()

    assert 2 == len(seeds)


@pytest.mark.parametrize("mask", [0o000, 0o077, 0o777])
def test_nobody_else_may_read_a_game(library: SqliteStore, mask: int) -> None:
    """Games are private, whatever the mask is, while they are played and when they are over."""
    before = os.umask(mask)
    try:
        playing = begun(library, game=SHORT).to_the_end()
        modes = [file.stat().st_mode & 0o777 for file in library.folder.games.iterdir()]
        playing.play.finish(playing.account)
        playing.quit()
    finally:
        os.umask(before)

    files = [file for file in library.folder.root.rglob("*") if file.is_file()]
    assert {0o600} == {*modes, *(file.stat().st_mode & 0o777 for file in files)}
    assert 5 <= len(modes) + len(files)


def test_a_game_that_is_over_is_with_the_finished_ones(library: SqliteStore) -> None:
    """It has a row in the scores and its story, and its name is free for the next one."""
    playing = begun(library, game=SHORT).to_the_end()
    turn, kills = playing.play.game.world.turn, sum(playing.play.game.world.tally.kills.values())
    assert "kim-0001" == playing.play.finish(playing.account)
    playing.quit()

    assert [] == library.saved()
    finished, score = library.finished()[0], scores_of(library)[0]
    assert ("kim-0001", "kim", "Kasidin", "died", turn) == attrs.astuple(finished)[:5]
    assert ("kim", "Kasidin", "died", 10 * kills, turn, kills, SHORT[1]) == attrs.astuple(score)[:7]
    assert "The story.\n" == (library.folder.finished / "kim-0001.txt").read_text(encoding="utf-8")
    second = begun(library, game=SHORT).to_the_end()
    assert "kim-0002" == second.play.finish(second.account)
    second.quit()
    assert 2 == len(scores_of(library))


def test_an_end_can_be_written_twice(library: SqliteStore) -> None:
    """A session that is not sure tries again."""
    playing = begun(library, game=SHORT).to_the_end()
    account = playing.account

    assert ["kim-0001", "kim-0001"] == [playing.play.finish(account), playing.play.finish(account)]

    playing.quit()
    assert 1 == len(scores_of(library))


def test_an_end_that_takes_two_tries_is_told_once(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written by the first try is not written again."""
    playing = begun(library, game=SHORT).to_the_end()
    system, account = System(monkeypatch), playing.account

    def refuse(what: str) -> None:
        if what == "rename":
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with system.always(refuse), pytest.raises(StoreError, match=r"kim-0001\.game cannot be written"):
        playing.play.finish(account)
    playing.play.finish(account)
    playing.quit()

    with read(library.folder.finished / "kim-0001.game") as saved:
        assert 1 == len(saved.annotations())


def test_a_game_that_ended_in_a_crash_ends_when_it_is_gone_on_with(library: SqliteStore) -> None:
    """Death is in the journal: nobody gets around it by pulling the plug."""
    playing = begun(library, game=SHORT).to_the_end()
    library = crashed(library, playing)
    assert ["kim"] == [game.name for game in library.saved()]

    again = resumed(library)

    assert "died" == again.play.game.outcome
    assert again.retells(playing.told)
    assert "kim-0001" == again.play.finish(again.account)
    again.quit()


def test_a_game_that_is_over_cannot_be_set_aside(library: SqliteStore) -> None:
    """It would count as abandoned, without a score."""
    library = crashed(library, begun(library, game=SHORT).to_the_end())

    with pytest.raises(StoreError, match=r"^kim's game is over: continue it to see how it ended\.$"):
        library.set_aside("kim")

    again = resumed(library)
    again.play.finish(again.account)
    again.quit()


def test_a_game_is_set_aside_as_it_was(library: SqliteStore) -> None:
    """It is no score; it can be watched like any other."""
    library = crashed(library, begun(library).step(7))

    library.set_aside("kim")

    assert ([], []) == (library.saved(), scores_of(library))
    assert [("kim-0001", "abandoned", 7)] == [(game.key, game.outcome, game.turn) for game in library.finished()]
    begun(library).quit()


def test_a_game_that_is_played_cannot_be_set_aside(library: SqliteStore) -> None:
    """Not under the hands of its player."""
    playing = begun(library)

    with pytest.raises(StoreError, match="is being played"):
        library.set_aside("kim")

    playing.step(2).quit()


def without_rules(name: str) -> RuleSet:
    """Return no rule set: its folder is gone."""
    raise ContentError(f"Unknown rule set {name!r}.")


@pytest.mark.parametrize(
    ("spoilt", "rules"),
    [
        ("", without_rules),
        ("its header", known_rules),
        ("DELETE FROM about", known_rules),
        ("UPDATE commands SET chain = 'f' WHERE number = 3", known_rules),
    ],
)
def test_a_game_that_cannot_be_read_makes_room_for_another(
    library: SqliteStore, spoilt: str, rules: Callable[[str], RuleSet]
) -> None:
    """Whoever says so gets a new game of that name; the old file, and what is beside it, is elsewhere as it was."""
    for number in (1, 2):
        library = crashed(library, begun(library).step(20))
        folder = library.folder
        spoil(folder.game("kim"), spoilt)
        before = sorted(file.read_bytes() for file in folder.games.iterdir() if file.name != "kim.lock")

        told = SqliteStore(folder, rules).set_aside("kim")

        goal = folder.unreadable / f"kim-{number:04}.game"
        assert f"kim's game could not be read. It was moved, unchanged, to {goal}." == told
        assert before == sorted(file.read_bytes() for file in folder.unreadable.glob(f"{goal.name}*"))
        assert ([], []) == (library.saved(), library.finished())
    begun(library).step(3).quit()
    assert ["kim"] == [game.name for game in library.saved()]


def spoil(path: pathlib.Path, how: str) -> None:
    """Write over the header of a game's file, or do something to its tables."""
    if how == "its header":
        path.write_bytes(b"rubbish" + path.read_bytes()[7:])
    elif how:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.executescript(how)


@pytest.mark.parametrize("call", ["rename", "fsync"])
def test_a_game_that_cannot_be_read_nor_moved_is_reported(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A disk that can only be read: nothing is begun in its place."""
    begun(library).quit()
    library.folder.game("kim").write_bytes(b"rubbish")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        with pytest.raises(StoreError, match=r"kim-0001\.game cannot be written: Read-only file system\.$"):
            library.set_aside("kim")

    assert b"rubbish" in {file.read_bytes() for file in library.folder.root.rglob("kim*.game")}


def test_finished_games_that_cannot_be_read_hide_no_others(library: SqliteStore) -> None:
    """One rotten file must not take all the old games with it."""
    begun(library).quit()
    library.set_aside("kim")
    (library.folder.finished / "bad-0001.game").write_bytes(b"rubbish")
    (library.folder.finished / "bad-0002.game").mkdir()

    assert ["kim-0001"] == [game.key for game in library.finished()]


def other_rules(name: str) -> RuleSet:
    """Return a rule set that has changed since, in little."""
    rules = known_rules(name)
    return attrs.evolve(rules, player=attrs.evolve(rules.player, speed=rules.player.speed + 1))


def test_changed_rules_are_told_once_and_the_game_goes_on(library: SqliteStore) -> None:
    """Whoever brings a rule set up to date plays on from the last snapshot, and knows what is left out."""
    library = crashed(library, begun(library).step(105))
    changed = SqliteStore(library.folder, other_rules)

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


def test_a_kill_while_changed_rules_are_noted_loses_nothing_else(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note and the world by the new rules are written at once: one without the other could not be loaded."""
    system = System(monkeypatch)
    library = crashed(library_in(tmp_path / "kept"), begun(library_in(tmp_path / "kept")).step(105))
    for cut in itertools.count():
        root, left = tmp_path / str(cut), tmp_path / f"{cut} left"
        shutil.copytree(library.folder.root, root)
        with system.at(cut, copying(root, left)):
            SqliteStore(DataFolder(root), other_rules).resume("kim").release()
        if not left.exists():
            break

        again = Playing(SqliteStore(DataFolder(left), other_rules).resume("kim"))

        assert (100, 0) == (again.play.game.world.turn, again.replayed)
        again.step(3).quit()
    assert cut > 8


def test_of_many_who_begin_the_same_game_one_does(tmp_path: pathlib.Path) -> None:
    """Two terminals, one name, the same second."""
    setup = """
from roguelike.store.errors import StoreError
from tests.store.library_fixtures import library_in, known_rules
known_rules("classic")
"""
    act = """
        try:
            play = library_in(path).begin("kim", "classic")
            tell("begun")
        except StoreError as trouble:
            tell(trouble)
    """

    told = race(setup, act, 10, tmp_path / "kept")

    assert 1 == told.count("begun")
    assert 9 == sum(line.startswith("the game kim is being played") for line in told)
    resumed(library_in(tmp_path / "kept")).quit()


def test_a_start_is_not_slowed_by_what_it_does_not_need(library: SqliteStore) -> None:
    """The title looks at all games: it loads no world and no rules for it."""
    begun(library).step(3).quit()

    def refuse(_: str) -> None:
        raise AssertionError

    assert ["kim"] == [game.name for game in SqliteStore(DataFolder(library.folder.root), refuse).saved()]  # type: ignore[arg-type]


def test_what_a_killed_process_leaves_is_gone_on_with(library: SqliteStore) -> None:
    """The real thing: a process that plays, and kill -9."""
    code = (
        "import os, pathlib, signal, sys\nfrom tests.store.library_fixtures import begun, library_in\n"
        "playing = begun(library_in(pathlib.Path(sys.argv[1]))).step(123)\nprint(playing.digest, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    command = [sys.executable, "-c", code, str(library.folder.root)]

    told = subprocess.run(command, capture_output=True, text=True, check=False)

    again = resumed(library)
    assert -9 == told.returncode
    assert (told.stdout.strip(), 123) == (again.digest, again.play.journal.number)
    again.quit()


def test_what_a_kill_left_in_the_making_is_swept_away(library: SqliteStore) -> None:
    """It takes room, and whoever looks into the folder wonders whether it is needed."""
    playing = begun(library).step(3)
    playing.quit()
    for name in ("kim.new", "kim.new-wal"):
        (library.folder.games / name).write_bytes(b"half")

    again = resumed(library)

    assert playing.digest == again.digest
    again.quit()
    assert {"kim.game", "kim.lock"} == {file.name for file in library.folder.games.iterdir()}


def test_the_list_tells_the_turn_that_the_player_saw_last(library: SqliteStore) -> None:
    """The title and the game must not disagree about how far one has come."""
    playing = begun(library).step(7)
    turn = playing.play.game.world.turn
    playing.quit()

    assert [turn] == [game.turn for game in library.saved()]


def test_a_save_that_is_a_link_is_not_played(library: SqliteStore) -> None:
    """What is written beside it would be written beside the file it leads to, and not be found again."""
    begun(library).step(3).quit()
    path = library.folder.game("kim")
    elsewhere = library.folder.root / "elsewhere.game"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)

    with pytest.raises(StoreError, match="it is a link"):
        library.resume("kim")

    with read(path) as saved:
        assert 3 == saved.last()[0]


def test_a_time_that_no_calendar_has_hides_no_game(library: SqliteStore) -> None:
    """A broken clock may have left it on a file."""
    begun(library).quit()
    os.utime(library.folder.game("kim"), (1 << 33, 1 << 33))

    assert ["kim"] == [game.name for game in library.saved()]


def test_a_temporary_folder_by_any_spelling_will_do(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    """Two slashes at the beginning are a host's name to SQLite, and a good game was called damaged."""
    begun(library).step(2).quit()
    monkeypatch.setattr(tempfile, "tempdir", f"/{tmp_path}")

    assert [("kim", "")] == [(game.name, game.trouble) for game in library.saved()]


def test_a_game_that_goes_on_after_it_was_to_be_set_aside_is_not_over(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note was written, and the move was not made: who plays on has not given up."""
    begun(library).step(5).quit()
    with monkeypatch.context() as patched:
        patched.setattr(HeldFile, "archive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            library.set_aside("kim")
    resumed(library).step(3).quit()

    record = read_record(library.folder.game("kim"))

    assert (None, 8) == (record.outcome, len(record.rows))


def interrupted(*_: object) -> None:
    """End here."""
    raise KeyboardInterrupt


def test_the_rest_of_a_game_that_was_being_moved_away_follows_it(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill in between must not separate a file from the files beside it."""
    library = crashed(library, begun(library).step(20))
    folder = library.folder
    folder.game("kim").write_bytes(b"rubbish")
    rename = os.rename
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", lambda old, new: rename(old, new) if "-wal" in str(old) else interrupted())
        with pytest.raises(KeyboardInterrupt):
            library.set_aside("kim")

    library.set_aside("kim")

    assert {"kim-0001.game", "kim-0001.game-wal"} == {file.name for file in folder.unreadable.iterdir()}


def test_a_program_whose_files_cannot_be_read_begins_no_game(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only games need is imported with the first one, when the disk may have gone bad."""

    def fail(_: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("roguelike.store.kept.store.importlib.import_module", fail)

    with pytest.raises(StoreError, match=r"^The program itself cannot be read: Input/output error\.$"):
        library.begin("kim", "classic")
