"""Aiming in the `tcod` rule set, played on a display (T9-24 to T9-38)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.scenario import draw
from roguelike.ui.input import Button, Mouse
from tests.rulesets.tcod_words import LIGHT_CYAN, WHITE, YELLOW, told
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.color import Color
    from tests.watching import Deed

FIREBALL_PROMPT = "Left-click a target tile for the fireball, or right-click to cancel."
CONFUSION_PROMPT = "Left-click an enemy to confuse it, or right-click to cancel."
SCROLLS = ["Fireball Scroll", "Confusion Scroll"]
ROOM = """
    ###########
    #@.......o#
    #.........#
    ###########
    #.........#
    ###########
"""
ORC = Mouse(Button.LEFT, 9, 1)
HIDDEN = Mouse(Button.LEFT, 5, 4)
CANCELS: list[Deed] = ["escape", Mouse(Button.RIGHT, 3, 3), Mouse(Button.RIGHT, 79, 23)]
MODES = ("AIM", "┤Use Item├", "┤Drop Item├", "YOU DIED")


@pytest.fixture(scope="module")
def tcod() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("tcod")


@pytest.fixture
def game(tcod: RuleSet) -> Game:
    """Return a game with both aimed scrolls, a lightning scroll, and an orc at the other end of the room."""
    return draw(ROOM, tcod, inventory=[*SCROLLS, "Lightning Scroll"])


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def mode(canvas: Canvas) -> list[str]:
    """Return what the screen says of the state that the game is in; nothing while one plays."""
    return [word for word in MODES if word in canvas.text()]


def colors(canvas: Canvas, text: str) -> set[Color]:
    """Return the colours in which a text is shown."""
    return {cell.style.foreground for cell in cells(canvas, *spot(canvas, text), len(text)) if cell.char != " "}


@pytest.mark.rows("T9-24", "T9-31")
def test_play_menus_aim_and_death_are_states_of_their_own(tcod: RuleSet) -> None:
    """Aiming comes back to play and not to the menu; the monsters' turn has no screen, for it takes no time."""
    game = draw("\n".join(["." * 40] * 8 + ["@T" + "." * 38] + ["." * 40] * 8), tcod, inventory=SCROLLS, hit_points=12)
    watched = watch(game, "i", "escape", "d", "escape", "i", "a", "escape", "i", "a", "enter")

    expected = [[], ["┤Use Item├"], [], ["┤Drop Item├"], [], ["┤Use Item├"], ["AIM"], [], ["┤Use Item├"], ["AIM"]]
    assert [*expected, ["YOU DIED"]] == [mode(canvas) for canvas in watched.after]


@pytest.mark.rows("T9-25")
def test_what_is_not_aimed_is_used_at_once_and_prompts_for_nothing(tcod: RuleSet) -> None:
    """A potion and lightning, and anything else whose table says nothing of an aim."""
    stone = ItemKind(name="Stone", glyph=Glyph("*", WHITE))
    rules = attrs.evolve(tcod, items={**tcod.items, "Stone": stone})
    game = draw(ROOM, rules, inventory=["Stone", "Healing Potion", "Fireball Scroll"], hit_points=10)
    watched = watch(game, "i", "a", "escape", "i", "b", "i", "b")

    menu = ["┤Use Item├"]

    assert [[], menu, menu, [], menu, [], menu, ["AIM"]] == [mode(canvas) for canvas in watched.after]
    assert [0] * 7 + [1] == [canvas.text().count("Left-click") for canvas in watched.after]


@pytest.mark.rows("T9-26", "T9-27", "T9-28")
@pytest.mark.parametrize(("key", "prompt"), [("a", FIREBALL_PROMPT), ("b", CONFUSION_PROMPT)])
def test_using_an_aimed_item_prompts_in_light_cyan_and_uses_nothing(game: Game, key: str, prompt: str) -> None:
    """The aim opens in place of the menu, and remembers the item: the click that follows uses that one."""
    before = game.digest()
    aiming = watch(game, "i", key).last

    assert ["AIM"] == mode(aiming)
    assert {LIGHT_CYAN} == colors(aiming, prompt)
    assert before == game.digest()

    watch(game, "i", key, ORC)

    assert 2 == len(carried(game))
    assert SCROLLS["ab".index(key)] not in carried(game)


