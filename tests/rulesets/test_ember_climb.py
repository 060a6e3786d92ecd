"""Ember: the Ember, its Keeper, the climb and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Drop, Move, TakeStairs, ThrowItem, Use, Wait
from roguelike.engine.events import Felt, Harm, Refused, Woke, Won
from roguelike.engine.events.refusals import Reason
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import die, hurt
from roguelike.engine.rules.displacing import push
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.levels import create_actor
from roguelike.engine.rules.score import score_parts
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.lamp import Lamp
from roguelike.play.morgue import account
from roguelike.play.outcome import details
from roguelike.play.perspective import Perspective
from roguelike.ui.last_screen import last_screen
from roguelike.ui.widgets.map_view import WAITING
from tests.dark import moods, others, scene, wait
from tests.drawn_levels import Drawn
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def take_ember(game: Game) -> None:
    """Give the player of a game the Ember."""
    game.world.player.inventory.insert(Item.of(EMBER.items["Ember"]))


def test_the_ember_takes_no_slot_and_cannot_be_put_down() -> None:
    """A full pack has room for it, and no other item uses its slot."""
    game = scene("@*.", EMBER, legend={"*": "Ember"})
    pack = game.world.player.inventory
    while not pack.is_full:
        pack.insert(Item.of(EMBER.items["mail"]))
    game.play(Move(Direction.EAST))

    assert ["Ember"] == [item.kind.name for item in pack.slots[18:] if item is not None]
    assert (18, 18) == (pack.count, pack.size)
    (refused,) = [event for event in game.play(Drop(18)) if isinstance(event, Refused)]
    assert Reason.KEPT == refused.reason
    (refused,) = [event for event in game.play(ThrowItem(18, Point(2, 0))) if isinstance(event, Refused)]
    assert Reason.NOT_THROWABLE == refused.reason
    pack.remove(18)
    assert not pack.has_room(Item.of(EMBER.items["mail"]))


def test_the_ember_survives_a_save() -> None:
    """The save keeps its slot, which is beyond the others."""
    game = scene("@*.", EMBER, legend={"*": "Ember"})
    game.play(Move(Direction.EAST))
    again = restore(EMBER, snapshot(game.world)).world

    assert again.player.light
    assert again.player.inventory.size == game.world.player.inventory.size


def test_the_ember_lights_twelve_cells_independently_of_the_lamp() -> None:
    """It cannot be covered and burns no oil; darkness does not dim it, but halves the doubled noise."""
    game = scene("@" + "." * 20, EMBER)
    take_ember(game)
    wait(game)
    oil = game.world.player.gauges["oil"]
    wait(game, 3)
    assert oil == game.world.player.gauges["oil"]
    assert 14 == game.world.noise
    assert [Reason.NO_LAMP] == [event.reason for event in game.play(Cover()) if isinstance(event, Refused)]
    afflict(game.world, game.world.player, EMBER.conditions["dark"], 20)
    wait(game)
    seen = observe(game.world)

    assert Lamp.CARRIED == seen.lamp
    assert seen.level.is_visible(Point(12, 0))
    assert not seen.level.is_visible(Point(13, 0))
    assert 6 == seen.noise


def test_nothing_harms_or_moves_the_keeper_before_the_ember_is_taken() -> None:
    """It blocks its cell like a statue, and has no enemies."""
    game = scene("@X*.", EMBER, Mood.HELD, legend={"*": "Ember"})
    (keeper,) = others(game)
    world, at = game.world, keeper.at
    (refused,) = [event for event in game.play(Move(Direction.EAST)) if isinstance(event, Refused)]
    hurt(world, keeper, 50, Harm.FIRE, Cause(world.player.ref, world.player.at))
    afflict(world, keeper, EMBER.conditions["held"], 9)

    assert Reason.OCCUPIED == refused.reason
    assert not push(world, keeper, Direction.SOUTH)
    assert not fall(world, keeper)
    assert (keeper.max_hit_points, at, {}) == (keeper.hit_points, keeper.at, keeper.conditions)
    assert () == observe(world).enemies
    assert 0 == world.enemies_left


def test_the_keeper_wakes_when_the_ember_is_taken() -> None:
    """Noise never wakes it; then it hunts, wherever the player is."""
    game = scene("@*....X", EMBER, Mood.HELD, legend={"*": "Ember"})
    wait(game, 5)
    assert [Mood.HELD] == moods(game)
    events = game.play(Move(Direction.EAST))

    assert [Mood.HUNTING] == moods(game)
    assert [others(game)[0].kind] == [event.who.kind for event in events if isinstance(event, Woke)]


HALL = """
    ##############################################
    #<..........................................>#
    ##############################################
    """
LAST = """
    ######################
    #<@....X.............#
    ######################
    """
FIRST = HALL.replace("<..", "<@.")


def begin(*pictures: str, prize: bool = True) -> Game:
    """Start a game of Ember on drawn levels, with the player on the last one."""
    assert EMBER.climb is not None
    unchanged = attrs.evolve(EMBER.climb, changed=0)
    rules = attrs.evolve(EMBER, depths=len(pictures), generator=Drawn(pictures), climb=unchanged)
    game = new_game(rules)
    player = game.world.player
    player.max_hit_points = player.hit_points = 10_000
    for _ in pictures[1:]:
        go(game, Exit.DOWN)
    if prize:
        take_ember(game)
    return game


def go(game: Game, by: Exit) -> list[AnyEvent]:
    """Move the player to another level immediately."""
    game.world.leaving = by
    return game.play(Wait())


def told(events: list[AnyEvent]) -> list[str]:
    """Return the feelings of the player."""
    return [event.feeling for event in events if isinstance(event, Felt)]


def kinds(game: Game) -> list[str]:
    """Return the names of all other actors on the level."""
    return [actor.kind.name for actor in others(game)]


def test_all_monsters_hear_the_ember_taken() -> None:
    """Sleepers and roamers on its level go there."""
    drawn = "#####\n@A..#\n###.#..r\n###...#\n#####"
    game = scene(drawn, EMBER, Mood.ASLEEP, legend={"A": "the Ember's altar"})
    at = Point(1, 1)
    game.world.level.features[game.world.level.grid.index(at)].holds = Item.of(EMBER.items["Ember"])
    game.play(Move(Direction.EAST))

    assert game.world.player.light
    assert [Mood.ROAMING] == moods(game)
    assert at == others(game)[0].goal


def test_the_edge_of_the_map_is_red_where_a_horde_waits_for_a_turn() -> None:
    """From the arrival to the next turn, only in that direction."""
    game = begin(FIRST, HALL, "######\n#<@..#\n######")
    before, arrived, waited = watch(game, "<", ".").after
    red = [
        [(x, y) for y, row in enumerate(each.rows) for x, cell in enumerate(row) if WAITING == cell.style.background]
        for each in (before, arrived, waited)
    ]

    assert "on the way, to the west." in " ".join(arrived.text().split())
    assert ([], []) == (red[0], red[2])
    assert {(0, 0), (0, 1), (0, 2)} <= set(red[1])
    assert all(x < game.world.player.at.x for x, _ in red[1])


def test_one_horde_waits_on_the_way_up_on_each_new_level() -> None:
    """It is awake, hunts permanently, fits the level's danger, and waits half-way to the stairs; a message warns."""
    game = begin(FIRST, HALL, LAST.replace("X", "."))
    events = go(game, Exit.UP)
    first = others(game)

    assert EMBER.climb is not None
    assert first
    assert any(feeling.endswith("on the way, to the west.") for feeling in told(events))
    assert all(each.mood is Mood.HUNTING and each.relentless for each in first)
    assert all(10 < each.at.x < 34 for each in first)
    assert first[0].kind.name in [kind.leader for kind in EMBER.hordes.values() if kind.weight(7, climbs=True)]

    for actor in first:
        game.world.level.remove(actor)
    go(game, Exit.DOWN)
    assert [] == told(go(game, Exit.UP))
    assert [] == others(game)
    assert 2 == game.world.tally.least_depth
    assert told(go(game, Exit.UP))
    assert 1 == game.world.tally.least_depth


