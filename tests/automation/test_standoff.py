"""Enemies that cannot reach the player: one warning, then automations ignore them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop, StopCause
from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest
from roguelike.automation.shores import ALONG_WATER
from roguelike.automation.standoff import Standoff
from roguelike.automation.stop_rules import NO_RULES, StopRules
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.events import ActorRef, Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.relocating import relocate
from roguelike.engine.scenario import draw
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.play import Play
from roguelike.ui.last_screen import last_screen
from tests.line.talking import talk
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from tests.watching import Deed

EMBER = load_ruleset("ember")
LEGEND = {
    "O": "ogre",
    "a": "orc archer",
    "b": "cave bat",
    "c": "conjurer",
    "k": "dusk knight",
    "d": "fire drake",
    "F": "shrieker",
    "%": "chasm",
    "=": "deep water",
    ">": "stairs down",
}
GORGE = """
################
#..%%...........
#@.%%.O.........
#..%%...........
#.##############
#..............#
##############>#
################"""
OUT_OF_REACH = " {} in view cannot reach you. Try again to ignore it."


def gorge(foe: str = "O", between: str = "%", mood: Mood = Mood.HUNTING) -> Game:
    """Return a game with an enemy beyond a gorge, and a player with something to rest for."""
    game = draw(GORGE.replace("O", foe).replace("%", between), EMBER, legend=LEGEND)
    game.world.level.actors[1].mood = mood
    game.world.player.hit_points -= 4
    return game


def reason(play: Play) -> str:
    """Return why the automation that was started stops."""
    play.go_on(200)
    return play.perspective.log.entries[-1].message.text


def playing(game: Game) -> Play:
    """Return a drawn game in play."""
    return Play(JournaledGame.begin(FakeLibrary(lambda: game).begin("kim", "ember"), last_screen))


WAYS: list[list[Deed]] = [["o"], ["Z"], ["s"], ["J"], [">"], ["#", "9", "."], [Mouse(Button.LEFT, 1, 5)]]


@pytest.mark.parametrize("deeds", WAYS, ids=str)
@pytest.mark.parametrize(
    ("foe", "name", "between"), [("O", "ogre", "%"), ("F", "shrieker", "%"), ("F", "shrieker", ".")]
)
def test_an_enemy_that_cannot_reach_the_player_warns_once(deeds: list[Deed], foe: str, name: str, between: str) -> None:
    """Exploring, resting, waiting, running, travel and the path to the stairs go on after it."""
    game = gorge(foe, between)
    if deeds == [">"]:
        game.world.level.explored[:] = bytes([1]) * game.world.level.grid.size
    turn = game.world.turn
    first, second = watch(game, *deeds, 1.0, *deeds, 2.0).after[len(deeds) :: len(deeds) + 1]

    assert OUT_OF_REACH.format(name) in first.text()
    assert f"Turn {turn}" in " ".join(first.text().split())
    assert f"Turn {turn} " not in " ".join(second.text().split())
    assert game.world.turn > turn + 2


@pytest.mark.parametrize(
    ("foe", "between", "mood"),
    [*((foe, "%", Mood.ROAMING) for foe in "abckd"), ("O", ".", Mood.ROAMING), ("O", "=", Mood.HUNTING)],
)
def test_a_monster_that_shoots_flies_leaps_summons_or_wades_is_never_ignored(
    foe: str, between: str, mood: Mood
) -> None:
    """However often one asks."""
    game = gorge(foe, between, mood)
    watched = watch(game, "o", "o", "o")

    assert 0 == game.world.turn
    assert "in view: Tab attacks. (x3)" in watched.last.text()


def test_lines_warn_once_too() -> None:
    """The same decision behind both front-ends."""
    place = talk(GORGE, rules=EMBER, legend=LEGEND)
    place.game.world.level.actors[1].mood = Mood.ROAMING

    assert OUT_OF_REACH.format("ogre") in " ".join(place.say("explore"))
    assert "cannot reach" not in " ".join(place.say("explore"))


