"""Where the settings of a server come from: its options, then `serve.toml`."""

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
"""Options that are not named like their settings."""


@define
class SettingsSource:
    """Reads the settings, as often as they may have changed."""

    folder: pathlib.Path
    """The data folder."""
    config: pathlib.Path | None = None
    """The file of the settings; None for `serve.toml` in the folder, which may be missing."""
    options: Mapping[str, Any] = attrs.Factory(dict)
    """By the names of the settings; None for those that are not given."""
    _written: frozenset[str] = frozenset()
    """The names that the file has had: a complaint may be about one that was deleted."""

    def read(self) -> ServeSettings:
        """Return the settings as they are written now.

        Raises:
            ServeSettingsError: something in the file or the options is wrong.
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
        """Return how a complaint about a setting begins: with its option, or with its file and its name."""
        if self.options.get(name) is not None:
            return _OPTIONS.get(name, f"--{name}")
        file = self.config or self.folder / "serve.toml"
        return plain(f"{file}: {name}") if name in self._written else name
