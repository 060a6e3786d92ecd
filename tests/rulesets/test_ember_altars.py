"""Items on altars and in cages of Ember, and the effects of taking them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.patrol import Patrol
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, TakeStairs, Use, Wait
from roguelike.engine.events import FeatureActed, GasReleased, Ignited, PickedUp, Reason, Refused, Returned, Unlocked
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import offered
from roguelike.engine.restore import restore
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.identity import shuffled
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.frozen_level import thaw
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.item_use import befriended
from roguelike.narration.places import places
from tests.automation.driving import drive
from tests.drawn_levels import Drawn
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {"A": "altar", "C": "cage", "L": "locked cage", "+": "locked door", ":": "chasm", ">": "stairs down"}


def holding(picture: str, *items: Item, legend: dict[str, str] | None = None) -> Game:
    """Begin a game in which the features hold these things, row by row."""
    game = draw(picture, EMBER, legend={**LEGEND, **(legend or {})})
    for cell, item in zip(sorted(game.world.level.features), items, strict=False):
        game.world.level.features[cell].holds = item
    return game


def feature(game: Game, x: int, y: int = 0) -> Feature:
    """Return the feature of a cell."""
    found = game.world.level.feature_at(Point(x, y))
    assert found is not None
    return found


def carried(game: Game) -> list[str]:
    """Return the names of the player's items."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def fill(game: Game) -> None:
    """Fill the pack."""
    slots = game.world.player.inventory.slots
    slots[:] = [Item.of(EMBER.items["mace"]) for _ in slots]


def a(name: str, plus: int = 0) -> Item:
    """Return an item of that name."""
    return Item.of(EMBER.items[name], plus=plus)


def test_a_step_onto_an_altar_takes_its_item() -> None:
    """Like a step onto any other item."""
    game = holding("@A.", a("key"))

    events = game.play(Move(EAST))

    assert ["key"] == carried(game)
    assert Point(1, 0) == game.world.player.at
    assert any(isinstance(event, PickedUp) for event in events)
    assert feature(game, 1).holds is None


def test_walking_into_a_cage_takes_its_item() -> None:
    """The cage blocks its cell."""
    game = holding("@C.", a("sword", 2))

    game.play(Move(EAST))

    assert ["sword"] == carried(game)
    assert Point(0, 0) == game.world.player.at
    assert [Refused(Reason.WALL)] == [each for each in game.play(Move(EAST)) if isinstance(each, Refused)]


@pytest.mark.parametrize("picture", ["@C", "@A"])
def test_a_full_pack_leaves_it_there(picture: str) -> None:
    """A message says so, and nothing is lost."""
    game = holding(picture, a("key"))
    fill(game)

    events = game.play(Move(EAST))
    events += game.play(PickUp()) if picture == "@A" else []

    assert [Reason.INVENTORY_FULL] == [each.reason for each in events if isinstance(each, Refused)]
    assert feature(game, 1).holds is not None


def test_taking_an_item_takes_effect_once() -> None:
    """Putting an item back changes nothing."""
    game = holding("@A", a("key"))
    first = game.play(Move(EAST))
    feature(game, 1).holds = a("key")
    again = game.play(PickUp())

    assert [1, 0] == [sum(isinstance(each, FeatureActed) for each in events) for events in (first, again)]


def test_the_player_sees_held_items_with_their_numbers() -> None:
    """The player is asked before taking it; exploring and travelling never take it."""
    game = holding("@C", a("sword", 2))
    seen = observe(game.world)
    told = examine(seen, Point(1, 0))

    assert told is not None
    assert ("cage", "Holds a sword +2") == (told.name, told.lines[0])
    assert offered(seen, EAST) is not None
    assert not observe(holding("@A", a("key")).world).is_safe(Point(1, 0))
    assert observe(holding("@A").world).is_safe(Point(1, 0))


def test_the_items_of_a_choice_are_identified() -> None:
    """An item in a cage is identified, an item on an altar is not."""
    for picture, is_known in (("@C", True), ("@A", False)):
        game = holding(picture, a("wand of slowness"))
        game.world.knowledge.appearances = shuffled(EMBER, game.world.rng)
        told = examine(observe(game.world), Point(1, 0))
        game.play(Move(EAST))

        assert told is not None
        assert is_known == ("slowness" in told.lines[0])
        assert is_known == ("wand of slowness" in game.world.knowledge.identified)


