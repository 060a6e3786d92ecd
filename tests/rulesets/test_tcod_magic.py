"""Lightning, fire and confusion in the `tcod` rule set (T9-1 to T9-23)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import ConditionEnded, Died, Harm, Harmed, Moved, Reason, Refused, Struck
from roguelike.engine.geometry import Direction, Point, king_distance, squared_distance
from roguelike.engine.scenario import draw
from tests.engine.mapgen.plans import fits
from tests.rulesets.tcod_words import LIGHT_GREEN, ORANGE, RED, YELLOW, said, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

LIGHTNING, FIREBALL, CONFUSION = ["Lightning Scroll"], ["Fireball Scroll"], ["Confusion Scroll"]
OUT_OF_VIEW = said("You cannot target a tile outside your field of view.", YELLOW)
NOBODY_THERE = said("There is no targetable enemy at that location.", YELLOW)
RECOVERED = said("The {Orc} is no longer confused!", RED)
TOO_FAR = said("No enemy is close enough to strike.", RED)
EXPLODED = said("The fireball explodes, burning everything within 3 tiles!", ORANGE)
SMALL_CELL = "###\n#@#\n#o#\n###"


class Scrolls(NamedTuple):
    """The names of the scrolls that are aimed."""

    fireball: str
    confusion: str


both = pytest.mark.parametrize(
    ("rules", "scrolls"),
    [
        (load_ruleset("tcod"), Scrolls("Fireball Scroll", "Confusion Scroll")),
        (load_ruleset("roguebasin"), Scrolls("scroll of fireball", "scroll of confusion")),
    ],
    ids=["tcod", "roguebasin"],
)


def words_of(rules: RuleSet, events: Iterable[AnyEvent]) -> list[str]:
    """Return the words of what is told of events, without their colours."""
    return ["".join(words for words, _, _ in message) for message in told(rules, events)]


@pytest.fixture(scope="module")
def tcod() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("tcod")


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def monsters(game: Game) -> list[Actor]:
    """Return everyone but the player."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def struck(picture: str, tcod: RuleSet) -> list[Point]:
    """Return where those are whom a scroll of lightning strikes."""
    game = draw(picture, tcod, inventory=LIGHTNING)
    places = {actor.id: actor.at for actor in game.world.level.actors}
    return [places[event.victim.id] for event in game.play(Use(0)) if isinstance(event, Harmed)]


@pytest.mark.rows("T9-1")
def test_lightning_needs_no_target_and_strikes_the_nearest_in_view(tcod: RuleSet) -> None:
    """The orc below is nearer, but behind a wall; the player is nearest of all."""
    assert not tcod.items["Lightning Scroll"].aimed
    assert [Point(5, 0)] == struck("@....o\n#####.\no.....", tcod)
    assert [Point(3, 0)] == struck("@..o.T", tcod)


@pytest.mark.rows("T9-2")
def test_lightning_does_20_whatever_the_defence(tcod: RuleSet) -> None:
    """A troll's defence of 1 takes nothing off."""
    game = draw("@..T", tcod, inventory=LIGHTNING)
    troll = monsters(game)[0]
    troll.hit_points = 50

    events = game.play(Use(0))

    assert Harmed(troll.ref, 20, Harm.LIGHTNING, tcod.items[LIGHTNING[0]]) == events[0]
    assert [said("A lightning bolt strikes the {Troll} with a loud thunder! The damage is 20")] == told(tcod, events)
    assert 30 == troll.hit_points


@pytest.mark.rows("T9-2", "T9-4")
@pytest.mark.parametrize("at", [Point(5, 0), Point(3, 4), Point(4, 3), Point(0, 5)])
def test_lightning_reaches_five_cells(tcod: RuleSet, at: Point) -> None:
    """Within 5 is at a distance of at most 5, by ruling D8."""
    assert [at] == struck(field({Point(0, 0): "@", at: "o"}), tcod)


@pytest.mark.rows("T9-4", "T9-6")
@pytest.mark.parametrize("at", [Point(5, 1), Point(4, 4), Point(5, 3), Point(6, 0)])
def test_lightning_reaches_no_further(tcod: RuleSet, at: Point) -> None:
    """The scroll is kept, and the orc does not get a turn."""
    game = draw(field({Point(0, 0): "@", at: "o"}), tcod, inventory=LIGHTNING)

    events = game.play(Use(0))

    assert [Refused(Reason.NOBODY_IN_RANGE)] == events
    assert [TOO_FAR] == told(tcod, events)
    assert LIGHTNING == carried(game)
    assert at == monsters(game)[0].at
    assert 0 == game.world.turn


