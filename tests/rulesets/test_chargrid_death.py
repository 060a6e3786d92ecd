"""Death, the health bar and the messages, by the chargrid tutorial."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.ui.canvas import Cell, Mark, Style
from roguelike.ui.color import grey
from roguelike.ui.input import Button, HangUp, Mouse
from roguelike.ui.narration import Message, Narrator, Span
from tests.watching import cells, spot, watch, words

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.color import Color
    from tests.watching import Deed, Watched

SIZE = (60, 29)
"""The level of 40 by 25 with nothing to spare: the panel at its right, four messages below."""
BAR, LOG = 41, 25
"""The column of the health bar in its row 0, and the first row of the messages."""
LAST_WORDS = "THE ORC KILLS YOU!"


@pytest.fixture(scope="module")
def chargrid() -> RuleSet:
    """Return the rule set as it is played."""
    return load_ruleset("chargrid")


def last_stand(ruleset: RuleSet, hit_points: int = 1, inventory: tuple[str, ...] = ()) -> Game:
    """Begin a game in which the orc at the player's side strikes first; a wall stands in the hall's dark half."""
    rows = ["#" * 40, *["#" + "." * 18 + "#" + "." * 19 + "#"] * 23, "#" * 40]
    places = {(5, 5): "@", (6, 5): "o", (5, 8): "T", (8, 8): "!"}
    pictured = ("".join(places.get((x, y), char) for x, char in enumerate(row)) for y, row in enumerate(rows))
    return draw("\n".join(pictured), ruleset, hit_points=hit_points, inventory=inventory)


def run(game: Game, *deeds: Deed) -> Watched:
    """Watch a session on a screen of exactly the level's size."""
    return watch(game, *deeds, size=SIZE)


