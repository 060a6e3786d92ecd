"""How a test plays: through a scenario, a session, a real terminal, the command line, or a level as it is made.

Read from the names that the test reaches, through its fixtures and through functions of other test modules. `Entered`
holds a test that runs to it.
"""

from __future__ import annotations

import ast
import functools
import pathlib
import subprocess
from typing import TYPE_CHECKING, Any

import attrs

from roguelike import cli
from roguelike.engine.game import Game
from roguelike.session import Session
from tests.forked import Forked

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

TESTS = pathlib.Path(__file__).parent.parent

SCENARIO, LEVEL = "scenario", "level"
COMMANDS = frozenset({".play", ".submit", ".tick"})
BEGINNINGS = frozenset({"roguelike.engine.scenario.draw", "roguelike.engine.game.new_game"})
DOORS = {
    "tests.watching.watch": "session",
    "tests.watching.show": "session",
    "tests.pty_program.Program": "terminal",
    "roguelike.cli.main": "command line",
}
"""Programs that lead into the game by themselves; the programs that these run are not looked at."""


@attrs.frozen(eq=False)
class Module:
    """A test module: what it defines at the top, and what its names stand for that it imports."""

    path: pathlib.Path
    definitions: dict[str, ast.AST]
    imports: dict[str, str]


@attrs.define
class Reach:
    """What a test function reaches: names with their modules, and attributes with a dot."""

    module: Module
    node: ast.FunctionDef
    reached: set[str] = attrs.field(factory=set)
    _seen: set[ast.AST] = attrs.field(factory=set)

    def ways(self) -> list[str]:
        """Return how it plays; nothing if it does not."""
        if not self._seen:
            self._visit(self.module, self.node)
        found = [way for door, way in DOORS.items() if door in self.reached]
        if self.reached & BEGINNINGS and self.reached & COMMANDS:
            found.insert(0, SCENARIO)
        elif not found and "roguelike.engine.game.new_game" in self.reached:
            found.append(LEVEL)
        return list(dict.fromkeys(found))

    def _visit(self, module: Module, root: ast.AST) -> None:
        self._seen.add(root)
        for node in ast.walk(root):
            if isinstance(node, ast.Name):
                self._reach(module, node.id)
            elif isinstance(node, ast.arg):
                self._reach_fixture(module, node.arg)
            elif isinstance(node, ast.Attribute):
                self.reached.add(f".{node.attr}")
                if isinstance(node.value, ast.Name) and node.value.id in module.imports:
                    self._follow(f"{module.imports[node.value.id]}.{node.attr}")

    def _reach(self, module: Module, name: str) -> None:
        if name in module.definitions:
            if module.definitions[name] not in self._seen:
                self._visit(module, module.definitions[name])
        elif name in module.imports:
            self._follow(module.imports[name])

    def _reach_fixture(self, module: Module, name: str) -> None:
        for place in (module, *conftests(module)):
            if name in place.definitions:
                self._reach(place, name)
                return

    def _follow(self, dotted: str) -> None:
        """Note a name of another module, and look at what it stands for if that is a test module."""
        known = dotted in self.reached
        self.reached.add(dotted)
        module, _, name = dotted.rpartition(".")
        if not known and module.startswith("tests.") and dotted not in DOORS:
            path = TESTS.parent / (module.replace(".", "/") + ".py")
            if path.exists():
                self._reach(read(path), name)


@functools.cache
def read(path: pathlib.Path) -> Module:
    """Return a test module as far as it matters here."""
    module = Module(path, {}, {})
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            module.definitions[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            module.definitions.update({target.id: node for target in targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.ImportFrom):
            module.imports.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
        elif isinstance(node, ast.Import):
            module.imports.update({alias.asname or alias.name: alias.name for alias in node.names})
    return module


def conftests(module: Module) -> Iterator[Module]:
    """Go through the modules in which pytest looks for fixtures, the nearest first."""
    for folder in module.path.parents:
        if (path := folder / "conftest.py").exists():
            yield read(path)
        if folder == TESTS:
            return


class Entered:
    """Notes whether a game was begun or went on, a session ran, or the program was started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.any = False
        for owner, name in (
            (Game, "start"),
            (Game, "update"),
            (Game, "tick"),
            (Session, "step"),
            (cli, "main"),
            (subprocess.Popen, "__init__"),
            (Forked, "__init__"),
        ):
            monkeypatch.setattr(owner, name, self._noting(getattr(owner, name)))

    def _noting(self, function: Any) -> Any:  # noqa: ANN401 -- any of those
        @functools.wraps(function)
        def noting(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
            self.any = True
            return function(*arguments, **options)

        return noting