@pytest.mark.rows("T9-29")
@pytest.mark.parametrize("key", ["g", "d", "i", ".", "x", "m", "Q", "z", " ", "ctrl_c"])
def test_other_keys_are_ignored_while_aiming(game: Game, key: str) -> None:
    """Only those that steer, fire and cancel do something."""
    before = game.digest()
    watched = watch(game, "i", "a", key)

    assert watched.after[2].rows == watched.after[3].rows
    assert before == game.digest()


@pytest.mark.rows("T9-29", "T9-34")
def test_a_left_click_uses_the_item_there_and_the_monsters_act(game: Game) -> None:
    """The scroll leaves the inventory, and those after it move up."""
    watched = watch(game, "i", "a", Mouse(Button.LEFT, 7, 1))

    assert ["Confusion Scroll", "Lightning Scroll"] == carried(game)
    assert "Orc is dead!" in watched.last.text()
    assert [] == mode(watched.last)
    assert 1 == game.world.turn


@pytest.mark.rows("T9-29", "T9-30", "T9-31")
@pytest.mark.parametrize("cancel", CANCELS)
def test_cancelling_goes_back_to_play_and_says_so(game: Game, cancel: Deed) -> None:
    """In white; nothing is used up, nobody moves, and the inventory stays closed."""
    before = game.digest()
    watched = watch(game, "i", "a", cancel)

    assert [] == mode(watched.last)
    assert {WHITE} == colors(watched.last, "Targeting cancelled")
    assert before == game.digest()
    assert [*SCROLLS, "Lightning Scroll"] == carried(game)


@pytest.mark.rows("T9-10", "T9-16", "T9-18", "T9-32")
@pytest.mark.parametrize(
    ("key", "click", "reason"),
    [
        ("a", HIDDEN, "You cannot target a tile outside your field of view."),
        ("b", HIDDEN, "You cannot target a tile outside your field of view."),
        ("b", Mouse(Button.LEFT, 4, 2), "There is no targetable enemy at that location."),
        ("b", Mouse(Button.LEFT, 1, 1), "There is no targetable enemy at that location."),
    ],
)
def test_a_failed_cast_says_why_and_keeps_aiming(game: Game, key: str, click: Mouse, reason: str) -> None:
    """Another tile may be tried at once."""
    before = game.digest()
    watched = watch(game, "i", key, click)

    assert ["AIM"] == mode(watched.last)
    assert {YELLOW} == colors(watched.last, reason)
    assert before == game.digest()

    watched = watch(game, "i", key, click, ORC)

    assert [] == mode(watched.last)
    assert 2 == len(carried(game))
    assert 1 == game.world.turn


@pytest.mark.rows("T9-33")
def test_the_first_cell_is_a_target_like_any_other(tcod: RuleSet) -> None:
    """Ruling D10: the source took (0, 0) for no target at all."""
    game = draw(".....@", tcod, inventory=SCROLLS)
    watched = watch(game, "i", "a", Mouse(Button.LEFT, 0, 0))

    assert "The fireball explodes" in watched.last.text()
    assert ["Confusion Scroll"] == carried(game)


@pytest.mark.rows("T9-33")
@pytest.mark.parametrize("click", [Mouse(Button.LEFT, 70, 3), Mouse(Button.LEFT, 3, 22)])
def test_a_click_beside_the_map_does_nothing(game: Game, click: Mouse) -> None:
    """The source did not guard against it."""
    watched = watch(game, "i", "a", click)

    assert watched.after[2].rows == watched.last.rows
    assert [*SCROLLS, "Lightning Scroll"] == carried(game)


