"""The terrain, the features and the conditions of `ember`, on drawn maps."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.automation.automation import Stop, interruption
from roguelike.automation.rest import Rest
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, PickUp, Search, Wait
from roguelike.engine.events import (
    CannotDo,
    Creaked,
    Drifted,
    FeatureFound,
    Harmed,
    Heard,
    Reason,
    Refused,
    Struggled,
    TerrainChanged,
    TrapSprung,
)
from roguelike.engine.game import Game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.features import Turn
from roguelike.engine.parts.effects.laying import Lay
from roguelike.engine.parts.effects.movement import Blink, Push, Teleport
from roguelike.engine.parts.effects.perception import Map, Reveal
from roguelike.engine.parts.effects.terrain import Dig
from roguelike.engine.preview import harmful_step
from roguelike.engine.restore import restore
from roguelike.engine.rules import terrain as terrain_rules
from roguelike.engine.rules.conditions import afflict, cure
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.features import find_within
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw, picture
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.actor import Actor

EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {
    "+": "door",
    "'": "open door",
    ",": "grass",
    "%": "foliage",
    "~": "shallow water",
    "=": "deep water",
    ":": "chasm",
    "}": "lava",
    "w": "web",
    "_": "sanctuary",
    "t": "trapdoor",
    "B": "bell trap",
    "n": "net trap",
    "c": "cage",
    "|": "crystal",
    "S": "statue",
}


def rules(**how: Any) -> RuleSet:  # noqa: ANN401 -- fields of a kind of monster
    """Return Ember's rules with another rat, and without starting items."""
    ember = load_ruleset("ember")
    rat: ActorKind = attrs.evolve(ember.monsters["rat"], **how)
    return attrs.evolve(ember, monsters={**ember.monsters, "rat": rat}, possessions=())


def scene(map_: str, *, ruleset: RuleSet | None = None, **how: Any) -> Game:  # noqa: ANN401 -- as draw
    """Return a game on a drawn map of Ember."""
    return draw(map_, ruleset or rules(mind=None), legend=LEGEND, **how)


def monster(game: Game) -> Actor:
    """Return the only monster."""
    return next(actor for actor in game.world.level.actors if not actor.is_player)


def suffer(game: Game, victim: Actor, name: str, turns: int) -> None:
    """Afflict an actor with a condition."""
    afflict(game.world, victim, game.world.ruleset.conditions[name], turns)


def left(actor: Actor, name: str) -> int:
    """Return the remaining duration of a condition."""
    return actor.conditions[name].left if name in actor.conditions else 0


def cause(game: Game, at: Point | None = None) -> Cause:
    """Return the player as a cause."""
    return Cause(game.world.player.ref, at or game.world.player.at)


def acts(kind: TerrainKind) -> tuple[object, ...]:
    """Return all effects of terrain on actors."""
    return (
        *(kind.blocks, kind.enter, kind.stand, kind.liquid, kind.falls, kind.bars, kind.noise),
        *(bool(kind.opens_to), bool(kind.closes_to), kind.tramples_to),
    )


def test_no_two_terrains_that_act_differently_look_the_same_without_colours() -> None:
    """Lava that looks like water would kill."""
    alike = [
        (one.name, other.name)
        for one, other in itertools.combinations(load_ruleset("ember").terrain, 2)
        if (one.glyph.char, one.glyph.reverse) == (other.glyph.char, other.glyph.reverse) and acts(one) != acts(other)
    ]

    assert [] == alike


def test_no_terrain_looks_like_an_item_or_a_monster() -> None:
    """Except reversed glyphs."""
    ember = load_ruleset("ember")
    terrain = {kind.glyph.char for kind in ember.terrain if not kind.glyph.reverse}

    others = [kind.glyph for kind in ember.items.values()] + [kind.glyph for kind in ember.monsters.values()]
    assert set() == terrain & {glyph.char for glyph in others}


def test_no_feature_looks_like_terrain() -> None:
    """Traps can look alike."""
    ember = load_ruleset("ember")
    terrain = {(kind.glyph.char, kind.glyph.reverse) for kind in ember.terrain}

    assert set() == terrain & {(kind.glyph.char, kind.glyph.reverse) for kind in ember.features.values()}


# --- doors


