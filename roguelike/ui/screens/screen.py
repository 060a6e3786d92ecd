"""What every screen is, and what it can ask for in answer to a key."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from roguelike.engine.commands import Command
from roguelike.ui.directions import DIRECTION_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Direction
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.input import Mouse


@attrs.frozen
class Push:
    """Open a screen above this one."""

    screen: Screen


@attrs.frozen
class Pop:
    """Close this screen."""


@attrs.frozen
class Replace:
    """Close this screen and open another in its place."""

    screen: Screen


@attrs.frozen
class Submit:
    """Give the game a command; the screen is told what happened by `after`."""

    command: Command


@attrs.frozen
class NewGame:
    """Begin another game like the last: the same name, the same rule set, a fresh seed."""


@attrs.frozen
class Begin:
    """Begin a new game and play it."""

    name: str
    """What the player and the game are called."""
    rules: str
    """The name or the path of the rule set."""
    seed: int | None = None
    """None for a fresh one."""
    sets_aside: bool = False
    """Whether the game of that name that is in progress is ended for it, and kept as a replay."""


@attrs.frozen
class Continue:
    """Go on with a saved game; `rules` and `seed` are what was asked for, and count for a new game only."""

    name: str
    rules: str = ""
    seed: int | None = None


@attrs.frozen
class ShowScores:
    """Show the scores."""


@attrs.frozen
class ShowReplays:
    """Show the games that are over."""


@attrs.frozen
class Watch:
    """Watch a game that is over."""

    key: str


@attrs.frozen
class ToTitle:
    """Leave this game, which is saved, for the title screen."""


@attrs.frozen
class Leave:
    """End the program; a game is saved."""


@attrs.frozen
class ToggleMouse:
    """Leave the mouse to the terminal, whose own then selects text, or take it back."""


LobbyRequest = ToTitle | NewGame | Begin | Continue | ShowScores | ShowReplays | Watch
"""What has to do with other games than the one that is played."""

ScreenRequest = Push | Pop | Replace | Submit | ToggleMouse | Leave | LobbyRequest | None
"""What a screen asks for; None for nothing."""


@attrs.frozen
class Binding:
    """Keys, what they do in words, and what they do: one row of a screen's `BINDINGS`."""

    keys: tuple[str, ...]
    help: str
    act: Callable[[Any], ScreenRequest]
    for_items: bool = False
    """Whether it means nothing where nothing can be carried."""


@attrs.frozen
class KeyHelp:
    """What there is to press, for the help."""

    title: str
    bindings: tuple[Binding, ...]
    notes: tuple[tuple[str, str], ...] = ()
    steering: str = ""
    diagonal: bool = True
    """Whether the direction keys are eight, or four."""
    takes_text: bool = False


class Screen(abc.ABC):
    """One screen of the stack: it draws itself, and answers input with a request."""

    title: ClassVar[str] = ""
    """What its help is about."""
    is_overlay: ClassVar[bool] = False
    """Whether the screen beneath shows through."""
    BINDINGS: ClassVar[tuple[Binding, ...]] = ()
    STEERING: ClassVar[str] = ""
    """What the direction keys do, in words; empty where they do nothing."""
    NOTES: ClassVar[tuple[tuple[str, str], ...]] = ()
    """More lines for the help: what is pressed, and what that does."""
    takes_text: ClassVar[bool] = False
    """Whether printable keys are typed into a field, even those that mean something on every other screen."""
    drops_typed_ahead: ClassVar[bool] = False
    """Whether keys typed before it was shown are no answer: it opens by itself, or asks what nobody expects."""

    @property
    def interval(self) -> float | None:
        """Seconds to its next `on_tick`, while it is on top; None where nothing moves by itself."""
        return None

    @abc.abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw it as it is now."""

    def key_help(self) -> KeyHelp:
        """Return what can be pressed here."""
        return KeyHelp(self.title, self.BINDINGS, self.NOTES, self.STEERING, takes_text=self.takes_text)

    def on_key(self, key: str) -> ScreenRequest:
        """Answer a key: a binding, a direction, or `on_other_key`."""
        if (direction := DIRECTION_KEYS.get(key)) is not None and self.STEERING:
            return self.steer(direction)
        for binding in self.BINDINGS:
            if key in binding.keys:
                return binding.act(self)
        return self.on_other_key(key)

    def steer(self, direction: Direction) -> ScreenRequest:
        """Answer a direction key."""
        return None

    def on_other_key(self, key: str) -> ScreenRequest:
        """Answer a key without a binding."""
        return None

    def on_mouse(self, mouse: Mouse) -> ScreenRequest:
        """Answer the mouse."""
        return None

    def on_paste(self, text: str) -> ScreenRequest:
        """Answer pasted text; what takes no text takes none of it for keys."""
        return None

    def on_tick(self) -> ScreenRequest:
        """Answer that its interval has passed."""
        return None

    def after(self, events: Sequence[AnyEvent]) -> ScreenRequest:
        """Answer what came of a command that it submitted."""
        return None