@pytest.mark.rows("T9-35")
@pytest.mark.parametrize("opener", ["i", "d"])
def test_escape_closes_a_menu_and_a_key_quits_from_play(game: Game, opener: str) -> None:
    """Escape in play asks, as `Q` does (ruling D22); in a menu it only closes that."""
    before = game.digest()
    watched = watch(game, opener, "escape", "escape")

    assert [] == mode(watched.last)
    assert watched.hung_up
    assert before == game.digest()
    assert not watch(game, "Q", "q").hung_up


@pytest.mark.rows("T9-36")
@pytest.mark.parametrize("button", [Button.LEFT, Button.MIDDLE, Button.RIGHT])
def test_a_click_without_an_aim_does_nothing_in_the_game(game: Game, button: Button) -> None:
    """It must not cost a turn; nor does moving the mouse, which names what is beneath it."""
    before = game.digest()
    watched = watch(game, Mouse(button, 5, 1), Mouse(Button.MOVE, 9, 1))

    assert before == game.digest()
    assert "HP 10/10" in watched.last.text()
    assert "HP 10/10" in watch(game, "i", "a", Mouse(Button.MOVE, 9, 1)).last.text()


@pytest.mark.rows("T9-37")
def test_what_has_no_use_cannot_be_used(tcod: RuleSet) -> None:
    """It is named, in yellow; no turn passes."""
    grey = (150, 150, 150)
    stone = ItemKind(name="Stone", glyph=Glyph("*", grey))
    rules = attrs.evolve(tcod, items={**tcod.items, "Stone": stone})
    game = draw("@..o", rules, inventory=["Stone"])

    assert [(("The ", YELLOW, False), ("Stone", grey, True), (" cannot be used", YELLOW, False))] == told(
        rules, game.play(Use(0))
    )
    assert ["Stone"] == carried(game)
    assert 0 == game.world.turn


@pytest.mark.rows("T9-38")
def test_a_letter_is_the_place_in_the_list(game: Game) -> None:
    """The third letter drops the third item."""
    watch(game, "d", "c")

    assert SCROLLS == carried(game)


@pytest.mark.rows("T9-38")
@pytest.mark.parametrize(("opener", "key"), [("i", "d"), ("d", "d"), ("i", "z"), ("d", "z"), ("i", "A"), ("d", "1")])
def test_a_letter_beyond_the_list_is_ignored(game: Game, opener: str, key: str) -> None:
    """Nothing is told and no turn passes."""
    before = game.digest()
    watched = watch(game, opener, key)

    assert watched.after[1].rows == watched.after[2].rows
    assert before == game.digest()


@pytest.mark.rows("T9-38", "T9-61")
def test_the_dead_use_and_drop_nothing(tcod: RuleSet) -> None:
    """Whatever is typed, at once and after the two seconds of the death screen; Escape then leaves the game."""
    game = draw(ROOM.replace("@.", "@o"), tcod, inventory=["Healing Potion"], hit_points=1)
    watched = watch(game, ".", "i", "a", "d", "a", 3.0, "i", "a", "d", "a", "escape")

    assert [["YOU DIED"]] * 5 == [mode(canvas) for canvas in watched.after[1:6]]
    assert ["Healing Potion"] == carried(game)
    assert watched.after[6].rows == watched.after[10].rows
    assert "You died" in watched.after[10].text()
    assert "You died" not in watched.last.text()


@pytest.mark.rows("T9-12", "T9-36")
def test_the_aim_shows_what_would_burn(game: Game) -> None:
    """Before anything is used: the cells within 3 of the cursor are lit."""
    canvas = watch(game, "i", "a", Mouse(Button.MOVE, 5, 1)).last
    lit = {Point(x, y) for y in (1, 2) for x in range(1, 10) if canvas.rows[y][x].style.background != (200, 180, 50)}

    assert {Point(x, 1) for x in range(2, 9)} | {Point(x, 2) for x in range(3, 8)} == lit
