"""The stack of open screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Key, Mouse, Paste
from roguelike.engine.commands import Wait
from roguelike.play.requests import Leave, Submit
from roguelike.settings.keymap import Action
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.screen import Pop, Push, Screen
from roguelike.ui.stack import ScreenStack

if TYPE_CHECKING:
    from roguelike.ui.screens.screen import ScreenRequest


class Card(Screen):
    """A screen that writes its name, remembers what it was asked, and does what the test says."""

    title = "A card"

    def __init__(self, name: str, answer: ScreenRequest = None) -> None:
        self.name = name
        self.result = answer
        self.asked: list[str] = []

    def draw(self, canvas: Canvas) -> None:
        """Write the name, on a row of its own."""
        canvas.write(0, len(self.name), self.name)

    def on_other_key(self, key: str) -> ScreenRequest:
        """Do what the test says."""
        self.asked.append(key)
        return self.result

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Do what the test says."""
        self.asked.append(mouse.button.value)
        return self.result

    def do_act(self) -> ScreenRequest:
        """Do nothing."""
        return None

    ACTIONS: ClassVar[tuple[Action, ...]] = (Action("act", ("a",), "act"),)


class Overlay(Card):
    """A card that does not cover what is beneath."""

    is_overlay = True


class Deaf(Card):
    """A card without keys."""

    ACTIONS: ClassVar[tuple[Action, ...]] = ()


def drawn(stack: ScreenStack, width: int = 40, height: int = 15) -> str:
    """Return what the stack shows, in one line."""
    canvas = Canvas(width, height)
    stack.draw(canvas)
    return " ".join(canvas.text().split())


def stack_of(*screens: Screen) -> ScreenStack:
    """Return a stack that was drawn once."""
    stack = ScreenStack()
    stack.reset(*screens)
    drawn(stack)
    return stack


def help_by(stack: ScreenStack, key: str) -> HelpScreen:
    """Return the help that a key asks for."""
    request = stack.answer(Key(key))
    assert isinstance(request, Push)
    assert isinstance(request.screen, HelpScreen)
    return request.screen


def test_an_overlay_shows_what_is_beneath_and_nothing_else_does() -> None:
    """A menu lies on the game; a full screen need not draw what nobody sees."""
    assert "a bb ccc" == drawn(stack_of(Card("a"), Overlay("bb"), Overlay("ccc")))
    assert "bb ccc" == drawn(stack_of(Card("a"), Card("bb"), Overlay("ccc")))
    assert "ccc" == drawn(stack_of(Card("a"), Overlay("bb"), Card("ccc")))


def test_only_the_topmost_answers() -> None:
    """A key must not reach two screens."""
    below, above = Card("a"), Overlay("bb")
    stack = stack_of(below, above)
    stack.answer(Key("z"))
    stack.answer(Mouse(Button.LEFT, 0, 0))

    assert ["z", "left"] == above.asked
    assert [] == below.asked


def test_screens_open_close_and_take_each_others_place() -> None:
    """Each opening is counted, so that the session notices it."""
    first, second, third = Card("a"), Card("bb"), Card("ccc")
    stack = stack_of(first)

    stack.push(second)
    assert second is stack.top
    stack.replace(third)
    assert third is stack.top
    stack.pop()
    assert first is stack.top


@pytest.mark.parametrize("result", [Pop(), Submit(Wait()), Leave(), None])
def test_what_a_screen_asks_for_is_for_others_to_do(result: ScreenRequest) -> None:
    """The stack opens and closes nothing by itself."""
    assert result == stack_of(Card("a", result)).answer(Key("z"))


@pytest.mark.parametrize("key", ["?", "f1"])
def test_help_opens_on_every_screen_with_keys(key: str) -> None:
    """It is made from the bindings, so that no screen has to think of it."""
    card = Card("a")

    assert "act" in drawn(stack_of(help_by(stack_of(card), key)))
    assert [] == card.asked


def test_there_is_no_help_for_help() -> None:
    """It would pile up."""
    assert stack_of(help_by(stack_of(Card("a")), "?")).answer(Key("?")) is None


def test_a_screen_without_keys_has_no_help() -> None:
    """The death screen is deaf to everything."""
    card = Deaf("a")
    stack_of(card).answer(Key("?"))

    assert ["?"] == card.asked


class Form(Card):
    """A card with a field on it."""

    takes_text = True

    def on_paste(self, text: str) -> ScreenRequest:
        """Do what the test says."""
        self.asked.append(text)
        return self.result


@pytest.mark.parametrize("key", ["?", "M", "a", " "])
def test_where_text_is_typed_every_character_is_text(key: str) -> None:
    """Help and the mouse key are letters there; F1 still helps."""
    form = Form("a")
    stack = stack_of(form)
    answer = stack.answer(Key(key))

    assert answer is None
    assert [key] == form.asked or key == "a"
    assert help_by(stack, "f1").title


def test_a_paste_goes_where_text_is_typed() -> None:
    """It arrives as one piece, whatever is in it; the answer to it is carried out."""
    form = Form("a", Leave())

    assert Leave() == stack_of(form).answer(Paste("zz\nzz"))
    assert ["zz\nzz"] == form.asked


def test_a_paste_is_no_keys() -> None:
    """A slip of the mouse must not play the game."""
    card = Card("a")
    stack_of(card).answer(Paste("zzzz"))

    assert [] == card.asked


def test_a_screen_too_small_says_so_and_waits() -> None:
    """Nobody plays blind: keys do nothing until there is room again, and then the game is as it was."""
    card = Card("a")
    stack = stack_of(card)
    words = drawn(stack, 39, 15)
    stack.answer(Key("z"))

    assert "This terminal is too small: 39x15. Make it 40x15 or larger." == words
    assert [] == card.asked
    assert "a" == drawn(stack)
    stack.answer(Key("z"))
    assert ["z"] == card.asked


@pytest.mark.parametrize("width", [1, 5, 10, 39])
def test_what_is_said_on_a_small_screen_is_broken_between_words(width: int) -> None:
    """As much of it as fits can be read."""
    words = drawn(stack_of(Card("a")), width, 14)

    assert words.startswith("This"[:width])
