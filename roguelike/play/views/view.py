"""The base class of views, with actions, keys and requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import attrs

from roguelike.cells.keys import unshifted
from roguelike.classes import frozen
from roguelike.engine.kinds.capabilities import Capability
from roguelike.play.requests import GameRequest, ShowEnd
from roguelike.settings.keymap import Binding, Section, key_name
from roguelike.settings.settings import DEFAULTS, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.heading import TurnCosts  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.play.playback import Recording  # noqa: TC004 -- for annotations that nothing evaluates
    from roguelike.settings.keymap import Keymap

S = TypeVar("S", bound="View")
_NO_COSTS: Final[tuple[str, ...]] = ()


@frozen
class Open:
    """Show a view above the others."""

    view: View


@frozen
class Close:
    """Close the topmost view, then carry out another request."""

    then: Request = None


@frozen
class Replace:
    """Replace the topmost view by another."""

    view: View


@frozen
class Practise:
    """Practise from a state of a recorded game, without saving or scoring."""

    recording: Recording | str
    """The recording, or the key of the finished game."""
    number: int
    """Number of commands before that state, counted from the end if negative."""
    back: Open | ShowEnd | None = None
    """The view to return to afterwards."""


Request = Open | Close | Replace | Practise | GameRequest | None
"""The answer of a view to a key; None for nothing."""


@frozen(cache_hash=True)
class Action(Binding, Generic[S]):
    """An action of a view."""

    help: str
    act: Callable[[S], Request]
    """Called with the view."""
    needs: Capability | None = attrs.field(default=None, kw_only=True)
    """Capability that the rule set must have; None for none."""
    about: str = attrs.field(default="", kw_only=True)
    """A longer explanation than `help`; empty for none."""
    costs: tuple[str, ...] = attrs.field(default=_NO_COSTS, kw_only=True)
    """Fields of `TurnCosts`; the action takes a turn if any of them does."""


AnyAction = Action[Any]


@frozen
class KeyHelp:
    """The keys of a view, for the help."""

    title: str
    actions: Sequence[AnyAction]
    notes: tuple[tuple[str, str], ...] = ()
    steering: str = ""
    diagonal: bool = True
    """Whether there are eight direction keys rather than four."""
    takes_text: bool = False
    turns: TurnCosts | None = None
    """The turn costs, in views with actions that take turns."""
    legend: str = ""
    """The meaning of marks on the screen."""


class View:
    """A page, menu, map or question; it answers keys with requests, independent of how it is drawn."""

    sort: ClassVar[str] = ""
    """Name by which a front-end finds the screen that draws it."""
    title: ClassVar[str] = ""
    """Title of its help."""
    section: ClassVar[str] = ""
    """Name of its section of key bindings."""
    ACTIONS: ClassVar[tuple[AnyAction, ...]] = ()
    """The actions with their default keys."""
    settings: Settings = DEFAULTS
    """The player's settings, set by the front-end that opens it."""
    label: str = ""
    """Name of the last key if the terminal cannot show the character; set by the front-end."""
    STEERING: ClassVar[str] = ""
    """The use of the direction keys, in words; empty if they have none."""
    HELP_NOTES: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Further lines of the help: keys and their effects."""
    takes_text: ClassVar[bool] = False
    """Whether printable keys are typed into a field, even those with an action in all other views."""
    takes_letters: ClassVar[bool] = False
    """Whether letters choose rows, so that no action can be bound to them."""
    drops_typed_ahead: ClassVar[bool] = False
    """Whether typed-ahead keys are dropped: the view opens by itself, or asks something unexpected."""
    ignores_held: ClassVar[bool] = False
    """Whether to ignore a key held down since before it was shown."""

    def __init_subclass__(cls) -> None:
        """Check the keys of a view class when it is defined.

        Raises:
            KeyCollision: a key would have two meanings.
        """
        super().__init_subclass__()
        if cls.section:
            cls.own_section().check()

    @classmethod
    def own_section(cls) -> Section:
        """Return the section of key bindings: the actions, and limits on their keys."""
        return Section(cls.section, cls.ACTIONS, bool(cls.STEERING), cls.takes_text, cls.takes_letters)

    @property
    def interval(self) -> float | None:
        """Seconds to the next `on_tick` while it is on top; None without animation."""
        return None

    @property
    def keymap(self) -> Keymap:
        """The player's keys."""
        return self.settings.keymap

    @property
    def actions(self) -> Sequence[AnyAction]:
        """The actions with the player's keys."""
        return self.keymap.apply(self.section, self.ACTIONS)

    @property
    def steering(self) -> str:
        """The present use of the direction keys."""
        return self.STEERING

    def takes_notice(self, text: str) -> bool:
        """Return whether the view itself shows a notice of the server; by default a notice page opens."""
        return False

    def key_of(self, name: str) -> str:
        """Return the label of the first key of an action."""
        return self.key_names[name]

    def called(self, key: str) -> str:
        """Return the name of a pressed key: its label on the keyboard, or the code point of a character."""
        return self.label or key_name(key)

    @property
    def key_names(self) -> Mapping[str, str]:
        """The label of each action's first key, by action name."""
        return self.keymap.first_keys(self.section, self.ACTIONS)

    def key_help(self) -> KeyHelp:
        """Return the keys for the help."""
        return KeyHelp(self.title, self.actions, self.HELP_NOTES, self.steering, takes_text=self.takes_text)

    def on_key(self, key: str) -> Request:
        """Answer a key: a direction, an action, or `on_other_key`."""
        if (direction := self.keymap.directions.get(key)) is not None and self.steering:
            return self.steer(direction)
        for action in self.actions:
            if key in action.keys:
                return action.act(self)
        plain = unshifted(key)  # in views without an action for it, the key counts as unshifted
        return self.on_other_key(key) if plain == key else self.on_key(plain)

    def steer(self, direction: Direction) -> Request:
        """Answer a direction key."""
        return None

    def on_other_key(self, key: str) -> Request:
        """Answer a key without an action."""
        return None

    def on_paste(self, text: str) -> Request:
        """Answer pasted text; by default ignore it, rather than take it for keys."""
        return None

    def on_tick(self) -> Request:
        """Answer the end of the interval."""
        return None

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Return the next request after the events of a command that it submitted."""
        return None
