"""Changes every number of every rule set by one, and lists those that no test of that rule set minds: `make soak`.

Works on a copy of the project, so the tree stays as it is. Names of rule sets may be given; all are tried otherwise.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from roguelike.content.loader import ruleset_names

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = pathlib.Path(__file__).parent.parent.parent
COPIED = ("roguelike", "tests", "docs", "pyproject.toml")
WORKERS = 2
_NUMBER = re.compile(r"(?<![\w\"#.])\d+(?![\w\"])")


class Mutant(NamedTuple):
    """One number changed: where it stands, and the line before and after."""

    file: str
    line: int
    before: str
    after: str


def mutants(name: str) -> Iterator[Mutant]:
    """Go through all mutants of a rule set; comments, names and the version are left alone.

    What all of them extend counts as the game's own, `classic`.
    """
    folders = (name, "base") if name == "classic" else (name,)
    for path in sorted(path for folder in folders for path in (ROOT / "roguelike" / "content" / folder).glob("*.toml")):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            code = text.partition(" #")[0]
            if code.startswith(("#", "version")) or re.search(r'(description|title|summary|text) = "', code):
                continue
            for found in _NUMBER.finditer(code):
                after = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
                yield Mutant(str(path.relative_to(ROOT)), number, text, after)


def survives(mutant: Mutant, name: str, copy: pathlib.Path) -> bool:
    """Return whether the tests of the rule set pass with the mutant in place."""
    path = copy / mutant.file
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[mutant.line - 1] = mutant.after
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    tests = [str(test.relative_to(copy)) for test in sorted((copy / "tests" / "rulesets").glob(f"test_{name}*.py"))]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0", *tests]
    done = subprocess.run(command, cwd=copy, capture_output=True, check=False)
    lines[mutant.line - 1] = mutant.before
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return done.returncode == 0


def survivors(name: str) -> list[Mutant]:
    """Return the mutants of a rule set that no test minds."""
    found = list(mutants(name))
    with tempfile.TemporaryDirectory() as folder:
        copies = [pathlib.Path(folder) / str(worker) for worker in range(WORKERS)]
        for copy in copies:
            for part in COPIED:
                source = ROOT / part
                (shutil.copytree if source.is_dir() else shutil.copy)(source, _parent(copy / part))
        with ThreadPoolExecutor(WORKERS) as pool:
            shares = [found[worker::WORKERS] for worker in range(WORKERS)]
            kept = pool.map(
                lambda pair: [m for m in pair[0] if survives(m, name, pair[1])], zip(shares, copies, strict=True)
            )
            return sorted(mutant for share in kept for mutant in share)


def _parent(path: pathlib.Path) -> pathlib.Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def main() -> int:
    """Try them all, print the survivors, and give how many there are."""
    alive = 0
    for name in sys.argv[1:] or ruleset_names():
        kept = survivors(name)
        alive += len(kept)
        print(f"{name}: {len(list(mutants(name)))} numbers changed, {len(kept)} not minded by any test")  # noqa: T201
        for mutant in kept:
            print(f"  {mutant.file}:{mutant.line}: {mutant.before.strip()}  ->  {mutant.after.strip()}")  # noqa: T201
    return min(alive, 1)


if __name__ == "__main__":
    sys.exit(main())