def test_a_door_opens_for_an_actor_and_closes_behind_it() -> None:
    """It blocks sight while it is closed."""
    game = scene("#######\n@+...r#\n#######")
    level = game.world.level
    assert not level.is_visible(Point(5, 1))

    game.play(Move(EAST))

    assert ("open door", True) == (level.terrain_at(Point(1, 1)).name, level.is_visible(Point(5, 1)))
    game.play(Move(EAST))
    assert "#######\n.+@..r#\n#######" == picture(game)


@pytest.mark.parametrize("lies", [False, True])
def test_a_door_stays_open_while_anything_lies_in_it(*, lies: bool) -> None:
    """Even a potion keeps it open."""
    game = scene("@+...", inventory=["potion of healing"])
    game.play(Move(EAST))
    if lies:
        game.world.level.put(game.world.player.inventory.remove(0), Point(1, 0))

    game.play(Move(EAST))

    assert ("open door" if lies else "door") == game.world.level.terrain_at(Point(1, 0)).name


def test_monsters_that_cannot_open_doors_stay_outside() -> None:
    """Other monsters come through."""
    for opens, expected in ((True, 3), (False, 4)):
        game = scene("@..+r", ruleset=rules(opens_doors=opens))
        monster(game).noticed_on = 0

        game.play(Wait())

        assert expected == monster(game).at.x


@pytest.mark.parametrize(("door", "ways"), [("+", [4, 4, 3, 2]), ("'", [4, 3, 2, 1])])
def test_a_closed_door_takes_others_two_turns(door: str, ways: list[int]) -> None:
    """An actor that waits behind a door attacks first."""
    game = scene(f"@...{door}r", ruleset=rules())
    monster(game).noticed_on = 0

    assert ways == [monster(game).at.x for _ in range(4) if game.play(Wait())]


def test_the_player_goes_through_a_door_as_fast_as_anywhere() -> None:
    """Doors do not slow the player."""
    game = scene("@+..")

    for _ in range(3):
        game.play(Move(EAST))

    assert 3 == game.world.round


def test_changes_out_of_sight_are_not_on_the_map() -> None:
    """A door that opens behind a wall is drawn closed, until it is seen again."""
    game = scene("####\n@.+.\n####")
    level = game.world.level
    game.play(Move(EAST))
    game.world.level.visible = bytearray(level.grid.size)
    change(game.world, 1 << level.grid.index(Point(2, 1)), "floor")

    seen = observe(game.world).level.terrain_at(Point(2, 1)).name
    saved = snapshot(game.world)
    game.play(Wait())

    assert ("door", "floor") == (seen, observe(game.world).level.terrain_at(Point(2, 1)).name)
    assert saved["world"]["level"]["outdated"]
    assert not level.outdated


@pytest.mark.parametrize("after", ["closed cage", None])
def test_features_out_of_sight_stay_on_the_map(after: str | None) -> None:
    """A cage stays as last seen, with its item, until the lamp shows it again; so also in a save."""
    game = scene("@....c....")
    world, level, cell = game.world, game.world.level, game.world.level.grid.index(Point(5, 0))
    level.features[cell].holds = Item.of(world.ruleset.items["sword"])
    game.play(Cover())
    if after is None:
        level.set_feature(cell, None)
    else:
        Turn(("cage",), after).apply(world, cause(game), Point(0, 0))
    known = [observe(each.world).level.features[cell] for each in (game, restore(world.ruleset, snapshot(world)))]
    game.play(Cover())
    seen = observe(world).level.features.get(cell)

    assert [("cage", "sword")] * 2 == [(each.kind.name, each.holds and each.holds.kind.name) for each in known]
    assert after == (seen and seen.kind.name)
    assert not level.seen_features


def test_features_found_out_of_sight_are_on_the_map() -> None:
    """Whatever was known about its cell before."""
    game = scene("@.........")
    world, level, cell = game.world, game.world.level, game.world.level.grid.index(Point(5, 0))
    game.play(Cover())
    level.set_feature(cell, Feature(world.ruleset.features["bell trap"], hidden=True))
    before = observe(world).level.features
    find_within(world, Point(5, 0), 1)

    assert {} == before
    assert ["bell trap"] == [each.kind.name for each in observe(world).level.features.values()]


