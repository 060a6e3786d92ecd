"""Small rules of `ember`, each on a map of its own."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest, Search
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, TakeStairs, Wait
from roguelike.engine.commands import Search as SearchCommand
from roguelike.engine.events import CameIntoView, Died, Harm, Harmed, Launched
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.displacing import push
from roguelike.engine.rules.fire import put_out
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.sides import follow
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.rules.terrain import change
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator
from tests.automation.driving import drive
from tests.dark import others, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EAST = Move(Direction.EAST)
LEGEND = {
    ">": "stairs down",
    "m": "mud",
    "g": "fungus light",
    "}": "lava",
    ",": "grass",
    "=": "deep water",
    "~": "shallow water",
}
EMBER = attrs.evolve(load_ruleset("ember"), possessions=())


def suffer(game: Game, victim: Actor, name: str, turns: int) -> None:
    """Afflict an actor with a condition."""
    afflict(game.world, victim, EMBER.conditions[name], turns)


def reloaded(game: Game) -> Game:
    """Return a game as it comes back from a file."""
    return restore(EMBER, json.loads(json.dumps(snapshot(game.world))))


def dying(picture: str) -> Game:
    """Begin a game whose player dies of poison at the end of the first round."""
    game = scene(picture, EMBER, legend=LEGEND, hit_points=1)
    suffer(game, game.world.player, "poisoned", 2)
    return game


def test_a_player_who_dies_on_the_stairs_has_not_left() -> None:
    """The end can be saved like any other."""
    game = dying("#@>#")
    game.world.level.move(game.world.player, Point(2, 0))
    game.play(TakeStairs("down"))

    assert ("died", 1, None) == (game.outcome, game.world.depth, game.world.leaving)
    assert game.digest() == reloaded(game).digest()


def test_the_last_view_is_of_the_moment_of_death() -> None:
    """So the map is the same when the end is loaded: here a wall has just fallen."""
    game = dying("@#....")
    change(game.world, 1 << game.world.level.grid.index(Point(1, 0)), "floor")
    game.play(Wait())

    assert "died" == game.outcome
    assert game.world.level.is_explored(Point(5, 0))
    assert game.digest() == reloaded(game).digest()


def test_a_step_out_of_mud_takes_two_turns() -> None:
    """It holds an actor on foot, not one that flies."""
    game = scene("@mm..", EMBER, legend=LEGEND)
    rounds = [game.world.round]
    for _ in range(4):
        game.play(EAST)
        rounds.append(game.world.round)

    assert [1, 2, 2, 1] == [after - before for before, after in itertools.pairwise(rounds)]

    flown = scene("@mm..", EMBER, legend=LEGEND)
    suffer(flown, flown.world.player, "afloat", 20)
    for _ in range(4):
        flown.play(EAST)
    assert 4 == flown.world.round


def test_fungus_light_shows_adjacent_cells_from_a_distance() -> None:
    """It shows even with the lamp covered, and so do actors in it."""
    game = scene("@" + "." * 12 + "rg..", EMBER, legend=LEGEND)
    game.play(Cover())
    seen = observe(game.world)

    assert [1, 1, 1, 0] == [int(seen.level.is_visible(Point(x, 0))) for x in (13, 14, 15, 16)]
    assert ["rat"] == [foe.kind.name for foe in seen.foes]


def test_lava_ignites_adjacent_flammable_cells_eventually() -> None:
    """About once in fifty rounds; nothing else burns by itself."""
    lit = []
    for seed in range(20):
        game = scene("@.....,,}", EMBER, legend=LEGEND, seed=seed)
        rounds = 0
        while not game.world.level.fire and rounds < 1000:
            wait(game)
            rounds += 1
        lit.append(rounds)

    assert 25 <= sum(lit) / len(lit) <= 100


def test_water_kills_a_wisp() -> None:
    """It dies when pushed into it or drenched; it never goes there by itself."""
    pushed, drenched, free = (scene("@f~", EMBER, legend=LEGEND) for _ in range(3))
    for game in (pushed, drenched):
        game.events.clear()
    push(pushed.world, others(pushed)[0], Direction.EAST)
    put_out(drenched.world, 1 << drenched.world.level.grid.index(Point(1, 0)))
    free.world.player.max_hit_points = free.world.player.hit_points = 1000
    wait(free, 60)

    assert [[], []] == [others(game) for game in (pushed, drenched)]
    assert [Harm.WATER] == [event.harm for event in pushed.take_events() if isinstance(event, Harmed)]
    assert any(isinstance(event, Died) for event in drenched.take_events())
    assert Point(2, 0) != others(free)[0].at


def test_mail_drags_its_wearer_down_in_deep_water() -> None:
    """Three hit points a round; leather does not."""

    def lost(armour: str) -> int:
        game = scene("@===", EMBER, legend=LEGEND)
        worn = Item.of(EMBER.items[armour])
        worn.worn = True
        game.world.player.inventory.insert(worn)
        for _ in range(2):
            game.play(EAST)
        return game.world.player.max_hit_points - game.world.player.hit_points

    assert (6, 0) == (lost("mail"), lost("leather armour"))


def test_automation_keeps_off_the_shore_where_there_is_another_way() -> None:
    """Something may lurk in deep water; where there is no other way, it walks along."""
    lake = "#####\n#...#\n#@.b#\n#===#\n#####"
    narrow = "#####\n#@.b#\n#===#\n#####"
    ways = [
        drive(scene(map_, EMBER, legend=LEGEND | {"b": "bones"}), Travel(at))
        for map_, at in (
            (lake, Point(3, 2)),
            (narrow, Point(3, 1)),
        )
    ]

    assert [[Direction.NORTH_EAST, Direction.SOUTH_EAST], [Direction.EAST] * 2] == [
        [command.direction for command in way.commands if isinstance(command, Move)] for way in ways
    ]


@pytest.mark.parametrize("name", ["web", "chasm", "lava", "deep water"])
def test_automation_never_walks_into_it(name: str) -> None:
    """Not even where the way leads through it alone."""
    game = scene("#######\n#@.x..#\n#######", EMBER, legend={"x": name})

    assert "No known safe path there." == drive(game, Travel(Point(5, 1))).reason
    assert "Nothing" in drive(game, Explore()).reason or game.world.player.at.x < 3


def test_rest_mends_wounds_for_a_hundred_rounds_at_most() -> None:
    """They heal by themselves in 175; meanwhile the player searches."""
    game = scene("@....", EMBER, hit_points=1)
    first, second = drive(game, Rest()), drive(game, Rest())

    assert (100, "You have rested for 100 turns (oil burned: 100).") == (len(first.commands), first.reason)
    assert "You feel rested (oil burned: 71)." == second.reason
    assert isinstance(first.commands[0], SearchCommand)
    assert 40 == game.world.player.hit_points


@pytest.mark.parametrize(("is_ally", "rounds"), [(True, 60), (False, 300)])
def test_allies_mend_faster_than_others(is_ally: bool, rounds: int) -> None:  # noqa: FBT001 -- two cases
    """All wounds of theirs are gone after sixty rounds, so that they last for more than a fight."""
    game = scene("@#o", EMBER)
    (orc,) = others(game)
    if is_ally:
        follow(game.world, orc)
    orc.hit_points = 1
    missing = orc.max_hit_points - 1
    needed = -(-missing * rounds // orc.max_hit_points)
    for _ in range(needed - 1):
        game.play(Wait())
    assert orc.hit_points < orc.max_hit_points
    game.play(Wait())
    assert orc.hit_points == orc.max_hit_points


def test_a_search_with_a_find_does_not_report_that_there_is_nothing() -> None:
    """A trap within seven steps shows in the fifth round at last."""
    game = scene("@......t", EMBER, legend={"t": "bell trap"})
    for feature in game.world.level.features.values():
        feature.hidden = True
    found, nothing = drive(game, Search()), drive(game, Search())

    assert [(5, ""), (5, "You find nothing new.")] == [(len(each.commands), each.reason) for each in (found, nothing)]


def test_a_shade_shows_in_gas() -> None:
    """Far away, where nobody sees it otherwise."""
    game = scene("@.....h..", EMBER)
    seen = []
    for _ in range(2):
        seen.append([foe.kind.name for foe in observe(game.world).foes])
        release(game.world, EMBER.gases["marsh gas"], Point(6, 0), 400)

    assert [[], ["shade"]] == seen


def test_unique_things_are_named_with_the_definite_article() -> None:
    """The article fits the noun."""
    narrator = Narrator(EMBER)
    keeper, orc = (spawned(name) for name in ("Keeper", "orc"))

    assert ["The Keeper comes into view.", "An orc comes into view."] == [
        message.text for each in (keeper, orc) if (message := narrator.tell(CameIntoView(each.ref))) is not None
    ]


def test_arrows_and_webs_are_shot_and_stones_are_thrown() -> None:
    """The verb fits the missile."""
    narrator, archer = Narrator(EMBER), spawned("orc archer")
    shots = [Launched(archer.ref, EMBER.projectiles[name]) for name in ("arrow", "web", "stone")]

    assert ["shoots an arrow", "shoots a web", "throws a stone"] == [
        message.text.removeprefix("The orc archer ").removesuffix(".")
        for shot in shots
        if (message := narrator.tell(shot)) is not None
    ]


def spawned(name: str) -> Actor:
    """Return a monster that has just spawned."""
    game = scene("@....", EMBER)
    born = spawn(game.world, EMBER.monsters[name], Point(3, 0))
    assert born is not None
    return born
