"""Fights, monsters and death in the `tcod` rule set (T9-53 to T9-58, T9-60 to T9-62, P-T5 to P-T8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.events import Died, Reason, Refused, Struck
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.scenario import draw
from roguelike.ui.input import Button, Mouse
from tests.rulesets.tcod_words import DARK_RED, ORANGE, RED, said, told
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture(scope="module")
def tcod() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("tcod")


def changed(tcod: RuleSet, name: str, **stats: int) -> RuleSet:
    """Return the rules with other stats for one kind of monster."""
    kind = tcod.monsters[name]
    stronger = attrs.evolve(kind, stats=attrs.evolve(kind.stats, **stats))
    return attrs.evolve(tcod, monsters={**tcod.monsters, name: stronger})


def detour(legs: int) -> str:
    """Return an orc on the other side of a wall, with a way round it of twice the legs and two steps."""
    return "\n".join(["@#o", *([".#."] * legs), "..."])


def blows(game: Game, command: Command) -> list[Struck]:
    """Return the blows of a turn."""
    return [event for event in game.play(command) if isinstance(event, Struck)]


@pytest.mark.rows("P-T8", "T9-55")
@pytest.mark.parametrize(("glyph", "name", "dealt", "taken"), [("o", "Orc", 5, 1), ("T", "Troll", 4, 2)])
def test_a_blow_does_power_less_defence(tcod: RuleSet, glyph: str, name: str, dealt: int, taken: int) -> None:
    """Told in white, with both names and the damage."""
    game = draw(f"@{glyph}", tcod)
    player, monster = game.world.level.actors

    events = game.play(Move(Direction.EAST))

    assert [Struck(player.ref, monster.ref, dealt), Struck(monster.ref, player.ref, taken)] == events[:2]
    assert [
        said(f"{{Player}} attacks {{{name}}} for {dealt} hit points."),
        said(f"{{{name}}} attacks {{Player}} for {taken} hit points."),
    ] == told(tcod, events)
    assert monster.max_hit_points - dealt == monster.hit_points
    assert 30 - taken == player.hit_points


@pytest.mark.rows("P-T5", "P-T6", "P-T7")
@pytest.mark.parametrize(("glyph", "blows", "left"), [("o", 2, 30 - 1), ("T", 4, 30 - 3 * 2)])
def test_a_fight_is_as_long_as_the_hit_points_last(tcod: RuleSet, glyph: str, blows: int, left: int) -> None:
    """10 for an orc, 16 for a troll, 30 for the player: no chance is in it."""
    game = draw(f"@{glyph}", tcod)
    alive = []
    for _ in range(blows):
        game.play(Move(Direction.EAST))
        alive.append(len(game.world.level.actors) - 1)

    assert [1] * (blows - 1) + [0] == alive
    assert left == game.world.player.hit_points


@pytest.mark.rows("T9-58")
def test_of_ways_with_as_many_steps_the_one_with_fewer_diagonals_is_taken(tcod: RuleSet) -> None:
    """A diagonal counts 1.41: six steps in zigzag below are further than six above, four of them straight."""
    game = draw("#.....#\n@#.#.#o\n#.#.#.#", tcod)
    level = game.world.level
    level.visible[:] = b"\1" * len(level.visible)

    game.play(Wait())

    assert Point(5, 0) == level.actors[1].at


@pytest.mark.rows("T9-58")
def test_without_a_way_a_monster_takes_a_straight_step(tcod: RuleSet) -> None:
    """Behind a fellow that blocks the corridor it still presses on, and waits when it has come up to it."""
    game = draw("#######\n#@T..o#\n#######", tcod)
    places = []
    for _ in range(3):
        game.play(Wait())
        places.append(game.world.level.actors[2].at.x)

    assert [4, 3, 3] == places


@pytest.mark.rows("T9-55")
@pytest.mark.parametrize(("defence", "power"), [(5, 2), (6, 1)])
def test_a_blow_that_does_nothing_is_told_too(tcod: RuleSet, defence: int, power: int) -> None:
    """Where the defence takes all of the power, or more."""
    game = draw("@o", changed(tcod, "Orc", defence=defence, damage=power))

    assert [
        said("{Player} attacks {Orc} but does no damage."),
        said("{Orc} attacks {Player} but does no damage."),
    ] == told(tcod, game.play(Move(Direction.EAST)))
    assert [10, 30] == [actor.hit_points for actor in reversed(game.world.level.actors)]


@pytest.mark.rows("T9-53")
@pytest.mark.parametrize("keys", [("up", "down", "left", "right"), "kjhl", "yubn"])
def test_arrows_and_letters_move_in_eight_directions(tcod: RuleSet, keys: str) -> None:
    """By each of them one cell, and a turn."""
    steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0), "k": (0, -1), "j": (0, 1), "h": (-1, 0)}
    steps |= {"l": (1, 0), "y": (-1, -1), "u": (1, -1), "b": (-1, 1), "n": (1, 1)}
    for key in keys:
        game = draw("...\n.@.\n...", tcod)
        watch(game, key)

        assert Point(1, 1).offset(*steps[key]) == game.world.player.at
        assert 1 == game.world.turn


@pytest.mark.rows("T9-54")
def test_a_wall_costs_nothing_and_an_enemy_is_struck(tcod: RuleSet) -> None:
    """The orc, two cells away, does not come nearer while one bumps into walls."""
    game = draw("@.o", tcod)

    events = game.play(Move(Direction.NORTH))

    assert [Refused(Reason.WALL)] == events
    assert [] == told(tcod, events)
    assert 0 == game.world.turn
    assert Point(2, 0) == game.world.level.actors[1].at
    assert [5] == [blow.damage for blow in blows(draw("@o", tcod), Move(Direction.EAST)) if blow.attacker.is_player]


@pytest.mark.rows("T9-56", "T9-57")
@pytest.mark.parametrize(
    ("picture", "strikes"),
    [("@o", True), ("@.\n.o", True), ("@.o", False), ("@..\n..o", False), ("@..\n...\n..o", False)],
)
def test_monsters_strike_from_nearer_than_2_and_walk_otherwise(tcod: RuleSet, picture: str, strikes: bool) -> None:  # noqa: FBT001 -- pytest gives it by name
    """1.41 is near enough, 2 is not."""
    game = draw(picture, tcod)
    orc = game.world.level.actors[1]
    before = orc.at

    assert strikes == bool(blows(game, Wait()))
    assert strikes == (before == orc.at)


@pytest.mark.rows("T9-56")
def test_monsters_out_of_the_players_view_stay_where_they_are(tcod: RuleSet) -> None:
    """Beyond the 10 cells of the player's sight, and behind a wall, however near."""
    game = draw("@...............o\n##############...\no................", tcod)
    before = [actor.at for actor in game.world.level.actors]
    for _ in range(5):
        game.play(Wait())

    assert before == [actor.at for actor in game.world.level.actors]


