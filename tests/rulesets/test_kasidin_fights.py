"""Blows in `kasidin`: the dice, the words, the status line and the end."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.dice import step
from roguelike.engine.events import Died, Refused, Started, Struck, TurnEnded
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.ui.layout import lay_out
from roguelike.ui.narration import PLAIN, Narrator
from tests.watching import Size, spot, watch, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.canvas import Canvas


@pytest.fixture(scope="module")
def kasidin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("kasidin")


def told(ruleset: RuleSet, events: Iterable[AnyEvent]) -> list[str]:
    """Return what is said of events."""
    narrator = Narrator(ruleset)
    return [message.text for message in map(narrator.tell, events) if message is not None]


def top_row(canvas: Canvas) -> str:
    """Return the uppermost row of the screen."""
    return words(canvas, 0, 0, canvas.width).rstrip()


@pytest.mark.rows("K4-31", "K4-32")
@pytest.mark.parametrize("seed", range(20))
def test_a_bump_rolls_the_damage_step_and_takes_the_turn(kasidin: RuleSet, seed: int) -> None:
    """One roll for the player, then one for the kestrel that strikes back."""
    game = draw("@k", attrs.evolve(kasidin, player=attrs.evolve(kasidin.player, hit_points=999)), seed=seed)
    player, kestrel = game.world.level.actors
    kestrel.hit_points = 500
    foreseen = PCG32(seed)
    given, taken = step(foreseen, 5), step(foreseen, 5)

    events = game.play(Move(Direction.EAST))

    assert [
        Struck(player.ref, kestrel.ref, given),
        Struck(kestrel.ref, player.ref, taken),
        TurnEnded(1),
    ] == events
    assert (999 - taken, 500 - given) == (player.hit_points, kestrel.hit_points)
    assert foreseen == game.world.rng


@pytest.mark.rows("K4-31")
@pytest.mark.parametrize("seed", range(10))
def test_a_kestrel_lives_as_long_as_its_ten_hit_points_last(kasidin: RuleSet, seed: int) -> None:
    """No blow misses, and nothing is taken off its damage."""
    game = draw("@k", attrs.evolve(kasidin, player=attrs.evolve(kasidin.player, hit_points=999)), seed=seed)
    given: list[int] = []
    while len(game.world.level.actors) > 1:
        events = game.play(Move(Direction.EAST))
        given += [event.damage for event in events if isinstance(event, Struck) and event.attacker.is_player]

    assert sum(given[:-1]) < 10 <= sum(given)


def test_the_chances_of_a_blow_are_those_of_an_exploding_d8(kasidin: RuleSet) -> None:
    """A fresh creature dies of one blow in 7 cases of 64, and never is there a blow in vain."""
    chances = kasidin.combat.chances(kasidin.player.stats, kasidin.monsters["kestrel"].stats, 9)

    assert (0, *[Fraction(1, 8)] * 7, 0, Fraction(1, 64)) == chances
    assert Fraction(7, 64) == 1 - sum(chances)


@pytest.mark.rows("K4-36")
def test_blows_are_told_with_the_numbers_of_the_creatures(kasidin: RuleSet) -> None:
    """The words of the source, whether the blow was fatal or not, all in the plain colour."""
    game = draw("kk@", attrs.evolve(kasidin, player=attrs.evolve(kasidin.player, hit_points=999)))
    kestrel, player = game.world.level.actors[2].ref, game.world.player.ref
    narrator = Narrator(kasidin)
    events = [event for _ in range(6) for event in game.play(Move(Direction.WEST))]
    blows = [event for event in events if isinstance(event, Struck) and kestrel in {event.attacker, event.target}]
    messages = [message for message in map(narrator.tell, blows) if message is not None]

    assert {False, True} == {blow.fatal for blow in blows}
    assert [
        f"Player did {blow.damage} damage to CreatureID(3)"
        if blow.attacker == player
        else f"CreatureID(3) did {blow.damage} damage to CreatureID(1)"
        for blow in blows
    ] == [message.text for message in messages]
    assert {PLAIN} == {span.color for message in messages for span in message.parts}


@pytest.mark.rows("K4-36")
def test_a_turn_of_blows_is_told_line_by_line(kasidin: RuleSet) -> None:
    """The player's, the kestrel's, and that the turn is over; nothing else is said."""
    game = draw("@k", kasidin, seed=42)

    events = game.play(Move(Direction.EAST))

    assert [
        "Player did 6 damage to CreatureID(2)",
        "CreatureID(2) did 3 damage to CreatureID(1)",
        "turn over!",
    ] == told(kasidin, events)


@pytest.mark.rows("K4-36")
def test_nothing_else_is_ever_said(kasidin: RuleSet) -> None:
    """Steps, deaths, what comes into view and what is refused go without a word."""
    spoken = {text.template for texts in kasidin.messages.values() for text in texts.values() if text.template}
    game = draw("@k", kasidin)

    assert {
        "Player did {damage} damage to CreatureID({target:id})",
        "CreatureID({attacker:id}) did {damage} damage to CreatureID({target:id})",
        "turn over!",
    } == spoken
    assert [] == told(kasidin, [Started(), Died(game.world.level.actors[1].ref, Point(1, 0))])
    assert [] == told(kasidin, game.play(Move(Direction.WEST)))


@pytest.mark.rows("K4-36")
def test_the_words_stand_in_the_log(kasidin: RuleSet) -> None:
    """Where the source wrote to the standard output."""
    watched = watch(draw("@k", kasidin, seed=42), "right")

    assert "Player did 6 damage to CreatureID(2)" in watched.last.text()
    assert "CreatureID(2) did 3 damage to CreatureID(1)" in watched.last.text()
    assert "turn over!" in watched.last.text()


@pytest.mark.rows("K4-37", "P-K1", "K4-31")
def test_the_status_line_tells_hit_points_and_enemies(kasidin: RuleSet) -> None:
    """In the top row, in the green that is the source's colour of all text, on black; and it follows the fight."""
    game = draw("@k....\n.#####\n......", kasidin, seed=42)
    watched = watch(game, "right")
    first, last = watched.after

    assert "HP: 10, Enemies: 1" == top_row(first)
    assert "HP: 7, Enemies: 1" == top_row(last)
    assert {((128, 255, 20), (0, 0, 0))} == {cell.style[:2] for cell in first.rows[0][:18]}


