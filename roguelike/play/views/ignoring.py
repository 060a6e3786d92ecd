"""Settings of kinds that are never picked up or never stop automations, changed in play."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.engine.kinds.capabilities import Capability
from roguelike.english import definite, plural
from roguelike.play.requests import ChangeSetting
from roguelike.play.views.menu import Dialog, Row, ScrollingMenu
from roguelike.play.views.view import Close, Open
from roguelike.settings.reading import MAX_KIND, MAX_KINDS
from roguelike.settings.stops import MAX_NAME, MAX_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.play.views.view import Request
    from roguelike.settings.settings import Settings

NEVER: Final = "Never pick up {}"
AGAIN: Final = "Pick up {} again"
LEFT: Final = "From now on you leave {}."
TAKEN: Final = "From now on you pick up {}."
NOTHING: Final = "There is nothing here that you pick up in passing."
ALWAYS: Final = "You always pick up {}."
NO_STOP: Final = "Never stop for {}"
STOP: Final = "Stop for {} again"
UNSTOPPED: Final = "From now on {} never stop you."
STOPPED: Final = "From now on {} stop you."
NOTHING_THERE: Final = "There is nothing there to ignore."
NONE: Final = "nothing"
TAKEN_OFF: Final = "No longer on the list: {}."
KEY: Final = "!"


def can_ignore(seen: Observation, kind: ItemKind) -> bool:
    """Return whether the player can choose never to pick up a kind.

    It must be one that is picked up automatically. Kept kinds, such as the goal of the game, are always picked up.
    """
    is_picked_up = kind.portable and kind.autopickup and not kind.kept and len(kind.name) <= MAX_KIND
    return is_picked_up and Capability.COMFORT in seen.ruleset.capabilities


def kinds_at(seen: Observation, at: Point) -> list[ItemKind]:
    """Return the kinds of items on a cell that can be ignored, the topmost first."""
    pile = reversed(seen.level.items_at(at))
    return list(dict.fromkeys(item.kind for item in pile if can_ignore(seen, item.kind)))


def why_nothing(seen: Observation, at: Point, otherwise: str) -> str:
    """Return the reason why no item on a cell can be ignored: one is always picked up, else `otherwise`."""
    kept = next((item.kind for item in seen.level.items_at(at) if item.kind.kept), None)
    return otherwise if kept is None else always(kept)


def always(kind: ItemKind) -> str:
    """Return the sentence that a kind is always picked up."""
    return ALWAYS.format(definite(kind.name))


def offer(settings: Settings, kind: ItemKind) -> str:
    """Return the label of the toggle for a kind of item."""
    return (AGAIN if kind.name in settings.never_pick_up else NEVER).format(_many(kind))


def toggled(settings: Settings, kind: ItemKind) -> ChangeSetting:
    """Return the request to toggle whether a kind is picked up; a full list drops its oldest entry."""
    ignored, name = settings.never_pick_up, kind.name
    if name in ignored:
        left = [each for each in ignored if each != name]
        return ChangeSetting("never_pick_up", left or None, TAKEN.format(_many(kind)))
    return ChangeSetting("never_pick_up", [*ignored, name][-MAX_KINDS:], LEFT.format(_many(kind)))


def _many(kind: ItemKind) -> str:
    return kind.name if kind.mass or kind.kept else plural(kind.name)


def foe_at(seen: Observation, at: Point) -> ActorKind | None:
    """Return the kind of an enemy in view on a cell, if it can be ignored; else None."""
    kind = next((foe.kind for foe in seen.enemies if foe.at == at), None)
    return kind if kind is not None and can_pass(seen, kind) else None


def can_pass(seen: Observation, kind: ActorKind) -> bool:
    """Return whether the player can choose that a kind of monster never stops automations."""
    return Capability.COMFORT in seen.ruleset.capabilities and len(kind.name) <= MAX_NAME


def offer_pass(settings: Settings, kind: ActorKind) -> str:
    """Return the label of the toggle for a kind of monster."""
    return (STOP if kind.name in settings.stops.ignore else NO_STOP).format(_many_of(kind))


def passed(settings: Settings, kind: ActorKind) -> ChangeSetting:
    """Return the request to toggle whether a kind of monster stops automations."""
    ignored, name = settings.stops.ignore, kind.name
    if name in ignored:
        left = [each for each in ignored if each != name]
        return ChangeSetting("stops.ignore", left or None, STOPPED.format(_many_of(kind)))
    return ChangeSetting("stops.ignore", [*ignored, name][-MAX_NAMES:], UNSTOPPED.format(_many_of(kind)))


def _many_of(kind: ActorKind) -> str:
    return definite(kind.name) if kind.unique else plural(kind.name)


def at(settings: Settings, seen: Observation, point: Point) -> Request:
    """Return the toggle for the enemy on a cell, else for its item; ask if there are several kinds of items."""
    if (foe := foe_at(seen, point)) is not None:
        return passed(settings, foe)
    kinds = kinds_at(seen, point)
    if len(kinds) > 1:
        return Open(KindsMenu(kinds))
    return toggled(settings, kinds[0]) if kinds else None


class KindsMenu(Dialog):
    """The kinds of items in a pile, with a toggle for each."""

    section = "kinds"
    title = "Never pick up"
    heading = "Never pick up which kind?"

    def __init__(self, kinds: Sequence[ItemKind]) -> None:
        self._kinds = kinds

    def rows(self) -> Sequence[Row]:
        """Return the toggle of each kind."""
        rows = zip("abcdefghijklmnopqrstuvwxyz", self._kinds, strict=False)
        return [Row(letter, offer(self.settings, kind), grey(255)) for letter, kind in rows]

    def choose(self, number: int) -> Request:
        """Toggle the kind of a row."""
        return Close(toggled(self.settings, self._kinds[number]))


class IgnoredMenu(ScrollingMenu):
    """The kinds in a list of the settings, for removal."""

    section = "ignored"
    title = "Ignored kinds"

    def __init__(self, setting: str, label: str, about: str) -> None:
        """Open the list of a setting.

        Args:
            setting: its name in the settings file.
            label: its label in the options.
            about: its purpose, and how to add a kind.
        """
        self._setting, self._about = setting, about
        self.heading = f"{label}: take off which?"

    def _names(self) -> list[str]:
        written = self.settings.written(self._setting)
        return written if isinstance(written, list) else []

    def rows(self) -> Sequence[Row]:
        """Return the kinds, or one row that says there is none."""
        rows = [Row(letter, name, grey(255)) for letter, name in zip(self.letters(), self._names(), strict=False)]
        return rows or [Row("", NONE)]

    def choose(self, number: int) -> Request:
        """Remove the kind of a row from the list."""
        names = self._names()
        if number >= len(names):
            return None
        left = [*names[:number], *names[number + 1 :]]
        self.highlight = max(0, min(number, len(left) - 1))
        return ChangeSetting(self._setting, left or None, TAKEN_OFF.format(names[number]))

    def notes(self, width: int) -> Sequence[str]:
        """Return how to add a kind, and the keys."""
        keys = f"{self.key_of('choose')}: take off  {self.key_of('cancel')}: back"
        return [*textwrap.wrap(self._about, width), keys]

    def spoken_notes(self, width: int) -> Sequence[str]:
        """Return nothing: line mode adds kinds by a command."""
        return ()

    HELP_NOTES = (("letter", "take that kind off"), ("mouse", "highlight; any button takes off"))
