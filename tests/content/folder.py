"""Folders of rule sets, with methods to change single values."""

from __future__ import annotations

import datetime as dt
import json
import pathlib
import tomllib
from typing import Any

import attrs
import pytest

from roguelike.content.inherit import SHIPPED, Lineage
from roguelike.content.loader import ContentError, load_ruleset

FILES = (
    *("ruleset.toml", "terrain.toml", "conditions.toml", "monsters.toml", "items.toml", "projectiles.toml"),
    *("gases.toml", "features.toml", "hordes.toml", "vaults.toml", "themes.toml", "appearances.toml"),
    *("events.toml", "messages.toml"),
)
"""The files of a rule set; only the first is required."""


class Raw(str):
    """A value as written in a file."""

    __slots__ = ()


def toml(value: object) -> str:
    """Write a value as TOML, tables inline."""
    if isinstance(value, Raw | dt.date | dt.time):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",\n".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _line(key: str, value: object) -> str:
    return f"{json.dumps(key)} = {toml(value)}"


@attrs.define
class Folder:
    """A rule set in a folder."""

    path: pathlib.Path

    @classmethod
    def spelled_out(cls, name: str, path: pathlib.Path) -> Folder:
        """Write a built-in rule set with inherited values in its own files."""
        path.mkdir(parents=True)
        folder, lineage = cls(path), Lineage(SHIPPED / name)
        for file in FILES:
            folder.write(file, lineage.read(file))
        return folder

    def read(self, file: str) -> dict[str, Any]:
        """Return the content of a file."""
        return tomllib.loads((self.path / file).read_text(encoding="utf-8"))

    def write(self, file: str, values: dict[str, Any]) -> None:
        """Replace the content of a file."""
        tables = {key: value for key, value in values.items() if isinstance(value, dict)}
        lines = [_line(key, value) for key, value in values.items() if key not in tables]
        for key, table in tables.items():
            lines += [f"[{json.dumps(key)}]", *(_line(*entry) for entry in table.items())]
        text = "\n".join(lines)
        (self.path / file).write_text(text, encoding="utf-8", errors="surrogatepass")

    def name(self, file: str, number: int = 0) -> str:
        """Return the name of an entry of a file."""
        return list(self.read(file))[number]

    def put(self, file: str, path: list[str | int], value: object) -> None:
        """Set one value; a number means the entry at that index, even in tables."""
        values = self.read(file)
        table, key = self._find(values, path)
        table[key] = value
        self.write(file, values)

    def remove(self, file: str, path: list[str | int]) -> None:
        """Remove one value."""
        values = self.read(file)
        table, key = self._find(values, path)
        del table[key]
        self.write(file, values)

    def complaint(self) -> str:
        """Return the loader's error message."""
        with pytest.raises(ContentError) as caught:
            load_ruleset(self.path)
        return str(caught.value)

    @staticmethod
    def _find(values: Any, path: list[str | int]) -> tuple[Any, Any]:  # noqa: ANN401 -- whatever TOML holds
        *outer, last = path
        for key in outer:
            values = values[list(values)[key] if isinstance(values, dict) and isinstance(key, int) else key]
        return values, list(values)[last] if isinstance(values, dict) and isinstance(last, int) else last
