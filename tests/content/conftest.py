"""A copy of `classic` to be broken in one place."""

from __future__ import annotations

import json
import pathlib
import shutil
import tomllib
from typing import Any

import attrs
import pytest

import roguelike.content
from roguelike.content.loader import ContentError, load_ruleset

CLASSIC = pathlib.Path(roguelike.content.__file__).parent / "classic"


def toml(value: object) -> str:
    """Write a value as TOML, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@attrs.define
class Folder:
    """A rule set of one's own."""

    path: pathlib.Path

    def read(self, file: str) -> dict[str, Any]:
        """Give what a file says."""
        return tomllib.loads((self.path / file).read_text(encoding="utf-8"))

    def write(self, file: str, values: dict[str, Any]) -> None:
        """Say something else."""
        text = "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in values.items())
        (self.path / file).write_text(text, encoding="utf-8")

    def name(self, file: str, number: int = 0) -> str:
        """Give the name of one of a file's entries."""
        return list(self.read(file))[number]

    def put(self, file: str, path: list[str | int], value: object) -> None:
        """Set one value; a number stands for the entry of that place, in tables too."""
        values = self.read(file)
        table, key = self._find(values, path)
        table[key] = value
        self.write(file, values)

    def remove(self, file: str, path: list[str | int]) -> None:
        """Take one value out."""
        values = self.read(file)
        table, key = self._find(values, path)
        del table[key]
        self.write(file, values)

    def complaint(self) -> str:
        """Give what the loader has to say."""
        with pytest.raises(ContentError) as caught:
            load_ruleset(self.path)
        return str(caught.value)

    @staticmethod
    def _find(values: Any, path: list[str | int]) -> tuple[Any, Any]:  # noqa: ANN401 -- whatever TOML holds
        *outer, last = path
        for key in outer:
            values = values[list(values)[key] if isinstance(values, dict) and isinstance(key, int) else key]
        return values, list(values)[last] if isinstance(values, dict) and isinstance(last, int) else last


@pytest.fixture
def mine(tmp_path: pathlib.Path) -> Folder:
    """Give a copy of `classic`, named `mine`."""
    return Folder(pathlib.Path(shutil.copytree(CLASSIC, tmp_path / "mine")))
