"""Sources of a server's settings: options, then `serve.toml`."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.classes import define
from roguelike.serve.settings import ServeSettingsError, read_serve_settings, written_in
from roguelike.toml_file import plain

if TYPE_CHECKING:
    from roguelike.serve.settings import ServeSettings

_OPTIONS: dict[str, str] = {"host-keys": "--host-key"}
"""Options whose names differ from those of their settings."""


@define
class SettingsSource:
    """Reads the settings, again after changes."""

    folder: pathlib.Path
    """The data folder."""
    config: pathlib.Path | None = None
    """File of the settings; None for `serve.toml` in the folder, which may be missing."""
    options: Mapping[str, Any] = attrs.Factory(dict)
    """Options by name; None for those that are not given."""
    _written: frozenset[str] = frozenset()
    """Names that the file has had: an error may be about one that was deleted."""

    def read(self) -> ServeSettings:
        """Return the current settings.

        Raises:
            ServeSettingsError: file or options are wrong.
        """
        file = self._file()
        found = read_serve_settings(file, self.options)
        self._written |= frozenset(() if file is None else written_in(file))
        return found

    def _file(self) -> pathlib.Path | None:
        usual = self.folder / "serve.toml"
        try:
            return self.config or (usual if usual.exists() else None)
        except OSError as error:
            raise ServeSettingsError(f"{plain(str(usual))}: {error.strerror}.") from None

    def place(self, name: str) -> str:
        """Return the beginning of an error about a setting: its option, or its file and name."""
        if self.options.get(name) is not None:
            return _OPTIONS.get(name, f"--{name}")
        file = self.config or self.folder / "serve.toml"
        return plain(f"{file}: {name}") if name in self._written else name