@pytest.mark.rows("T9-58")
def test_monsters_take_the_shortest_way_round_their_fellows(tcod: RuleSet) -> None:
    """Both take part: the second orc does not queue behind the first."""
    game = draw("......\n@.oo..\n......", tcod)
    for _ in range(2):
        game.play(Wait())

    assert 2 == len(blows(game, Wait()))


@pytest.mark.rows("T9-58")
@pytest.mark.parametrize(("legs", "goes_round"), [(11, True), (12, False)])
def test_a_longer_way_is_given_up_for_a_straight_step(tcod: RuleSet, legs: int, goes_round: bool) -> None:  # noqa: FBT001 -- pytest gives it by name
    """Straight on there is a wall, so the orc waits; down the 24 steps round the wall it goes."""
    game = draw(detour(legs), tcod)
    orc = game.world.level.actors[1]
    level = game.world.level
    level.visible[:] = b"\1" * len(level.visible)

    game.play(Wait())

    assert goes_round == (Point(2, 1) == orc.at)
    assert goes_round != (Point(2, 0) == orc.at)


@pytest.mark.rows("T9-60")
def test_a_monster_leaves_its_remains(tcod: RuleSet) -> None:
    """Told in orange; they are a dark red `%`, lie in nobody's way, and neither fight nor can be taken."""
    game = draw("@o", tcod)
    game.play(Move(Direction.EAST))

    events = game.play(Move(Direction.EAST))

    assert [said("{Player} attacks {Orc} for 5 hit points."), said("{Orc} is dead!", ORANGE)] == told(tcod, events)
    (remains,) = game.world.level.items_at(Point(1, 0))
    assert "remains of Orc" == remains.kind.name
    assert Glyph("%", DARK_RED) == remains.kind.glyph
    assert 1 == len(game.world.level.actors)
    game.play(Move(Direction.EAST))
    assert Point(1, 0) == game.world.player.at
    assert [Refused(Reason.NOTHING_HERE)] == game.play(PickUp())