@pytest.mark.parametrize(("glyph", "creaks"), [("h", True), ("o", False)])
def test_a_door_creaks_for_an_unseen_monster(glyph: str, *, creaks: bool) -> None:
    """A shade is visible only nearby; automations stop for the creak."""
    game = scene("#########\n@....+" + glyph + "..\n#########", ruleset=rules())
    who = monster(game)
    who.mood = Mood.HUNTING
    events = [event for _ in range(2) for event in game.play(Wait())]
    heard = [event for event in events if isinstance(event, Creaked)]

    assert creaks == bool(heard)
    if creaks:
        message = Narrator(game.world.ruleset).tell(heard[0])
        assert message is not None
        assert "The door creaks open, but nobody is there." == message.text
        assert Stop("A door creaks open.") == interruption(heard[0])


@pytest.mark.parametrize(("far", "heard"), [(11, True), (16, False)])
def test_a_door_that_creaks_nearby_is_heard(far: int, *, heard: bool) -> None:
    """Beyond the light of the lamp, and within fourteen steps."""
    game = scene(f"@{'.' * far}+h", ruleset=rules())
    shade = monster(game)
    game.world.level.move(shade, Point(far + 1, 0))
    terrain_rules.entered(game.world, shade)

    assert heard == any(isinstance(event, Heard) and event.sound == "a door creak" for event in game.take_events())


# --- covers


def test_foliage_hides_cells_behind_it_until_it_is_trampled() -> None:
    """It hides them again after it has grown back."""
    game = scene("########\n@.%...r#\n########")
    level = game.world.level
    rat = monster(game)
    assert not level.is_visible(rat.at)

    game.play(Move(EAST))
    events = game.play(Move(EAST))

    assert level.is_visible(rat.at)
    assert ["trampled foliage"] == [each.terrain.name for each in events if isinstance(each, TerrainChanged)]


def test_foliage_grows_back_without_actors_nearby() -> None:
    """It never does within one step of an actor."""
    game = scene("@%.....")
    change(game.world, 1 << game.world.level.grid.index(Point(1, 0)), "trampled foliage")
    for _ in range(300):
        game.play(Wait())
    assert "trampled foliage" == game.world.level.layers_at(Point(1, 0))[0].name

    game.world.level.move(game.world.player, Point(6, 0))
    for _ in range(1000):
        game.play(Wait())

    assert "foliage" == game.world.level.layers_at(Point(1, 0))[0].name


def test_flyers_do_not_trample_foliage() -> None:
    """They also spring no traps."""
    game = scene("@......r", ruleset=rules(flies=True))
    rat = monster(game)
    level = game.world.level
    change(game.world, 1 << level.grid.index(Point(6, 0)), "foliage")
    terrain_rules.entered(game.world, rat)
    level.move(rat, Point(6, 0))

    terrain_rules.entered(game.world, rat)

    assert "foliage" == level.layers_at(Point(6, 0))[0].name


def test_a_cover_disappears_when_its_ground_becomes_a_hole() -> None:
    """No cover can be laid there."""
    game = scene("@,,,")
    level = game.world.level
    board = 1 << level.grid.index(Point(2, 0))

    change(game.world, board, "chasm")
    change(game.world, board, "grass")

    assert "@,:," == picture(game)
    change(game.world, -1 & (1 << level.grid.size) - 1, "nothing")
    assert ("@.:.", b"") == (picture(game), level.cover)


def test_a_web_holds_an_actor_that_walks_in() -> None:
    """One try in three tears it; attacking is possible meanwhile."""
    game = scene("@w...")
    game.play(Move(EAST))
    player = game.world.player
    assert left(player, "held") > 0

    tries = 0
    while player.at == Point(1, 0):
        events = game.play(Move(EAST))
        tries += any(isinstance(each, Struggled) for each in events)

    assert tries <= 4
    assert not player.conditions


def test_a_sanctuary_bars_monsters_and_allies_but_not_the_player() -> None:
    """They can attack into it from adjacent cells."""
    game = scene("@_r", ruleset=rules())
    rat = monster(game)
    for side in (Side.PLAYER, Side.MONSTERS):
        rat.side = side
        with pytest.raises(CannotDo) as refused:
            Move(WEST).perform(game.world, rat)
        assert Reason.BARRED == refused.value.reason

    game.play(Move(EAST))
    for _ in range(9):
        game.play(Wait())

    assert (Point(1, 0), 2) == (game.world.player.at, rat.at.x)
    assert game.world.player.hit_points < 40


# --- water, lava and chasms


