"""What the rooms of captives and of prizes in Ember ask and give: each is built as it is drawn, and walked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.automation.explore import Explore
from roguelike.engine.commands import Drop, Wait
from roguelike.engine.draft import Contents, LevelDraft
from roguelike.engine.events import Harm, Reason, Refused
from roguelike.engine.game import Game, begin
from roguelike.engine.geometry import Point, chebyshev_distance
from roguelike.engine.grid import Grid, board_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.passes.vaults import furnish
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import light
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.rules.sides import follow
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from tests.automation.driving import drive
from tests.line.talking import talk
from tests.rulesets.drawn_rooms import EMBER, OUTSIDE, carried, lost, told, walk
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.feature import Feature

PRIZES: Final = ("twin cages", "library")
CAPTIVES: Final = ("well", "cocoon", "ransom", "arena")


def room(vault: str, *captives: str, danger: int = 4, seed: int = 1) -> Game:
    """Begin a game at the far end of a corridor that leads to the door of a vault in the east wall."""
    kind, found = EMBER.vaults[vault], [EMBER.monsters[name] for name in captives]
    contents = Contents(danger=danger, captive=found[0] if found else None, cellmates=tuple(found[1:]))
    draft = LevelDraft(Grid(len(kind.rows[0]) + OUTSIDE + 3, len(kind.rows) + 2), EMBER, contents, None)
    draft.fill(draft.grid.inside)
    cells = [
        (draft.grid.index(Point(x + 1, y + 1)), key) for y, row in enumerate(kind.rows) for x, key in enumerate(row)
    ]
    door = next(y for y, row in enumerate(kind.rows) if row[-1] == "+") + 1
    outside = [Point(len(kind.rows[0]) + 1 + away, door) for away in range(OUTSIDE)]
    draft.dig(board_of(map(draft.grid.index, outside)))
    furnish(draft, kind, [(cell, key) for cell, key in cells if key != " "], PCG32(seed))
    draft.plan.start = outside[-1]
    return begin(EMBER, draft.plan, seed, PCG32(seed))


def features(game: Game, *names: str) -> list[tuple[Point, Feature]]:
    """Return the features of some kinds with their cells."""
    level = game.world.level
    return [(level.grid.point(cell), each) for cell, each in sorted(level.features.items()) if each.kind.name in names]


def held(game: Game) -> list[Actor]:
    """Return the captives."""
    return [actor for actor in game.world.level.actors if actor.mood is Mood.HELD]


def jump(game: Game, at: Point) -> None:
    """Put the player on a cell."""
    game.world.level.move(game.world.player, at)


@pytest.mark.parametrize("name", CAPTIVES[:-1])
def test_exploring_stays_out_of_places_that_hold_captives(name: str) -> None:
    """The price is paid by the player alone."""
    game = room(name, "ogre", "orc shaman")
    alone(game)
    drive(game, Explore())

    assert "ogre" in [actor.kind.name for actor in held(game)]
    assert 1 == game.world.depth
    assert not game.world.player.conditions


def alone(game: Game) -> None:
    """Take away everybody who is no captive."""
    for actor in [each for each in game.world.level.actors if not each.is_player and each.mood is not Mood.HELD]:
        game.world.level.remove(actor)


def freed(game: Game) -> list[str]:
    """Return the names of the player's allies."""
    return [actor.kind.name for actor in game.world.level.actors if actor.side is Side.PLAYER and not actor.is_player]


def pressed(game: Game, *keys: str) -> str:
    """Return what the screen says after some keys, with the boxes of questions."""
    shown = watch(game, *keys).after[-1].text()
    return " ".join(re.sub(r"[│─┌┐└┘#\s]+", " ", shown).split())


# --- well


def test_a_player_who_falls_into_the_well_takes_its_captive_along() -> None:
    """The question says so before; both are hurt by the fall, and the captive follows from then on."""
    game = room("well", "ogre")
    walk(game, "w" * OUTSIDE + "w")
    assert "Its captive falls with you." in told(game, Point(4, 3))
    assert "Walk into the well?" in pressed(game, "left")
    game = room("well", "ogre")
    walk(game, "w" * OUTSIDE + "www")

    assert 2 == game.world.depth
    walk(game, ".")
    fallen = next(actor for actor in game.world.level.actors if actor.kind.name == "ogre")
    assert fallen.hit_points < fallen.max_hit_points
    walk(game, ".")
    assert ["ogre"] == freed(game)
    ally = next(actor for actor in game.world.level.actors if actor.kind.name == "ogre")
    assert chebyshev_distance(ally.at, game.world.player.at) <= 4
    assert 0 < game.world.player.max_hit_points - game.world.player.hit_points <= 4
    assert digest(game.world) == digest(restore(EMBER, snapshot(game.world)).world)


