"""The stack of open screens."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, ClassVar

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Key, Mouse, Paste
from roguelike.engine.commands import Wait
from roguelike.play.requests import Leave, Submit
from roguelike.play.views.help import HelpPage
from roguelike.play.views.view import Action, AnyAction, Close, Open, View
from roguelike.ui.screens.screen import SCREENS, Screen
from roguelike.ui.stack import ScreenStack

if TYPE_CHECKING:
    from roguelike.play.views.view import Request


class Card(View):
    """A view that records its calls and returns the requests set by the test."""

    sort = "card"
    title = "A card"
    ACTIONS: ClassVar[tuple[AnyAction, ...]] = (Action["Card"]("act", ("a",), "act", lambda _: None),)

    def __init__(self, name: str, answer: Request = None) -> None:
        self.name = name
        self.result = answer
        self.asked: list[str] = []

    def on_other_key(self, key: str) -> Request:
        """Return the request set by the test."""
        self.asked.append(key)
        return self.result


class Overlay(Card):
    """A card that does not cover the screen beneath."""

    sort = "overlay"


class Deaf(Card):
    """A card without keys."""

    ACTIONS: ClassVar[tuple[AnyAction, ...]] = ()


class CardScreen(Screen[Card]):
    """Writes the name of a card."""

    def draw(self, canvas: Canvas) -> None:
        """Write the name, on a row of its own."""
        canvas.write(0, len(self.view.name), self.view.name)

    def on_mouse(self, mouse: Mouse) -> Request:
        """Return the request set by the test."""
        self.view.asked.append(mouse.button.value)
        return self.view.result


class OverlayScreen(CardScreen):
    """Draws its text over the screen beneath."""

    is_overlay = True


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the screens of the cards."""
    for sort, kind in (("card", CardScreen), ("overlay", OverlayScreen)):
        monkeypatch.setitem(SCREENS, sort, f"{__name__}.{kind.__name__}")


def drawn(stack: ScreenStack, width: int = 40, height: int = 15) -> str:
    """Return the text of the stack, in one line."""
    canvas = Canvas(width, height)
    stack.draw(canvas)
    return " ".join(canvas.text().split())


def stack_of(first: View, *others: View) -> ScreenStack:
    """Return a stack that was drawn once."""
    stack = ScreenStack()
    stack.reset(first)
    for each in others:
        stack.push(each)
    drawn(stack)
    return stack


def help_by(stack: ScreenStack, key: str) -> HelpPage:
    """Return the help that a key asks for."""
    request = stack.answer(Key(key))
    assert isinstance(request, Open)
    assert isinstance(request.view, HelpPage)
    return request.view


def test_only_an_overlay_shows_the_screen_beneath() -> None:
    """A menu is drawn over the game; a full screen covers everything."""
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


@pytest.mark.parametrize("result", [Close(), Submit(Wait()), Leave(), None])
def test_requests_of_a_screen_are_returned_to_the_session(result: Request) -> None:
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

    def on_paste(self, text: str) -> Request:
        """Return the request set by the test."""
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
    """It arrives as one piece with any content; its request is carried out."""
    form = Form("a", Leave())

    assert Leave() == stack_of(form).answer(Paste("zz\nzz"))
    assert ["zz\nzz"] == form.asked


def test_a_paste_is_no_keys() -> None:
    """A slip of the mouse must not play the game."""
    card = Card("a")
    stack_of(card).answer(Paste("zzzz"))

    assert [] == card.asked


def test_a_screen_too_small_says_so_and_waits() -> None:
    """Keys do nothing until there is room again, and the game is unchanged."""
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
def test_the_message_on_a_small_screen_breaks_between_words(width: int) -> None:
    """As much of it as fits is readable."""
    words = drawn(stack_of(Card("a")), width, 14)

    assert words.startswith("This"[:width])


def test_a_view_without_a_screen_says_what_to_add() -> None:
    """A developer who adds a sort of view forgets the row once."""
    with pytest.raises(ValueError, match="no screen for views of the sort 'wheel': add a row to SCREENS"):
        ScreenStack().push(type("Wheel", (View,), {"sort": "wheel"})())


@pytest.mark.parametrize("sort", [sort for sort in SCREENS if sort not in {"card", "overlay"}])
def test_every_row_of_the_screens_names_a_class(sort: str) -> None:
    """It is imported lazily, so no import would fail."""
    module, _, name = SCREENS[sort].rpartition(".")

    assert issubclass(getattr(importlib.import_module(module), name), Screen)
