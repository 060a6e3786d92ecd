"""The scrolls and the potion of `roguebasin`: whom they reach, what they do, and what is said."""

from __future__ import annotations

import collections
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import (
    ConditionEnded,
    Died,
    Exploded,
    Harm,
    Harmed,
    Healed,
    Moved,
    Reason,
    Refused,
    Struck,
    TurnEnded,
)
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.ui.narration import Span
from tests.engine.mapgen.plans import fits
from tests.rulesets.roguebasin_words import (
    CONFUSION,
    FIREBALL,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_VIOLET,
    LIGHTNING,
    ORANGE,
    ORC,
    POTION,
    RED,
    TROLL,
    WHITE,
    at,
    carried,
    field,
    spans,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture(scope="module")
def roguebasin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("roguebasin")


def refusal(events: Sequence[AnyEvent]) -> Reason:
    """Return why a command was refused, which must be all that happened."""
    (event,) = events
    assert isinstance(event, Refused)
    return event.reason


@pytest.mark.rows("R9-1", "R9-31")
@pytest.mark.parametrize(("hit_points", "expected"), [(1, 5), (20, 24), (25, 29), (26, 30), (28, 30), (29, 30)])
def test_a_potion_heals_four_and_never_past_the_full_health(
    roguebasin: RuleSet, hit_points: int, expected: int
) -> None:
    """It says so in light violet, and is used up without a turn."""
    game = draw(field({}), roguebasin, inventory=[POTION], hit_points=hit_points)
    player = game.world.player

    events = game.play(Use(0))

    assert [Healed(player.ref, expected - hit_points)] == events
    assert expected == player.hit_points
    assert (Span("Your wounds start to feel better!", LIGHT_VIOLET),) == spans(roguebasin, events[0])
    assert [] == carried(game)


@pytest.mark.rows("R9-21", "R9-31")
def test_a_potion_is_refused_in_full_health(roguebasin: RuleSet) -> None:
    """It says so in red, and is kept."""
    game = draw(field({}), roguebasin, inventory=[POTION])

    events = game.play(Use(0))

    assert Reason.FULL_HEALTH == refusal(events)
    assert (Span("You are already at full health.", RED),) == spans(roguebasin, events[0])
    assert [POTION] == carried(game)


@pytest.mark.rows("R9-2", "R9-3", "R9-1")
def test_lightning_strikes_the_closest_monster_for_twenty(roguebasin: RuleSet) -> None:
    """Not the first that was made; it is told in light blue, the name in its own colour."""
    game = draw(field({(0, -4): "o", (3, 0): "T", (-4, 1): "o"}), roguebasin, inventory=[LIGHTNING])
    troll = next(actor for actor in game.world.level.actors if actor.kind.name == "troll")

    events = game.play(Use(0))

    assert Harmed(troll.ref, 20, Harm.LIGHTNING, roguebasin.items[LIGHTNING], fatal=True) == events[0]
    assert (
        Span("A lightning bolt strikes the ", LIGHT_BLUE),
        Span("troll", TROLL, bold=True),
        Span(" with a loud thunder! The damage is ", LIGHT_BLUE),
        Span("20", LIGHT_BLUE),
        Span(" hit points.", LIGHT_BLUE),
    ) == spans(roguebasin, events[0])
    assert spans(roguebasin, attrs.evolve(events[0], fatal=False)) == spans(roguebasin, events[0])
    assert [] == carried(game)


@pytest.mark.rows("R9-5")
def test_one_bolt_kills_a_fresh_troll(roguebasin: RuleSet) -> None:
    """20 is more than 16."""
    game = draw("@.T", roguebasin, inventory=[LIGHTNING])
    troll = game.world.level.actors[1]

    events = game.play(Use(0))

    assert [Harmed, Died] == [type(event) for event in events]
    assert 16 == troll.max_hit_points
    assert [game.world.player] == game.world.level.actors


@pytest.mark.rows("R9-2", "R9-4", "R9-1")
@pytest.mark.parametrize(
    ("away", "in_range"),
    [((5, 0), True), ((3, 4), True), ((-4, 3), True), ((6, 0), False), ((5, 1), False), ((4, 4), False)],
)
def test_lightning_reaches_as_far_as_five_cells(
    roguebasin: RuleSet,
    away: tuple[int, int],
    in_range: bool,  # noqa: FBT001 -- pytest gives it by name
) -> None:
    """A straight distance of at most 5; beyond, nothing happens and the scroll is kept."""
    game = draw(field({away: "T"}), roguebasin, inventory=[LIGHTNING])

    events = game.play(Use(0))

    assert in_range == isinstance(events[0], Harmed)
    assert ([] if in_range else [LIGHTNING]) == carried(game)


@pytest.mark.rows("R9-2", "R9-4", "R9-21")
def test_lightning_strikes_nobody_out_of_sight(roguebasin: RuleSet) -> None:
    """It says so in red, and is kept."""
    game = draw("@#o", roguebasin, inventory=[LIGHTNING])

    events = game.play(Use(0))

    assert Reason.NOBODY_IN_RANGE == refusal(events)
    assert (Span("No enemy is close enough to strike.", RED),) == spans(roguebasin, events[0])
    assert [LIGHTNING] == carried(game)


@pytest.mark.rows("R9-6")
def test_a_fireball_bursts_on_any_cell_in_view(roguebasin: RuleSet) -> None:
    """As far as one sees, and where nobody is."""
    game = draw(field({}), roguebasin, inventory=[FIREBALL])

    events = game.play(Use(0, at(10, 0)))

    assert isinstance(events[0], Exploded)
    assert at(10, 0) == events[0].at
    assert [] == carried(game)


@pytest.mark.rows("R9-7", "R9-1")
def test_a_fireball_burns_everyone_within_three_cells_for_twelve(roguebasin: RuleSet) -> None:
    """A straight distance of at most 3 from the cell, not from the player; it kills orcs, and a troll keeps 4."""
    near = {(8, 0): "o", (5, 3): "T", (5, -3): "o", (3, 2): "T", (7, -2): "o"}
    far = {(9, 0): "o", (8, 1): "T", (3, 3): "o", (6, -3): "T"}
    game = draw(field(near | far), roguebasin, inventory=[FIREBALL])
    before = {actor.at: actor.ref for actor in game.world.level.actors}

    events = game.play(Use(0, at(5, 0)))

    burned = [event for event in events if isinstance(event, Harmed)]
    assert {before[at(*away)].id for away in near} == {event.victim.id for event in burned}
    assert {12} == {event.damage for event in burned}
    assert 3 == sum(isinstance(event, Died) for event in events)
    assert {at(*away) for away in far} < {actor.at for actor in game.world.level.actors}
    assert [4, 4, 16, 16] == sorted(actor.hit_points for actor in game.world.level.actors if "troll" == actor.kind.name)


@pytest.mark.rows("R9-7", "R9-8", "N-4")
def test_a_fireball_burns_the_player_as_well(roguebasin: RuleSet) -> None:
    """Within 3 cells of it; at 4 they are safe."""
    for distance, expected in ((0, 18), (3, 18), (4, 30)):
        game = draw(field({}), roguebasin, inventory=[FIREBALL])

        game.play(Use(0, at(distance, 0)))

        assert expected == game.world.player.hit_points


@pytest.mark.rows("R9-8", "R9-34")
def test_the_players_own_fireball_can_kill(roguebasin: RuleSet) -> None:
    """Whoever has 12 hit points dies of it."""
    game = draw(field({}), roguebasin, inventory=[FIREBALL], hit_points=12)

    game.play(Use(0, at(1, 0)))

    assert "died" == game.outcome


@pytest.mark.rows("R9-7")
def test_walls_do_not_protect_from_a_fireball(roguebasin: RuleSet) -> None:
    """It burns whoever is near, whatever stands between; nobody sees it, and it happens."""
    game = draw("@....#o", roguebasin, inventory=[FIREBALL])

    events = game.play(Use(0, Point(4, 0)))

    assert [Harmed] == [type(event) for event in events if isinstance(event, Harmed)]
    assert [game.world.player] == game.world.level.actors


@pytest.mark.rows("R9-7")
def test_a_fireball_is_told_in_orange(roguebasin: RuleSet) -> None:
    """First the burst, then everyone who is burned, the player too; the names in their own colours."""
    game = draw(field({(2, 0): "T"}), roguebasin, inventory=[FIREBALL])

    events = game.play(Use(0, at(1, 0)))

    assert [Exploded, Harmed, Harmed] == [type(event) for event in events]
    told = [spans(roguebasin, event) for event in events]
    assert "The fireball explodes, burning everything within 3 tiles!" == "".join(span.text for span in told[0])
    assert {ORANGE} == {span.color for span in told[0]}
    for name, color, told_of in (("player", WHITE, told[1]), ("troll", TROLL, told[2])):
        assert (
            Span("The ", ORANGE),
            Span(name, color, bold=True),
            Span(" gets burned for ", ORANGE),
            Span("12", ORANGE),
            Span(" hit points.", ORANGE),
        ) == told_of
    for event, parts in zip(events, told, strict=True):
        assert not isinstance(event, Harmed) or parts == spans(roguebasin, attrs.evolve(event, fatal=True))


@pytest.mark.rows("R9-11", "R9-13")
def test_confusion_and_recovery_are_told_in_light_green_and_red(roguebasin: RuleSet) -> None:
    """The names in their own colour."""
    game = draw("###\n#o#\n#@#\n###", roguebasin, inventory=[CONFUSION])
    (confused,) = game.play(Use(0, Point(1, 1)))
    later = [event for _ in range(11) for event in game.play(Wait())]
    (recovered,) = (event for event in later if isinstance(event, ConditionEnded))
    name = Span("orc", ORC, bold=True)

    assert (
        Span("The eyes of the ", LIGHT_GREEN),
        name,
        Span(" look vacant, as he starts to stumble around!", LIGHT_GREEN),
    ) == spans(roguebasin, confused)
    assert (Span("The ", RED), name, Span(" is no longer confused!", RED)) == spans(roguebasin, recovered)


@pytest.mark.rows("R9-12")
def test_a_confused_monster_steps_anywhere_or_stands_still(roguebasin: RuleSet) -> None:
    """Eight directions and none, each one time in nine."""
    steps: collections.Counter[tuple[int, int]] = collections.Counter()
    for seed in range(1800):
        game = draw(
            "@.......\n........\n........\n.....o..\n........\n........", roguebasin, seed=seed, inventory=[CONFUSION]
        )
        orc = game.world.level.actors[1]
        game.play(Use(0, orc.at))
        game.play(Wait())
        steps[orc.at.x - 5, orc.at.y - 3] += 1

    assert fits(steps.elements(), {(x, y): Fraction(1, 9) for x in (-1, 0, 1) for y in (-1, 0, 1)})


@pytest.mark.rows("R9-12")
@pytest.mark.parametrize("seed", range(5))
def test_a_confused_monster_never_strikes_and_a_blocked_step_is_lost(roguebasin: RuleSet, seed: int) -> None:
    """Walls and the player are in its way all around."""
    game = draw("###\n#o#\n#@#\n###", roguebasin, seed=seed, inventory=[CONFUSION])
    game.play(Use(0, Point(1, 1)))
    events = [event for _ in range(10) for event in game.play(Wait())]

    assert not any(isinstance(event, Struck | Moved | ConditionEnded) for event in events)
    assert Point(1, 1) == game.world.level.actors[1].at


@pytest.mark.rows("R9-12", "R9-13", "R9-14", "R9-1")
def test_on_the_eleventh_turn_the_monster_recovers_and_does_no_more(roguebasin: RuleSet) -> None:
    """On the twelfth it does again what it always did."""
    game = draw("###\n#o#\n#@#\n###", roguebasin, inventory=[CONFUSION])
    player, orc = game.world.level.actors
    game.play(Use(0, Point(1, 1)))
    for _ in range(10):
        game.play(Wait())

    eleventh, twelfth = game.play(Wait()), game.play(Wait())

    assert [ConditionEnded(orc.ref, game.world.ruleset.conditions["confused"]), TurnEnded(11)] == eleventh
    assert [Struck(orc.ref, player.ref, 1), TurnEnded(12)] == twelfth


@pytest.mark.rows("R9-14", "N-3")
def test_confusion_on_confusion_goes_on_when_the_newer_has_passed(roguebasin: RuleSet) -> None:
    """What it goes back to is what it was before: here, ten more turns of confusion."""
    game = draw("###\n#o#\n#@#\n###", roguebasin, inventory=[CONFUSION, CONFUSION])
    game.play(Use(0, Point(1, 1)))
    game.play(Use(0, Point(1, 1)))
    turns = [
        game.world.turn for _ in range(24) if any(isinstance(event, ConditionEnded) for event in game.play(Wait()))
    ]

    assert [11, 22] == turns
    assert 28 == game.world.player.hit_points


@pytest.mark.rows("R9-28")
@pytest.mark.parametrize("scroll", [POTION, LIGHTNING, FIREBALL, CONFUSION])
def test_magic_takes_no_turn(roguebasin: RuleSet, scroll: str) -> None:
    """The troll that stands beside the player does not strike."""
    game = draw("@T", roguebasin, inventory=[scroll], hit_points=20)

    events = game.play(Use(0, Point(1, 0) if roguebasin.items[scroll].aimed else None))

    assert not any(isinstance(event, TurnEnded | Struck | Refused) for event in events)
    assert 0 == game.world.turn
    assert [] == carried(game)


def test_a_step_in_between_takes_the_turn_that_magic_does_not(roguebasin: RuleSet) -> None:
    """The troll strikes as soon as time passes."""
    game = draw(".@T", roguebasin, inventory=[FIREBALL, POTION])
    game.play(Use(0, Point(1, 0)))
    game.play(Use(0))

    events = game.play(Move(Direction.WEST))

    assert 22 == game.world.player.hit_points
    assert [Moved, Moved, TurnEnded] == [type(event) for event in events]
