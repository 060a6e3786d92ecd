"""What every view is: what its keys do, and what it asks for in answer to one."""

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
    """Close the topmost view, and carry out the request that is to follow."""

    then: Request = None


@frozen
class Replace:
    """Close the topmost view, and show another in its place."""

    view: View


@frozen
class Practise:
    """Play on from a moment of a recorded game; nothing of it is saved or scored."""

    recording: Recording | str
    """The recording, or the key of the finished game."""
    number: int
    """How many commands come before that moment; counted from the end where negative."""
    back: Open | ShowEnd | None = None
    """What to show again when it is left."""


Request = Open | Close | Replace | Practise | GameRequest | None
"""The answer of a view to a key; None for nothing."""


@frozen(cache_hash=True)
class Action(Binding, Generic[S]):
    """One thing that a view can do."""

    help: str
    act: Callable[[S], Request]
    """Called with the view."""
    needs: Capability | None = attrs.field(default=None, kw_only=True)
    """What a rule set must have for it to mean anything."""
    about: str = attrs.field(default="", kw_only=True)
    """A longer explanation of the key; `help` where that says it all."""
    costs: tuple[str, ...] = attrs.field(default=_NO_COSTS, kw_only=True)
    """The fields of `TurnCosts` of which any makes it take a turn."""


AnyAction = Action[Any]


@frozen
class KeyHelp:
    """What there is to press, for the help."""

    title: str
    actions: Sequence[AnyAction]
    notes: tuple[tuple[str, str], ...] = ()
    steering: str = ""
    diagonal: bool = True
    """Whether the direction keys are eight, or four."""
    takes_text: bool = False
    turns: TurnCosts | None = None
    """What takes a turn, in the views where anything does."""
    legend: str = ""
    """What signs on the screen mean."""


class View:
    """Something that a front-end shows or asks; it answers keys with requests, and knows nothing of how it is shown."""

    sort: ClassVar[str] = ""
    """The name by which a front-end finds the class that shows it."""
    title: ClassVar[str] = ""
    """What its help is about."""
    section: ClassVar[str] = ""
    """What it is called where a person chooses keys."""
    ACTIONS: ClassVar[tuple[AnyAction, ...]] = ()
    """What can be done here, with the usual keys."""
    settings: Settings = DEFAULTS
    """Those of the person in front of it; set by the front-end that opens it."""
    label: str = ""
    """The name of the key pressed last, if the terminal cannot show the key itself; set by the front-end."""
    STEERING: ClassVar[str] = ""
    """What the direction keys do, in words; empty where they do nothing."""
    HELP_NOTES: ClassVar[tuple[tuple[str, str], ...]] = ()
    """More lines for the help: what is pressed, and what that does."""
    takes_text: ClassVar[bool] = False
    """Whether printable keys are typed into a field, even those that mean something in every other view."""
    takes_letters: ClassVar[bool] = False
    """Whether letters choose rows, so that no action can be bound to them."""
    drops_typed_ahead: ClassVar[bool] = False
    """Whether typed-ahead keys are dropped: the view opens by itself, or asks something unexpected."""
    ignores_held: ClassVar[bool] = False
    """Whether a key that has been held down since before it was shown is no answer."""

    def __init_subclass__(cls) -> None:
        """Check the keys of a view as soon as there is one.

        Raises:
            KeyCollision: a key would have two meanings.
        """
        super().__init_subclass__()
        if cls.section:
            cls.own_section().check()

    @classmethod
    def own_section(cls) -> Section:
        """Return the actions with what their keys cannot be."""
        return Section(cls.section, cls.ACTIONS, bool(cls.STEERING), cls.takes_text, cls.takes_letters)

    @property
    def interval(self) -> float | None:
        """Seconds to its next `on_tick`, while it is on top; None where nothing moves by itself."""
        return None

    @property
    def keymap(self) -> Keymap:
        """The keys of the person in front of it."""
        return self.settings.keymap

    @property
    def actions(self) -> Sequence[AnyAction]:
        """What can be done here, with the keys of the person in front of it."""
        return self.keymap.apply(self.section, self.ACTIONS)

    @property
    def steering(self) -> str:
        """What the direction keys do now."""
        return self.STEERING

    def takes_notice(self, text: str) -> bool:
        """Return whether the view shows a notice of the server itself; by default it gets a view of its own."""
        return False

    def key_of(self, name: str) -> str:
        """Return what is printed on the first key of an action."""
        return self.key_names[name]

    def called(self, key: str) -> str:
        """Return the name of a key that was pressed: its label on the keyboard, or the code point of a character."""
        return self.label or key_name(key)

    @property
    def key_names(self) -> Mapping[str, str]:
        """What is printed on the first key of each action, by its name."""
        return self.keymap.first_keys(self.section, self.ACTIONS)

    def key_help(self) -> KeyHelp:
        """Return what can be pressed here."""
        return KeyHelp(self.title, self.actions, self.HELP_NOTES, self.steering, takes_text=self.takes_text)

    def on_key(self, key: str) -> Request:
        """Answer a key: a direction, an action, or `on_other_key`."""
        if (direction := self.keymap.directions.get(key)) is not None and self.steering:
            return self.steer(direction)
        for action in self.actions:
            if key in action.keys:
                return action.act(self)
        plain = unshifted(key)  # to all views but those that know better, it is the key without Shift
        return self.on_other_key(key) if plain == key else self.on_key(plain)

    def steer(self, direction: Direction) -> Request:
        """Answer a direction key."""
        return None

    def on_other_key(self, key: str) -> Request:
        """Answer a key without an action."""
        return None

    def on_paste(self, text: str) -> Request:
        """Answer pasted text; what takes no text takes none of it for keys."""
        return None

    def on_tick(self) -> Request:
        """Answer that its interval has passed."""
        return None

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Return the next request after the events of a command that it submitted."""
        return None
