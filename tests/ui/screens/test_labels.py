"""Writing on items and cells."""

from __future__ import annotations

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from tests.line.talking import talk
from tests.watching import watch

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
HALL = "######\n#@...#\n######"


def test_a_potion_is_labelled_from_its_menu() -> None:
    """The label is in the list and in the field when it is asked for again; Escape changes nothing."""
    game = draw(HALL, EMBER, inventory=("potion of healing",))
    watched = watch(game, "i", "a", "l", *"heal", "enter", "i", "escape", "i", "a", "l", "escape", "i")

    assert "What to write on every" in watched.after[3].text()
    assert "Empty: erases the label." in watched.after[3].text()
    assert 'You write "heal" on every ' in watched.after[8].text()
    assert ' potion "heal"' in watched.after[9].text()
    assert "heal_" in watched.after[13].text() or "heal" in watched.after[13].text()
    assert ' potion "heal"' in watched.last.text()


def test_a_note_is_written_at_the_cursor_and_found_by_search() -> None:
    """The cursor stays on its cell, whose text shows it; travel goes there."""
    game = draw(HALL, EMBER)
    watched = watch(game, "x", "l", "l", '"', *"fine spot", "enter", "G", *"fine", "enter", 1.0)

    assert "Empty: erases the note." in watched.after[4].text()
    assert 'You write "fine spot" on this cell.' in watched.after[14].text()
    assert "EXAMINE" in watched.after[14].text()
    assert watched.after[3].cursor == watched.after[14].cursor
    assert 'note "fine spot"' in watched.after[16].text()
    assert 3 == game.world.player.at.x
    assert "Note: fine spot" in watch(game, "x", "h", "l", size=(132, 43)).last.text()


def test_an_empty_note_erases_the_old_one() -> None:
    """The log reports it."""
    watched = watch(draw(HALL, EMBER), "x", '"', "a", "enter", '"', "ctrl_u", "enter")

    assert "Nothing is written on this cell now." in watched.last.text()


def test_line_mode_writes_both() -> None:
    """The answer reports it."""
    place = talk(HALL, "dagger", rules=EMBER)

    assert "Written on the dagger: throw." in place.say("label a throw")
    assert any('dagger "throw"' in line for line in place.say("inventory"))
    assert "Written on your cell: start here." in place.say("note start here")
    assert ["Travel to what? Type cancel to go back."] == place.say("find start")[:1]
    assert ["At most 40 characters can be written."] == place.say(f"note {'x' * 41}")


def test_line_mode_erases_only_when_it_is_asked_to() -> None:
    """The verb without a text shows the label."""
    place = talk(HALL, "dagger", rules=EMBER)
    place.say("label a throw", "note start here")

    assert ["Written on the dagger: throw. Type label a erase to erase it."] == place.say("label a")
    assert ["Written on your cell: start here. Type note erase to erase it."] == place.say("note")
    assert "Nothing is written on the dagger any more." in place.say("label a erase")
    assert "Nothing is written on your cell any more." in place.say("note erase")
    assert ["Written on the dagger: nothing. Type label a and a text."] == place.say("label a")
    assert ["Written on your cell: nothing. Type note and a text."] == place.say("note")
    assert ["Name an item, then the text: label b maybe healing."] == place.say("label")


def test_line_mode_keeps_capitals_of_labels() -> None:
    """The words before it are in any case."""
    place = talk(HALL, "dagger", rules=EMBER)

    assert "Written on your cell: Two OGRES." in place.say("NOTE Two OGRES")
    assert "Written on the dagger: For Kim." in place.say("Label A For Kim")
    assert "Nothing is written on the dagger any more." in place.say("label a Erase")


def test_line_mode_takes_whole_names_of_items_before_the_text() -> None:
    """A letter, a number or one word of the name is also enough."""
    place = talk(HALL, "leather armour", "dagger", rules=EMBER)

    assert "Written on the leather armour: old." in place.say("label leather armour old")
    assert any("leather armour: old. Type" in line for line in place.say("label Leather armour"))
    assert "Nothing is written on the leather armour any more." in place.say("label leather armour erase")
    assert "Written on the leather armour: old rag." in place.say("label armour old rag")
    assert "Written on the dagger: armour bane." in place.say("label 2 armour bane")


@pytest.mark.parametrize("char", ["\x1b", "\u200b", "\x85"])
def test_line_mode_refuses_unprintable_labels(char: str) -> None:
    """The answer gives the reason."""
    place = talk(HALL, "dagger", rules=EMBER)

    assert ["A character of it cannot be printed."] == place.say(f"note a{char}b")
    assert ["A character of it cannot be printed."] == place.say(f"label a a{char}b")
