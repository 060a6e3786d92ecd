"""The settings of a served player, in a file that the player cannot edit but by the options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.play.sections import sections
from roguelike.serve.watching.privacy import WATCHED, keep_watched
from roguelike.settings.reading import SettingsError, read_settings
from roguelike.settings.saving import SettingsFile
from roguelike.settings.settings import Settings

if TYPE_CHECKING:
    import pathlib

    from roguelike.settings.choices import Written

FILE: Final = "settings.toml"
"""File name in the player's folder."""
UNREADABLE: Final = "Your saved options cannot be read. The defaults are used: set them again under Options."
UNSAVED: Final = "Changed for this session: your options cannot be saved now."


def settings_in(folder: pathlib.Path) -> tuple[Settings, str]:
    """Return the settings in a player's folder, and the error if they cannot be read.

    An unreadable file is put aside, so that it is reported once and options can be saved again.
    """
    file = folder / FILE
    try:
        return read_settings(str(file), sections) if file.exists() else Settings(), ""
    except (SettingsError, OSError) as error:
        _put_aside(file)
        return Settings(), str(error)


def _put_aside(file: pathlib.Path) -> None:
    try:
        file.replace(file.with_suffix(".unreadable"))
    except OSError:
        return


class PlayerSettings(SettingsFile):
    """Where the options of a served player are saved."""

    def __init__(self, folder: pathlib.Path) -> None:
        super().__init__(str(folder / FILE), sections)
        self._folder = folder

    def change(self, settings: Settings, name: str, value: Written) -> tuple[Settings, str]:
        """Return the settings with one of them changed, and why it could not be changed or saved, if so."""
        if name == WATCHED:
            return self._change_watched(settings, is_on=bool(value))
        changed, trouble = super().change(settings, name, value)
        return changed, UNSAVED if trouble and changed is not settings else trouble

    def _change_watched(self, settings: Settings, *, is_on: bool) -> tuple[Settings, str]:
        changed = settings.switched(WATCHED, is_on=is_on)
        try:
            keep_watched(self._folder, is_on=is_on)
        except OSError:
            return changed, UNSAVED
        return changed, ""
