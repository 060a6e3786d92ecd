"""The scrolls, wands, staffs, charms and rings of Ember, each used on a drawn map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, Use, Wait
from roguelike.engine.events import (
    Freed,
    Harmed,
    Healed,
    Reason,
    Refused,
    Resisted,
    Struck,
    Tamed,
    Used,
    Vanished,
    Wasted,
    Weakened,
)
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.monsters import chance_to_tame
from roguelike.engine.preview import preview_use
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.identity import learn
from roguelike.engine.scenario import picture
from roguelike.engine.state.actor import Side
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.narrator import Narrator
from roguelike.play.perspective import Perspective
from roguelike.play.views import confirm
from roguelike.play.views.confirm import Confirm
from roguelike.play.views.view import Open
from tests.dark import others, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
EAST = Direction.EAST
LEGEND = {
    "+": "door",
    "L": "locked door",
    ",": "grass",
    "~": "shallow water",
    "=": "deep water",
    ":": "chasm",
    "|": "crystal",
    ">": "stairs down",
    "_": "altar",
    "*": "sanctuary",
}


def begin(drawn: str, mood: Mood = Mood.HUNTING) -> Game:
    """Start a game in which the player has no items, and all actors have many hit points."""
    game = scene(drawn, EMBER, mood, legend=LEGEND)
    for actor in game.world.level.actors:
        actor.max_hit_points = actor.hit_points = 1000
    return game


def give(game: Game, name: str, plus: int = 0, *, worn: bool = False) -> Item:
    """Put an identified item into the pack."""
    item = Item.of(EMBER.items[name], plus=plus)
    item.worn = worn
    game.world.player.inventory.insert(item)
    learn(game.world, item.kind)
    return item


def use(game: Game, name: str, plus: int = 0, at: Point | None = None) -> list[AnyEvent]:
    """Use a new identified item, and return the events."""
    item = give(game, name, plus)
    return list(game.play(Use(game.world.player.inventory.slots.index(item), at)))


def only_other(game: Game) -> Actor:
    """Return the only monster."""
    (other,) = others(game)
    return other


def make_ally(actor: Actor) -> None:
    """Turn a monster into an ally of the player."""
    actor.side, actor.mood, actor.leader = Side.PLAYER, Mood.FOLLOWING, 1


# --- scrolls


def test_teleportation_takes_the_player_and_an_ally_beside_far_away() -> None:
    """To the floor cell with the most steps from all cells in view, but not behind a locked door."""
    game = begin("""
        ##################
        #@o.....r........#
        ################.#
        #....L...........#
        ##################
    """)
    orc, _ = others(game)
    make_ally(orc)
    use(game, "scroll of teleportation")

    assert Point(6, 3) == game.world.player.at
    assert 1 == abs(orc.at.x - 6)


def test_mapping_shows_the_level() -> None:
    """Even behind doors."""
    game = begin("@..+....\n####...#\n   #####")
    use(game, "scroll of mapping")

    assert game.world.level.is_explored(Point(6, 1))


def test_dread_drives_off_all_in_view_and_wakes_the_others() -> None:
    """Monsters in view flee, and every monster within 20 steps wakes up."""
    game = begin("@..o..+..r", Mood.ASLEEP)
    orc, rat = others(game)
    use(game, "scroll of dread")
    wait(game, 3)

    assert "afraid" in orc.conditions
    assert orc.at.x > 3
    assert "afraid" not in rat.conditions
    assert Mood.ASLEEP != rat.mood


def test_sanctuary_keeps_monsters_out_and_gas_and_blows_pass() -> None:
    """They attack from the edge; allies also do not enter by themselves."""
    game = begin("..........\n....@.....\n..........\n.......o..")
    level = game.world.level
    use(game, "scroll of sanctuary")
    wait(game, 10)
    orc = only_other(game)
    covers = [level.cover_at(Point(x, y)) for x, y in (orc.at, (4, 1), (6, 1))]
    assert [None, "sanctuary", "sanctuary"] == [cover and cover.name for cover in covers]

    release(game.world, EMBER.gases["caustic gas"], Point(7, 1), 400)
    wait(game, 3)
    assert level.gases_at(Point(5, 1))

    level.move(orc, Point(7, 1))
    for _ in range(2):
        game.play(Move(EAST))
    assert any(isinstance(event, Struck) for _ in range(20) for event in game.play(Wait()))
    level.move(orc, Point(7, 1))
    make_ally(orc)
    wait(game, 3)
    assert not level.cells("allies") >> orc.cell & 1


def test_monsters_in_a_sanctuary_can_leave_it_but_not_move_within() -> None:
    """A monster surrounded by barred cells stays, one at the edge steps out."""
    game = begin("...........\n.@r........\n...........")
    use(game, "scroll of sanctuary")
    rat = only_other(game)
    game.world.level.move(game.world.player, Point(0, 0))
    wait(game, 5)
    assert Point(2, 1) == rat.at

    game.world.level.move(rat, Point(3, 1))
    afflict(game.world, rat, EMBER.conditions["afraid"], 5)
    wait(game, 3)
    assert rat.at.x > 3


@pytest.mark.parametrize("drawn", ["@..>....", "@.._....", "@..L...."])
def test_sanctuary_is_refused_near_stairs_altars_and_vaults(drawn: str) -> None:
    """Within 3 steps; an unidentified scroll is wasted there."""
    game = begin(drawn)
    refused = [event.reason for event in use(game, "scroll of sanctuary") if isinstance(event, Refused)]
    assert [Reason.HALLOWED] == refused
    assert 1 == game.world.player.inventory.count

    game = begin(drawn)
    game.world.player.inventory.insert(Item.of(EMBER.items["scroll of sanctuary"]))
    assert any(isinstance(event, Wasted) for event in game.play(Use(0)))
    assert not game.world.level.cover

    game = begin("@..." + drawn[3:])
    use(game, "scroll of sanctuary")
    assert game.world.level.cover


def test_negation_undoes_magic_on_both_sides() -> None:
    """Summoned monsters vanish, casters lose spells, and the player loses conditions and a plus of worn items."""
    game = begin("@....cr./")
    caster, rat, blade = others(game)
    blade.summoner = caster.id
    afflict(game.world, rat, EMBER.conditions["hasted"], 50)
    afflict(game.world, game.world.player, EMBER.conditions["shielded"], 50)
    worn, bare = give(game, "mail", 2, worn=True), give(game, "ring of mending", worn=True)
    ring = give(game, "ring of the owl", 1, worn=True)
    events = use(game, "scroll of negation")
    told = [Narrator(EMBER).tell(event) for event in events if isinstance(event, Weakened)]

    assert ["It takes a plus from your chain mail +1 and ring of the owl."] == [
        each.text for each in told if each is not None
    ]
    assert 0 == ring.plus
    assert any(isinstance(event, Vanished) for event in events)
    assert (1, 0) == (worn.plus, bare.plus)
    assert not rat.conditions
    assert not game.world.player.conditions
    wait(game, 20)
    assert 2 == len(others(game))


def test_crumbling_brings_down_walls_and_doors_but_no_locked_one() -> None:
    """Within 4 cells, regardless of obstacles; crystal shatters, and gas passes."""
    game = begin("###########\n@.+|L######\n###########")
    release(game.world, EMBER.gases["caustic gas"], Point(1, 1), 800)
    use(game, "scroll of crumbling")
    assert ";;;;#######\n@.;;+######\n;;;;#######" == picture(game)

    wait(game, 2)
    assert game.world.level.gases_at(Point(3, 1))


def test_discord_sets_them_on_each_other() -> None:
    """Even allies, for 8 turns."""
    game = begin("@...oo..")
    events = use(game, "scroll of discord")
    events += [event for _ in range(5) for event in game.play(Wait())]

    blows = [event for event in events if isinstance(event, Struck)]
    assert blows
    assert not any(event.target.is_player for event in blows)
    wait(game, 5)
    assert not any("discord" in orc.conditions for orc in others(game))


def test_clamour_stuns_monsters_in_view_and_calls_the_rest() -> None:
    """The whole level hears it."""
    game = begin(
        """
        ###################################
        @.o...............................#
        #################################.#
        #r................................#
        ###################################
    """,
        Mood.ASLEEP,
    )
    orc, rat = others(game)
    use(game, "scroll of clamour")

    assert 2 == orc.conditions["stunned"].left
    assert (Mood.ROAMING, Point(0, 1)) == (rat.mood, rat.goal)


def test_summoning_brings_the_two_nearest_hordes_stunned() -> None:
    """No new ones; captives and more distant hordes stay."""
    game = begin(
        """
        ####################
        @..+..r+..oo..+....j
        ####################
    """,
        Mood.ASLEEP,
    )
    rat, orc, other, jackal = others(game)
    other.leader = orc.id
    use(game, "scroll of summoning")

    assert all(each.at.x <= 4 and "stunned" in each.conditions for each in (rat, orc, other))
    assert (Mood.ASLEEP, 19) == (jackal.mood, jackal.at.x)
    assert 5 == len(game.world.level.actors)


# --- wands


def test_sending_takes_friend_and_foe_away_but_not_the_keeper() -> None:
    """Far from all cells in their view, as the aim shows in advance."""
    for monster, is_gone in (("o", True), ("X", False)):
        game = begin(f"@..{monster}......\n#########.\n..........")
        seen = observe(game.world)
        foreseen = preview_use(EMBER.items["wand of sending"], seen, Point(3, 0))
        assert is_gone == foreseen.befalls(only_other(game).id).goes
        events = use(game, "wand of sending", at=Point(3, 0))
        assert is_gone == (only_other(game).at.y == 2)
        assert is_gone != any(isinstance(event, Resisted) for event in events)


def test_slowness_halves_speed() -> None:
    """For 20 turns."""
    game = begin("@....o")
    use(game, "wand of slowness", at=Point(5, 0))

    assert 50 == only_other(game).speed


def test_taming_wins_over_badly_wounded_monsters() -> None:
    """The chance is the share of lost hit points; some kinds never change sides, and two allies are the limit."""
    game = begin("@...o")
    orc = only_other(game)
    orc.hit_points = 250
    assert 75 == chance_to_tame(orc)
    orc.hit_points = 1
    assert any(isinstance(event, Tamed) for event in use(game, "wand of taming", at=orc.at))
    assert (Side.PLAYER, 1) == (orc.side, orc.leader)

    for monster in "KXD":
        game = begin(f"@...{monster}")
        other = only_other(game)
        other.hit_points = 1
        assert any(isinstance(event, Resisted) for event in use(game, "wand of taming", at=other.at))
        assert Side.MONSTERS == other.side

    game = begin("r@...o\nr.....")
    first, orc, second = others(game)
    make_ally(first)
    make_ally(second)
    orc.hit_points = 1
    events = use(game, "wand of taming", at=orc.at)
    assert [False] == [event.is_free for event in events if isinstance(event, Freed)]


def test_an_unidentified_wand_can_be_aimed_which_identifies_it() -> None:
    """It can be aimed at any actor."""
    game = begin("@....o")
    game.world.player.inventory.insert(Item.of(EMBER.items["wand of slowness"]))
    game.play(Use(0, Point(5, 0)))

    assert "wand of slowness" in game.world.knowledge.identified


# --- staffs


def test_a_bolt_of_fire_lights_its_way_and_its_target() -> None:
    """It ignores armour; the first actor in the line is hit, even an ally."""
    game = begin("@.,,oo")
    orc, behind = others(game)
    aimed = preview_use(EMBER.items["staff of fire"], observe(game.world), behind.at, 1)
    assert ["grass"] == [kind.name for kind in aimed.lights]
    assert 10 == aimed.befalls(orc.id).damage
    assert not aimed.befalls(behind.id).damage
    events = use(game, "staff of fire", 1, behind.at)

    assert any(isinstance(event, Harmed) and event.victim.id == orc.id for event in events)
    assert "burning" in orc.conditions
    assert "staff of fire +1 [1/2] (next in 239 turns)" == stacks(observe(game.world))[0].name
    assert game.world.level.is_burning(Point(2, 0))
    assert 1000 == behind.hit_points


def test_lightning_strikes_all_in_nine_cells_through_crystal() -> None:
    """Not in the tenth cell, and not behind a wall."""
    game = begin("@.o.|o..o.o#o")
    near, second, third, far, walled = others(game)
    aimed = preview_use(EMBER.items["staff of lightning"], observe(game.world), near.at, 2)
    assert {near.id, second.id, third.id} == {each.actor for each in aimed.expected}
    use(game, "staff of lightning", 2, near.at)

    assert [True, True, True, False, False] == [actor.hit_points < 1000 for actor in (near, second, third, far, walled)]


def test_lightning_in_water_strikes_all_in_the_same_water_within_four() -> None:
    """Even the user; but not flyers above it, nor actors farther away or in other water."""
    game = begin("@.......~r\n~~bo~o..~~")
    level = game.world.level
    for actor in level.actors:
        level.set_terrain(actor.at, level.code("shallow water"))
    near = level.actor_at(Point(3, 1))
    struck = {event.victim.id for event in use(game, "staff of lightning", 1, Point(0, 1)) if isinstance(event, Harmed)}

    assert near is not None
    assert {game.world.player.id, near.id} == struck


def test_lightning_sets_marsh_gas_off() -> None:
    """Like any flame."""
    game = begin("@...........")
    release(game.world, EMBER.gases["marsh gas"], Point(5, 0), 400)
    use(game, "staff of lightning", 1, Point(3, 0))

    assert not game.world.level.gases_at(Point(5, 0))


def test_blinking_goes_as_far_as_its_plus_allows() -> None:
    """Three cells and one more with each, in a clear line."""
    far = Point(5, 0)
    for plus, at, refused in ((1, far, True), (2, far, False), (2, Point(4, 0), False)):
        game = begin("@.........")
        events = use(game, "staff of blinking", plus, at)
        assert refused == any(isinstance(event, Refused) for event in events)
        assert refused == (game.world.player.at == Point(0, 0))
    assert (at,) == preview_use(EMBER.items["staff of blinking"], observe(begin("@.........").world), at, 2).area


def test_stone_walls_in_its_victim_for_fifteen_rounds() -> None:
    """Eight cells enclose it completely, without blocking sight."""
    game = begin(".......\n@...r..\n.......")
    rat = only_other(game)
    use(game, "staff of stone", 2, rat.at)
    assert "...|||.\n@..|r|.\n...|||." == picture(game)
    wait(game, 13)
    assert Point(4, 1) == rat.at
    assert game.world.level.is_visible(rat.at)
    wait(game, 3)
    assert "|" not in picture(game)


def test_stone_is_a_bridge_over_a_chasm() -> None:
    """It carries the player while it lasts."""
    game = begin("#######\n@::::..\n#######")
    use(game, "staff of stone", 1, Point(1, 1))
    assert "@|||||" == picture(game).splitlines()[1][:6]
    for _ in range(4):
        game.play(Move(EAST))
    assert Point(4, 1) == game.world.player.at
    wait(game, 12)
    assert 2 == game.world.depth


def test_digging_goes_through_walls_doors_and_crystal_but_no_locked_door() -> None:
    """Three cells and two more with each plus; the ground beneath temporary crystal reappears."""
    game = begin("@.##+|.##L.")
    use(game, "staff of digging", 1, Point(2, 0))
    assert "@......." == picture(game)[:8]
    use(game, "staff of digging", 1, Point(2, 0))
    assert "@........+." == picture(game)

    game = begin("@~...")
    use(game, "staff of stone", 1, Point(1, 0))
    assert "@||||" == picture(game)
    use(game, "staff of digging", 1, Point(1, 0))
    assert "@~..." == picture(game)


@pytest.mark.parametrize(("plus", "number", "attack"), [(1, 2, 13), (2, 2, 14), (3, 3, 15)])
def test_blades_fight_for_the_player_for_fourteen_turns(plus: int, number: int, attack: int) -> None:
    """More and better ones with each plus; no actor becomes hostile because of them."""
    game = begin("....o\n@....\n.....")
    use(game, "staff of blades", plus)
    blades = others(game)[1:]

    assert [13] * number == [each.conditions["summoned"].left for each in blades]
    assert all((Side.PLAYER, attack) == (each.side, each.stats.attack) for each in blades)
    wait(game, 4)
    assert others(game)[0].hit_points < 1000
    wait(game, 11)
    assert 1 == len(others(game))


@pytest.mark.parametrize(
    ("name", "plus", "charges", "rounds"),
    [
        ("staff of fire", 2, 3, 120),
        ("staff of lightning", 2, 3, 120),
        ("staff of blinking", 3, 4, 80),
        ("charm of mending", 1, 1, 840),
        ("charm of mending", 14, 1, 300),
        ("charm of warding", 2, 1, 420),
        ("charm of warding", 14, 1, 120),
    ],
)
def test_items_recharge_by_the_table(name: str, plus: int, charges: int, rounds: int) -> None:
    """More charges and shorter times with each plus, but at least 120 rounds for warding, and 300 for mending."""
    kind = EMBER.items[name]

    assert charges == Item.of(kind, plus=plus).charges
    assert kind.recharge is not None
    assert rounds == kind.recharge.rounds(plus)


# --- charms and rings


def test_the_charm_of_warding_takes_the_first_damage() -> None:
    """10 and 5 more with each plus; it fades by one a turn."""
    game = begin("@....")
    use(game, "charm of warding", 2)
    assert 19 == game.world.player.conditions["shielded"].left
    assert "charm of warding +2 [0/1] (in 419 turns)" == stacks(observe(game.world))[0].name
    wait(game, 5)
    assert 14 == game.world.player.conditions["shielded"].left


def test_the_charm_of_mending_heals_a_share() -> None:
    """30 percent and 8 more with each plus, at most 100."""
    for plus, healed in ((1, 380), (14, 999)):
        game = begin("@....")
        game.world.player.hit_points = 1
        events = use(game, "charm of mending", plus)
        assert [healed] == [event.amount for event in events if isinstance(event, Healed)]


def test_the_ring_of_the_leech_heals_by_blows_and_half_by_itself() -> None:
    """A tenth of the damage with each plus, rounded up; regeneration takes twice as many rounds."""
    game = begin("@r...")
    give(game, "ring of the leech", 5, worn=True)
    player = game.world.player
    afflict(game.world, only_other(game), EMBER.conditions["stunned"], 50)
    player.hit_points = 485
    wait(game, 7)
    assert 485 + 7 * 1000 // (2 * 175) == player.hit_points
    player.hit_points, player.purse = 500, 0
    (blow,) = [event for event in game.play(Move(EAST)) if isinstance(event, Struck)]

    assert 500 + -(-blow.damage // 2) + 1000 // (2 * 175) == player.hit_points


def test_the_ring_of_echoes_shows_cells_behind_walls() -> None:
    """Within two cells and one more with each plus."""
    game = begin("#######\n@##r##.\n#######")
    give(game, "ring of echoes", 1, worn=True)
    wait(game, 1)
    level = game.world.level

    assert (True, False) == (level.is_visible(Point(3, 1)), level.is_visible(Point(6, 1)))
    assert only_other(game) is not None
    assert 1 == len(observe(game.world).foes)


def test_the_ring_of_echoes_finds_the_traps_behind_walls() -> None:
    """Immediately within its radius, and none beyond."""
    game = begin("#######\n@##.#..\n#######")
    level = game.world.level
    for at in (Point(3, 1), Point(5, 1)):
        level.set_feature(level.grid.index(at), Feature(EMBER.features["net trap"], hidden=True))
    give(game, "ring of echoes", 1, worn=True)
    wait(game, 2)

    assert [False, True] == [level.features[cell].hidden for cell in sorted(level.features)]


def test_the_ring_of_mending_heals_faster_and_burns_no_oil() -> None:
    """30 percent with each plus."""
    healed = []
    for plus in (0, 1, 2):
        game = begin("@....")
        give(game, "ring of mending", plus, worn=True)
        game.world.player.hit_points = 100
        before = game.world.player.gauges["oil"]
        wait(game, 70)
        healed.append(game.world.player.hit_points - 100)
        assert 70 == before - game.world.player.gauges["oil"]

    assert [400, 520, 676] == healed


def test_digging_shatters_brittle_monsters() -> None:
    """8 and 2 more with each plus, plus or minus half, ignoring armour; other actors in the line take no damage."""
    game = begin("@.zo##.", mood=Mood.ASLEEP)
    skeleton = game.world.level.actor_at(Point(2, 0))
    assert skeleton is not None
    shown = preview_use(EMBER.items["staff of digging"], observe(game.world), Point(3, 0), 1)
    events = use(game, "staff of digging", 1, Point(3, 0))
    (harmed,) = [event for event in events if isinstance(event, Harmed)]

    assert (skeleton.id, ".") == (harmed.victim.id, picture(game)[5])
    assert 5 <= harmed.damage <= 15
    assert 10 == shown.befalls(skeleton.id).damage
    assert [skeleton.id] == [each.actor for each in shown.expected]


def test_a_shadow_cloak_makes_a_covered_lamp_quieter() -> None:
    """Three steps walking, two standing; with an open lamp it does nothing."""
    game = begin("@........")
    give(game, "shadow cloak", worn=True)
    game.play(Move(EAST))
    assert 14 == observe(game.world).noise
    game.play(Cover())
    game.play(Move(EAST))
    assert 3 == observe(game.world).noise
    game.play(Wait())
    assert 2 == observe(game.world).noise


def test_mail_pulls_its_wearer_under() -> None:
    """Three hit points each round in deep water, and none with leather."""
    for worn, cost in (("mail", [3]), ("leather armour", [])):
        game = begin("@==..")
        give(game, worn, worn=True)
        events = game.play(Move(EAST))
        assert cost == [event.damage for event in events if isinstance(event, Harmed)]


def test_a_ring_works_twenty_rounds_after_it_was_put_on() -> None:
    """So that changing rings for each rest does not pay."""
    assert all(kind.delay == 20 for kind in EMBER.items.values() if kind.equips == "ring")


def test_items_that_benefit_from_a_plus_can_be_enchanted() -> None:
    """Weapon, armour, ring, staff and charm; no stack, wand or lamp."""
    sorts = {kind.sort for kind in EMBER.items.values() if kind.improves}

    assert {"weapon", "armour", "ring", "staff", "charm"} == sorts


def test_every_scroll_burns_and_every_device_is_described() -> None:
    """The three bad scrolls are marked."""
    kinds = [kind for kind in EMBER.items.values() if kind.sort in {"scroll", "wand", "staff", "charm", "ring"}]

    assert all(kind.description for kind in kinds)
    assert all(kind.burns == (kind.sort == "scroll") for kind in kinds)
    assert {"scroll of clamour", "scroll of discord", "scroll of summoning"} == {
        kind.name for kind in kinds if kind.bad
    }


def test_scrolls_report_their_effects() -> None:
    """Even without a visible effect."""
    for name in ("mapping", "dread", "sanctuary", "negation", "crumbling", "discord", "clamour", "summoning"):
        told = [event.item.told for event in use(begin("@....."), f"scroll of {name}") if isinstance(event, Used)]
        assert [True] == [text is not None for text in told]


@pytest.mark.parametrize("is_ally", [True, False])
def test_an_ally_in_the_line_is_hit_and_asked_about_first(*, is_ally: bool) -> None:
    """The first actor in the line is hit, even an ally."""
    game = begin("@.o..r")
    orc, rat = others(game)
    if is_ally:
        make_ally(orc)
    give(game, "staff of fire", 1)
    asked = confirm.use(Perspective(game), EMBER.items["staff of fire"], Use(0, rat.at))

    assert is_ally == isinstance(asked, Open)
    if isinstance(asked, Open):
        assert isinstance(asked.view, Confirm)
        assert "your orc" in asked.view.heading