@pytest.mark.rows("T9-60")
@pytest.mark.parametrize(("glyph", "title"), [("o", "remains of Orc"), ("T", "remains of Troll")])
def test_remains_are_named_after_whose_they_are(tcod: RuleSet, glyph: str, title: str) -> None:
    """Where the mouse is on them; they are dark red."""
    watched = watch(draw(f"@{glyph}.........", tcod), *["l"] * 4, Mouse(Button.MOVE, 1, 0))
    names = "".join(cell.char for y in (4, 5) for cell in watched.last.rows[y][12:])
    remains = next(cell for cell in watched.last.rows[0] if cell.char == "%")

    assert title.replace(" ", "") == names.replace(" ", "")
    assert DARK_RED == remains.style.foreground


@pytest.mark.rows("T9-61")
def test_the_players_death_is_told_in_red_and_ends_the_game(tcod: RuleSet) -> None:
    """The player lies there as a dark red `%`; whatever is asked for then is refused."""
    game = draw("@.\n.o", tcod, hit_points=1, inventory=["Healing Potion"])
    player = game.world.player

    events = game.play(Wait())

    assert [said("{Orc} attacks {Player} for 1 hit points."), said("You died!", RED)] == told(tcod, events)
    assert [Glyph("%", DARK_RED)] == [item.kind.glyph for item in game.world.level.items_at(player.at)]
    assert "died" == game.outcome
    for command in (Wait(), Move(Direction.EAST), PickUp(), Use(0), Drop(0)):
        assert [Refused(Reason.GAME_OVER)] == game.play(command)


@pytest.mark.rows("T9-61")
def test_the_dead_player_is_drawn_as_a_corpse(tcod: RuleSet) -> None:
    """The `@` is gone."""
    rows = watch(draw("@.\n.o", tcod, hit_points=1), ".").last.rows

    assert "%" == rows[0][0].char


@pytest.mark.rows("T9-62")
def test_the_monsters_turn_stops_when_the_player_dies(tcod: RuleSet) -> None:
    """The second orc does not strike, nor does the third come nearer."""
    game = draw("o@o..o", tcod, hit_points=1)
    first, second, third = game.world.level.actors[1:]

    events = game.play(Wait())

    assert [Struck, Died] == [type(event) for event in events]
    assert [first.ref] == [event.attacker for event in events if isinstance(event, Struck)]
    assert [Point(2, 0), Point(5, 0)] == [second.at, third.at]


def test_the_game_goes_on_when_the_last_enemy_is_dead(tcod: RuleSet) -> None:
    """There is no victory to be had."""
    game = draw("@o", tcod)
    for _ in range(2):
        game.play(Move(Direction.EAST))

    assert 0 == game.world.enemies_left
    assert game.outcome is None