def test_a_cage_that_was_emptied_is_saved_so() -> None:
    """The save keeps everything that happened to it."""
    game = holding("@C", a("sword"))
    game.play(Move(EAST))

    again = restore(EMBER, snapshot(game.world))

    assert (None, 1) == (feature(again, 1).holds, feature(again, 1).state)


TREASURY = """
######
#L...#
#..@+#
#L...#
######
"""


def test_the_key_opens_its_door_and_is_used_up() -> None:
    """It takes a turn, and then the door is an ordinary door."""
    game = holding("@+.")
    game.world.player.inventory.insert(a("key"))

    events = game.play(Move(EAST))

    assert any(isinstance(event, Unlocked) for event in events)
    assert [] == carried(game)
    assert "door" == game.world.level.terrain_at(Point(1, 0)).name
    assert Point(0, 0) == game.world.player.at
    game.play(Move(EAST))
    assert Point(1, 0) == game.world.player.at


def test_without_its_key_a_door_stays_locked() -> None:
    """One message says so, and no time passes."""
    game = holding("@+.")

    events = game.play(Move(EAST))

    assert [Refused(Reason.LOCKED, EMBER.items["key"])] == events


def test_cages_stay_shut_until_the_key_turns() -> None:
    """A player who got in without the key can take nothing, but sees the items."""
    game = holding(TREASURY, a("sword", 2), a("ring of mending", 2))
    game.play(Move(WEST))

    refused = game.play(Move(Direction.NORTH_WEST))
    game.world.player.inventory.insert(a("key"))
    game.play(Move(EAST))
    game.play(Move(EAST))
    game.play(Move(WEST))
    game.play(Move(Direction.NORTH_WEST))

    assert [Refused(Reason.SHUT)] == refused
    assert ["sword"] == carried(game)


def test_one_item_is_taken_and_the_other_cages_close_permanently() -> None:
    """It counts as one treasury, and examining still shows the other items."""
    game = holding("C@C", a("sword", 2), a("ring of mending", 2))

    game.play(Move(WEST))
    events = game.play(Move(EAST))
    told = examine(observe(game.world), Point(2, 0))

    assert [Refused(Reason.SHUT)] == events
    assert told is not None
    assert ("closed cage", "Holds a ring of mending +2") == (told.name, told.lines[0])
    assert 1 == game.world.tally.treasuries


def below(picture: str, *items: Item) -> Game:
    """Begin a game with a level below."""
    rules = attrs.evolve(EMBER, generator=Drawn((picture, "....\n.@..\n....")), depths=2)
    game = draw(picture, rules, legend=LEGEND)
    for cell, item in zip(sorted(game.world.level.features), items, strict=False):
        game.world.level.features[cell].holds = item
    return game


@pytest.mark.parametrize("picture", ["@A>", "@A:"])
def test_a_key_never_leaves_its_level(picture: str) -> None:
    """By stairs or by falling: it is back on its altar."""
    game = below(picture, a("key"))
    game.play(Move(EAST))
    assert ["key"] == carried(game)

    events = [*game.play(Move(EAST)), *(game.play(TakeStairs("down")) if picture == "@A>" else [])]
    left = thaw(game.world.frozen[1], EMBER)

    assert 2 == game.world.depth
    assert [] == carried(game)
    assert [Returned(EMBER.items["key"])] == [event for event in events if isinstance(event, Returned)]
    assert "key" == left.features[left.grid.index(Point(1, 0))].holds.kind.name  # type: ignore[union-attr]


def test_a_key_over_a_chasm_is_back_on_its_altar() -> None:
    """Dropped elsewhere, it stays there."""
    game = below("@A.", a("key"))
    game.play(Move(EAST))
    game.play(Move(EAST))
    game.play(Drop(0))
    assert "key" == game.world.level.items_at(Point(2, 0))[0].kind.name

    game.world.level.set_terrain(Point(2, 0), game.world.level.code("chasm"))
    game.world.player.kind = attrs.evolve(game.world.player.kind, flies=True)
    game.play(Wait())

    assert "key" == feature(game, 1).holds.kind.name  # type: ignore[union-attr]