def test_no_horde_waits_for_a_player_without_the_ember() -> None:
    """The levels are as they were left."""
    game = begin(FIRST, HALL, LAST.replace("X", "."), prize=False)
    events = go(game, Exit.UP)

    assert [] == told(events)
    assert [] == others(game)
    assert 0 == game.world.tally.least_depth


def test_the_horde_of_the_climb_never_loses_track() -> None:
    """Even if the player stays out of its view."""
    game = scene("@....#\n#####.\n.r....", EMBER, Mood.HUNTING)
    (rat,) = others(game)
    rat.relentless = True
    game.world.player.hit_points = 10_000
    rat.kind = attrs.evolve(rat.kind, rooted=True)
    game.world.level.set_terrain(Point(5, 1), 1)
    wait(game, 60)

    assert [Mood.HUNTING] == moods(game)
    assert game.world.turn - 1 == rat.noticed_on


def test_the_keeper_comes_up_after_as_many_rounds_as_its_way() -> None:
    """From any distance: it needs five rounds for four steps, and has taken one of twelve when the player leaves."""
    game = begin(FIRST, HALL, LAST)
    wait(game)
    (keeper,) = others(game)
    game.world.level.move(keeper, Point(13, 1))
    go(game, Exit.UP)
    (arrival,) = game.world.arrivals

    assert keeper is arrival.actor
    assert 14 == arrival.due - game.world.round
    wait(game, 15)
    assert "Keeper" in kinds(game)