def field(things: dict[Point, str], side: int = 9) -> str:
    """Return the picture of an open square."""
    return "\n".join("".join(things.get(Point(x, y), ".") for x in range(side)) for y in range(side))


@pytest.mark.rows("T9-3")
def test_nearest_is_the_straight_distance_and_the_first_wins_a_tie(tcod: RuleSet) -> None:
    """Four cells straight on are nearer than three diagonally; of 5 across and 3 by 4 the one made first is struck."""
    assert [Point(4, 0)] == struck(field({Point(0, 0): "@", Point(4, 0): "o", Point(3, 3): "T"}), tcod)
    assert [Point(5, 0)] == struck(field({Point(0, 0): "@", Point(5, 0): "o", Point(3, 4): "o"}), tcod)
    assert [Point(3, 0)] == struck(field({Point(3, 0): "o", Point(0, 4): "@", Point(5, 4): "o"}), tcod)


@pytest.mark.rows("T9-5", "T9-8")
def test_lightning_is_told_and_kills_like_anything_else(tcod: RuleSet) -> None:
    """First the stroke, in white and spelled right (ruling D15), then the death; the corpse lies there."""
    game = draw("@..T", tcod, inventory=LIGHTNING)

    events = game.play(Use(0))

    assert [
        said("A lightning bolt strikes the {Troll} with a loud thunder! The damage is 20"),
        said("{Troll} is dead!", ORANGE),
    ] == told(tcod, events)
    assert ["remains of Troll"] == [item.kind.name for item in game.world.level.items_at(Point(3, 0))]
    assert [] == carried(game)
    assert 1 == game.world.turn


@pytest.mark.rows("T9-7")
def test_lightning_never_strikes_corpses_and_items(tcod: RuleSet) -> None:
    """Neither a potion nor the orc that the first scroll has killed."""
    game = draw("@.!o", tcod, inventory=LIGHTNING * 2)
    game.play(Use(0))

    events = game.play(Use(0))

    assert [TOO_FAR] == told(tcod, events)
    assert LIGHTNING == carried(game)


@pytest.mark.rows("T9-9", "T9-16")
@pytest.mark.parametrize("scroll", [FIREBALL, CONFUSION])
def test_a_cast_needs_a_target(tcod: RuleSet, scroll: list[str]) -> None:
    """Without one nothing happens; the front-end asks for it."""
    game = draw("@..o", tcod, inventory=scroll)

    assert tcod.items[scroll[0]].aimed
    assert [Refused(Reason.NEEDS_TARGET)] == game.play(Use(0))
    assert scroll == carried(game)


@pytest.mark.rows("T9-10", "T9-16")
@pytest.mark.parametrize("scroll", [FIREBALL, CONFUSION])
def test_a_target_out_of_view_is_refused(tcod: RuleSet, scroll: list[str]) -> None:
    """Whoever may be there; the scroll is kept and no turn passes."""
    game = draw("@....\n#####\n..o..", tcod, inventory=scroll)

    events = game.play(Use(0, Point(2, 2)))

    assert [OUT_OF_VIEW] == told(tcod, events)
    assert scroll == carried(game)
    assert 0 == game.world.turn


@pytest.mark.rows("T9-10")
def test_a_target_off_the_level_is_out_of_view(tcod: RuleSet) -> None:
    """Nobody sees what is not there."""
    game = draw("@..", tcod, inventory=FIREBALL)

    assert [OUT_OF_VIEW] == told(tcod, game.play(Use(0, Point(3, 0))))
    assert [OUT_OF_VIEW] == told(tcod, game.play(Use(0, Point(-1, 0))))


@pytest.mark.rows("T9-9", "T9-12", "T9-14")
def test_a_fireball_burns_the_29_cells_within_3_and_the_player_too(tcod: RuleSet) -> None:
    """12 each, in order of creation, whatever the defence; nobody further away."""
    center, player = Point(4, 4), Point(4, 7)
    trolls = {Point(x, y): "T" for x in range(9) for y in range(9)}
    game = draw(field(trolls | {player: "@"}), tcod, inventory=FIREBALL)
    victims = [actor for actor in game.world.level.actors if squared_distance(center, actor.at) <= 9]
    spared = [actor for actor in game.world.level.actors if actor not in victims]

    events = game.play(Use(0, center))

    assert 29 == len(victims)
    assert [Harmed(actor.ref, 12, Harm.FIRE, tcod.items[FIREBALL[0]]) for actor in victims] == [
        event for event in events if isinstance(event, Harmed)
    ]
    assert {16 - 12} == {actor.hit_points for actor in victims[1:]}
    assert {16} == {actor.hit_points for actor in spared}