def test_monsters_with_a_key_drop_it_when_they_die() -> None:
    """A monster that leaves the level also leaves the key behind."""
    game = below("@..o..>")
    rat = next(actor for actor in game.world.level.actors if not actor.is_player)
    rat.carries = a("key")

    fall(game.world, rat)

    assert "key" == game.world.level.items_at(Point(3, 0))[0].kind.name


def key_room(vault: str) -> Game:
    """Begin a game inside a vault with a key, two steps from its altar, at full health."""
    kind = EMBER.vaults[vault]
    legend = {sign: cell for sign, cell in kind.legend.items() if not cell.door}
    rows = [row.replace("+", "#") for row in kind.rows]
    game = draw(
        "\n".join("".join("." if sign in legend else sign for sign in row) for row in rows).replace(".", "@", 1), EMBER
    )
    level, kinds = game.world.level, EMBER.features
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if (cell := legend.get(sign)) is None:
                continue
            at = Point(x, y)
            for name in (cell.terrain, cell.cover):
                if name is not None:
                    level.set_terrain(at, level.code(name))
            if cell.feature is not None:
                holds = None if cell.item is None else a(cell.item)
                level.set_feature(level.grid.index(at), Feature(kinds[cell.feature], cell.hidden, holds=holds))
    altar = next(level.grid.point(cell) for cell, each in level.features.items() if each.holds is not None)
    level.move(game.world.player, altar.step(EAST))
    game.play(Wait())
    return game


def ground(game: Game) -> list[str]:
    """Return the names of the terrain on the level, each once."""
    level = game.world.level
    return [level.kinds[code].name for code in dict.fromkeys(level.terrain)]


def test_the_crumbling_island_falls_seven_rounds_later() -> None:
    """A player who stays falls; the key is back on its altar, amid rubble in the end."""
    game = key_room("crumbling island")
    game.play(Move(WEST))
    assert ["key"] == carried(game)
    assert {"cracking floor"} == {"cracking floor", "cracked floor"} & set(ground(game))
    for _ in range(6):
        game.play(Wait())
    assert "pit" not in ground(game)

    again = restore(EMBER, snapshot(game.world))
    again.play(Wait())
    assert 2 == again.world.depth
    assert [] == carried(again)
    game.world.player.kind = attrs.evolve(game.world.player.kind, flies=True)
    game.play(Wait())
    assert "pit" in ground(game)
    for _ in range(20):
        game.play(Wait())

    assert "rubble" in ground(game)
    assert "pit" not in ground(game)


def test_a_player_who_floats_off_the_crumbling_island_keeps_the_key() -> None:
    """Eight steps, the last over pits."""
    game = key_room("crumbling island")
    game.play(Move(WEST))
    game.world.player.kind = attrs.evolve(game.world.player.kind, flies=True)
    for _ in range(8):
        game.play(Move(EAST))
    for _ in range(10):
        game.play(Wait())

    assert ["key"] == carried(game)
    assert "floor" == game.world.level.terrain_at(game.world.player.at).name


def test_the_drowned_cell_floods_and_runs_dry_again() -> None:
    """Two eels come with the water, which is gone after 25 rounds; a player who runs immediately stays ahead of it."""
    game = key_room("drowned cell")
    game.play(Move(WEST))
    eels = [each for each in game.world.level.actors if each.kind.name == "eel"]
    assert 2 == len(eels)
    assert all("stunned" in eel.conditions for eel in eels)
    for _ in range(2):
        game.play(Move(EAST))
    dry = [game.play(Move(EAST)) and game.world.level.terrain_at(game.world.player.at).name for _ in range(3)]
    game.world.player.hit_points = game.world.player.max_hit_points = 500

    for _ in range(10):
        game.play(Wait())
    assert "floor" not in ground(game)
    for _ in range(12):
        game.play(Wait())

    assert ["floor"] * 3 == dry
    assert "deep water" not in ground(game)
    assert ["key"] == carried(game)