def test_the_keeper_is_not_shaken_off_by_more_stairs() -> None:
    """It follows from level to level, even before it has arrived on the level between."""
    game = begin(FIRST, HALL, LAST)
    wait(game)
    go(game, Exit.UP)
    go(game, Exit.UP)
    wait(game, 80)

    assert "Keeper" in kinds(game)


def test_a_felled_keeper_comes_after_it_has_risen() -> None:
    """After forty rounds plus its path; going up and down does not wake it earlier."""
    game = begin(FIRST, HALL, LAST)
    wait(game)
    (keeper,) = others(game)
    die(game.world, keeper, Cause(game.world.player.ref, game.world.player.at))
    go(game, Exit.UP)
    for actor in others(game):
        game.world.level.remove(actor)
    go(game, Exit.DOWN)
    assert [] == others(game)
    wait(game, 30)
    assert [] == others(game)
    wait(game, 25)

    assert ["Keeper"] == kinds(game)


def test_a_felled_keeper_rises_after_forty_rounds() -> None:
    """On the same cell, even if its body is gone."""
    game = begin(LAST)
    wait(game)
    (keeper,) = others(game)
    at = keeper.at
    die(game.world, keeper, Cause(game.world.player.ref, game.world.player.at))
    game.world.level.clear(at)
    wait(game, 38)
    assert [] == others(game)
    wait(game, 2)

    assert ["Keeper"] == kinds(game)


def test_arrivals_come_twice_as_often_with_the_ember() -> None:
    """Each round counts for two."""
    game = begin(LAST.replace("X", "."))
    game.world.level.horde_in = 100
    wait(game, 10)

    assert 80 == game.world.level.horde_in


def test_the_way_out_is_refused_without_the_ember_and_wins_with_it() -> None:
    """No time passes when it is refused."""
    game = begin(HALL.replace("#<.", "#@<"), prize=False)
    game.play(Move(Direction.EAST))
    turn = game.world.turn
    events = game.play(TakeStairs("up"))
    assert [Reason.NOT_YET] == [event.reason for event in events if isinstance(event, Refused)]
    assert turn == game.world.turn

    take_ember(game)
    assert Won() in game.play(TakeStairs("up"))
    assert "won" == game.outcome


def parts(game: Game) -> dict[str, int]:
    """Return the nonzero parts of a score."""
    return {told: points for told, points in score_parts(game.world) if points}


@pytest.mark.parametrize("condition", ["burning", "poisoned"])
def test_a_death_on_the_last_stairs_is_not_a_victory(condition: str) -> None:
    """The round of leaving ends before the player is out."""
    game = begin(FIRST)
    world, stairs = game.world, game.world.level.exit_at(Exit.UP)
    assert stairs is not None
    world.level.move(world.player, stairs)
    world.player.hit_points = 1
    afflict(world, world.player, EMBER.conditions[condition], 5)
    game.play(TakeStairs("up"))

    assert "died" == game.outcome


def test_a_score_counts_how_deep_the_player_was_and_no_kills() -> None:
    """A hundred for each level, even if it was left several times."""
    game = begin(FIRST, HALL, HALL, prize=False)
    game.world.tally.kills["rat"] = 9
    go(game, Exit.UP)
    go(game, Exit.DOWN)
    go(game, Exit.UP)

    assert {"depth": 300} == parts(game)