def test_waiting_does_not_free_the_captive_in_the_well() -> None:
    """It is told how it is freed, and the room can be left."""
    game = room("well", "ogre")
    walk(game, "w" * OUTSIDE + "w" + "." * 20)
    (ogre,) = held(game)

    assert "Step into the well, and it falls with you to the next level, free." in told(game, ogre.at)
    walk(game, "ee")
    assert 1 == game.world.depth


def with_two_allies(vault: str, *captives: str) -> Game:
    """Begin a game before a room with as many allies as a player can lead."""
    game = room(vault, *captives)
    for at in (Point(len(EMBER.vaults[vault].rows[0]) + each, game.world.player.at.y) for each in (2, 3)):
        ally = spawn(game.world, EMBER.monsters["orc"], at)
        assert ally is not None
        follow(game.world, ally)
    return game


def test_with_two_allies_the_captive_stays_in_the_well() -> None:
    """The question and examining it say so; it is still there after the fall."""
    game = with_two_allies("well", "ogre")
    old = game.world.level
    walk(game, "w" * OUTSIDE + "w")
    (ogre,) = held(game)
    assert "You cannot lead more allies: it stays." in told(game, ogre.at)
    assert "The ogre stays: you cannot lead more allies." in pressed(game, "left", "n", "left")
    walk(game, "ww")

    assert 2 == game.world.depth
    assert "ogre" in [actor.kind.name for actor in old.actors]


def test_the_question_before_the_well_names_the_captive_that_falls_along() -> None:
    """In lines, too."""
    game = room("well", "ogre")
    walk(game, "w" * OUTSIDE + "w")
    talking = talk("#@.#", rules=EMBER, library=FakeLibrary(lambda: game))
    asked = " ".join(talking.say("west"))

    assert "Walk into the well?" in asked
    assert "down to the next level, at most -4 HP (you have 40 HP). The ogre falls with you, free." in asked


@pytest.mark.parametrize(("vault", "captives"), [("cocoon", ("ogre",)), ("arena", ("orc", "orc archer"))])
def test_a_player_with_two_allies_is_warned_before_freeing_more(vault: str, captives: tuple[str, ...]) -> None:
    """By examining who cannot follow; one ally fewer, and nothing is said of that."""
    game = with_two_allies(vault, *captives)
    walk(game, "w" * OUTSIDE)
    captive = next(each for each in game.world.level.actors if each.side is Side.NONE)
    game.world.level.visible[captive.cell] = 1
    assert "You cannot lead more allies: it stays." in told(game, captive.at)

    game.world.level.remove(next(each for each in game.world.level.actors if each.mood is Mood.FOLLOWING))
    forget_distances(game.world)
    assert "You cannot lead more allies" not in told(game, captive.at)


# --- cocoon


def test_a_cocoon_is_cut_in_ten_turns_beside_it() -> None:
    """Nine are too few; the captive is unhurt, but the webs on the way hold, and the spiders hear."""
    game = room("cocoon", "ogre")
    alone(game)
    jump(game, Point(4, 3))
    walk(game, "." * 9)
    assert [] == freed(game)
    walk(game, ".")

    assert ["ogre"] == freed(game)
    assert EMBER.monsters["ogre"].hit_points == game.world.level.actors[1].hit_points
    assert not features(game, "cocoon")


def test_fire_frees_the_captive_in_a_cocoon_immediately_and_burns_it() -> None:
    """It costs the ogre between a tenth and half of its HP: never its life."""
    for seed in range(20):
        game = room("cocoon", "ogre", seed=seed)
        alone(game)
        walk(game, "w" * (OUTSIDE + 1))
        light(game.world, 1 << game.world.level.grid.index(Point(4, 3)))
        walk(game, "." * 16)
        assert ["ogre"] == freed(game)
        ally = next(actor for actor in game.world.level.actors if actor.kind.name == "ogre")
        assert ally.max_hit_points // 2 < ally.hit_points < ally.max_hit_points
        assert 0 == game.world.player.max_hit_points - game.world.player.hit_points


def test_cutting_a_cocoon_wakes_its_spiders() -> None:
    """Both sleep in the room when the player comes, and hear the knife."""
    woken = 0
    for seed in range(10):
        game = room("cocoon", "ogre", seed=seed)
        assert [Mood.ASLEEP] * 2 == [each.mood for each in game.world.level.actors if each.kind.name == "web spider"]
        jump(game, Point(4, 3))
        game.world.player.hit_points = 1000
        walk(game, "." * 10)
        woken += any(each.mood is Mood.HUNTING for each in game.world.level.actors if each.kind.name == "web spider")
    assert woken >= 6