def test_the_burning_meadow_burns_in_the_middle() -> None:
    """Its grates are hidden until then."""
    game = key_room("burning meadow")
    hidden = [each.hidden for each in game.world.level.features.values() if each.kind.name == "fire grate"]
    events = game.play(Move(WEST))

    level = game.world.level
    assert any(hidden)
    assert 1 == sum(isinstance(event, Ignited) and not event.spread for event in events)
    assert level.is_burning(Point(6, 1))
    assert not any(each.hidden for each in level.features.values())
    assert not level.is_burning(Point(9, 3))


def test_a_meadow_that_was_burned_first_is_harmless() -> None:
    """The key does not burn, and ash does not."""
    game = key_room("burning meadow")
    level = game.world.level
    level.lay(level.grid.inside & level.passable, level.code("ash"))

    game.play(Move(WEST))
    for _ in range(8):
        game.play(Wait())

    assert ["key"] == carried(game)
    assert game.world.player.max_hit_points == game.world.player.hit_points


def test_the_vent_gallery_fills_with_gas() -> None:
    """Two grates release four thousand units; of two clouds of the same gas, one is reported."""
    game = key_room("vent gallery")
    events = game.play(Move(WEST))

    told = [event.feature.name for event in events if isinstance(event, FeatureActed)]
    assert ["venting altar", "gas grate"] == told
    assert 1 == sum(isinstance(event, GasReleased) for event in events)
    assert 3900 <= sum(amount for at in game.world.level.grid.points() for _, amount in game.world.level.gases_at(at))


def test_the_crypt_wakes_its_dead() -> None:
    """They come from a coffin, dazed for two turns; then all coffins are open."""
    game = key_room("crypt")
    game.play(Move(WEST))

    names = [each.kind.name for each in game.world.level.features.values()]
    woken = [each for each in game.world.level.actors if not each.is_player]
    assert 4 == names.count("open coffin")
    assert 2 <= len(woken)
    assert all("stunned" in each.conditions for each in woken)
    assert {"skeleton", "wight"} >= {each.kind.name for each in woken}


def test_a_flood_is_saved_with_the_level() -> None:
    """It continues unchanged after loading."""
    game = key_room("drowned cell")
    game.play(Move(WEST))
    again = restore(EMBER, snapshot(game.world))

    for each in (game, again):
        for _ in range(4):
            each.play(Wait())

    assert digest(game.world) == digest(again.world)


def captives(picture: str, *, caged: bool = False) -> Game:
    """Begin a game beside captive orcs, with a scroll of enchantment."""
    game = draw(picture, EMBER)
    level = game.world.level
    for actor in [each for each in level.actors if not each.is_player]:
        actor.side, actor.mood = Side.NONE, Mood.HELD
        if caged:
            level.set_feature(level.grid.index(actor.at), Feature(EMBER.features["barred cage"]))
    game.world.player.inventory.insert(Item.of(EMBER.items["scroll of enchantment"], 4))
    return game


def sides(game: Game) -> list[str]:
    """Return the sides of the other actors."""
    return [actor.side.value for actor in game.world.level.actors if not actor.is_player]


def test_a_scroll_of_enchantment_frees_a_captive_at_once() -> None:
    """Only an adjacent captive, and at most two allies."""
    game = captives("oo\n@o")
    for at in (Point(0, 0), Point(1, 1)):
        game.play(Use(0, at))
    events = game.play(Use(0, Point(1, 0)))

    assert ["player", "none", "player"] == sides(game)
    assert [Refused(Reason.TOO_MANY)] == events
    assert 2 == game.world.player.inventory.slots[0].number  # type: ignore[union-attr]


def test_a_captive_out_of_reach_is_not_freed() -> None:
    """The scroll is not lost."""
    game = captives("@.o")

    assert [Refused(Reason.NOBODY_THERE)] == game.play(Use(0, Point(2, 0)))


def test_one_of_three_cages_opens_and_the_others_are_sealed() -> None:
    """Waiting does not open any."""
    game = captives("oo\n@o", caged=True)
    for _ in range(6):
        game.play(Wait())
    assert ["none"] * 3 == sides(game)

    told = [event.feature.name for event in game.play(Use(0, Point(0, 0))) if isinstance(event, FeatureActed)]
    refused = game.play(Use(0, Point(1, 1)))

    assert ["barred cage"] == told
    assert ["player", "none", "none"] == sides(game)
    assert [Refused(Reason.SHUT)] == refused


