"""Make a release: `make release VERSION=0.4.0`.

It dates the "Unreleased" of the changelog, sets the version, commits and tags. It pushes nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

ROOT: Final = Path(__file__).parent.parent
CHANGELOG: Final = "CHANGELOG.md"
PACKAGE: Final = "roguelike/__init__.py"
SERVING: Final = "docs/serving.md"
UNRELEASED: Final = re.compile(r"^## Unreleased\n++(?!## |\Z)", re.MULTILINE)
VERSION: Final = re.compile(r'(?<=^__version__ = ")\d+\.\d+\.\d+(?="$)', re.MULTILINE)
WHEEL: Final = re.compile(r"(?<=roguelike-)\d+\.\d+\.\d+(?=-py3-none-any\.whl)")


class Refusal(Exception):
    """Why there is no release, in a sentence."""


def main(arguments: Sequence[str], root: Path = ROOT, today: date | None = None) -> int:
    """Release the version that is given, or say why not."""
    try:
        version = release(arguments[0] if arguments else "", root, today or datetime.now(UTC).date())
    except Refusal as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    sys.stdout.write(f"Released {version}. Publish it: git push --follow-tags origin main\n")
    return 0


def release(version: str, root: Path, today: date) -> str:
    """Write, commit and tag a release; return its version.

    Raises:
        Refusal: the version, the work tree or the changelog does not allow it; nothing has changed.
    """
    _check_version(version, root)
    _check_tree(version, root)
    written = _written(version, root, today)
    for name, text in written.items():
        (root / name).write_text(text, encoding="utf-8")
    try:
        git(root, "commit", "--quiet", "--message", f"Release {version}", "--", *written)
    except Refusal:
        git(root, "checkout", "--quiet", "HEAD", "--", *written)
        raise
    git(root, "tag", "--annotate", "--message", f"roguelike {version}", f"v{version}")
    return version


def git(root: Path, *arguments: str) -> str:
    """Return what git prints.

    Raises:
        Refusal: it failed, in its own words.
    """
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Refusal(f"git: {error.strerror} (install git)") from error
    if done.returncode:
        raise Refusal(f"git {arguments[0]}: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


def _check_version(version: str, root: Path) -> None:
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise Refusal(f"VERSION: {version or 'nothing'} is not a version (three numbers: make release VERSION=0.4.0)")
    now = _found(VERSION, PACKAGE, root)
    if _numbers(version) < _numbers(now):
        raise Refusal(f"VERSION: {version} is below the present {now} (choose a higher one)")


def _check_tree(version: str, root: Path) -> None:
    branch = git(root, "branch", "--show-current")
    if branch != "main":
        raise Refusal(f"branch: {branch or 'a detached commit'} is checked out (release from main: git switch main)")
    if git(root, "status", "--porcelain"):
        raise Refusal("work tree: there are uncommitted changes (commit or stash them)")
    if git(root, "tag", "--list", f"v{version}"):
        raise Refusal(f"v{version}: the tag already exists (choose a higher version)")


def _written(version: str, root: Path, today: date) -> dict[str, str]:
    """Return the texts of the files that name the version, as they are in the release."""
    changelog = (root / CHANGELOG).read_text(encoding="utf-8")
    if not UNRELEASED.search(changelog):
        raise Refusal(f'{CHANGELOG}: nothing stands under "## Unreleased" (describe the changes there)')
    texts = {CHANGELOG: UNRELEASED.sub(f"## Unreleased\n\n## {version} - {today}\n\n", changelog, count=1)}
    for name, pattern in ((PACKAGE, VERSION), (SERVING, WHEEL)):
        _found(pattern, name, root)
        texts[name] = pattern.sub(version, (root / name).read_text(encoding="utf-8"))
    return texts


def _found(pattern: re.Pattern[str], name: str, root: Path) -> str:
    found = pattern.search((root / name).read_text(encoding="utf-8"))
    if found is None:
        raise Refusal(f"{name}: no version found (restore the line that names it)")
    return found[0]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
