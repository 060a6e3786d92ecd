"""The cache of parsed files of built-in rule sets, which is used only while a file is unchanged."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from roguelike.content import inherit
from roguelike.content.parsed_files import keep_parsed, read_parsed

if TYPE_CHECKING:
    import pathlib

MARK = (1, 2, 3, 4)
SAID = {"orc": {"hit_points": 12, "drops": ["gold", True]}}


@pytest.fixture
def file(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A file, and a Python that caches modules."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "monsters.toml"


def test_cached_files_are_read_only_for_the_same_mark(file: pathlib.Path) -> None:
    """A changed file has another mark."""
    assert read_parsed(file, MARK) is None

    keep_parsed(file, MARK, SAID)

    assert read_parsed(file, MARK) == SAID
    assert read_parsed(file, (1, 2, 3, 5)) is None


@pytest.mark.parametrize("broken", [b"", b"rubbish", b"\xe9\x05"])
def test_a_broken_cache_counts_as_none(file: pathlib.Path, broken: bytes) -> None:
    """It can be truncated, or have other content."""
    keep_parsed(file, MARK, SAID)
    (kept,) = (file.parent / "__pycache__").iterdir()
    kept.write_bytes(broken)

    assert read_parsed(file, MARK) is None


def test_nothing_is_kept_where_python_keeps_no_modules(file: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cached where Python must not, or where the folder cannot be written."""
    keep_parsed(file.parent / "nowhere" / file.name, MARK, SAID)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep_parsed(file, MARK, SAID)

    assert [] == [*file.parent.iterdir()]


def test_a_file_of_the_game_is_parsed_once(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next run of the program reuses the cache."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(inherit, "SHIPPED", tmp_path)
    monkeypatch.setattr(inherit, "mark_of", lambda _: MARK)
    shutil.copytree(inherit.__file__.removesuffix("inherit.py") + "base", tmp_path / "base")

    first = _next_run(tmp_path, monkeypatch)
    monkeypatch.setattr(inherit, "read_toml", lambda *_: pytest.fail("a file is parsed again"))

    assert first == _next_run(tmp_path, monkeypatch)


def _next_run(shipped: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(inherit, "_PARSED", {})
    return inherit.Lineage(shipped / "base").read("terrain.toml")
