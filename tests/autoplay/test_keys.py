"""The keys of Ember that a careful player takes, and how."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.autoplay.memory import Memory
from roguelike.autoplay.player import CAREFUL
from roguelike.autoplay.tactics.gear import unburden
from roguelike.autoplay.tactics.onward import explore, hurry
from roguelike.autoplay.tactics.scorch import scorch
from roguelike.autoplay.tactics.survive import rest
from roguelike.autoplay.tactics.thieve import steal
from roguelike.autoplay.tactics.treasure import claim, lift, lift_key, unlock
from roguelike.engine.commands import Command, Equip, Move, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from tests.autoplay.rooms import EMBER, follow, in_room, played
from tests.autoplay.situations import answer, slot_of
from tests.rulesets.drawn_rooms import a, carried, furnish

if TYPE_CHECKING:
    from roguelike.autoplay.tactics.tactic import Tactic
    from roguelike.engine.game import Game

EAST: Final = Direction.EAST


@pytest.mark.parametrize(
    ("vault", "is_worth_it"),
    [
        ("kennels", False),
        ("crypt", False),
        ("drowned cell", True),
        ("crumbling island", False),
        ("burning meadow", True),
        ("vent gallery", True),
        ("sinking stair", True),
        ("gas cellar", True),
        ("counterweight", True),
        ("hall of bells", True),
        ("furnace", True),
        ("icy ferry", True),
    ],
)
def test_keys_are_taken_if_the_way_out_is_safe(vault: str, *, is_worth_it: bool) -> None:
    """Not if hordes come that follow, or the floor collapses too soon."""
    assert is_worth_it == isinstance(answer(lift, in_room(vault)), Move)


@pytest.mark.parametrize("vault", ["gas cellar", "sinking stair"])
def test_a_player_who_takes_the_key_gets_out_unhurt(vault: str) -> None:
    """With the lamp covered where gas explodes at it, and without a pause where water rises."""
    game = in_room(vault)
    for _ in range(60):
        game.play(Wait())
    had = carried(game)

    played(game, 60)

    me = game.world.player
    assert [*had, "key"] == carried(game)
    assert me.max_hit_points == me.hit_points


def test_a_key_goes_straight_to_its_door() -> None:
    """Before rest and exploring; past sleepers, but not past awake enemies."""
    for mood, goes in ((Mood.ASLEEP, True), (Mood.HUNTING, False)):
        game = draw("#########\n#o..@..+.\n#########", EMBER, inventory=["key"], legend={"+": "locked door"})
        assert goes == (answer(unlock, game, mood) == Move(EAST))
    assert CAREFUL.index(unlock) < CAREFUL.index(rest)


def test_the_grass_about_an_altar_is_burned_first() -> None:
    """From outside, by a player with oil to spare, who then takes the key unhurt; potions are for fights."""
    assert not follow(scorch, in_room("burning meadow", *["potion of fire"] * 3))
    game = in_room("burning meadow", *["oil flask"] * 3)
    slot = slot_of(game, "oil flask")

    assert 1 <= follow(scorch, game) <= 4
    played(game, 50)

    flasks = game.world.player.inventory.slots[slot]
    assert flasks is not None
    assert 2 == flasks.number
    assert "key" in carried(game)
    assert game.world.player.max_hit_points == game.world.player.hit_points


def test_jets_of_flames_are_passed_between_their_beats() -> None:
    """There and back, unhurt."""
    game = in_room("furnace")

    played(game, 40)

    assert "key" in carried(game)
    assert game.world.player.max_hit_points == game.world.player.hit_points
    assert game.world.player.at.x >= 10


def test_a_key_is_stolen_from_a_sleeper_in_the_dark() -> None:
    """And carried off quietly; not where the fight would be too dear, if it woke."""
    for name, is_robbed in (("orc", True), ("ogre", False)):
        game = draw("##############\n#@......o....#\n##############", EMBER, legend={"o": name})
        (sleeper,) = game.world.level.actors[1:]
        sleeper.mood, sleeper.carries = Mood.ASLEEP, a("key")

        commands = follow(steal, game)

        assert is_robbed == ("key" in carried(game))
        assert is_robbed == game.world.player.covered
        assert is_robbed == bool(commands)


def test_cold_water_is_swum_through_for_a_key() -> None:
    """There and back, after a rest; not by a weak player, for whom it costs too much."""
    for most, is_lifted in ((40, True), (30, False)):
        game = in_room("icy ferry")
        game.world.player.hit_points = game.world.player.max_hit_points = most

        played(game, 120)

        assert is_lifted == ("key" in carried(game))
        assert game.world.player.at.x >= 9


def test_a_full_pack_has_room_for_a_key() -> None:
    """A weapon that is worn no more is dropped for it, and left; the dagger is not, nor anything without need."""
    game = draw("@...A..", EMBER, inventory=["sword", *["wand of sending"] * 13], legend={"A": "altar"})
    game.play(Equip(slot_of(game, "sword")))
    game.world.player.inventory.insert(a("spear"))
    assert game.world.player.inventory.is_full
    altar = game.world.level.feature_at(Point(4, 0))
    assert altar is not None
    assert answer(unburden, game) is None
    altar.holds = a("key")

    played(game, 20)

    assert "key" in carried(game)
    assert "dagger" in carried(game)
    assert "spear" not in carried(game)


@pytest.mark.parametrize("vault", ["treasury", "round treasury"])
def test_the_treasure_behind_a_door_is_taken_immediately(vault: str) -> None:
    """Before exploring, and after however long a stay on the level."""
    rows = [re.sub(r"[^# ]", ".", row) + "..." for row in EMBER.vaults[vault].rows]
    game = draw("\n".join([*rows, "." * (len(rows[0]) - 1) + "@"]), EMBER, inventory=["key"])
    furnish(game, vault)
    update_fov(game.world)
    for name, cell in zip(("ring of the owl", "staff of fire", "ring of silence"), _cages(game), strict=False):
        game.world.level.features[cell].holds = a(name)
    memory, commands = Memory(PCG32(1)), 0

    while (command := _told(unlock, game, memory) or _told(claim, game, memory)) is not None:
        game.play(command)
        commands += 1

    assert "staff of fire" in carried(game)
    assert commands < 20
    assert CAREFUL.index(unlock) < CAREFUL.index(claim) < min(map(CAREFUL.index, (hurry, rest, explore)))


def _cages(game: Game) -> list[int]:
    return sorted(cell for cell, each in game.world.level.features.items() if each.kind.name == "locked cage")


def _told(tactic: Tactic, game: Game, memory: Memory) -> Command | None:
    seen = observe(game.world)
    memory.look(seen)
    command = tactic(seen, memory)
    assert command is None or isinstance(command, Command)
    return command


def test_a_key_whose_door_is_known_is_taken_before_leaving_the_level() -> None:
    """Another is left until the level is explored."""
    for door, lifted in (("locked door", True), ("door", False)):
        game = draw("@..._.+.", EMBER, legend={"_": "altar", "+": door})
        altar = game.world.level.feature_at(Point(4, 0))
        assert altar is not None
        altar.holds = a("key")
        assert lifted == isinstance(answer(lift_key, game), Move)
    assert CAREFUL.index(lift_key) < CAREFUL.index(hurry)


def test_the_run_back_from_an_altar_ends_at_the_last_start() -> None:
    """Not to where they gave up the first time."""
    game = in_room("drowned cell")
    memory = Memory(PCG32(1))
    memory.left_by, memory.lifting_on = game.world.player.cell + 5, game.world.turn - 20
    start = game.world.player.cell

    for _ in range(2):
        seen = observe(game.world)
        memory.look(seen)
        command = lift(seen, memory)
        assert isinstance(command, Move)
        game.play(command)

    assert start == memory.left_by


def test_water_that_carries_things_off_is_not_swum_through() -> None:
    """Nor ground that does anything but wound a little."""
    for water, is_swum in (("icy water", True), ("deep water", False), ("molten pool", False)):
        game = draw("@.~~._", EMBER, legend={"~": water, "_": "altar"})
        altar = game.world.level.feature_at(Point(5, 0))
        assert altar is not None
        altar.holds = a("key")
        assert is_swum == isinstance(answer(lift, game), Move)