def test_enchantment_is_offered_for_adjacent_allies_and_captives() -> None:
    """In the menu and in line mode, and for no other actors."""
    game = captives("@o.o")
    seen = observe(game.world)
    scroll = stacks(seen)[0]

    assert [Point(1, 0)] == [other.at for other in befriended(scroll, seen)]


def test_exploring_stops_beside_an_altar_once_and_takes_nothing() -> None:
    """The player decides; the last message lists the items left."""
    game, patrol = holding("@....A....\n..........", a("key")), Patrol()

    first = drive(game, Explore(patrol=patrol))
    second = drive(game, Explore(patrol=patrol))

    assert "Altar: key." == first.reason
    assert "Explored. Left: Altar: key." == second.reason
    assert [] == carried(game)


def test_exploring_tells_all_cages_at_the_first() -> None:
    """There is one choice among them, and one stop."""
    game, patrol = holding("@...\nC.C.", a("sword", 2), a("ring of mending", 2)), Patrol()

    assert "Cage: sword +2, ring of mending +2." == drive(game, Explore(patrol=patrol)).reason
    assert drive(game, Explore(patrol=patrol)).reason.startswith("Explored.")


def test_exploring_fetches_a_key_and_goes_to_its_door() -> None:
    """It does not open the door."""
    game, patrol = holding("@..k....+.", legend={"k": "key"}), Patrol()

    ran = drive(game, Explore(patrol=patrol))

    assert "Locked door: you have the key." == ran.reason
    assert Point(7, 0) == game.world.player.at
    assert ["key"] == carried(game)


def test_exploring_without_the_key_names_the_locked_door() -> None:
    """It does not go there in vain."""
    assert drive(holding("@..+."), Explore(patrol=Patrol())).reason == "Explored. Left: Locked door."


def test_nothing_is_to_be_done_about_a_closed_cage() -> None:
    """Travelling there also ends beside it, but gives no advice to walk into it."""
    game = holding("@...X.", a("key"), legend={"X": "closed cage"})

    assert drive(game, Travel(Point(4, 0))).reason == "You are beside it."


@pytest.mark.parametrize("picture", ["@...A.", "@...C.", "@...+."])
def test_travelling_stops_beside_altars_and_cages(picture: str) -> None:
    """Paths beyond them do not lead over them."""
    game = holding(picture, a("key"))

    ran = drive(game, Travel(Point(4, 0)))

    assert "You are beside it. Walk into it to act." == ran.reason
    assert Point(3, 0) == game.world.player.at


def test_the_list_of_places_shows_held_items() -> None:
    """The list allows travelling to altars and cages."""
    seen = observe(holding("@..C", a("sword", 2)).world)

    assert "cage with a sword +2" in [place.name for place in places(seen)]


@pytest.mark.parametrize("picture", ["@C.", "@A."])
def test_taking_is_asked_first_on_the_screen(picture: str) -> None:
    """The question names the item; any other key leaves it there."""
    game = holding(picture, a("sword", 2))
    shown = watch(game, "right", "escape", "right", "enter").after

    asked = "Take the sword +2 from the"
    assert [False, True, False, True] == [asked in canvas.text() for canvas in shown[:4]]
    assert ["sword"] == carried(game)


def test_a_pile_of_cages_is_examined_with_every_number() -> None:
    """A staff with its charges, a charm, a ring: the effects of a choice are known in advance."""
    game = holding("@CC", a("staff of fire", 2), a("wand of slowness", 2))
    told = [examine(observe(game.world), Point(x, 0)) for x in (1, 2)]

    assert ["Holds a staff of fire +2 [3/3]", "Holds a wand of slowness +2 [8]"] == [
        each.lines[0] for each in told if each
    ]


@pytest.mark.parametrize("name", [name for name, kind in EMBER.features.items() if kind.taken])
def test_the_question_shows_all_effects_of_taking(name: str) -> None:
    """The effects of a choice are known in advance, and never cut off."""
    kind = EMBER.features[name]
    game = holding("@C" + "." * 60, a("key"), legend={"C": name})

    shown = watch(game, "right").after[-1].text()
    boxed = " ".join(row.split("│")[1].strip() for row in shown.splitlines() if "│" in row)

    assert kind.cages or kind.description in boxed
