"""What the rooms with a prize cost in Ember, and what they give: each is walked as it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.travel import Travel
from roguelike.engine.commands import Drop, PickUp
from roguelike.engine.events import FeatureActed, Laid, Missed, Reason, Refused, Shattered, Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.feature import Feature
from tests.automation.driving import drive
from tests.line.talking import talk
from tests.rulesets.drawn_rooms import EMBER, a, carried, feature, lost, told, walk
from tests.rulesets.room_levels import levels_for
from tests.rulesets.test_ember_key_rooms import asked, room

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

ROOMS = ("font", "oil press", "bone altar", "forge", "wine cellar", "watchtower", "shrine of dark")


def sleeper(game: Game, at: Point) -> Actor:
    """Put an orc asleep on a cell."""
    orc = spawn(game.world, EMBER.monsters["orc"], at, mood=Mood.ASLEEP)
    assert orc is not None
    game.world.level.move(orc, at)
    return orc


def goes_on_alike(game: Game, steps: str) -> None:
    """Check that a saved game goes on as this one does."""
    again = restore(EMBER, snapshot(game.world))
    for each in (game, again):
        walk(each, steps)
    assert digest(game.world) == digest(again.world)


# --- font


def test_the_font_heals_fully_once_and_wakes_nearby_sleepers() -> None:
    """Poison, too; a second drink is none."""
    game = room("font")
    walk(game, "w" * 6)
    orc = sleeper(game, Point(9, 2))
    game.world.player.hit_points = 3
    walk(game, "w")

    assert 0 == lost(game)
    assert Mood.ASLEEP != orc.mood
    assert "dry font" == feature(game, 3, 2).kind.name
    game.world.level.move(orc, Point(1, 2))
    game.world.player.hit_points = 3
    walk(game, "w")
    assert 3 >= game.world.player.hit_points


def test_no_drink_from_the_font_is_pointless_or_unasked() -> None:
    """At full health it is refused; wounded, a question names the price; travelling ends beside it."""
    game = room("font")
    walk(game, "w" * 6)
    assert [Refused(Reason.FULL_HEALTH)] == walk(game, "w")
    assert "font" == feature(game, 3, 2).kind.name
    assert "Wakes everything within 20 steps. Heard within 20 steps." in told(game, Point(3, 2))
    goes_on_alike(game, "w.")
    assert drive(room("font"), Travel(Point(3, 2))).reason == "You are beside it. Walk into it to act."


# --- oil press


def test_the_oil_press_takes_five_loud_turns_and_gives_oil_once() -> None:
    """Work can be left and gone on with; nothing is given before the last turn."""
    game = room("oil press")
    walk(game, "w" * 6)
    oil = game.world.player.gauges["oil"]
    acted = walk(game, "www")
    assert 3 == sum(isinstance(event, FeatureActed) for event in acted)
    assert 20 == game.world.noise
    assert "2 turns of work left" in told(game, Point(2, 2))
    goes_on_alike(game, ".")

    walk(game, "ww")
    assert oil - 6 + 300 == game.world.player.gauges["oil"]
    walk(game, "ww")
    assert "empty press" == feature(game, 2, 2).kind.name
    assert oil - 6 + 300 == game.world.player.gauges["oil"]


def test_the_work_at_the_press_is_asked_about_once() -> None:
    """With its price; the turns after the first go on without a question."""
    keys = ["left"] * 7
    first, later = asked("oil press", *keys), asked("oil press", *keys, "enter", "left")

    assert "Work the oil press?" in first
    assert "Work it for 5 turns, each heard 20 steps away: your lamp gets 300 oil, once." in first
    assert "Work the oil press?" not in later


# --- bone altar


def test_the_bone_altar_turns_a_scroll_of_enchantment_into_eight_hit_points() -> None:
    """One of a stack, once; wounds stay as they were."""
    game = room("bone altar")
    game.world.player.inventory.insert(a("scroll of enchantment", 3))
    walk(game, "w" * 9)
    game.world.player.hit_points -= 10
    most = game.world.player.max_hit_points
    game.play(Drop(0))

    assert (most + 8, 10) == (game.world.player.max_hit_points, lost(game))
    assert "fed altar" == feature(game, 1, 2).kind.name
    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert most + 8 == game.world.player.max_hit_points
    goes_on_alike(game, "e.")


def test_the_bone_altar_takes_nothing_else() -> None:
    """Another scroll just lies there, for the taking."""
    game = room("bone altar")
    game.world.player.inventory.insert(a("scroll of mapping"))
    walk(game, "w" * 9)

    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert "bone altar" == feature(game, 1, 2).kind.name
    walk(game, "ew")
    assert [] == carried(game)


def test_the_bone_altar_says_its_price() -> None:
    """When the player steps onto it."""
    shown = asked("bone altar", *["left"] * 9)

    assert (
        "Bone altar: Stand on it and drop a scroll of enchantment: it crumbles, and your maximum HP rises by 8, once."
        in shown
    )


# --- forge


def a_forge(laid: int, worn: int, name: str = "sword") -> Game:
    """Begin a game on the forge, with a sword +`worn` in hand and another thing +`laid` in the first slot."""
    game = room("forge")
    thing, sword = a(name), a("sword")
    thing.plus, sword.plus, sword.worn = laid, worn, True
    for item in (thing, sword):
        game.world.player.inventory.insert(item)
    walk(game, "w" * 8)
    return game


def pluses(game: Game) -> list[int]:
    """Return the pluses of what the player carries."""
    return [item.plus for item in game.world.player.inventory.slots if item is not None]


def test_the_forge_moves_all_pluses_but_one() -> None:
    """From what is dropped on it to what is worn in its place, once; the thing itself can be taken back."""
    game = a_forge(3, 1, "axe")
    game.play(Drop(0))

    assert [3] == pluses(game)
    assert "cold forge" == feature(game, 1, 2).kind.name
    walk(game, "e")
    goes_on_alike(game, "w.")
    walk(game, "w")
    game.play(PickUp())
    assert [0, 3] == sorted(pluses(game))
    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))


@pytest.mark.parametrize(("laid", "name"), [(1, "axe"), (3, "mail")])
def test_the_forge_takes_nothing_in_vain(laid: int, name: str) -> None:
    """A single plus would be lost, and armour is no weapon: either just lies there."""
    game = a_forge(laid, 0, name)

    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert "forge" == feature(game, 1, 2).kind.name
    assert [0] == pluses(game)


def test_the_forge_does_not_take_the_only_weapon() -> None:
    """There would be nothing to get its pluses."""
    game = a_forge(0, 3)

    assert not any(isinstance(event, Laid) for event in game.play(Drop(1)))
    assert "forge" == feature(game, 1, 2).kind.name


def test_the_forge_says_its_price() -> None:
    """When the player steps onto it."""
    shown = asked("forge", *["left"] * 8)

    assert (
        "Forge: Stand on it and drop a weapon, armour or ring: its pluses but one go to what you wear in its place"
        in shown
    )


# --- wine cellar


def cellar(*potions: str) -> Game:
    """Begin a game in the wine cellar with these potions on its shelves, and a big rat beside the player."""
    game = room("wine cellar")
    level = game.world.level
    for x, name in zip((1, 3, 5), potions, strict=False):
        level.put(a(name), Point(x, 1))
    walk(game, "w" * 6)
    rat = spawn(game.world, EMBER.monsters["rat"], Point(3, 2), mood=Mood.HUNTING)
    assert rat is not None
    rat.hit_points = rat.max_hit_points = 400
    level.move(rat, Point(3, 2))
    return game


def shelved(game: Game) -> list[str]:
    """Return the names of what is left on the shelves."""
    return [item.kind.name for _, pile in sorted(game.world.level.items.items()) for item in pile]


def test_each_blow_in_the_wine_cellar_breaks_a_bottle_with_its_effect() -> None:
    """Hit or miss, the player's or a monster's: here both heal from what breaks beside them."""
    game = cellar(*["potion of healing"] * 3)
    game.world.player.hit_points = 30
    world, rat = game.world, game.world.level.actors[1]
    assert Point(4, 2) == world.player.at
    events = walk(game, "w")
    blows = sum(isinstance(event, Struck | Missed) for event in events)

    broken = [event for event in events if isinstance(event, Shattered)]
    assert blows == len(broken) == 3 - len(shelved(game))
    assert blows >= 1
    goes_on_alike(game, "w")
    while shelved(game):
        rat.hit_points = rat.max_hit_points
        walk(game, "w")
    assert not any(isinstance(event, Shattered) for event in walk(game, "w"))


def test_a_bad_bottle_takes_effect_where_it_breaks() -> None:
    """Fire burns on the shelf and what is beside it."""
    game = cellar("potion of fire")
    walk(game, "w")

    assert game.world.level.is_burning(Point(1, 1))
    assert "potion of fire" in game.world.knowledge.identified


def test_blows_outside_the_cellar_break_nothing() -> None:
    """Nor does anything else that is done inside."""
    game = cellar(*["potion of healing"] * 3)
    game.world.level.remove(game.world.level.actors[1])
    walk(game, "wsne")
    assert 3 == len(shelved(game))
    walk(game, "eee")
    rat = spawn(game.world, EMBER.monsters["rat"], Point(8, 2), mood=Mood.HUNTING)
    assert rat is not None
    walk(game, "e" if rat.at.x > game.world.player.at.x else "w")
    assert 3 == len(shelved(game))


def test_the_cellar_says_its_rule() -> None:
    """At the first step inside, before a blow is struck."""
    shown = asked("wine cellar", *["left"] * 5)

    assert "Cellar floor: Each blow struck here, hit or miss, breaks a bottle." in shown


# --- watchtower


def test_the_watchtower_shows_and_is_seen_as_far_as_twenty_cells() -> None:
    """Walls do not count; beyond that nothing is seen, and the ground beside the tower shows nothing."""
    game = room("watchtower")
    level = game.world.level
    near, far = (walled_in(game, Point(x, 8)) for x in (15, 40))
    walk(game, "wwww")
    assert not level.is_visible(near.at)
    assert 0 == observe(game.world).chance_to_notice(near)
    walk(game, "w")

    assert level.is_visible(near.at)
    assert not level.is_visible(far.at)
    seen = observe(game.world)
    assert (33, 0) == tuple(round(seen.chance_to_notice(each) * 100) for each in (near, far))
    assert Mood.HUNTING == until_hunted(game, near)
    assert Mood.ROAMING == far.mood
    goes_on_alike(game, "we")


def walled_in(game: Game, at: Point) -> Actor:
    """Put an orc that roams on a cell of its own in the rock."""
    game.world.level.set_terrain(at, game.world.level.code("floor"))
    orc = spawn(game.world, EMBER.monsters["orc"], at, mood=Mood.ROAMING)
    assert orc is not None
    game.world.level.move(orc, at)
    return orc


def until_hunted(game: Game, orc: Actor) -> Mood:
    """Wait up to 40 turns until it hunts, and return what it does then."""
    for _ in range(40):
        if orc.mood is Mood.ROAMING:
            walk(game, ".")
    return orc.mood


def test_no_climb_of_the_watchtower_is_unasked() -> None:
    """The question says both sides of it; travelling and exploring keep off, and sleepers sleep on."""
    question = asked("watchtower", *["left"] * 5)
    game = room("watchtower")
    drive(game, Travel(Point(2, 2)))
    orc = sleeper(game, Point(6, 2))
    game.world.player.covered = True

    assert "Walk into the watchtower?" in question
    assert "You see all within 20 cells, walls or not. All that are awake within 20 see you." in question
    assert "watchtower" != game.world.level.terrain_at(game.world.player.at).name
    assert Mood.ASLEEP == orc.mood


# --- shrine of dark


def test_no_lamp_burns_in_the_shrine_of_dark() -> None:
    """What sleeps there is seen from two cells; nothing keeps it from coming out, or the player from leaving."""
    game = room("shrine of dark")
    orc = sleeper(game, Point(4, 2))
    level = game.world.level
    walk(game, "wwww")
    assert not level.is_visible(orc.at)
    walk(game, "w")
    assert not level.is_visible(orc.at)
    walk(game, "w")
    assert level.is_visible(orc.at)

    orc.mood, orc.noticed_on, orc.goal = Mood.HUNTING, game.world.turn, game.world.player.at
    game.world.player.hit_points = game.world.player.max_hit_points = 400
    goes_on_alike(game, "e")
    walk(game, "eeee")
    assert orc.at.x >= 8


@pytest.mark.slow
def test_the_altar_of_the_shrine_holds_a_ring_or_charm_with_two_pluses() -> None:
    """And the question at its edge says what is lost there."""
    found = [
        each.holds.kind.sort + str(each.holds.plus)
        for level in levels_for("shrine of dark", 4)
        for each in level.plan.features
        if each.holds is not None and level.ground(each.at) == "hallowed dark"
    ]
    question = asked("shrine of dark", *["left"] * 5)

    assert found
    assert set(found) <= {"ring2", "charm2"}
    assert "Walk into the hallowed dark?" in question
    assert "No lamp burns here: you see 2 cells, and something may sleep beyond." in question


def test_line_mode_asks_with_the_same_words() -> None:
    """Before a drink, before work, and before the watchtower; the answer no changes nothing."""
    talking = talk("#######\n#..@..#\n#.....#\n#######", rules=EMBER)
    level, me = talking.game.world.level, talking.game.world.player
    level.set_feature(level.grid.index(me.at.step(Direction.WEST)), Feature(EMBER.features["font"]))
    level.set_feature(level.grid.index(me.at.step(Direction.EAST)), Feature(EMBER.features["oil press"]))
    level.set_terrain(me.at.step(Direction.SOUTH), level.code("watchtower"))
    me.hit_points = 3

    talking.say("wait")
    font, press, tower = (
        " ".join([*talking.say(way), *talking.say("no")]) for way in ("go west", "go east", "go south")
    )

    assert "Drink from the font?" in font
    assert "Work the oil press?" in press
    assert "Walk into the watchtower?" in tower
    assert 3 == me.hit_points
    talking.say("go west", "yes")
    assert me.max_hit_points == me.hit_points