@pytest.mark.rows("C8-47", "C8-49")
def test_the_death_screen_comes_with_the_fatal_turn(chargrid: RuleSet) -> None:
    """Not with the key after it: red and bold, in the middle of the whole screen."""
    before, after = run(last_stand(chargrid), " ").after
    x, y = spot(after, "YOU DIED")

    assert "YOU DIED" not in before.text()
    assert ((60 - 8) // 2, (29 - 1) // 2) == (x, y)
    assert {((255, 0, 0), True)} == {(cell.style.foreground, cell.style.bold) for cell in cells(after, x, y, 8)}


@pytest.mark.rows("C8-49")
def test_on_the_sources_own_screen_it_stands_in_columns_16_to_23_of_row_14(chargrid: RuleSet) -> None:
    """40 by 30, of which the level covers the left half here and the panel the right."""
    assert (16, 14) == spot(watch(last_stand(chargrid), " ", size=(40, 30)).last, "YOU DIED")


@pytest.mark.rows("C8-48")
def test_it_lasts_for_two_seconds(chargrid: RuleSet) -> None:
    """Then the summary comes by itself, from which a new game can begin."""
    watched = run(last_stand(chargrid), " ", 1.99, "z", 0.02)

    assert "YOU DIED" in watched.after[3].text()
    assert "killed by an orc" in watched.after[4].text()


@pytest.mark.rows("C8-48")
@pytest.mark.parametrize(
    "deed",
    ["enter", "escape", " ", "Q", "i", "?", "up", Mouse(Button.LEFT, 5, 5), Mouse(Button.MOVE, 5, 5)],
    ids=str,
)
def test_it_ignores_keys_and_mouse(chargrid: RuleSet, deed: str | Mouse) -> None:
    """Nothing changes on it."""
    watched = run(last_stand(chargrid), " ", deed)

    assert watched.hung_up
    assert watched.after[1].rows == watched.after[2].rows


@pytest.mark.rows("C8-43", "C8-48")
def test_closing_the_window_still_works_on_it(chargrid: RuleSet) -> None:
    """It ends the program at once."""
    watched = run(last_stand(chargrid), " ", HangUp(), "z")

    assert ["z"] == watched.script


@pytest.mark.rows("C8-50")
def test_the_game_area_turns_red(chargrid: RuleSet) -> None:
    """A third of every colour and (31, 0, 0): floor, wall, orc, troll and potion, and the corpse in white."""
    after = run(last_stand(chargrid), " ").last
    floor: Color = (31, 0, 21)

    assert {
        (2, 2): Cell(".", Style((52, 21, 21), floor, mark=Mark.DEATH)),
        (0, 5): Cell("#", Style((31, 21, 21), (52, 42, 42), mark=Mark.DEATH)),
        (5, 5): Cell("%", Style((116, 85, 85), floor, mark=Mark.DEATH)),
        (6, 5): Cell("o", Style((31, 62, 0), floor, bold=True, mark=Mark.DEATH)),
        (5, 8): Cell("T", Style((93, 0, 0), floor, bold=True, mark=Mark.DEATH)),
        (8, 8): Cell("!", Style((116, 0, 85), floor, mark=Mark.DEATH)),
    } == {(x, y): after.rows[y][x] for x, y in [(2, 2), (0, 5), (5, 5), (6, 5), (5, 8), (8, 8)]}


@pytest.mark.rows("C8-51")
def test_what_was_never_seen_is_darker_red(chargrid: RuleSet) -> None:
    """The fill of (31, 0, 0) goes through the same filter."""
    after = run(last_stand(chargrid), " ").last

    assert {(41, 0, 0)} == {after.rows[y][x].style.background for y in range(1, 11) for x in range(21, 39)}


@pytest.mark.rows("C8-52")
def test_panel_and_messages_stay_as_they_are(chargrid: RuleSet) -> None:
    """The kill message is in the log, in its own colours."""
    after = run(last_stand(chargrid), " ").last

    assert LAST_WORDS == words(after, 0, LOG, len(LAST_WORDS))
    assert Style((255, 0, 0)) == after.rows[LOG][0].style
    assert Style((0, 187, 0), bold=True) == after.rows[LOG][4].style
    assert {(0, 0, 0)} == {cell.style.background for row in after.rows[LOG:] for cell in row}
    assert grey(255) == after.rows[0][BAR + 4].style.foreground


@pytest.mark.rows("C8-52")
def test_the_words_of_death(chargrid: RuleSet) -> None:
    """In red, with the killer's name in capitals and in its own colour."""
    game = draw("@o", chargrid, hit_points=1)
    narrator = Narrator(chargrid)
    told = [message for event in game.play(Wait()) if (message := narrator.tell(event)) is not None]

    assert [
        Message((Span("THE ", (255, 0, 0)), Span("ORC", (0, 187, 0), bold=True), Span(" KILLS YOU!", (255, 0, 0))))
    ] == told


@pytest.mark.rows("C8-47", "C8-53")
def test_a_death_by_a_turn_in_a_menu_is_noticed_at_once(chargrid: RuleSet) -> None:
    """Dropping costs the turn in which the orc strikes; no other key is needed."""
    watched = run(last_stand(chargrid, inventory=("health potion",)), "d", "a")

    assert "Drop Item" in watched.after[1].text()
    assert "YOU DIED" in watched.last.text()
    assert "Drop Item" not in watched.last.text()


@pytest.mark.rows("C8-54", "P-C28")
def test_the_dead_player_is_a_corpse_with_an_empty_bar(chargrid: RuleSet) -> None:
    """White and plain beneath the filter; the bar shows 0 of 20."""
    game = last_stand(chargrid)
    after = run(game, " ").last

    assert [("%", (255, 255, 255), False)] == [
        (item.kind.glyph.char, item.kind.glyph.color, item.kind.glyph.bold)
        for item in game.world.level.items_at(Point(5, 5))
    ]
    assert "0/20" == words(after, BAR, 0, 10).strip()
    assert {(100, 0, 0)} == {cell.style.background for cell in cells(after, BAR, 0, 10)}


@pytest.mark.rows("P-C28")
@pytest.mark.parametrize(
    ("hit_points", "filled"), [(20, 10), (19, 9), (18, 9), (17, 8), (11, 5), (10, 5), (3, 1), (2, 1), (1, 1)]
)
def test_the_health_bar(chargrid: RuleSet, hit_points: int, filled: int) -> None:
    """Ten cells, rounded down, but one at least while there is life; the figures stand in its middle."""
    canvas = run(draw("@", chargrid, hit_points=hit_points)).last
    bar = cells(canvas, 2, 0, 10)

    assert [(200, 0, 0)] * filled + [(100, 0, 0)] * (10 - filled) == [cell.style.background for cell in bar]
    assert f"{hit_points}/20".center(10) == words(canvas, 2, 0, 10)
    assert {grey(255)} == {cell.style.foreground for cell in bar}


@pytest.mark.rows("P-C29")
def test_the_last_four_messages_are_shown_oldest_on_top(chargrid: RuleSet) -> None:
    """A line each, in the four rows below the level; nothing older is lost."""
    game = last_stand(chargrid, hit_points=20, inventory=("health potion",))
    game.world.level.remove(game.world.level.actors[2])
    game.world.level.put(Item(chargrid.items["fireball scroll"]), Point(5, 5))
    watched = run(game, "g", "right", "i", "a", "g", "m")
    shown = [words(watched.after[5], 0, LOG + row, 40).rstrip() for row in range(4)]
    everything = [
        "You get the fireball scroll.",
        "The orc attacks you.",
        "You attack the orc.",
        "The orc attacks you.",
        "You feel slightly better.",
        "The orc attacks you.",
        "Nothing to get!",
    ]

    assert everything[-4:] == shown
    assert all(line in watched.last.text() for line in everything)


def test_every_message_has_a_line_of_its_own(chargrid: RuleSet) -> None:
    """The longest texts with the longest names are shorter than the 60 columns that a whole level needs."""
    names = [*chargrid.monsters, *chargrid.items, *chargrid.projectiles]
    templates = [text.template for texts in chargrid.messages.values() for text in texts.values()]

    assert max(map(len, names)) + max(map(len, templates)) <= 60


@pytest.mark.rows("P-C2")
def test_the_seed_is_told_at_the_end(chargrid: RuleSet) -> None:
    """So that the same game can be played again."""
    game = draw("@o", chargrid, seed=7, hit_points=1)

    assert "Seed 7" in run(game, " ", 2.5).last.text()


@pytest.mark.rows("P-C27")
def test_nothing_can_be_done_after_death(chargrid: RuleSet) -> None:
    """The game is over, and the dead do not move."""
    game = draw("@o", chargrid, hit_points=1)
    game.play(Wait())
    turn = game.world.turn
    game.play(Move(Direction.EAST))

    assert "died" == game.outcome
    assert turn == game.world.turn
    assert 2 == game.world.level.actors[0].hit_points
