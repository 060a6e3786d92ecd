"""Putting on, throwing and using one item on another, by the keys of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Equip
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction
from roguelike.engine.observation import observe
from roguelike.engine.rules.identity import learn
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from roguelike.play.requests import Continue
from tests.ui.screens.test_pack import rows
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
HALL = "\n".join(["#" * 60, f"#@...r{'.' * 53}#", *[f"#{'.' * 58}#"] * 17, "#" * 60])


def game_with(*names: str) -> Game:
    """Begin a game with these things after the dagger, the armour and the darts."""
    game = draw(HALL, EMBER, inventory=names)
    for item in game.world.player.inventory.slots:
        if item is not None and item.kind.charges:
            item.charges = Item.of(item.kind).charges
    return game


def test_the_pack_has_a_letter_for_each_slot_with_all_that_is_known_of_it() -> None:
    """Worn, stacked, charged, or unknown."""
    game = game_with("staff of fire", "potion of healing", "potion of healing")
    look = game.world.knowledge.appearances["potion of healing"]
    shown = rows(watch(game, "i").last.text())

    assert "> a) dagger (in hand)" == shown[0]
    assert ["  b) leather armour (worn)", "  c) 8 darts", "  d) staff of fire [1/1]"] == shown[1:4]
    assert f"  e) 2 {look}s" == shown[4]


def test_e_puts_on_and_takes_off() -> None:
    """The menu lists everything wearable."""
    game = game_with("sword")
    watched = watch(game, "e")
    assert ["  a) dagger (in hand)", "  b) leather armour (worn)", "> d) sword"] == rows(watched.last.text())
    told = " ".join(watched.last.text().replace("│", " ").split())
    assert "Against a rat: You hit 91% (now 92%), kill in 1.3 turns (now 2.1)" in told

    watch(game, "e", "d")
    assert [False, True] == [game.world.player.inventory.slots[slot].worn for slot in (0, 3)]  # type: ignore[union-attr]


def in_hand(game: Game) -> str:
    """Return the name of the weapon in hand."""
    held = game.world.player.inventory.worn("weapon")
    return "" if held is None else held.kind.name


@pytest.mark.parametrize(
    ("names", "pressed", "held"),
    [
        (("mace", "sword"), "w", "sword"),  # the best one against the rat
        (("mace", "sword"), "ww", "dagger"),
        (("mace", "sword"), "ed" + "w" * 2, "mace"),
        (("mace", "sword"), "ed" + "ea" + "w", "mace"),
        (("mace", "sword"), "ea" + "w", "dagger"),  # taken off
        (("mace",), "w" + "da" + "w", "mace"),  # dropped
    ],
)
def test_w_equips_the_weapon_that_was_in_hand_before(names: tuple[str, ...], pressed: str, held: str) -> None:
    """At first the best other one; later the previous weapon, however it was taken off."""
    game = game_with(*names)
    watch(game, *pressed)

    assert held == in_hand(game)


def test_w_says_so_where_no_other_weapon_is_carried() -> None:
    """No turn passes."""
    game = game_with()
    text = watch(game, "w").last.text()

    assert "You carry no other weapon." in text
    assert ("dagger", 0) == (in_hand(game), game.world.turn)


def test_the_weapon_before_is_known_after_a_game_is_resumed() -> None:
    """From the narrated turns."""
    game = game_with("mace", "sword")
    library = FakeLibrary(lambda: game, resumed={"past": [Equip(3)]})
    watch(game, "w", library=library, start=Continue("kim"))

    assert "dagger" == in_hand(game)


def test_t_throws_and_f_throws_again() -> None:
    """At the same target, with the next of the stack."""
    game = game_with()
    rat = game.world.level.actors[1]
    rat.hit_points = rat.max_hit_points = 1000
    watch(game, "t", "c", "f", 1.0, "f", 1.0)

    darts = game.world.player.inventory.at(2)
    assert darts is not None
    assert 6 == darts.number
    assert 2 == game.world.turn


def test_q_r_and_z_list_items_to_drink_read_or_zap() -> None:
    """Under the letters of the pack, known or not; a letter uses it, as the inventory would."""
    game = game_with("potion of life", "scroll of mapping", "staff of fire", "charm of mending", "potion of fire")
    look = game.world.knowledge.appearances
    listed = [rows(watch(game, key).last.text()) for key in "qrz"]

    assert ["> d) potion of life", f"  h) {look['potion of fire']}"] == listed[0]
    assert [f"> e) {look['scroll of mapping']}"] == listed[1]
    assert ["> f) staff of fire [1/1]", "  g) charm of mending [1/1]"] == listed[2]

    assert "AIM" in watch(game, "z", "f").last.text()
    watch(game, "q", "d")
    assert 50 == game.world.player.max_hit_points
    assert "nothing to drink" in watch(game_with(), "q").last.text()
    assert "Unknown key: q." in watch(new_game(load_ruleset("classic"), 3), "q").last.text()


def test_d_drops_several_things_in_one_turn() -> None:
    """Marked with Space, then by letter; without marks a letter drops one item."""
    game = game_with("sword", "potion of life", "scroll of mapping")
    menu = watch(game, "d", "end", "d").last
    assert "Drop" not in menu.text()
    assert 1 == game.world.turn

    marked = watch(game, "d", "up", " ", "c", "a", "a")
    assert ["  a)   dagger (in hand)", "  b)   leather armour (worn)", "  c) + 8 darts"] == [
        row.replace(">", " ") for row in rows(marked.last.text())[:3]
    ]
    assert "Enter: drop 2 items" in marked.last.text()

    watch(game, "d", "up", " ", "c", "enter")
    assert ["dagger", "leather armour", "potion of life"] == [item.kind.name for item in pack(game)]
    assert 2 == game.world.turn


def pack(game: Game) -> list[Item]:
    """Return the carried items."""
    return [item for item in game.world.player.inventory.slots if item is not None]


def test_t_begins_on_a_throwing_weapon() -> None:
    """Enter twice does not throw the dagger in hand; later it begins on the last thrown item."""
    game = game_with("javelin", "javelin")
    assert "> c) 8 darts" in rows(watch(game, "t").last.text())

    game.world.level.actors[1].hit_points = game.world.level.actors[1].max_hit_points = 1000
    texts = watch(game, "t", "d", "enter", 1.0, "t").last.text()
    assert any(row.startswith("> d) ") for row in rows(texts))


def test_f_throws_nothing_else_where_nothing_is_left_to_throw_again() -> None:
    """Holding the key throws no dagger after the darts; before the first throw it asks."""
    game = game_with("javelin")
    game.world.level.actors[1].hit_points = game.world.level.actors[1].max_hit_points = 1000
    assert "Throw which item?" in watch(game, "f").last.text()
    told = watch(game, "t", "d", "enter", 1.0, "f", "f", "f").last.text()
    assert "No javelin left. t throws something else." in told
    assert 1 == game.world.turn


def test_an_empty_item_is_refused_with_its_recharge_time() -> None:
    """In every menu: an aim would preview effects that it does not have."""
    game = game_with("staff of fire")
    game.world.level.actors[1].hit_points = game.world.level.actors[1].max_hit_points = 1000
    texts = [watch(game, "z", "d", "enter", 1.0, "f").last.text()]
    left = pack(game)[3].ready_on - game.world.round
    texts += [watch(game, *keys).last.text() for keys in (("z", "d"), ("i", "d", "u"))]

    assert all(f"no charges left: the next in {left} turns." in " ".join(text.split()) for text in texts)
    assert not any("AIM" in text for text in texts)


def test_the_menu_begins_on_an_item_with_a_charge() -> None:
    """Not on a wand known to be empty; the charges of an unidentified one are unknown."""
    game = game_with("wand of slowness", "staff of fire")
    pack(game)[3].charges = 0
    assert any(row.startswith("> d) ") for row in rows(watch(game, "z").last.text()))
    game.world.knowledge.identified = ["wand of slowness"]
    assert any(row.startswith("> e) ") for row in rows(watch(game, "z").last.text()))


def test_f_asks_before_a_wand_loses_another_charge() -> None:
    """A player who threw before the zap may want to throw; a staff recharges, so it fires without asking."""
    game = game_with("wand of slowness", "staff of fire")
    game.world.level.actors[1].hit_points = game.world.level.actors[1].max_hit_points = 1000
    wand = pack(game)[3]
    charges = wand.charges
    assert "AIM" in watch(game, "z", "d", "enter", 1.0, "f").last.text()
    assert charges - 1 == wand.charges
    assert "AIM" not in watch(game, "z", "e", "enter", 1.0, "f", 1.0).last.text()


def test_an_enchantment_shows_the_change_by_a_plus() -> None:
    """Against the enemy in view, for the highlighted row; nothing for an adjacent ally."""
    game = game_with("scroll of enchantment")
    game.world.level.actors[1].side = Side.PLAYER
    game.world.level.move(game.world.level.actors[1], game.world.player.at.step(Direction.EAST))
    text = watch(game, "i", "d", "u").last.text()
    assert "Against an orc: You hit 85% (now 81%)" in " ".join(text.split())
    assert "your rat east of you" in watch(game, "i", "d", "u", "down", "down").last.text()


def test_an_enchantment_asks_for_which_item() -> None:
    """Only suitable items have a row."""
    game = game_with("scroll of enchantment")
    menu = watch(game, "i", "d", "u")
    assert ["> a) dagger (in hand)", "  b) leather armour (worn)"] == rows(menu.last.text())

    watch(game, "i", "d", "u", "b")
    assert "leather armour +1" in watch(game, "i").last.text()
    assert game.world.player.inventory.at(3) is None


def test_unidentified_items_are_examined_with_exact_odds() -> None:
    """The candidates, the chance to be bad, and the number of known kinds of the sort."""
    game = game_with("potion of healing")
    text = watch(game, "i", "d", "x").last.text()
    learn(game.world, EMBER.items["potion of stupor"])

    assert "healing 43%" in text
    assert "bad to use 28%, 0 of 11 known" in text
    assert "1 of 11 known" in watch(game, "i", "d").last.text()


@pytest.mark.parametrize("key", ["q", "t"])
def test_the_odds_stand_in_the_menus_that_drink_and_throw(key: str) -> None:
    """Before the player commits to it; the menu of scrolls has the odds of a scroll."""
    drinks = " ".join(watch(game_with("potion of healing"), key, "down").last.text().replace("│", " ").split())
    reads = " ".join(watch(game_with("scroll of dread"), "r").last.text().replace("│", " ").split())

    assert "bad to use 28%, 0 of 11 known, healing 43%" in drinks
    assert "bad to use " in reads


def test_the_help_has_the_keys_where_they_mean_something() -> None:
    """And not in a game where nothing is worn or thrown."""
    classic = draw(HALL, load_ruleset("classic"), legend={"r": "orc"})
    there, nowhere = ("\n".join(watch(game, "?", "down", "page_down").texts()) for game in (game_with(), classic))

    assert "put on, take off" in there
    assert "put on, take off" not in nowhere


def test_the_help_explains_the_marks_of_the_list_where_there_are_any() -> None:
    """Beside the direction keys if there is room, below them on the narrowest screen."""
    marks = "Marks: z asleep ! noticed you + ally = captive - neutral"
    wide, narrow = (watch(game_with(), "?", size=size).last.text() for size in ((80, 24), (60, 20)))

    assert marks in narrow
    assert "  y k u    7 8 9    Home  Up  PgUp   Marks: z asleep" in wide
    assert all(word in wide for word in marks.split())
    assert "Marks: " not in watch(new_game(load_ruleset("classic"), 3), "?").last.text()


def test_a_potion_in_the_air_is_drawn_as_it_looks() -> None:
    """Not as its true kind."""
    game = game_with("potion of healing")
    color = observe(game.world).me.inventory.slots[3].kind.glyph.color  # type: ignore[union-attr]
    frames = watch(game, "t", "d", "f", 1.0).frames
    flown = [cell for frame in frames for row in frame.rows[1:3] for cell in row[:60] if cell.char == "!"]

    assert flown
    assert {color} == {cell.style.foreground for cell in flown}


def test_c_covers_the_lamp_and_opens_it() -> None:
    """Where there is none, the key means nothing."""
    game = game_with()
    covered = []
    for _ in range(2):
        watch(game, "c")
        covered.append(game.world.player.covered)
    assert [True, False] == covered

    old = new_game(load_ruleset("classic"), 3)
    assert "Unknown key: c." in watch(old, "c").last.text()
    assert "cover or open lamp" not in watch(old, "?").last.text()
