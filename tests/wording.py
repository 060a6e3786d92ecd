"""Check the English of changed lines: `python -m tests.wording [BASE]`, a part of `make check`.

It reads docstrings, comments, texts and pages, and the titles of the commits since BASE: `origin/main`, `main`, or
the commit before. Lines that only moved do not count. A line that quotes other people's words is left out if it has
`wording: quoted` on it. Without git or without a commit to compare with, there is nothing to check.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT: Final = Path(__file__).parent.parent
QUOTED: Final = "wording: quoted"
MAX_TITLE: Final = 72

TEXTS: Final = {
    r"\b(?:of|for|to|by|from|with|on|at|than|until) who\b": 'name the monster or the person; a monster is "it"',
    r"\b(?:within|for|by|in|of|with|at|up to|after|below|beyond) so (?:many|much|few)\b": "name the parameter",
    r"\bthe ones? (?:that|who|which)\b": "name the thing",
    r"\bwhat (?:lies|stands|befalls)\b": "name the thing: items, terrain, a condition",
    r"\b(?:tell|tells|told|telling) of\b": "use report, describe or announce",
    r"\bsay once\b": "say what the code does: share, merge, define",
    r"\bbut for\b": "use except",
    r"\bfor good\b(?! reason)": "use permanently",
    r"\bown accord\b": "use by itself",
    r"\bin the place of\b": "use instead of",
    r"\bexists? already\b": "use already exists",
    r"\bcom(?:e|es|ing) into being\b": "use spawn, begin or appear",
    r"\breckon\w*": "use compute or count",
    r"\bbef[ae]ll?s?\b": "use happen or afflict",
    r"\bforesee\w*": "use predict or preview",
    r"\bthereof\b|\blikewise\b|\bupon\b|\bshall\b": "use today's English",
    r"\banew\b": "use again",
    r"(?<!there) (?:is|are) no (?:folder|file|list|request|backup|character|settings?|name|text|number|key)\b": (
        "use is not a"
    ),
}
"""Advice by pattern, for every text; a blank stands for any white space."""

DOCSTRINGS: Final = TEXTS | {
    r"\A(?-i:Have|Let) (?!us\b)\w+": "begin with the verb of what the code does",
    r"\A(?-i:Of|By|Those|That of)\b[^,:;.]{0,60}\.?\Z": "begin with the noun that this is",
}

ANYWHERE: Final = re.compile(
    "|".join(pattern.replace(" ", r"\s+") for pattern in DOCSTRINGS).replace(r"\A", "").replace(r"\Z", ""),
    re.IGNORECASE,
)
"""Matches wherever one of them could: most files need no closer look."""

TITLES: Final = TEXTS | {
    r"\A.{73,}": f"at most {MAX_TITLE} characters",
    r"\A(?:Have|Let|Reckon|Foresee|Mind|Hold|Mend|Say|Tell)\b": "begin with add, fix, move, cache, test or the like",
    r"\A\w+ [^,:]+, and [a-z]+ ": "one change each: split the commit, or move the rest into its body",
}


class Piece(NamedTuple):
    """A text, the line on which it begins, and the advice that is for it."""

    line: int
    text: str
    advice: Mapping[str, str]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Print the lines to reword; return 1 if there are some."""
    base = arguments[0] if arguments else base_commit(root)
    if base is None:
        return 0
    found = list(dict.fromkeys([*bad_titles(root, base), *bad_lines(root, base)]))
    sys.stdout.writelines(f"{line}\n" for line in found)
    if found:
        sys.stdout.write(f'Reword these lines, or write "{QUOTED}" on a line that quotes other people\'s words.\n')
    return 1 if found else 0