def test_deep_water_weakens_and_carries_things_off() -> None:
    """One item at a time, to an adjacent cell."""
    game = scene("....\n.@=.\n....", inventory=["potion of healing"] * 3, seed=3)
    player = game.world.player

    events = [event for command in (Move(EAST), *[Wait()] * 12) for event in game.play(command)]

    drifted = [event for event in events if isinstance(event, Drifted)]
    assert 3 == len(drifted)
    assert 6 == player.stats.attack
    assert 3 == sum(map(len, game.world.level.items.values()))
    game.play(Move(EAST))
    game.play(Wait())
    assert 10 == player.stats.attack


def test_worn_items_stay_and_stacks_drift_one_item_at_a_time() -> None:
    """A player who swims with eight darts loses them one by one, but no worn items."""
    game = draw("....\n.@=.\n....", load_ruleset("ember"), legend=LEGEND, seed=3)
    worn, darts = game.world.player.inventory.slots[:2], game.world.player.inventory.slots[2]
    before = 8 if darts is None else darts.number

    events = [event for command in (Move(EAST), Wait(), Wait()) for event in game.play(command)]

    drifted = [event.item for event in events if isinstance(event, Drifted)]
    assert drifted
    assert darts is not None
    assert {"dart"} == {item.name for item in drifted}
    assert before - len(drifted) == darts.number
    assert worn == game.world.player.inventory.slots[:2]


def test_items_that_never_drift_stay() -> None:
    """Keys, and the Ember."""
    ember = rules(mind=None)
    potion = attrs.evolve(ember.items["potion of healing"], drifts=False)
    game = scene(
        "@=.",
        ruleset=attrs.evolve(ember, items={**ember.items, "potion of healing": potion}),
        inventory=["potion of healing"],
    )
    for command in (Move(EAST), *[Wait()] * 20):
        game.play(command)

    assert potion is game.world.player.inventory.slots[0].kind  # type: ignore[union-attr]


def test_items_in_deep_water_drift_ashore() -> None:
    """Sooner or later."""
    game = scene("@.===.")
    game.world.level.put(scene("@", inventory=["potion of healing"]).world.player.inventory.remove(0), Point(3, 0))

    for _ in range(60):
        game.play(Wait())

    assert "floor" == game.world.level.terrain_at(game.world.level.grid.point(next(iter(game.world.level.items)))).name


def test_lava_kills_actors_and_burns_items() -> None:
    """Except actors that float or are immune to fire."""
    for condition, outcome in ((None, "died"), ("fireproof", None), ("afloat", None)):
        game = scene("@}.")
        if condition is not None:
            suffer(game, game.world.player, condition, 9)
        game.play(Move(EAST))
        assert outcome == game.outcome

    game = scene("@.}", inventory=["potion of healing"])
    game.world.level.put(game.world.player.inventory.remove(0), Point(2, 0))
    game.play(Wait())
    assert {} == game.world.level.items


def test_items_over_a_chasm_fall_as_they_lay() -> None:
    """Whole stacks, to the level below."""
    game = scene("@:")
    darts = Item.of(game.world.ruleset.items["dart"], number=5)
    game.world.level.put(darts, Point(1, 0))
    game.play(Wait())

    assert [(2, [5])] == [(each.depth, [item.number for item in each.items]) for each in game.world.arrivals]


def test_an_actor_that_steps_over_an_edge_falls_immediately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who fly or float do not; a trapdoor is the same."""
    fallen: list[int] = []
    for module in (terrain_rules, __import__("roguelike.engine.rules.features", fromlist=["fall"])):
        monkeypatch.setattr(module, "fall", lambda _, actor: fallen.append(actor.id))
    for glyph in ":t":
        game = scene(f"@{glyph}..")
        suffer(game, game.world.player, "afloat", 2)
        game.play(Move(EAST))
        assert [] == fallen
        game.play(Move(WEST))
        game.play(Move(EAST))
        assert {1} == set(fallen)
        fallen.clear()


def test_floating_actors_cannot_reach_the_floor() -> None:
    """Picking up is impossible."""
    game = scene("@.", inventory=["potion of healing"])
    game.world.level.put(game.world.player.inventory.remove(0), Point(0, 0))
    suffer(game, game.world.player, "afloat", 5)

    events = game.play(PickUp())

    assert [Reason.CANNOT_PICK_UP] == [each.reason for each in events if isinstance(each, Refused)]


@pytest.mark.parametrize(("glyph", "name"), [("=", "deep water"), (":", "chasm"), ("}", "lava"), ("w", "web")])
def test_terrain_that_asks_is_asked_about_and_never_safe(glyph: str, name: str) -> None:
    """Automations avoid it; a player already in it is not asked again."""
    game = scene(f"@{glyph}{glyph}.")
    seen = observe(game.world)

    assert [name] == [each.into.name for each in harmful_step(seen, EAST)]
    assert not seen.is_safe(Point(1, 0))
    game.world.level.move(game.world.player, Point(1, 0))
    assert [] == harmful_step(observe(game.world), EAST)


def test_known_paths_lead_around_terrain_that_asks() -> None:
    """These paths are for code that plays by the player's knowledge."""
    game = scene("@:....\n......")
    seen = observe(game.world)
    cell = seen.level.grid.index(Point(2, 0))

    assert Move(Direction.SOUTH_EAST) == seen.step_to(cell)
    assert not seen.unasked >> seen.level.grid.index(Point(1, 0)) & 1