def test_the_climb_is_scored_once_however_often_it_is_made() -> None:
    """The lowest depth reached with the Ember counts."""
    game = begin(FIRST, HALL, LAST.replace("X", "."))
    assert {"depth": 300, "the Ember": 1000} == parts(game)
    for way in (Exit.UP, Exit.DOWN, Exit.UP, Exit.FALL, Exit.UP):
        go(game, way)

    assert {"depth": 300, "the Ember": 1000, "the climb": 125} == parts(game)


def test_a_won_game_scores_remaining_hit_points_oil_and_companions() -> None:
    """Five per hit point, oil up to 150, treasuries, and adjacent companions, but no summoned ones."""
    game = begin(HALL.replace("#<.", "#@<"), prize=False)
    world = game.world
    go_up = TakeStairs("up")
    game.play(Move(Direction.EAST))
    take_ember(game)
    world.player.max_hit_points = world.player.hit_points = 30
    world.player.gauges["oil"], world.tally.treasuries = 1500, 2
    for number, at, summoner in ((90, Point(3, 1), 0), (91, Point(4, 1), 1), (92, Point(20, 1), 0)):
        ally = create_actor(number, EMBER.monsters["ogre"], at, Inventory.empty(0))
        ally.side, ally.mood, ally.summoner = Side.PLAYER, Mood.HELD, summoner
        world.level.add(ally)
    game.play(go_up)

    assert "won" == game.outcome
    assert {"depth": 100, "the Ember": 1000, "getting out": 2000} == dict(list(parts(game).items())[:3])
    assert (150, 150, 100, 50) == tuple(
        parts(game)[what] for what in ("HP left", "oil in the lamp", "treasuries", "companions")
    )


def test_rule_sets_without_a_score_keep_the_usual_one() -> None:
    """Ten per kill, and for a victory a hundred plus the remaining hit points."""
    game = draw("@", load_ruleset("classic"))
    game.world.tally.kills["rat"] = 3
    assert {"kills": 30} == parts(game)
    game.world.outcome = "won"

    assert {"kills": 30, "victory": 100, "HP left": game.world.player.hit_points} == parts(game)


def test_the_ember_flares_three_times() -> None:
    """It burns and stuns all other actors within five cells, except behind walls; its bearer is safe."""
    game = scene("@...T.o\n###.###\n...o...", EMBER, Mood.HUNTING, inventory=("Ember",))
    troll, far, hidden = others(game)
    hit_points = game.world.player.hit_points
    game.play(Use(18))

    assert troll.hit_points < troll.max_hit_points
    assert 0 == troll.burned_on
    assert not any("stunned" in each.conditions for each in (far, hidden, game.world.player))
    assert "stunned" in troll.conditions
    assert hit_points == game.world.player.hit_points
    for _ in range(2):
        game.play(Use(18))
    assert [Reason.NO_CHARGE] == [event.reason for event in game.play(Use(18)) if isinstance(event, Refused)]
    assert game.world.player.light


def test_the_morgue_of_a_victory_fits_and_lists_the_score() -> None:
    """Every part of the score, and no line is too long."""
    game = begin(FIRST, LAST.replace("X", "."))
    go(game, Exit.UP)
    go(game, Exit.UP)
    lines = account(Perspective(game), last_screen).splitlines()

    assert lines[0].endswith("the Ember was brought out.")
    assert max(map(len, lines)) <= 80
    assert "1000 for the Ember" in " ".join(lines)
    assert not any(line.startswith("Enemies left") for line in lines)


def test_the_summary_counts_unused_items() -> None:
    """Every item of stacks; neither the Ember nor spent items."""
    game = begin(FIRST, LAST.replace("X", "."))
    pack = game.world.player.inventory
    for name, number in (("potion of healing", 3), ("scroll of discord", 1), ("staff of fire", 1)):
        pack.insert(Item.of(EMBER.items[name], number=number))
    for item in pack.slots:
        if item is not None and item.kind.name == "staff of fire":
            item.charges = 0
    game.world.tally.kills = {"Keeper": 2, "rat": 2}
    told = details(Perspective(game))

    (unused,) = (line for line in told if line.startswith("Unused"))
    assert unused.startswith("Unused: 3 ")
    assert not {"staff", "Ember"} & set(unused.split())
    assert "Killed: the Keeper 2 times, 2 rats" in told
    assert "   2 Keeper" in account(Perspective(game), last_screen).splitlines()