def stops(game: Game, standoff: Standoff) -> bool:
    """Return whether resting is refused because of an enemy."""
    answer = Rest().next(standoff.judge(observe(game.world)))
    return isinstance(answer, Stop) and " in view" in answer.reason


def test_it_counts_again_when_it_is_joined() -> None:
    """Not when it moves, or the player comes closer to it: once each."""
    told = []
    for happens in ("nothing", "off", "closer", "joined", "approached"):
        game, standoff = gorge(mood=Mood.ROAMING), Standoff()
        standoff.heed(observe(game.world), Stop("", StopCause.OUT_OF_REACH))
        if happens in {"off", "closer"}:
            relocate(game.world, game.world.level.actors[1], Point(8 if happens == "off" else 5, 2))
        if happens == "joined":
            game.world.level.add(attrs.evolve(game.world.level.actors[1], id=77, at=Point(6, 1)))
        if happens == "approached":
            relocate(game.world, game.world.player, Point(2, 2))
        told.append(stops(game, standoff))

    assert [False, False, False, True, False] == told


def test_an_enemy_that_has_attacked_counts_again() -> None:
    """Regardless of the terrain."""
    game, standoff = gorge(), Standoff()
    ogre, player = game.world.level.actors[1], game.world.player
    standoff.heed(observe(game.world), Stop("", StopCause.OUT_OF_REACH))
    before = stops(game, standoff)
    standoff.news(
        [Struck(ActorRef(ogre.id, ogre.kind), ActorRef(player.id, player.kind), 1)], lambda: observe(game.world)
    )

    assert [False, True] == [before, stops(game, standoff)]


@pytest.mark.parametrize(
    ("rules", "foe", "between", "mood", "stopped"),
    [
        (NO_RULES, "O", "%", Mood.HUNTING, True),
        (StopRules(unreachable=False), "O", "%", Mood.HUNTING, False),
        (StopRules(unreachable=False), "O", ".", Mood.ROAMING, True),
        (StopRules(unreachable=False), "a", "%", Mood.HUNTING, True),
        (StopRules(distance=3), "O", ".", Mood.ROAMING, False),
        (StopRules(distance=5), "O", ".", Mood.ROAMING, True),
        (StopRules(distance=3), "O", "%", Mood.HUNTING, False),
        (StopRules(distance=3), "O", ".", Mood.HUNTING, True),
        (StopRules(harmless=False), "F", ".", Mood.HUNTING, False),
        (StopRules(harmless=False), "O", "%", Mood.HUNTING, True),
        (StopRules(ignore=("ogre",)), "O", ".", Mood.HUNTING, False),
        (StopRules(ignore=("rat",)), "O", ".", Mood.HUNTING, True),
    ],
)
def test_the_players_rules_tune_which_enemies_in_view_stop(
    rules: StopRules, foe: str, between: str, mood: Mood, *, stopped: bool
) -> None:
    """A hunter that can reach the player stops, unless the rules name it."""
    assert stopped == stops(gorge(foe, between, mood), Standoff(rules))


@pytest.mark.parametrize(
    ("rules", "mood", "told"),
    [
        (NO_RULES, Mood.ASLEEP, "An ogre comes into view, "),
        (StopRules(distance=3), Mood.ASLEEP, "Explored."),
        (StopRules(distance=3), Mood.HUNTING, "An ogre comes into view, "),
        (StopRules(ignore=("ogre",)), Mood.ASLEEP, "Explored."),
    ],
)
def test_enemies_that_come_into_view_stop_by_the_same_rules(rules: StopRules, mood: Mood, told: str) -> None:
    """The message is there in any case; the automation goes on."""
    game = draw("####\n#@.#\n##.#########\n##........O#\n############", EMBER, legend=LEGEND)
    game.world.level.actors[1].mood = mood
    play = playing(game)
    play.standoff.rules = rules
    play.start(Explore())
    play.go_on(50)
    lines = [entry.message.text for entry in play.perspective.log.entries]

    assert lines[-1].startswith(told)
    assert any("ogre" in line for line in lines)