# --- who goes where


@pytest.mark.parametrize(
    ("how", "path"),
    [({}, "walks round"), ({"flies": True}, "flies across"), ({"swims": True}, "stays in the water")],
)
def test_each_goes_its_own_way(how: dict[str, bool], path: str) -> None:
    """Walkers go around water, flyers over it, and fish never leave it."""
    game = scene("........\n@.====r.\n........", ruleset=rules(**how))
    rat = monster(game)
    change(game.world, 1 << game.world.level.grid.index(rat.at), "deep water")
    rat.noticed_on = 0
    ways: list[str] = []
    for _ in range(8):
        game.play(Wait())
        ways.append(game.world.level.terrain_at(rat.at).name)

    wet = "deep water" in ways
    assert {"walks round": (False, True), "flies across": (True, True), "stays in the water": (True, False)}[path] == (
        wet,
        "floor" in ways,
    )


def test_hunters_swim_where_there_is_no_other_way() -> None:
    """A moat does not stop them."""
    game = scene("@.==..r", ruleset=rules())
    rat = monster(game)
    rat.noticed_on = 0

    for _ in range(8):
        game.play(Wait())

    assert 1 == rat.at.x


def test_hunters_never_walk_into_chasms_lava_or_traps() -> None:
    """Monsters know these on their own level."""
    for glyph in ":}tBn":
        game = scene(f"@.{glyph}..r", ruleset=rules())
        rat = monster(game)
        rat.noticed_on = 0
        for _ in range(9):
            game.play(Wait())
        assert rat.at.x > 2


# --- features


def test_a_hidden_trap_is_found_by_searching() -> None:
    """Five consecutive turns reveal features in view within seven steps, unknown to the player before."""
    game = scene("@....t....B")
    for feature in game.world.level.features.values():
        feature.hidden = True
    assert {} == observe(game.world).level.features

    for _ in range(4):
        game.play(Search())
    game.play(Wait())
    for _ in range(4):
        assert not any(isinstance(each, FeatureFound) for each in game.play(Search()))
    events = game.play(Search())

    assert ["trapdoor"] == [each.feature.name for each in events if isinstance(each, FeatureFound)]
    assert ["trapdoor"] == [each.kind.name for each in observe(game.world).level.features.values()]


def test_hidden_features_within_two_steps_are_found_eventually() -> None:
    """The chance of a discovery is one in four a round."""
    game = scene("@.t..B")
    for feature in game.world.level.features.values():
        feature.hidden = True

    for _ in range(40):
        game.play(Wait())

    assert ["trapdoor"] == [each.kind.name for each in observe(game.world).level.features.values()]


def test_a_bell_wakes_sleepers_each_time() -> None:
    """They come to the bell, from beyond the player's noise radius."""
    game = scene("@B....................r")
    rat = monster(game)
    for _ in range(2):
        rat.mood = Mood.ASLEEP
        events = game.play(Move(EAST))
        assert [True] == [each.who.is_player for each in events if isinstance(each, TrapSprung)]
        assert (Mood.ROAMING, Point(1, 0)) == (rat.mood, rat.goal)
        game.play(Move(WEST))


def test_a_net_falls_once() -> None:
    """It leaves webs."""
    game = scene(".....\n.@n..\n.....")

    game.play(Move(EAST))

    assert left(game.world.player, "held") > 0
    assert {} == game.world.level.features
    assert "..%..\n.%@%.\n..%.." == picture(game)


