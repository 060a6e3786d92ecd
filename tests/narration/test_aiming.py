"""The first target of an aim, and the lines about it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import preview_use
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.narration.aiming import Aim, first_cell, outcome, targets
from roguelike.ui.screens.aim import OWN_CELL
from tests.calls import count_calls
from tests.fixture_rules import make_fixture_rules
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.observation import Observation

RULES = make_fixture_rules(load_ruleset("classic"))
FIREBALL, BOLT = "fireball scroll", "confusion scroll"
AIM_FIREBALL = ("i", "b", "enter")


def start(picture: str, name: str, last: int | None = None) -> tuple[int, int]:
    """Return the cell on which an aim begins."""
    at = first_cell(Aim(RULES.items[name]), observe(draw(picture, RULES).world), last)
    return at.x, at.y


def test_a_burst_begins_on_the_nearest_of_scattered_enemies() -> None:
    """Among those within range."""
    assert (5, 0) == start("@....o.....o", FIREBALL)


def test_a_burst_begins_where_most_enemies_are() -> None:
    """Though another is nearer."""
    assert (10, 2) == start("@...........\n............\n..........oo\n............\n......o.....", FIREBALL)


def test_a_burst_never_begins_where_it_reaches_the_player() -> None:
    """An adjacent enemy is hit from the far side."""
    assert (1, 2) == start("@o..........\n............\n......T.....", FIREBALL)


def test_a_burst_between_two_enemies_hits_both() -> None:
    """On the floor between them."""
    assert (6, 2) == start("......o.....\n............\n@...........\n............\n......o.....", FIREBALL)


@pytest.mark.parametrize(("mood", "begins"), [(Mood.DUELLING, Point(3, 0)), (Mood.TRUCE, Point(2, 0))])
def test_an_aim_reaches_neutral_monsters_and_begins_on_duellists(mood: Mood, begins: Point) -> None:
    """The player may want to wound a duellist; a truce is broken in melee."""
    game = draw("@..oo..", load_ruleset("ember"))
    for actor in game.world.level.actors[1:]:
        actor.side, actor.mood = Side.NONE, mood
    seen, aim = observe(game.world), Aim(game.world.ruleset.items["dart"], throws=True)

    assert begins == first_cell(aim, seen, None)
    assert [Point(3, 0), Point(4, 0)] == targets(aim, seen, Point(3, 0))


@pytest.mark.parametrize(
    ("picture", "begins"),
    [("@..........", (3, 0)), ("@..#.......", (2, 0)), ("#@#\n###", (1, 0)), ("......@#", (3, 0))],
)
def test_with_no_enemy_in_view_an_aim_begins_ahead(picture: str, begins: tuple[int, int]) -> None:
    """On a free cell about three cells away; on the player where no other is in view."""
    assert begins == start(picture, BOLT)


@pytest.mark.parametrize(("underfoot", "begins"), [("floor", (8, 0)), ("grass", (2, 0))])
def test_with_no_enemy_in_view_an_aim_begins_harmlessly_towards_unexplored_cells(
    underfoot: str, begins: tuple[int, int]
) -> None:
    """Not where the fire of an oil flask could spread to the player."""
    game = draw(".....@,,,..", load_ruleset("ember"), legend={",": "grass"})
    level, oil = game.world.level, game.world.ruleset.items["oil flask"]
    change(game.world, 1 << game.world.player.cell, underfoot)
    level.explored[level.grid.index(Point(10, 0))] = 0

    assert begins == first_cell(Aim(oil, throws=True), observe(game.world), None)


def test_a_monster_with_the_condition_is_no_first_target() -> None:
    """No monster is confused twice while another is not confused."""
    game = draw("......o\n@......\n....o..", RULES, inventory=[BOLT, BOLT])
    game.play(Use(0, Point(4, 2)))
    seen = observe(game.world)
    fresh = next(foe for foe in seen.foes if not foe.conditions)

    assert fresh.at == first_cell(Aim(RULES.items[BOLT]), seen, None)


def test_the_last_target_comes_first_while_it_can_be_struck() -> None:
    """Though another is nearer."""
    game = draw(".......o\n@.......\n....o...", RULES)
    far = max(observe(game.world).foes, key=lambda foe: foe.at.x)

    assert (far.at.x, far.at.y) == start(".......o\n@.......\n....o...", BOLT, far.id)
    assert (4, 2) == start(".......o\n@.......\n....o...", BOLT, 99)


def test_the_outcome_is_one_line() -> None:
    """The player first; equal ones together."""
    seen = observe(draw("@.mm.T", RULES, hit_points=20).world)

    def told(name: str, x: int) -> str:
        return outcome(seen, preview_use(RULES.items[name], seen, Point(x, 0)))

    assert "you: -9 HP, 2 mice: killed" == told(FIREBALL, 2)
    assert "mouse: confused for 4 turns" == told(BOLT, 5)


def test_the_outcome_and_the_keys_are_on_the_screen_and_hide_no_news() -> None:
    """Also at 40x15."""
    game = draw("#@.m.........#", RULES, inventory=[FIREBALL])
    for size in ((80, 24), (40, 15)):
        text = watch(game, "f", *AIM_FIREBALL, size=size).last.text()

        assert "Enter: fire  Tab: next  Esc: cancel" in text
        assert "you: -9 HP, mouse: killed" in text
        assert "Nothing to fire again." in text


def test_the_players_own_cell_is_red_where_it_would_burn() -> None:
    """And not where it would not."""
    game = draw("@.m.....\n........\n.....m..", RULES, inventory=[FIREBALL])
    watched = watch(game, *AIM_FIREBALL, "tab", "tab")
    backgrounds = [canvas.rows[0][0].style.background for canvas in watched.after[3:]]

    assert [False, True, False] == [background == OWN_CELL for background in backgrounds]


def test_tab_cycles_through_possible_targets() -> None:
    """Not through targets out of range."""
    rules = load_ruleset("roguebasin")
    game = draw("@....o.....o", attrs.evolve(rules, comfort=True), inventory=["scroll of confusion"])
    watched = watch(game, "i", "enter", "enter", "tab", "tab")

    assert {(5, 0)} == {canvas.cursor for canvas in watched.after[3:]}


def test_tab_comes_back_to_the_floor_on_which_the_aim_began() -> None:
    """A player who looks at two enemies in turn need not find the cell between them again."""
    game = draw("......o.....\n............\n@...........\n............\n......o.....", RULES, inventory=[FIREBALL])
    watched = watch(game, *AIM_FIREBALL, *["tab"] * 4, "shift_tab")

    assert [(6, 2), (6, 0), (6, 4), (6, 2), (6, 0), (6, 2)] == [canvas.cursor for canvas in watched.after[3:]]


def test_the_odds_of_an_attack_are_hidden_while_aiming() -> None:
    """They are those of the weapon, not of the fireball; the HP are shown."""
    game = draw("@.........T.....", RULES, inventory=[FIREBALL])
    aimed, examined = watch(game, *AIM_FIREBALL).last.text(), watch(game, "x", "tab").last.text()

    assert "HP 24/24" in aimed
    assert "You hit" in examined
    assert not [words for words in ("You hit", "kill it", "cannot hurt it") if words in aimed]


def crowd(rows: int) -> Observation:
    """Return the observation of a player who faces `rows` rows of ten."""
    return observe(draw("\n".join(["@.........", *[".........."] * 3, *["oooooooooo"] * rows]), RULES).world)


def test_an_aim_at_a_crowd_costs_no_more_than_at_the_nearest() -> None:
    """Cells that no flight or burst reaches are not evaluated."""
    few, many = crowd(4), crowd(12)

    for name in (FIREBALL, BOLT):
        calls = [count_calls(partial(first_cell, Aim(RULES.items[name]), seen, None)) for seen in (few, many)]

        assert calls[1] < 1.5 * calls[0]


def test_tab_works_out_no_flight_to_those_it_only_passes() -> None:
    """Of everybody in view it wants to know no more than whether they can be a target."""
    seen = crowd(12)

    assert 120 == len(targets(Aim(RULES.items[FIREBALL]), seen, seen.me.at))
    assert count_calls(lambda: targets(Aim(RULES.items[FIREBALL]), seen, seen.me.at)) < 120 * 12


def duel() -> Game:
    """Return a game with two possible targets and two fireballs."""
    return draw(".......T\n@.......\n....m...\n........", RULES, inventory=[FIREBALL, BOLT, FIREBALL])


def test_f_does_it_again_at_the_last_target() -> None:
    """In one key, though another enemy is nearer."""
    library = FakeLibrary(duel)
    watch(duel(), "i", "b", "enter", "tab", "enter", 1.0, "f", 1.0, library=library)
    uses = [command for command in library.plays[0].written if isinstance(command, Use)]

    assert [Use(0, Point(7, 0)), Use(2, Point(7, 0))] == uses


def test_f_aims_if_the_target_is_gone_and_reports_missing_items() -> None:
    """It never fires at an empty cell."""
    killed = draw("@....m..T", RULES, inventory=[FIREBALL, FIREBALL])
    watched = watch(killed, "f", *AIM_FIREBALL, "enter", 1.0, "f", "enter", 1.0, "f")
    texts = watched.texts()

    assert "Nothing to fire again." in texts[1]
    assert "AIM" in texts[7]
    assert "No fireball scroll left." in texts[-1]


def test_f_throws_nothing_with_no_enemy_in_view() -> None:
    """A message says so, and no view opens."""
    game = draw("@....r", load_ruleset("ember"), legend={"r": "rat"})
    game.world.level.actors[1].hit_points = 1
    texts = watch(game, "t", "enter", "enter", 1.0, "f", 1.0, "f", 1.0, "f", 1.0, "f", 1.0).texts()

    assert "AIM" not in texts[-1]
    assert "No enemy in view." in texts[-1]


def test_f_waits_for_the_landing() -> None:
    """The second item would fly at a dead enemy."""
    game = draw("@.......m..T", RULES, inventory=[FIREBALL, FIREBALL])
    watched = watch(game, *AIM_FIREBALL, "enter", "f")

    assert "Wait until it lands." in watched.last.text()


def test_where_a_document_says_how_an_aim_begins_it_begins_so() -> None:
    """On the nearest monster, regardless of the effects there."""
    rules = attrs.evolve(RULES, comfort=False)
    canvas = watch(draw("@m...T......", rules, inventory=[FIREBALL]), "i", "a").last

    assert (1, 0) == canvas.cursor