@pytest.mark.rows("T9-12")
@pytest.mark.parametrize("target", [Point(3, 2), Point(3, 1)])
def test_walls_do_not_shield_and_the_target_may_be_a_wall_or_empty(tcod: RuleSet, target: Point) -> None:
    """The trolls behind the wall burn, though the player sees none of them."""
    game = draw("#######\n#@....#\n#######\n#.TTT.#\n#######", tcod, inventory=FIREBALL)

    game.play(Use(0, target))

    assert [4, 4, 4] == [actor.hit_points for actor in monsters(game)]
    assert 30 - 12 == game.world.player.hit_points


@pytest.mark.rows("T9-11", "T9-13")
def test_a_fireball_is_told_victim_by_victim(tcod: RuleSet) -> None:
    """The burst, then each burn before the death that it brings, in order of creation."""
    game = draw("@.....oTo", tcod, inventory=FIREBALL)

    events = game.play(Use(0, Point(7, 0)))

    assert [
        EXPLODED,
        said("The {Orc} gets burned for 12 hit points.", ORANGE),
        said("{Orc} is dead!", ORANGE),
        said("The {Troll} gets burned for 12 hit points.", ORANGE),
        said("The {Orc} gets burned for 12 hit points.", ORANGE),
        said("{Orc} is dead!", ORANGE),
    ] == told(tcod, events)
    assert [] == carried(game)
    assert 1 == game.world.turn


@pytest.mark.rows("T9-15")
def test_the_player_can_die_of_the_fire(tcod: RuleSet) -> None:
    """The troll survives, and does not get a turn."""
    game = draw("@T", tcod, inventory=FIREBALL, hit_points=12)

    events = game.play(Use(0, Point(1, 0)))

    assert [
        EXPLODED,
        said("The {Player} gets burned for 12 hit points.", ORANGE),
        said("You died!", RED),
        said("The {Troll} gets burned for 12 hit points.", ORANGE),
    ] == told(tcod, events)
    assert not any(isinstance(event, Struck) for event in events)
    assert "died" == game.outcome
    assert [Refused(Reason.GAME_OVER)] == game.play(Wait())


@pytest.mark.rows("T9-15", "N-4")
def test_the_player_can_survive_the_fire(tcod: RuleSet) -> None:
    """With 13 hit points, one is left."""
    game = draw("@..", tcod, inventory=FIREBALL, hit_points=13)

    assert [EXPLODED, said("The {Player} gets burned for 12 hit points.", ORANGE)] == told(
        tcod, game.play(Use(0, Point(0, 0)))
    )
    assert 1 == game.world.player.hit_points


@pytest.mark.rows("T9-17", "T9-19", "T9-20", "T9-23")
def test_confusion_lasts_ten_turns_and_takes_the_eleventh(tcod: RuleSet) -> None:
    """The orc beside the player harms nobody for ten turns, comes to its senses on the next, and then strikes."""
    game = draw(SMALL_CELL, tcod, inventory=CONFUSION)
    player, orc = game.world.level.actors
    turns = [game.play(Use(0, orc.at)), *(game.play(Wait()) for _ in range(11))]

    assert [said("The eyes of the {Orc} look vacant, as he starts to stumble around!", LIGHT_GREEN)] == told(
        tcod, turns[0]
    )
    assert [[]] * 9 == [told(tcod, events) for events in turns[1:10]]
    assert [RECOVERED] == told(tcod, turns[10])
    assert [Struck(orc.ref, player.ref, 1)] == turns[11][:1]
    assert [] == carried(game)


@pytest.mark.rows("T9-17", "T9-23")
def test_nobody_moves_on_the_turn_of_recovery(tcod: RuleSet) -> None:
    """Where an orc in the open would, and does on the next turn."""
    for seed in range(20):
        game = draw(field({Point(10, 4): "@", Point(10, 12): "o"}, 21), tcod, inventory=CONFUSION, seed=seed)
        (orc,) = monsters(game)
        game.play(Use(0, orc.at))
        for _ in range(9):
            game.play(Wait())
        before = orc.at

        assert [orc.ref] == [event.victim for event in game.play(Wait()) if isinstance(event, ConditionEnded)]
        assert before == orc.at


@pytest.mark.rows("T9-18")
@pytest.mark.parametrize("target", [Point(0, 0), Point(1, 0), Point(2, 0), Point(3, 0)])
def test_confusion_without_an_enemy_is_refused(tcod: RuleSet, target: Point) -> None:
    """The player, an empty cell, a potion and a corpse have no mind to lose."""
    game = draw("@.!o", tcod, inventory=[*LIGHTNING, *CONFUSION])
    game.play(Use(0))

    events = game.play(Use(0, target))

    assert [NOBODY_THERE] == told(tcod, events)
    assert CONFUSION == carried(game)
    assert 1 == game.world.turn