def test_a_trap_that_is_reset_waits_for_its_rounds() -> None:
    """Rounds are counted."""
    ember = rules(mind=None)
    bell = attrs.evolve(ember.features["bell trap"], every=5)
    game = scene("@B...", ruleset=attrs.evolve(ember, features={"bell trap": bell}))
    sprung = []
    for turn in range(12):
        events = game.play(Move(WEST if turn % 2 else EAST))
        sprung += [turn for each in events if isinstance(each, TrapSprung)]

    assert [0, 6] == sprung


# --- conditions


def test_poison_adds_up_and_stops_healing() -> None:
    """One hit point a round, for as many rounds as it says."""
    game = scene("@...", hit_points=20)
    player = game.world.player
    suffer(game, player, "poisoned", 4)
    suffer(game, player, "poisoned", 3)

    for _ in range(9):
        game.play(Wait())

    assert 13 == player.hit_points
    assert {} == player.conditions


def test_poison_adds_up_to_twenty() -> None:
    """One fight never means certain death later; a single longer dose stays unchanged."""
    game = scene("@...", hit_points=40)
    player = game.world.player
    for _ in range(4):
        suffer(game, player, "poisoned", 8)
    assert 20 == player.conditions["poisoned"].left

    cure(game.world, player, "poisoned")
    suffer(game, player, "poisoned", 30)
    suffer(game, player, "poisoned", 8)
    assert 30 == player.conditions["poisoned"].left


def test_a_death_by_poison_is_reported_as_such() -> None:
    """The morgue file says so."""
    game = scene("@...", hit_points=1)
    suffer(game, game.world.player, "poisoned", 4)

    events = game.play(Wait())

    assert ("died", "poisoned") == (game.outcome, game.world.tally.means)
    assert ["poison_you_dead"] == [each.variant for each in events if isinstance(each, Harmed)]


def test_wounds_heal_by_themselves_in_a_hundred_and_seventy_five_rounds() -> None:
    """A monster needs three hundred."""
    game = scene("@...r", hit_points=1)
    rat = monster(game)
    rat.hit_points = 1
    for turn in range(1, 301):
        game.play(Wait())
        if turn == 170:
            assert game.world.player.hit_points == 39
        if turn == 200:
            assert rat.hit_points == 5

    assert (40, 6) == (game.world.player.hit_points, rat.hit_points)


def test_the_stunned_do_nothing_and_the_player_for_eight_rounds_at_most() -> None:
    """After that, nothing stuns the player for ten rounds."""
    game = scene("@...r", ruleset=rules())
    player, rat = game.world.player, monster(game)
    suffer(game, rat, "stunned", 3)
    rat.noticed_on = 0
    at = []
    for _ in range(4):
        game.play(Wait())
        at.append(rat.at.x)
    assert [4, 4, 4, 3] == at

    turn = game.world.turn
    suffer(game, player, "stunned", 100)
    game.play(Wait())

    assert (8, 0, 10) == (game.world.turn - turn, left(player, "stunned"), left(player, "steady"))
    suffer(game, player, "stunned", 3)
    assert 0 == left(player, "stunned")


def test_haste_and_slowness_end_each_other() -> None:
    """Each lasts as long as the longest dose."""
    game = scene("@...")
    player = game.world.player
    suffer(game, player, "hasted", 5)
    suffer(game, player, "hasted", 3)
    assert (200, 5) == (player.speed, left(player, "hasted"))

    suffer(game, player, "slowed", 4)

    assert (50, ["slowed"]) == (player.speed, list(player.conditions))


def test_a_shield_takes_damage_and_fades() -> None:
    """One point a round."""
    game = scene("@...")
    player = game.world.player
    suffer(game, player, "shielded", 10)
    game.play(Wait())
    hurt(game.world, player, 5, None, cause(game))
    assert (40, 4) == (player.hit_points, left(player, "shielded"))

    hurt(game.world, player, 7, None, cause(game))

    assert (37, {}) == (player.hit_points, player.conditions)


def test_discord_makes_enemies_of_all() -> None:
    """Except captives."""
    game = scene("@..rr")
    one, other = (actor for actor in game.world.level.actors if not actor.is_player)
    assert not one.is_hostile(other)

    suffer(game, one, "discord", 5)

    assert one.is_hostile(other)
    assert other.is_hostile(one)
    other.side = Side.NONE
    assert not one.is_hostile(other)


