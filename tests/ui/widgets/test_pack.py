"""The inventory beside the map of a large screen."""

from __future__ import annotations

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.ui.widgets.pack import draw_pack, pack_row_at
from tests.views import view
from tests.watching import cells, spot, watch

CHARGRID, EMBER = load_ruleset("chargrid"), load_ruleset("ember")
HALL = "#" * 60 + "\n#@" + "." * 57 + "#\n" + "#" * 60
CARRIED = ["sword", "mace", "potion of healing", "oil flask", "dart"]


def drawn(height: int) -> Canvas:
    """Draw the inventory in `height` rows."""
    canvas = Canvas(34, height)
    draw_pack(canvas, canvas.area, observe(draw(HALL, EMBER, inventory=CARRIED).world))
    return canvas


def test_carried_items_are_listed_by_letter_in_colour_with_worn_ones_brighter() -> None:
    """As in the inventory menu."""
    canvas = drawn(8)
    x, y = spot(canvas, "dagger (in hand)")
    style = cells(canvas, x, y)[0].style

    assert [f"{letter})" for letter in "abcdefg"] == [line.split()[0] for line in canvas.text().splitlines()[1:]]
    assert (EMBER.items["dagger"].glyph.color, True) == (style.foreground, style.bold)
    assert not cells(canvas, *spot(canvas, "sword"))[0].style.bold


def test_items_without_room_are_counted() -> None:
    """The list must not look complete."""
    canvas = drawn(4)

    assert "and 5 more" == canvas.text().splitlines()[-1].strip()
    seen = observe(draw(HALL, EMBER, inventory=CARRIED).world)
    assert [None, 0, 1, None, None] == [pack_row_at(canvas.area, seen, 5, y) for y in range(5)]


def test_facts_stand_below_the_items_where_there_is_room() -> None:
    """Numbers come first, and a click on them counts for their item."""
    perspective = view(draw(HALL, EMBER, inventory=CARRIED)).perspective
    canvas, seen, facts = Canvas(50, 16), perspective.seen, perspective.carried_facts
    draw_pack(canvas, canvas.area, seen, facts)
    lines = canvas.text().splitlines()

    assert " a) dagger (in hand)" == lines[1]
    assert lines[2].startswith("    Damage 2-6, a stab 24. Stabs ")
    assert lines[3].endswith(" ...")
    assert [0, 0, 0, 1] == [pack_row_at(canvas.area, seen, 5, y, facts) for y in (1, 2, 3, 4)]


def test_the_chances_of_unknown_items_are_said_once_a_sort() -> None:
    """In the inventory and in the list of things in view: repeated odds add nothing."""
    carried = ["potion of healing", "potion of fire", "scroll of dread", "scroll of mapping"]
    legend = {"!": "potion of swiftness", "?": "potion of stupor"}
    text = watch(draw("@.!.?", EMBER, legend=legend, inventory=carried), size=(200, 60)).last.text()

    assert [2, 1] == [text.count(f"Bad to use {share}%") for share in (28, 23)]
    assert 1 == text.count("Unidentified.")


@pytest.mark.parametrize("button", [Button.LEFT, Button.RIGHT])
def test_a_click_on_an_item_opens_its_menu(button: Button) -> None:
    """A double click does nothing more, and Escape shows the inventory with the item highlighted."""
    game = draw(HALL, EMBER, inventory=CARRIED)
    x, y = spot(watch(game, size=(100, 30)).last, "oil flask")
    click = Mouse(button, x, y)
    watched = watch(draw(HALL, EMBER, inventory=CARRIED), click, "escape", size=(100, 30))

    assert "┤g) oil flask├" in watched.texts()[1]
    assert "> g) oil flask" in watched.texts()[2]


def test_where_a_document_has_one_list_to_use_things_a_click_opens_that() -> None:
    """The row is highlighted, and the item is only used when the player chooses it."""
    game = draw(HALL, CHARGRID, inventory=["health potion", "fireball scroll"])
    x, y = spot(watch(game, size=(110, 30)).last, "fireball scroll")
    game = draw(HALL, CHARGRID, inventory=["health potion", "fireball scroll"])
    text = watch(game, Mouse(Button.LEFT, x, y), size=(110, 30)).last.text()

    assert "┤Use Item├" in text
    assert "> b) fireball scroll" in text


@pytest.mark.parametrize("keys", [["i"], ["i", "g"], ["t"]], ids=str)
def test_on_a_large_screen_a_menu_of_items_does_not_cover_the_map(keys: list[str]) -> None:
    """It takes the place of the inventory, and the map is neither covered nor dimmed."""
    watched = watch(draw(HALL, EMBER, inventory=CARRIED), *keys, size=(132, 43))
    maps = [[row[:60] for row in canvas.rows[:20]] for canvas in watched.after]

    assert all(shown == maps[0] for shown in maps)
    assert "┤" in watched.last.text()
    assert watched.last.text().count("darts") <= 1