@pytest.mark.rows("K4-37")
def test_the_status_line_counts_the_whole_level_seen_or_not(kasidin: RuleSet) -> None:
    """All creatures but the player."""
    game = draw("@##k\n####\nk#kk", kasidin)
    level = new_game(kasidin, 5).world.level

    assert "HP: 10, Enemies: 4" == top_row(watch(game).last)
    assert f"HP: 10, Enemies: {len(level.actors) - 1}" == top_row(watch(lambda: new_game(kasidin, 5)).last)


@pytest.mark.rows("K4-37")
def test_the_dead_are_not_counted(kasidin: RuleSet) -> None:
    """From the end of the turn in which they died."""
    game = draw("@k.k", kasidin)
    game.world.level.actors[1].hit_points = 1

    assert "Enemies: 1" in top_row(watch(game, "right").last)


@pytest.mark.rows("K4-38")
@pytest.mark.parametrize("size", [(80, 24), (66, 50), (40, 15)])
def test_the_status_line_has_a_row_of_its_own_above_the_map(kasidin: RuleSet, size: tuple[int, int]) -> None:
    """Whatever the size: the top row, all of its width, and the map begins below it."""
    layout = lay_out(*size, 100, 100, has_status=True)
    canvas = watch(lambda: new_game(kasidin, 1), size=size).last

    assert (0, 0, size[0], 1) == (layout.status.x, layout.status.y, layout.status.width, layout.status.height)
    assert 1 == layout.map.y
    assert layout.map.height == lay_out(size[0], size[1] - 1, 100, 100).map.height
    assert top_row(canvas).startswith("HP: 10, Enemies: ")


@pytest.mark.rows("K4-38")
def test_the_first_row_of_the_level_is_below_the_status_line(kasidin: RuleSet) -> None:
    """Nothing of a level is hidden by it, for the mouse either."""
    canvas = watch(draw("@k", kasidin)).last

    assert (0, 1) == spot(canvas, "@k")
    assert "HP: 10, Enemies: 1" == top_row(canvas)


@pytest.mark.rows("K4-39")
def test_the_status_line_leaves_nothing_of_what_it_said_before(kasidin: RuleSet) -> None:
    """10 is longer than 7, and a wider screen than a narrow one."""
    watched = watch(draw("@k", kasidin, seed=42), Size(50, 20), "right", Size(90, 30))

    assert ["HP: 10, Enemies: 1", "HP: 10, Enemies: 1", "HP: 7, Enemies: 1", "HP: 7, Enemies: 1"] == [
        top_row(canvas) for canvas in watched.after
    ]


@pytest.mark.rows("K4-37")
def test_other_rule_sets_have_no_such_row(kasidin: RuleSet, classic: RuleSet) -> None:
    """Their map begins at the top, and the panel tells how many enemies are left."""
    assert "HP: {hit_points}, Enemies: {enemies}" == kasidin.status
    assert not classic.status
    assert (0, 0) == spot(watch(draw("@#", classic)).last, "@")


@pytest.mark.rows("K4-35")
def test_the_player_dies_at_0(kasidin: RuleSet) -> None:
    """And the game is over: the turn does not go on, and no command is taken."""
    game = draw("k@k", kasidin, hit_points=1)
    player = game.world.player

    events = game.play(Wait())

    assert 0 == player.hit_points
    assert "died" == game.outcome
    assert [Struck, Died] == [type(event) for event in events]
    assert [Refused] == [type(event) for event in game.play(Move(Direction.EAST))]


@pytest.mark.rows("K4-35")
@pytest.mark.parametrize("hit_points", range(1, 11))
def test_whoever_has_as_many_hit_points_as_the_blow_dies_of_it(kasidin: RuleSet, hit_points: int) -> None:
    """And whoever has one more does not."""
    game = draw("@k", kasidin, hit_points=hit_points, seed=42)  # the kestrel's blow is the first roll: 6

    game.play(Wait())

    assert (hit_points <= 6) == (game.outcome == "died")
    assert max(0, hit_points - 6) == game.world.player.hit_points


@pytest.mark.rows("K4-35", "K4-37")
def test_the_status_line_of_the_dead_says_0(kasidin: RuleSet) -> None:
    """Never less."""
    canvas = watch(draw("@k", kasidin, hit_points=1), ".").last

    assert "HP: 0, Enemies: 1" == top_row(canvas)
    assert "YOU DIED" in canvas.text()


def test_there_is_no_victory(kasidin: RuleSet) -> None:
    """One may walk about the empty cave for ever."""
    game: Game = draw("@k.", kasidin)
    game.world.level.actors[1].hit_points = 1

    game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))

    assert game.outcome is None
    assert Point(1, 0) == game.world.player.at
    assert 0 == game.world.enemies_left


def test_nothing_lies_where_someone_died(kasidin: RuleSet) -> None:
    """There are no corpses."""
    game = draw("@k.", kasidin)
    game.world.level.actors[1].hit_points = 1

    game.play(Move(Direction.EAST))

    assert not game.world.level.items
