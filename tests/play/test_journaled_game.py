"""A game that is left and resumed: the player reads the same as if it had gone on."""

from __future__ import annotations

import itertools
import shutil
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.kinds import Kinds
from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Use, Wait
from roguelike.engine.dice import roll
from roguelike.engine.kinds.kits import Possession
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import moment, observe
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.narration.message_filter import MessageFilter
from roguelike.narration.message_log import LEFT_OUT, Entry, LoggedMessage, MessageLog
from roguelike.play.departures import FLICKER
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.play import Play
from roguelike.store.port import Lead, Retold
from roguelike.store.records import LEAD
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen
from tests.effort import some
from tests.watching import FakeLibrary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roguelike.engine.game import Game
    from roguelike.engine.observation import Moment
    from roguelike.play.perspective import Perspective

COMMANDS = 160
"""More commands than come after a snapshot, and more than are narrated again."""
RARITY = 24
"""Average number of commands after which the game is left."""


def library_in(root: Path) -> SqliteStore:
    """Return the library of a folder, as a program that has just started has it."""
    return SqliteStore(DataFolder(root), load_ruleset)


@attrs.define
class Story:
    """The messages of a game: before its first command, and then with each."""

    told: list[list[LoggedMessage]] = attrs.field(factory=list)
    turns: list[int] = attrs.field(factory=list)
    """The turns that had ended after them."""

    def note(self, perspective: Perspective) -> None:
        """Add the messages since the last time."""
        self.told.append(perspective.log.take_new())
        self.turns.append(perspective.world.turn)

    def log(self, first: int) -> MessageLog:
        """Return the log of a player who sees only the commands after number `first`."""
        log = MessageLog(turn=self.turns[first])
        if first:
            log.add(LEFT_OUT)
        for each in itertools.chain(*self.told[first + bool(first) :]):
            log.turn = each.turn
            log.add(each.message)
        return log


def shown(log: MessageLog, perspective: Perspective) -> tuple[object, ...]:
    """Return what a log shows, and the health bar beside it.

    Reports of the first turns after what is left out are missing: they depend on those before them.
    """
    health, first = perspective.narration.health, log.entries[0]
    unsure = first.turn + FLICKER if first.message == LEFT_OUT else -1
    entries = [each for each in log.entries if each.turn > unsure or "goes out of view" not in each.message.text]
    return entries, health.before_last_turn, health.hit_points, perspective.world.player.hit_points


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset_names())
@pytest.mark.parametrize("seed", range(some(2)))
def test_a_resumed_game_shows_the_log_and_the_bar_of_an_uninterrupted_one(
    tmp_path: Path, rules: str, seed: int
) -> None:
    """After a crash and after quitting, wherever it was left: messages and warnings, their turns and counts."""
    begun = library_in(tmp_path / "played").begin("kim", rules, seed)
    play = Play(JournaledGame.begin(begun, last_screen), autopickup=Kinds(()))
    policy, chance, story = POLICIES["seek" if (seed + len(rules)) % 2 else "random"](PCG32(seed)), PCG32(seed), Story()
    story.note(play.perspective)
    for number in range(COMMANDS):
        play.submit(policy.choose(observe(play.perspective.world)))
        while play.in_flight:
            play.tick()
        story.note(play.perspective)
        if roll(chance, 1, RARITY) == 1 or play.is_over:
            left = tmp_path / f"left-{number}"
            shutil.copytree(tmp_path / "played", left)
            for _ in ("after a crash", "after quitting"):
                again = JournaledGame.resume(library_in(left).resume("kim"), last_screen)
                log = story.log(again.stored.told_after)

                assert shown(log, play.perspective) == shown(again.perspective.log, again.perspective)
                assert again.stored.told_after <= max(0, number + 1 - LEAD)
                again.stored.close()
        if play.is_over:
            break
    play.kept.stored.release()


def test_a_resumed_game_folds_its_log_like_an_uninterrupted_one() -> None:
    """Messages that the player hides do not keep repeats apart, also in a resumed game."""
    filters = MessageFilter(hide=("misses",))

    def make() -> Game:
        return draw("#@o#", load_ruleset("classic"))

    play = Play(JournaledGame.begin(FakeLibrary(make).begin("kim", "classic"), last_screen))
    play.perspective.log.use(filters)
    waits = [Wait()] * 12
    for wait in waits:
        play.submit(wait)
    told = JournaledGame.resume(FakeLibrary(make, resumed={"past": waits}).resume("kim"), last_screen, filters)
    entries = play.perspective.log.entries

    assert entries == [entry for entry in told.perspective.log.entries if entry.message.text in texts_of(entries)]
    assert any(entry.is_hidden for entry in entries)
    assert (
        entries
        != JournaledGame.resume(
            FakeLibrary(make, resumed={"past": waits}).resume("kim"), last_screen
        ).perspective.log.entries
    )


@pytest.mark.parametrize(("led", "past"), [(0, 0), (3, 0), (0, 3), (1, 1), (2, 0)])
def test_a_resumed_game_reports_departures_like_an_uninterrupted_one(led: int, past: int) -> None:
    """Before its snapshot, after it, or once it is played again: each goes on from the one before."""
    game = draw("#########\n#@~..o..#\n#.#####.#\n#.......#\n#########", load_ruleset("ember"), legend={"~": "lava"})
    game.world.level.actors[1].mood = Mood.HUNTING
    before = now(game)
    lead = Lead(before, [Retold(game.play(Wait()), now(game)) for _ in range(led)])
    library = FakeLibrary(lambda: game, resumed={"lead": lead, "past": [Wait()] * past})
    play = Play(JournaledGame.resume(library.resume("kim"), last_screen))
    for _ in range(3 - led - past):
        play.submit(Wait())

    assert [1] == [each.count for each in play.perspective.log.entries if "goes out of view" in each.message.text]


def now(game: Game) -> Moment:
    """Return a game as it is now."""
    return moment(game.world, observe(game.world))


def texts_of(entries: Sequence[Entry]) -> set[str]:
    """Return the words of some entries."""
    return {entry.message.text for entry in entries}


@pytest.mark.parametrize("waits", [0, 2 * LEAD])
def test_a_resumed_game_knows_how_far_the_maximum_has_risen(tmp_path: Path, waits: int) -> None:
    """The command that raised it can be among the narrated ones, or before them."""
    ember = load_ruleset("ember")
    sturdy = attrs.evolve(ember.player, hit_points=900)  # whoever comes meanwhile
    rules = attrs.evolve(ember, player=sturdy, possessions=(Possession(item="potion of life"),))
    library = SqliteStore(DataFolder(tmp_path), lambda _: rules)
    play = Play(JournaledGame.begin(library.begin("kim", "ember", 1), last_screen))
    for command in (Use(0), *[Wait()] * waits):
        play.submit(command)
    play.kept.close()

    again = JournaledGame.resume(library.resume("kim"), last_screen)
    again.stored.release()

    assert 910 == again.perspective.narration.health.most
    assert (not waits) == ("Your maximum HP rises to 910." in texts_of(again.perspective.log.entries))


def test_a_resumed_game_repeats_the_feeling_of_the_level() -> None:
    """Its line may have left the log long ago."""
    game = draw("@..", load_ruleset("ember"))
    game.world.level.felt = ["You hear someone weeping."]
    kept = JournaledGame.resume(FakeLibrary(lambda: game).resume("you"), last_screen)

    assert "When you came to this level: You hear someone weeping." in kept.perspective.log.entries[-1].message.text
