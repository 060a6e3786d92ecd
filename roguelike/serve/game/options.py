"""Settings of a served player: a text that the player edits only through the options."""

from __future__ import annotations

import contextlib
import pathlib
import tomllib
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.play.sections import sections
from roguelike.serve.watching.privacy import EVERYBODY, WATCHED, keep_watched
from roguelike.settings.choices import ANIMATIONS, PALETTES
from roguelike.settings.reading import SettingsError, parse_settings
from roguelike.settings.saving import SettingsFile, edited
from roguelike.settings.settings import Settings
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from roguelike.settings.choices import Written
    from roguelike.store.kept.rows import PlayerRows

UNREADABLE: Final = "Your saved options cannot be read. The defaults are used: set them again under Options."
UNSAVED: Final = "Changed for this session: your options cannot be saved now."
_IN_USE: Final = "toml"
_PUT_ASIDE: Final = "unreadable"
_FILE: Final = pathlib.Path("settings.toml")
"""Name of the text in errors."""


def settings_in(rows: PlayerRows) -> tuple[Settings, str]:
    """Return the stored settings of a player, and the error if they cannot be read.

    An unreadable text is set aside, so that it is reported once, and options can be saved again.
    """
    try:
        content = rows.text(SETTINGS, _IN_USE)
    except StoreError as error:
        return Settings(), str(error)
    if content is None:
        return Settings(), ""
    try:
        return parse_settings(_FILE, content, sections), ""
    except SettingsError as error:
        with contextlib.suppress(StoreError):
            rows.put_text(SETTINGS, _PUT_ASIDE, content.decode(errors="replace"))
            rows.put_text(SETTINGS, _IN_USE, "")
        return Settings(), str(error)


def as_wished(settings: Settings, wishes: Container[str], rows: PlayerRows) -> Settings:
    """Return the settings for a session on a page with the options "calm" or "contrast"; they are not stored.

    The first turns animations and flashes off; the second proposes the palette for low vision if none was chosen.
    """
    given: dict[str, Any] = {}
    if "calm" in wishes:
        given |= {"animation": ANIMATIONS[-1], "flashes": False}
    if "contrast" in wishes and not _has_chosen(rows, "palette"):
        given["palette"] = PALETTES[-1]
    return attrs.evolve(settings, **given, overridden=settings.overridden | given.keys())


def _has_chosen(rows: PlayerRows, name: str) -> bool:
    """Return whether a setting of a player is stored, be it the default."""
    with contextlib.suppress(StoreError, ValueError):
        return name in tomllib.loads((rows.text(SETTINGS, _IN_USE) or b"").decode())
    return False


class PlayerSettings(SettingsFile):
    """Stores the options of a served player."""

    def __init__(self, rows: PlayerRows, withdraw: Callable[[], None] = lambda: None) -> None:
        """Store in `rows`; `withdraw` withdraws the player's finished games from pages, or raises `StoreError`."""
        super().__init__(None, sections)
        self._rows = rows
        self._withdraw = withdraw

    def change(self, settings: Settings, name: str, value: Written) -> tuple[Settings, str]:
        """Return the settings with one changed, and why it could not be changed or saved; empty after success."""
        if name == WATCHED:
            return self._change_watched(settings, str(value))
        changed, trouble = super().change(settings, name, value)
        return changed, UNSAVED if trouble and changed is not settings else trouble

    def write(self, name: str, value: Written) -> None:
        """Store one setting.

        Raises:
            SettingsError: it cannot be written.
        """
        try:
            before = self._rows.text(SETTINGS, _IN_USE) or b""
            after = edited(_FILE, before, name, value, sections)
            self._rows.put_text(SETTINGS, _IN_USE, after.decode())
        except StoreError as error:
            raise SettingsError(str(error)) from None

    def _change_watched(self, settings: Settings, value: str) -> tuple[Settings, str]:
        changed = settings.choosing(WATCHED, value)
        try:
            keep_watched(self._rows, value)
            if value != EVERYBODY:
                self._withdraw()
        except StoreError:
            return changed, UNSAVED
        return changed, ""
