"""What every screen is, and what it can ask for in answer to a key."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from roguelike.cells.input import SHIFTED
from roguelike.classes import frozen
from roguelike.play.requests import Automate, ChangeSetting, Leave, LobbyRequest, Submit, ToggleMouse
from roguelike.settings.keymap import Action, KeyCollision, Keymap, Section, key_name
from roguelike.settings.settings import DEFAULTS, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.input import Mouse
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Direction
    from roguelike.engine.kinds.heading import TurnCosts  # noqa: TC004 -- for annotations that nothing evaluates


@frozen
class Push:
    """Open a screen above this one."""

    screen: Screen


@frozen
class Pop:
    """Close this screen, and have the one beneath it ask for something."""

    then: ScreenRequest = None


@frozen
class Replace:
    """Close this screen and open another in its place."""

    screen: Screen


ScreenRequest = Push | Pop | Replace | Submit | Automate | ToggleMouse | ChangeSetting | Leave | LobbyRequest | None
"""What a screen asks for; None for nothing."""


@frozen
class KeyHelp:
    """What there is to press, for the help."""

    title: str
    actions: Sequence[Action]
    notes: tuple[tuple[str, str], ...] = ()
    steering: str = ""
    diagonal: bool = True
    """Whether the direction keys are eight, or four."""
    takes_text: bool = False
    turns: TurnCosts | None = None
    """What takes a turn, on the screens where anything does."""
    legend: str = ""
    """What signs on the screen mean."""


class Screen(abc.ABC):
    """One screen of the stack: it draws itself, and answers input with a request."""

    title: ClassVar[str] = ""
    """What its help is about."""
    is_overlay: ClassVar[bool] = False
    """Whether the screen beneath shows through."""
    section: ClassVar[str] = ""
    """What it is called where a person chooses keys."""
    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    """What can be done here, with the usual keys: each has a method `do_<name>`, which overrides as all methods do."""
    settings: Settings = DEFAULTS
    """Those of the person in front of it; the stack that opens it knows them."""
    label: str = ""
    """The name of the key pressed last, if the terminal cannot show the key itself; set by the stack."""
    STEERING: ClassVar[str] = ""
    """What the direction keys do, in words; empty where they do nothing."""
    HELP_NOTES: ClassVar[tuple[tuple[str, str], ...]] = ()
    """More lines for the help: what is pressed, and what that does."""
    takes_text: ClassVar[bool] = False
    """Whether printable keys are typed into a field, even those that mean something on every other screen."""
    takes_letters: ClassVar[bool] = False
    """Whether letters choose rows, so that no action can be bound to them."""
    drops_typed_ahead: ClassVar[bool] = False
    """Whether typed-ahead keys are dropped: the screen opens by itself, or asks something unexpected."""
    ignores_held: ClassVar[bool] = False
    """Whether a key that has been held down since before it was shown is no answer."""

    def __init_subclass__(cls) -> None:
        """Check the actions of a screen as soon as there is one.

        Raises:
            KeyCollision: a key would have two meanings, or an action has no method.
        """
        super().__init_subclass__()
        for action in cls.ACTIONS:
            if not hasattr(cls, f"do_{action.name}"):
                raise KeyCollision(f"{cls.__name__}: the action {action.name} needs a method do_{action.name}")
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

    @abc.abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw it as it is now."""

    @property
    def keymap(self) -> Keymap:
        """The keys of the person in front of it."""
        return self.settings.keymap

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done here, with the keys of the person in front of it."""
        return self.keymap.apply(self.section, self.ACTIONS)

    @property
    def steering(self) -> str:
        """What the direction keys do now."""
        return self.STEERING

    def takes_notice(self, text: str) -> bool:
        """Return whether the screen shows a notice of the server itself; by default it gets a screen of its own."""
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

    def on_key(self, key: str) -> ScreenRequest:
        """Answer a key: a direction, an action, or `on_other_key`."""
        if (direction := self.keymap.directions.get(key)) is not None and self.steering:
            return self.steer(direction)
        for action in self.actions:
            if key in action.keys:
                act: Callable[[], ScreenRequest] = getattr(self, f"do_{action.name}")
                return act()
        if key in SHIFTED:  # to all screens but those that know better, it is the key without Shift
            return self.on_key(SHIFTED[key])
        return self.on_other_key(key)

    def steer(self, direction: Direction) -> ScreenRequest:
        """Answer a direction key."""
        return None

    def on_other_key(self, key: str) -> ScreenRequest:
        """Answer a key without an action."""
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