# --- neutral ones


@pytest.mark.parametrize("vault", ["ransom", "arena"])
def test_neutral_monsters_have_their_own_mark_and_word(vault: str) -> None:
    """Beside the map, where examined and in lines: they are neither enemies nor captives."""
    game = entered() if vault == "arena" else room(vault, "ogre")
    if vault == "ransom":
        walk(game, "w" * OUTSIDE)
    neutral = next(each for each in game.world.level.actors if each.mood in {Mood.TRUCE, Mood.DUELLING})
    listed = watch(game, size=(100, 30)).last.text()
    talking = talk("#@.#", rules=EMBER, library=FakeLibrary(lambda: game))

    assert f"-{neutral.kind.glyph.char} {neutral.kind.name}" in listed
    assert ("=O ogre" in listed) == (vault == "ransom")
    assert "Neutral" in told(game, neutral.at)
    assert any(neutral.kind.name in line and "neutral" in line for line in talking.say("look"))
    hurt(game.world, neutral, 1, Harm.OTHER, Cause(game.world.player.ref, game.world.player.at))
    assert f"-{neutral.kind.glyph.char} {neutral.kind.name}" not in watch(game, size=(100, 30)).last.text()


# --- ransom

BOWLS: Final = (Point(3, 2), Point(5, 2), Point(7, 2))


def paid(potions: int, seed: int = 1) -> Game:
    """Begin a game in which the player walks to the bowls with some potions, and drops one in each as long as any."""
    game = room("ransom", "ogre", seed=seed)
    for _ in range(potions):
        game.world.player.inventory.insert(Item.of(EMBER.items["potion of healing"]))
    free = [at for at in BOWLS if game.world.level.actor_at(at) is None]
    assert len(free) == len(BOWLS), "captors stand in no bowl"
    for at in BOWLS[:potions]:
        jump(game, at)
        game.play(Drop(0))
    jump(game, Point(3, 3))
    return game


def captors(game: Game) -> list[Actor]:
    """Return the captors."""
    return [each for each in game.world.level.actors if not each.is_player and each.kind.name.startswith("orc")]


def test_captors_sell_their_captive_for_three_potions() -> None:
    """They never attack; after the third potion a turn beside the captive frees it."""
    for seed in range(10):
        game = paid(3, seed)
        assert [] == carried(game)
        (ogre,) = held(game)
        assert "Paid for: wait beside it for a turn" in told(game, ogre.at)
        walk(game, ".")
        assert ["ogre"] == freed(game)
        walk(game, "." * 10)
        assert 0 == game.world.player.max_hit_points - game.world.player.hit_points
        assert {Mood.TRUCE} == {each.mood for each in captors(game)}
        assert digest(game.world) == digest(restore(EMBER, snapshot(game.world)).world)


def test_two_potions_buy_no_captive_and_captors_under_a_truce_still_guard() -> None:
    """The price is told at the captive and at each bowl before it is paid."""
    game = paid(2)
    (ogre,) = held(game)
    assert "drop any potion in each of the three bowls" in told(game, ogre.at)
    assert "Once all three bowls are full" in told(game, BOWLS[2])
    walk(game, "." * 12)

    assert [] == freed(game)
    assert {Mood.TRUCE} == {each.mood for each in captors(game)}


def test_a_wounded_captor_ends_the_truce_of_all() -> None:
    """Walking into one is refused without a wound; a dart breaks the truce, and once they are dead no price is left."""
    game = room("ransom", "ogre")
    first, *_ = captors(game)
    assert "Neutral: keeps a truce until it is wounded" in examine_line(game, first)
    jump(game, Point(first.at.x + 1, first.at.y + 1))
    refused = walk(game, "y")
    assert [Reason.TRUCE] == [each.reason for each in refused if isinstance(each, Refused)]
    assert {Mood.TRUCE} == {each.mood for each in captors(game)}

    hurt(game.world, first, 1, Harm.FIRE, Cause(None, first.at))
    assert {(Side.MONSTERS, Mood.HUNTING)} == {(each.side, each.mood) for each in captors(game)}
    for each in captors(game):
        game.world.level.remove(each)
    jump(game, Point(3, 3))
    walk(game, "." * 5)
    assert ["ogre"] == freed(game)


def examine_line(game: Game, actor: Actor) -> str:
    """Return what examining somebody says, from a cell of the room."""
    jump(game, Point(6, 4))
    game.play(Wait())
    return told(game, actor.at)


# --- arena


def fighters(game: Game) -> list[Actor]:
    """Return those who fight each other."""
    return [each for each in game.world.level.actors if each.mood is Mood.DUELLING]