def test_an_ignored_enemy_that_attacks_stops_the_automation() -> None:
    """And the next automation begins all the same."""
    game = draw("#####\n#@r.#\n#####", EMBER)
    game.world.player.hit_points -= 4
    play = playing(game)
    play.standoff.rules = StopRules(ignore=("rat",))
    play.start(Rest())
    play.go_on(50)

    assert play.automation is None
    assert 0 < game.world.turn < 5


def test_exploring_avoids_cells_that_ignored_enemies_reach() -> None:
    """It does not walk to the edge, where the ogre could attack."""
    game = draw(GORGE.replace("%%", "%."), EMBER, legend=LEGEND)
    game.world.level.actors[1].mood = Mood.ROAMING
    play = playing(game)
    for _ in range(2):
        play.start(Explore())
        reason(play)

    assert 5 <= game.world.player.at.y
    assert not any(Point(2, y) == game.world.player.at for y in range(1, 4))
    assert observe(game.world).turn > 0


POOL = """
##########
#........#
#........#
#...@....#
#.......##
#.......##
##~~~~~~##
#~~~e~e~~#
#~~~~~~~~#
##########"""


@pytest.mark.parametrize("seed", range(6))
def test_eels_that_have_bitten_refuse_a_rest_once_more(seed: int) -> None:
    """From a cell that they cannot bite; they go under and come up again while the player rests."""
    game = draw(POOL, EMBER, legend={"~": "deep water", "e": "eel"}, hit_points=40, seed=seed)
    for eel in game.world.level.actors[1:]:
        eel.mood = Mood.HUNTING
    play = playing(game)
    play.start(Rest())
    play.go_on(200)
    for way in (Direction.SOUTH, Direction.SOUTH, Direction.NORTH):
        play.submit(Move(way))
    assert game.world.player.hit_points < 40
    told: list[str] = []
    turn = game.world.turn
    while game.world.player.hit_points < 40 and len(told) < 9:
        play.start(Rest())
        told.append(reason(play))

    assert told[0] == "2 eels in view cannot reach you. Try again to ignore them."
    assert [True] == [each.startswith("You feel rested") for each in told[1:]]
    assert game.world.turn > turn + 9


def test_shores_of_one_lake_warn_once() -> None:
    """Wherever in it the eel comes up; other water warns again."""
    game = draw("@....\n==#==\n==#==", EMBER, legend=LEGEND)
    level, standoff = game.world.level, Standoff()
    level.explored[:] = bytes([1]) * level.grid.size
    level.lurking = 1 << level.grid.index(Point(0, 1))
    standoff.heed(observe(game.world), ALONG_WATER)
    braved = []
    for at in (Point(1, 2), Point(3, 2)):
        level.lurking |= 1 << level.grid.index(at)
        braved.append(standoff.judge(observe(game.world)).braves_shores)

    assert [True, False] == braved


FLEES = "A packrat in view flees. Try again to ignore it."


@pytest.mark.parametrize(
    ("picture", "name", "refusals"),
    [("@......f...", "packrat", 1), ("@..f.......", "packrat", 3), ("@......f...", "orc archer", 3)],
)
def test_a_distant_fleeing_enemy_refuses_once(picture: str, name: str, refusals: int) -> None:
    """Nearer, or with a missile, it counts each time."""
    game = draw(picture, EMBER, legend={"f": name}, hit_points=20)
    game.world.level.actors[1].mood = Mood.FLEEING
    seen, standoff = observe(game.world), Standoff()
    answers = []
    for _ in range(3):
        if isinstance(answer := Rest().next(standoff.judge(seen)), Stop):
            answers.append(answer)
            standoff.heed(seen, answer)

    assert refusals == len(answers)
    assert (refusals == 1) == (answers[0].reason == FLEES)
    assert (refusals == 1) == isinstance(Explore().next(standoff.judge(seen)), Move)
