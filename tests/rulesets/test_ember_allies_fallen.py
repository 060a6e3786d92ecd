"""Fallen allies at 0 hit points: the player beside one raises it, damage and time kill it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop, interruption
from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Drop, Move, Search, TakeStairs, ThrowItem, Use, Wait
from roguelike.engine.events import CannotDo, Died, FallenAlly, Harm
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Hurt
from roguelike.engine.restore import restore
from roguelike.engine.rules.combat import strike
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.level_catchup import simulate_absence
from roguelike.engine.rules.score import score_of
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.attack_modifiers import AttackModifiers
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from roguelike.narration.fallen import fallen_told
from tests.line.talking import talk
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
LEGEND = {"h": "hound", "o": "orc", "=": "deep water", ">": "stairs down"}
ROUNDS = 20


def with_fallen(picture: str) -> tuple[Game, Actor]:
    """Return a game in which the hound is an ally that has just fallen."""
    game = draw(picture, EMBER, legend=LEGEND)
    hound = next(actor for actor in game.world.level.actors if actor.kind.name == "hound")
    follow(game.world, hound)
    wound(game, hound)
    return game, hound


def wound(game: Game, actor: Actor, harm: Harm = Harm.OTHER) -> None:
    """Do more damage than any actor has hit points."""
    hurt(game.world, actor, 99, harm, Cause(None, actor.at))


def wait(game: Game, turns: int) -> list[AnyEvent]:
    """Wait, and return the events."""
    return [event for _ in range(turns) for event in game.play(Wait())]


BESIDE = "#######\n#.@h..#\n#.....#\n#######"
AWAY = "#######\n#.@..h#\n#.....#\n#######"


def test_waiting_beside_it_for_three_turns_raises_it_with_a_third_of_its_hit_points() -> None:
    """It follows again; until then the list counts the turns."""
    game, hound = with_fallen(BESIDE)
    assert hound.is_fallen
    assert fallen_told(observe(game.world)) == ["Hound: fallen 20"]
    wait(game, 1)
    assert fallen_told(observe(game.world)) == ["Hound: up in 2"]
    wait(game, 1)
    assert hound.is_fallen
    wait(game, 1)

    assert hound.mood is Mood.FOLLOWING
    assert hound.hit_points == hound.max_hit_points // 3


def test_a_step_begins_the_turns_beside_it_again() -> None:
    """Only consecutive turns of standing still count."""
    game, hound = with_fallen(BESIDE)
    wait(game, 2)
    game.play(Move(Direction.SOUTH))
    wait(game, 2)
    assert hound.is_fallen
    wait(game, 1)
    assert not hound.is_fallen


@pytest.mark.parametrize("act", [Cover(), Use(0), ThrowItem(1, Point(1, 2)), Drop(0)])
def test_any_other_action_begins_the_turns_again(act: Command) -> None:
    """Using the lamp, a scroll or a throw does not count as waiting, but searching does."""
    game, hound = with_fallen(BESIDE)
    for kind in ("scroll of mapping", "dart"):
        game.world.player.inventory.insert(Item.of(EMBER.items[kind]))
    wait(game, 2)
    game.play(act)
    assert game.world.turn == 3
    assert (hound.is_fallen, hound.helped) == (True, 0)

    for _ in range(3):
        game.play(Search())
    assert not hound.is_fallen


def test_it_dies_with_no_one_beside_it() -> None:
    """After 20 rounds, with a message."""
    game, hound = with_fallen(AWAY)
    wait(game, ROUNDS - 1)
    assert hound in game.world.level.actors
    events = wait(game, 1)

    assert hound not in game.world.level.actors
    assert "dies" in [event.fate for event in events if isinstance(event, FallenAlly)]


def test_it_is_raised_once_a_level() -> None:
    """It dies the second time that it comes to 0 hit points."""
    game, hound = with_fallen(BESIDE)
    wait(game, 3)
    told = examine(observe(game.world), hound.at)
    assert told is not None
    assert "Raised on this level: dies at 0 HP" in told.lines
    wound(game, hound)
    assert hound not in game.world.level.actors


@pytest.mark.parametrize("harm", ["fire", "gas", "blow"])
def test_any_wound_kills_the_fallen(harm: str) -> None:
    """Flames and gas affect it like any other actor."""
    game, hound = with_fallen(AWAY)
    world = game.world
    if harm == "fire":
        kindle(world, 1 << hound.cell, 3)
    elif harm == "gas":
        release(world, EMBER.gases["caustic gas"], hound.at, 300)
    else:
        wound(game, hound)
    wait(game, 6)
    assert hound not in world.level.actors


def test_an_ally_over_deep_water_dies_instead_of_falling() -> None:
    """It sinks, and is dead."""
    game = draw("#####\n#@h=#\n#####", EMBER, legend=LEGEND)
    hound = game.world.level.actors[1]
    follow(game.world, hound)
    game.world.level.move(hound, Point(3, 1))
    wound(game, hound)
    assert hound not in game.world.level.actors


def test_monsters_leave_it_alone_and_step_over_it() -> None:
    """In a corridor, it does not block an orc from the player, and the orc does not attack it."""
    game, hound = with_fallen("#########\n#@..h..o#\n#########")
    orc = game.world.level.actors[2]
    orc.mood, orc.noticed_on = Mood.HUNTING, game.world.turn
    wait(game, 6)

    assert hound.is_fallen
    assert orc.at == Point(2, 1)


def test_leaving_its_level_is_asked_first_and_kills_it() -> None:
    """The question states the loss."""
    game, hound = with_fallen("#######\n#.@h..#\n#.....#\n#######")
    game.world.level.set_terrain(game.world.player.at, game.world.level.code("stairs down"))
    asked = watch(game, ">").last.text()
    assert "Leave allies behind?" in asked
    assert "Your hound lies fallen here" in asked
    game.play(TakeStairs("down"))

    assert game.world.depth == 2
    assert all(arrival.actor is not hound for arrival in game.world.arrivals)


def test_automations_stop_for_it() -> None:
    """Exploring waits; resting beside it raises it."""
    game, hound = with_fallen(AWAY)
    seen = observe(game.world)
    for automation in (Explore(), Rest()):
        stop = automation.next(seen)
        assert isinstance(stop, Stop)
        assert stop.reason == "Your hound lies fallen: wait beside it to raise it."
    game, hound = with_fallen(BESIDE)
    assert not isinstance(Rest().next(observe(game.world)), Stop)
    events = wait(game, 3)
    assert any(interruption(event) is not None for event in events)
    assert not hound.is_fallen


def test_it_is_shown() -> None:
    """In the list, on the panel, under the cursor and in the log."""
    game, hound = with_fallen(BESIDE)
    told = examine(observe(game.world), hound.at)
    assert told is not None
    assert "Fallen, dies in 20 turns: wait beside it for 3 turns to raise it. Any wound kills it" in told.lines
    shown = watch(game, ".").last.text()
    assert "hound fallen 19" in shown
    assert "Hound: up in 2" in shown


def test_the_help_of_line_mode_says_how_to_raise_it() -> None:
    """Only in rules with fallen allies; its words work."""
    place = talk(BESIDE, rules=EMBER, legend=LEGEND)
    hound = place.game.world.level.actors[1]
    follow(place.game.world, hound)
    wound(place.game, hound)
    told = [line for line in place.say("help") if "fallen" in line]

    assert "wait or search beside it for 3 turns to raise it" in told[0]
    place.say("wait")
    assert "Hound: up in 2" in " ".join(place.say("status"))
    place.say("2 wait")
    assert not hound.is_fallen
    assert not any("fallen" in line for line in talk("@.").say("help"))


def test_a_kept_game_keeps_it() -> None:
    """Its rounds are saved, and the levels where it was raised."""
    game, hound = with_fallen(BESIDE)
    wait(game, 2)
    world = restore(EMBER, snapshot(game.world)).world
    kept = next(actor for actor in world.level.actors if actor.id == hound.id)

    assert (kept.mood, kept.lies_until, kept.helped) == (hound.mood, hound.lies_until, 2)


def test_the_fallen_do_not_count_as_companions() -> None:
    """Only allies that walk out with the player do."""
    game, hound = with_fallen(BESIDE)
    before = score_of(game.world)
    wait(game, 3)
    assert score_of(game.world) > before
    assert not hound.is_fallen


def test_an_ally_that_burns_to_its_last_hit_point_falls_and_burns_no_more() -> None:
    """Its conditions end with the fall, even during their effects."""
    game = draw("@h.", EMBER, legend=LEGEND)
    hound = next(actor for actor in game.world.level.actors if actor.kind.name == "hound")
    follow(game.world, hound)
    afflict(game.world, hound, EMBER.conditions["burning"], 8)
    hound.hit_points = 1

    wait(game, 1)

    assert hound.is_fallen
    assert {} == hound.conditions


def test_the_blow_that_fells_it_adds_no_condition() -> None:
    """A poisoned ally would die in the round in which it fell."""
    game, hound = with_fallen("#######\n#.@h..#\n#.....#\n#######")
    attacker = draw("@S", EMBER, legend={"S": "web spider"}).world.level.actors[1]
    wait(game, 3)
    hound.raised, hound.hit_points = 0, 1
    strike(game.world, attacker, hound, AttackModifiers(sure=True))

    assert hound.is_fallen
    assert {} == hound.conditions


def test_a_flyer_over_a_chasm_does_not_step_over_it() -> None:
    """They would change places, and it would fall out of reach."""
    game = draw("#########\n#@..h:b:#\n#########", EMBER, legend=LEGEND | {":": "chasm", "b": "cave bat"})
    hound, bat = game.world.level.actors[1:]
    follow(game.world, hound)
    wound(game, hound)
    level = game.world.level
    level.move(bat, Point(5, 1))

    with pytest.raises(CannotDo):
        Move(Direction.WEST).perform(game.world, bat)
    level.set_terrain(Point(5, 1), level.code("floor"))
    Move(Direction.WEST).perform(game.world, bat)
    assert (Point(5, 1), Point(4, 1)) == (hound.at, bat.at)


def test_the_death_of_one_kills_another_only_once() -> None:
    """Both would bleed out in this round, but the first takes the second with it."""
    burst = attrs.evolve(EMBER.monsters["hound"], on_death=(Hurt(step=99, radius=1),))
    rules = attrs.evolve(EMBER, monsters={**EMBER.monsters, "hound": burst})
    game = draw("#######\n#.@.hh#\n#######", rules, legend=LEGEND)
    for hound in game.world.level.actors[1:]:
        follow(game.world, hound)
        wound(game, hound)
    events = wait(game, ROUNDS)

    assert 2 == sum(isinstance(event, Died) for event in events)
    assert [game.world.player] == game.world.level.actors


def test_an_ally_that_falls_while_the_player_is_away_is_dead_on_return() -> None:
    """No one was beside it, and it did not heal."""
    game = draw("#######\n#.@.h.#\n#######", EMBER, legend=LEGEND)
    hound = game.world.level.actors[1]
    follow(game.world, hound)
    afflict(game.world, hound, EMBER.conditions["burning"], 8)
    hound.hit_points = 1
    simulate_absence(game.world, 50)

    assert hound not in game.world.level.actors