def entered(seed: int = 1) -> Game:
    """Begin a game in which the player has just opened the door of the arena."""
    game = room("arena", "ogre", "orc captain", seed=seed)
    walk(game, "." * 10)
    assert [True] * 2 == [each.hit_points == each.max_hit_points for each in fighters(game)], "nobody fights unseen"
    walk(game, "w" * OUTSIDE)
    return game


def test_two_fight_in_the_arena_until_one_is_dead_and_the_other_turns_on_the_player() -> None:
    """They strike nobody else before; what they are about is told, and both are shown with their HP."""
    wounded = 0
    for seed in range(10):
        game = entered(seed)
        one, other = fighters(game)
        assert "Whichever wins alone turns on you" in told(game, one.at)
        for _ in range(60):
            if not fighters(game):
                break
            game.play(Wait())
            assert not fighters(game) or not lost(game)
        alive = [each for each in (one, other) if each.is_alive]
        assert 1 == len(alive)
        assert (Side.MONSTERS, Mood.HUNTING) == (alive[0].side, alive[0].mood)
        wounded += alive[0].hit_points < alive[0].max_hit_points
    assert wounded >= 3


def test_the_fighter_that_the_player_helps_follows_them() -> None:
    """A blow at the other is the help: it hunts the player from then on, and both sides are what they seem."""
    game = entered()
    one, other = fighters(game)
    assert digest(game.world) == digest(restore(EMBER, snapshot(game.world)).world)
    game.world.player.hit_points = 1000
    jump(game, Point(one.at.x + 1, one.at.y))
    game.world.player.plus = 20
    walk(game, "w")

    assert other.side is Side.PLAYER
    assert other.kind.name in freed(game)
    assert not one.is_alive or (one.side, one.mood) == (Side.MONSTERS, Mood.HUNTING)
    assert not fighters(game)


def test_with_two_allies_the_helped_fighter_stays_a_captive() -> None:
    """Nothing is lost: it can be freed later, as any captive."""
    game = entered()
    for at in (Point(11, 4), Point(12, 4)):
        ally = spawn(game.world, EMBER.monsters["rat"], at)
        assert ally is not None
        follow(game.world, ally)
    one, other = fighters(game)
    hurt(game.world, one, 1, None, Cause(game.world.player.ref, game.world.player.at))

    assert [other] == held(game)
    assert Side.NONE is other.side


# --- prizes


@pytest.mark.parametrize(("vault", "sorts"), [("twin cages", 2), ("library", 3)])
def test_one_of_the_prizes_is_taken_and_the_others_are_lost(vault: str, sorts: int) -> None:
    """Each is another kind and shown by name before; a second one cannot be had."""
    for seed in range(20):
        game = room(vault, seed=seed)
        names = ("twin cage", "lectern")
        (first, one), *others = features(game, *names)
        kinds = {each.holds.kind.name for _, each in features(game, *names) if each.holds is not None}
        assert sorts == len(kinds) == 1 + len(others)
        assert one.holds is not None
        wanted = one.holds.kind.name

        for at, _ in [(first, one), *others]:
            jump(game, Point(at.x, at.y + 1))
            walk(game, "n")

        assert [wanted] == carried(game)


def test_the_scrolls_of_a_library_are_named_and_the_others_burn() -> None:
    """The question says the price, and nothing is left of the others after."""
    game = room("library")
    walk(game, "w" * (OUTSIDE + 1))
    (at, one), *_ = features(game, "lectern")
    assert one.holds is not None
    assert "Take its scroll, and the others burn to ash." in told(game, at)
    assert one.holds.kind.name in told(game, at)

    jump(game, Point(at.x, at.y + 1))
    walk(game, "n")
    assert [None, None] == [each.holds for _, each in features(game, "burnt lectern")]
    assert digest(game.world) == digest(restore(EMBER, snapshot(game.world)).world)


def test_the_horde_of_the_twin_cages_sleeps_until_it_hears() -> None:
    """It is there in every room, between the two cages, and the locked cage stays locked."""
    for seed in range(10):
        game = room("twin cages", danger=2, seed=seed)
        hordes = [actor for actor in game.world.level.actors if not actor.is_player]
        assert hordes
        assert {Mood.ASLEEP} == {actor.mood for actor in hordes}


@pytest.mark.parametrize("name", PRIZES)
def test_exploring_takes_nothing_from_a_choice(name: str) -> None:
    """The choice is the player's."""
    game = room(name)
    for actor in [each for each in game.world.level.actors if not each.is_player]:
        game.world.level.remove(actor)
    drive(game, Explore())

    assert [] == carried(game)
    assert not features(game, "closed cage", "burnt lectern")
