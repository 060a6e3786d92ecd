"""What a careful player does in the rooms of Ember, drawn as far as a tactic minds them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.autoplay import play
from roguelike.autoplay.memory import Memory
from roguelike.autoplay.player import CAREFUL, Player
from roguelike.autoplay.tactics.company import plunge
from roguelike.autoplay.tactics.gear import unburden
from roguelike.autoplay.tactics.gifts import forge
from roguelike.autoplay.tactics.kindle import kindle
from roguelike.autoplay.tactics.onward import explore, hurry
from roguelike.autoplay.tactics.recover import heal
from roguelike.autoplay.tactics.scorch import scorch
from roguelike.autoplay.tactics.survive import rest
from roguelike.autoplay.tactics.thieve import steal
from roguelike.autoplay.tactics.tolls import drink, press
from roguelike.autoplay.tactics.treasure import claim, lift, lift_key, unlock
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Equip, Move, ThrowItem, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.scenario import draw
from tests.autoplay.situations import answer, seen_in, slot_of
from tests.rulesets.drawn_rooms import OUTSIDE, a, carried, furnish, walk
from tests.rulesets.test_ember_captive_rooms import freed
from tests.rulesets.test_ember_captive_rooms import room as captives

if TYPE_CHECKING:
    from roguelike.autoplay.tactics.tactic import Tactic
    from roguelike.engine.game import Game

EMBER: Final = load_ruleset("ember")
EAST, WEST = Direction.EAST, Direction.WEST


def follow(tactic: Tactic, game: Game, most: int = 40) -> int:
    """Play as long as a tactic comes to anything, and return for how many commands that was."""
    memory = Memory(PCG32(1))
    for number in range(most):
        seen = observe(game.world)
        memory.look(seen)
        command = tactic(seen, memory)
        if command is None:
            return number
        game.play(command)  # type: ignore[arg-type]
    return most


def played(game: Game, turns: int) -> list[object]:
    """Play with all that a careful player does, and return what happens."""
    return list(play(game, Player(CAREFUL, PCG32(1)), turns))


def test_a_font_is_drunk_from_when_badly_hurt() -> None:
    """Not for a scratch, since it wakes sleepers; with an enemy about only where the player is there first."""
    hall = "###########\n#F..@..o..#\n###########"
    alone, chased, late, scratched = (
        draw(picture, EMBER, legend={"F": "font"}, hit_points=hit_points)
        for picture, hit_points in (
            (hall.replace("o", "."), 12),
            (hall, 12),
            (hall.replace("F..@..o", "Fo.@..."), 12),
            (hall.replace("o", "."), 30),
        )
    )
    assert Move(WEST) == answer(drink, chased)
    assert answer(drink, late) is None
    assert answer(drink, chased, Mood.ASLEEP) is None
    assert answer(drink, scratched) is None

    assert 3 == follow(drink, alone)
    assert alone.world.player.max_hit_points == alone.world.player.hit_points


def test_the_press_is_worked_when_oil_is_short() -> None:
    """Until it is empty; not while there is enough, carried or in the lamp, nor by a wounded player."""
    hall = "#######\n#P..@.#\n#######"
    low, wounded, carrying = (
        draw(hall, EMBER, legend={"P": "oil press"}, inventory=items, hit_points=hit_points)
        for items, hit_points in (([], 40), ([], 20), (["oil flask", "oil flask"], 40))
    )
    for game in (low, wounded, carrying):
        game.world.player.gauges["oil"] = 300

    assert 7 == follow(press, low)
    assert 590 < low.world.player.gauges["oil"] <= 600
    assert answer(press, wounded) is None
    assert answer(press, carrying) is None


def in_room(vault: str, *items: str, at: Point | None = None) -> Game:
    """Begin a game in the door of a room as it is drawn, or at a cell of it, with the way there and all of it known."""
    kind = EMBER.vaults[vault]
    rows = [
        [{" ": "#", "+": "@" if at is None else "."}.get(key, key if key == "#" else ".") for key in row]
        + list("......")
        for row in kind.rows
    ]
    if at is not None:
        rows[at.y][at.x] = "@"
    game = draw("\n".join("".join(row) for row in rows), EMBER, inventory=items)
    furnish(game, vault)
    game.world.knowledge.identified = list(EMBER.items)
    game.play(Wait())
    game.world.level.explored[:] = b"\1" * len(game.world.level.explored)
    return game


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
def test_keys_are_lifted_where_the_way_out_is_worth_it(vault: str, *, is_worth_it: bool) -> None:
    """Not where hordes come that follow, or the floor gives way too soon."""
    assert is_worth_it == isinstance(answer(lift, in_room(vault)), Move)


@pytest.mark.parametrize("vault", ["gas cellar", "sinking stair"])
def test_who_lifts_the_key_gets_out_unhurt(vault: str) -> None:
    """With the lamp covered where gas explodes at it, and without a pause where water rises."""
    game = in_room(vault)
    for _ in range(60):
        game.play(Wait())
    had = carried(game)

    played(game, 60)

    me = game.world.player
    assert [*had, "key"] == carried(game)
    assert me.max_hit_points == me.hit_points


def test_scales_get_the_potion_that_is_missed_least() -> None:
    """An unknown one before a known one; never what heals, nor a stack of what may well heal."""
    for items, identified, left in (
        (["potion of swiftness", "potion of fire"], ["potion of swiftness"], ["potion of swiftness", "key"]),
        (
            ["potion of healing", "potion of fire"],
            ["potion of healing", "potion of fire"],
            ["potion of healing", "key"],
        ),
        (["potion of healing"], ["potion of healing"], ["potion of healing"]),
        (["potion of swiftness"] * 2, [], ["potion of swiftness"]),
    ):
        game = in_room("scales", *items)
        game.world.knowledge.identified = identified
        had = carried(draw("@", EMBER))

        played(game, 30)

        assert [*had, *left] == carried(game)


def test_lamps_on_walls_are_filled_when_oil_is_plenty() -> None:
    """And the key that they open is taken."""
    for oil, has_key in ((850, True), (700, False)):
        game = in_room("toll")
        game.world.player.gauges["oil"] = oil

        played(game, 30)

        assert has_key == ("key" in carried(game))


def test_a_gate_is_raised_by_what_is_missed_least() -> None:
    """One dart, instead of waiting behind it for 50 turns."""
    game = in_room("counterweight")
    (darts,) = (item for item in game.world.player.inventory.slots if item is not None and item.kind.name == "dart")
    number = darts.number

    played(game, 30)

    assert number - 1 == darts.number
    assert game.world.level.code("fallen gate") not in game.world.level.terrain


def test_captors_are_paid_with_three_potions() -> None:
    """Not with two, and nobody stands about for them meanwhile."""
    for potions in (2, 3):
        game = captives("ransom", "ogre")
        game.world.player.inventory.insert(a("potion of darkness", potions))
        game.world.knowledge.identified = ["potion of darkness"]

        played(game, 60)

        assert freed(game) == ["ogre"] * (potions == 3)
        assert carried(game) == ["potion of darkness"] * (potions < 3)


def test_the_forge_gets_what_is_worn_no_more() -> None:
    """The better weapon is put on before its pluses are."""
    hall = "########\n#..@..F#\n########"
    game = draw(hall, EMBER, inventory=["axe", "sword"], legend={"F": "forge"})
    axe, sword = (game.world.player.inventory.slots[slot_of(game, name)] for name in ("axe", "sword"))
    assert axe is not None
    assert sword is not None
    axe.plus = 4

    follow(forge, game)

    assert "axe" not in carried(game)
    assert (True, 3) == (sword.worn, sword.plus)


def test_a_key_goes_straight_to_its_door() -> None:
    """Before rest and exploring; past sleepers, but not from those awake."""
    for mood, goes in ((Mood.ASLEEP, True), (Mood.HUNTING, False)):
        game = draw("#########\n#o..@..+.\n#########", EMBER, inventory=["key"], legend={"+": "locked door"})
        assert goes == (answer(unlock, game, mood) == Move(EAST))
    assert CAREFUL.index(unlock) < CAREFUL.index(rest)


def test_the_grass_about_an_altar_is_burned_first() -> None:
    """From outside, by a player with oil to spare, who lifts the key unhurt then; a potion is kept for fights."""
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


def test_sleepers_are_burned_by_the_barrel_beside_them() -> None:
    """Its flames reach more of them than those of what is thrown."""
    game = draw(
        """
        ..........
        ......o...
        @........o
        ......oT..
        .........o
        """,
        EMBER,
        inventory=["oil flask"] * 3,
        legend={"T": "oil barrel"},
    )
    assert answer(kindle, game, Mood.ASLEEP) == ThrowItem(slot_of(game, "oil flask"), Point(7, 3))

    game.world.level.features.clear()
    assert answer(kindle, game, Mood.ASLEEP) != ThrowItem(slot_of(game, "oil flask"), Point(7, 3))


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


def test_who_may_die_this_turn_heals_however_unlikely_that_is() -> None:
    """By the most that the game says the turn may cost, once a quarter of the hit points is gone."""
    game = draw("o@o\no.o", EMBER, inventory=["potion of healing"])
    game.world.knowledge.identified = ["potion of healing"]
    assert most_this_turn(seen_in(game)) == 32
    for hit_points, heals in ((30, True), (31, False)):
        game.world.player.hit_points = hit_points
        assert heals == isinstance(answer(heal, game), Use)


def test_cold_water_is_swum_through_for_a_key() -> None:
    """There, rested, and dry back; not by a weak player, whom it would cost too much."""
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


def test_a_captive_falls_down_the_well_with_who_goes_down_anyway() -> None:
    """And is an ally below."""
    game = captives("well", "ogre")
    walk(game, "w" * OUTSIDE)

    follow(plunge, game)
    game.play(Wait())

    assert 2 == game.world.depth
    assert ["ogre"] == freed(game)


@pytest.mark.parametrize("vault", ["treasury", "round treasury"])
def test_what_a_key_opens_is_taken_at_once(vault: str) -> None:
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


def test_a_key_whose_door_is_known_is_lifted_before_a_long_stay_ends() -> None:
    """Another is left until the level is explored."""
    for door, lifted in (("locked door", True), ("door", False)):
        game = draw("@..._.+.", EMBER, legend={"_": "altar", "+": door})
        altar = game.world.level.feature_at(Point(4, 0))
        assert altar is not None
        altar.holds = a("key")
        assert lifted == isinstance(answer(lift_key, game), Move)
    assert CAREFUL.index(lift_key) < CAREFUL.index(hurry)


def test_who_sets_out_for_an_altar_anew_runs_back_to_where_they_were_then() -> None:
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