def git(root: Path, *arguments: str) -> str | None:
    """Return what git prints, or None where it fails or is not installed."""
    try:
        done = subprocess.run(
            ["git", "-c", "core.quotepath=off", *arguments], cwd=root, capture_output=True, check=True, errors="replace"
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout


def base_commit(root: Path) -> str | None:
    """Return the commit with which the work tree is compared; None if there is none, as in a source archive."""
    top = git(root, "rev-parse", "--show-toplevel")
    if top is None or Path(top.strip()) != root.resolve():
        return None
    head = git(root, "rev-parse", "HEAD")
    for branch in ("origin/main", "main"):
        forked = git(root, "merge-base", "HEAD", branch)
        if forked is not None and forked != head:
            return forked.strip()
    before = git(root, "rev-parse", "--verify", "--quiet", "HEAD~1")
    return before.strip() if before is not None else None


def bad_titles(root: Path, base: str) -> Iterator[str]:
    """Return a line for each commit title to reword."""
    for line in (git(root, "log", "--no-merges", "--format=%h %s", f"{base}..HEAD") or "").splitlines():
        commit, _, title = line.partition(" ")
        for _, advice in matches(Piece(0, title, TITLES)):
            yield f"{commit} {title}: {advice}"


def bad_lines(root: Path, base: str) -> Iterator[str]:
    """Return a line for each match on a line that is new or changed."""
    for name, changed in changed_lines(root, base).items():
        lines = (root / name).read_text(encoding="utf-8", errors="replace").split("\n")
        if not ANYWHERE.search("\n".join("\n".join(lines[max(0, line - 2) : line + 1]) for line in sorted(changed))):
            continue
        pieces = (
            page_pieces(lines) if name.endswith(".md") else python_pieces(lines, in_tests=name.startswith("tests/"))
        )
        for piece in pieces:
            if changed.isdisjoint(range(piece.line, piece.line + piece.text.count("\n") + 1)):
                continue
            for span, advice in matches(piece):
                if not changed.isdisjoint(span) and not any(QUOTED in lines[line - 1] for line in span):
                    yield f"{name}:{span[0]}: {lines[span[0] - 1].strip()}: {advice}"


def changed_lines(root: Path, base: str) -> dict[str, set[int]]:
    """Return the numbers of the lines that are in no version of any file at `base`, by file."""
    options = ("--unified=0", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", "--diff-filter=d")
    diff = (git(root, "diff", *options, base, "--", "*.py", "*.md") or "").splitlines()
    new = (git(root, "ls-files", "--others", "--exclude-standard", "--", "*.py", "*.md") or "").splitlines()
    removed = {line[1:].strip() for line in diff if line.startswith("-")}
    changed: dict[str, set[int]] = {}
    name, number = "", 0
    for line in diff:
        if line.startswith("+++ b/"):
            name = line.removeprefix("+++ b/").rstrip("\t")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)", line):
            number = int(hunk[1])
        elif line.startswith("+"):
            if line[1:].strip() not in removed:
                changed.setdefault(name, set()).add(number)
            number += 1
    return changed | {name: set(range(1, len((root / name).read_bytes().split(b"\n")) + 1)) for name in new}


def page_pieces(lines: Sequence[str]) -> Iterator[Piece]:
    """Return the paragraphs and rows of a page, without its code."""
    in_code = False
    kept = []
    for line in lines:
        is_fence = line.lstrip().startswith("```")
        in_code = in_code != is_fence
        kept.append("" if in_code or is_fence else re.sub(r"`[^`]*`", "`", line))
    for number, paragraph in paragraphs(kept):
        yield Piece(number, paragraph, TEXTS)


def paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Return runs of lines that are not blank, each with the number of its first line."""
    start = 0
    for number, line in enumerate([*lines, ""]):
        if not line.strip():
            if number > start:
                yield start + 1, "\n".join(lines[start:number])
            start = number + 1


def python_pieces(lines: Sequence[str], *, in_tests: bool) -> Iterator[Piece]:
    """Return docstrings, comments, and texts except those of tests, which quote what they expect."""
    for node, is_docstring in strings("\n".join(lines)):
        if is_docstring:
            yield Piece(node.lineno, node.value, DOCSTRINGS)
        elif not in_tests and " " in node.value:
            yield Piece(node.lineno, node.value, TEXTS)
    for number, line in enumerate(lines, 1):
        if comment := re.search(r"(?:^|\s)# (.*)", line):
            yield Piece(number, comment[1], DOCSTRINGS)


class _Text(NamedTuple):
    lineno: int
    value: str


def strings(source: str) -> Iterator[tuple[_Text, bool]]:
    """Return the texts of a module, and whether each is a docstring; none if it cannot be parsed."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            docstrings.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield _Text(node.lineno, node.value), id(node) in docstrings


def matches(piece: Piece) -> Iterator[tuple[range, str]]:
    """Return the lines and the advice of each match in a text."""
    for pattern, advice in piece.advice.items():
        for found in re.finditer(pattern.replace(" ", r"\s+"), piece.text, re.IGNORECASE):
            first = piece.line + piece.text.count("\n", 0, found.start())
            yield range(first, first + found[0].count("\n") + 1), advice


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