@pytest.mark.rows("T9-19", "N-3")
def test_an_older_confusion_goes_on_after_a_newer_one(tcod: RuleSet) -> None:
    """Four of the first ten turns are gone when the second ten begin; the other six come after those."""
    game = draw(SMALL_CELL, tcod, inventory=CONFUSION * 2)
    player, orc = game.world.level.actors
    turns = [game.play(Use(0, orc.at)), *(game.play(Wait()) for _ in range(3))]
    turns += [game.play(Use(0, orc.at)), *(game.play(Wait()) for _ in range(18))]

    recovered = [turn for turn, events in enumerate(turns) if RECOVERED in told(tcod, events)]
    struck = [turn for turn, events in enumerate(turns) if Struck(orc.ref, player.ref, 1) in events]
    assert [4 + 10, 4 + 10 + 1 + 6] == recovered
    assert [4 + 10 + 1 + 6 + 1] == struck


@pytest.mark.rows("N-2", "R9-13", "T9-23", "T9-56")
@both
def test_out_of_sight_a_confused_monster_stumbles_on_and_its_recovery_is_told(rules: RuleSet, scrolls: Scrolls) -> None:
    """Others stand still while the player does not see them (ruling D36)."""
    corridor = """
        ########
        #..#####
        #o@#####
        ##.#####
        ##.....#
        ########
    """
    game = draw(corridor, rules, inventory=[scrolls.confusion], seed=2)
    (orc,) = monsters(game)
    events = game.play(Use(0, orc.at))
    for way in (Direction.SOUTH, Direction.SOUTH, Direction.EAST, Direction.EAST, Direction.EAST):
        events += game.play(Move(way))
    rest = [event for _ in range(7) for event in game.play(Wait())]

    assert not game.world.sees(orc.at)
    assert {False} == {event.seen for event in rest if isinstance(event, Moved | ConditionEnded)}
    assert any(isinstance(event, Moved) for event in rest)
    assert [f"The {orc.kind.name} is no longer confused!"] == words_of(rules, rest)


@pytest.mark.rows("N-2", "R9-7", "T9-13")
@both
def test_who_burns_and_dies_out_of_sight_is_told_of(rules: RuleSet, scrolls: Scrolls) -> None:
    """Behind a wall, which the fire does not mind (ruling D36)."""
    game = draw("#######\n#@....#\n#######\n#..o..#\n#######", rules, inventory=[scrolls.fireball])
    (orc,) = monsters(game)
    before = game.world.sees(orc.at)
    events = game.play(Use(0, Point(5, 1)))

    assert not before
    assert [
        "The fireball explodes, burning everything within 3 tiles!",
        f"The {orc.kind.name} gets burned for 12 hit points.",
        "Orc is dead!",
    ] == words_of(rules, events)


@pytest.mark.rows("T9-21")
def test_a_confused_monster_takes_each_of_nine_ways_alike(tcod: RuleSet) -> None:
    """By ruling D7 dx and dy are each -1, 0 or 1; all nine come up equally, to stand still among them."""
    steps = []
    for seed in range(100):
        game = draw(field({Point(15, 6): "@", Point(15, 15): "o"}, 31), tcod, inventory=CONFUSION, seed=seed)
        (orc,) = monsters(game)
        for turn in range(10):
            before = orc.at
            game.play(Wait() if turn else Use(0, before))
            if king_distance(before, game.world.player.at) > 1:
                steps.append((orc.at.x - before.x, orc.at.y - before.y))

    assert fits(steps, {(dx, dy): Fraction(1, 9) for dx in (-1, 0, 1) for dy in (-1, 0, 1)})


@pytest.mark.rows("T9-20", "T9-22")
@pytest.mark.parametrize("seed", range(10))
def test_walls_player_and_fellows_stop_a_confused_monster(tcod: RuleSet, seed: int) -> None:
    """It has nowhere to go, strikes neither of the two, and loses its turns all the same."""
    game = draw("#####\n#@oT#\n#####", tcod, inventory=CONFUSION, seed=seed)
    orc, troll = monsters(game)
    events = game.play(Use(0, orc.at)) + [event for _ in range(9) for event in game.play(Wait())]

    assert not any(isinstance(event, Struck | Died) for event in events)
    assert [Point(2, 1), Point(3, 1)] == [orc.at, troll.at]
    assert ConditionEnded(orc.ref, game.world.ruleset.conditions["confused"]) in game.play(Wait())
