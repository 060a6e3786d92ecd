"""Finding parts."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    import pathlib

CHILL: Final = """
from roguelike.classes import frozen
from roguelike.engine.kinds.families import Effect, named

@named("chill")
@frozen
class Chill(Effect):
    def apply(self, world, cause, at): ...
    def preview(self, seen, at): ...
"""
LOOK: Final = """
import sys
from roguelike.content import parts
from roguelike.content.parts import Effect, find_part

parts.PACKAGES = (*parts.PACKAGES, "strangers")
print(find_part(Effect, "chill"), *(name for name in sys.modules if name.startswith("roguelike.tutorials.")))
"""


@pytest.mark.parametrize("module", ["chill", "cold"])
def test_a_part_in_a_separate_file_is_found(tmp_path: pathlib.Path, module: str) -> None:
    """If it has the name of its file, nothing else is imported; with another name, it is found last."""
    package = tmp_path / "strangers"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / f"{module}.py").write_text(CHILL, encoding="utf-8")

    done = subprocess.run([sys.executable, "-c", LOOK], cwd=tmp_path, capture_output=True, text=True, check=True)
    found, *others = done.stdout.removeprefix("<class '").split()

    assert f"strangers.{module}.Chill'>" == found
    assert ("roguelike.tutorials.combat" in others) == (module == "cold")