def test_revealed_actors_are_seen_anywhere() -> None:
    """As a glyph on the map, without being in view."""
    game = scene("@#r")
    Reveal(game.world.ruleset.conditions["revealed"], turns=5).apply(game.world, cause(game), Point(0, 0))

    seen = observe(game.world)

    assert ([Point(2, 0)], ()) == ([actor.at for actor in seen.sensed], seen.foes)


def test_resting_heals_and_finds_hidden_features() -> None:
    """The automation searches every turn."""
    game = scene("@..t.", hit_points=36)
    game.world.level.features[game.world.level.grid.index(Point(3, 0))].hidden = True
    rest = Rest()
    while not isinstance(command := rest.next(observe(game.world)), Stop):
        game.play(command)

    assert (40, "You feel rested (oil burned: 18).") == (game.world.player.hit_points, command.reason)
    assert 1 == len(observe(game.world).level.features)


def test_summoned_monsters_vanish_in_the_end() -> None:
    """They leave no corpse, and do not count as kills."""
    game = scene("@...r")
    suffer(game, monster(game), "summoned", 2)

    game.play(Wait())
    game.play(Wait())

    assert [1] == [actor.id for actor in game.world.level.actors]
    assert {} == game.world.tally.kills


# --- effects


def test_temporary_terrain_disappears() -> None:
    """Crystal stays for its rounds, and walls no actor in."""
    game = scene("@...r")
    Lay("crystal", radius=9, rounds=3).apply(game.world, cause(game), Point(2, 0))
    assert "@|||r" == picture(game)

    drawn = [picture(game) for _ in range(3) if game.play(Wait())]

    assert ["@|||r", "@|||r", "@...r"] == drawn


def test_a_push_moves_its_victim_into_the_cell_behind() -> None:
    """A wall does damage."""
    game = scene("@r=.")
    rat = monster(game)
    Push().apply(game.world, cause(game), rat.at)
    assert (Point(2, 0), 6) == (rat.at, rat.hit_points)
    assert left(rat, "swimming") > 0

    game = scene("@r#.")
    Push().apply(game.world, cause(game), Point(1, 0))
    assert (Point(1, 0), 2) == (monster(game).at, monster(game).hit_points)


def test_teleportation_leads_farthest_from_cells_in_view() -> None:
    """By steps, and onto a free cell."""
    game = scene("@..#....\n...#.##.\n.....#..")

    Teleport().apply(game.world, cause(game), Point(0, 0))

    assert Point(6, 2) == game.world.player.at


def test_a_blink_needs_a_clear_line() -> None:
    """Monsters and walls block it."""
    game = scene("@..r..")
    blink = Blink(range=5)
    level, me = game.world.level, game.world.player
    assert None is blink.refusal(level, me, Point(2, 0))
    assert Reason.OCCUPIED is blink.refusal(level, me, Point(4, 0))

    blink.apply(game.world, cause(game), Point(2, 0))

    assert Point(2, 0) == me.at


def test_digging_goes_through_walls_and_shatters_crystal() -> None:
    """A limited number of cells, and no doors."""
    game = scene("@#|#+")

    Dig(cells=2).apply(game.world, cause(game), Point(4, 0))

    assert "@..#+" == picture(game)


def test_mapping_shows_the_level_and_its_traps() -> None:
    """But not its monsters."""
    game = scene("#########\n@##.t..r#\n#########")
    for feature in game.world.level.features.values():
        feature.hidden = True

    Map().apply(game.world, cause(game), Point(0, 1))

    seen = observe(game.world)
    assert "floor" == seen.level.terrain_at(Point(6, 1)).name
    assert 1 == len(seen.level.features)
    assert () == seen.foes


# --- saving


def test_a_game_with_all_of_it_is_restored_as_it_was() -> None:
    """Covers, features, temporary terrain and remembered cells."""
    game = scene("@+,%w_.tB=:}|S...r", ruleset=rules())
    game.play(Move(EAST))
    Lay("crystal", radius=0, rounds=9).apply(game.world, cause(game), Point(15, 0))
    suffer(game, game.world.player, "stunned", 2)
    plain = snapshot(game.world)

    again = restore(game.world.ruleset, plain)

    assert digest(game.world) == digest(again.world)
    assert digest(Game(game.world).world) == digest(again.world)
    for either in (game, again):
        either.take_events()
    assert [type(each) for each in game.play(Wait())] == [type(each) for each in again.play(Wait())]
