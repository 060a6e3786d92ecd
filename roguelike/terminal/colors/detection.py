"""Detecting the number of colours of a terminal from the environment and terminfo."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_TRUE_COLOR: Final = 1 << 24
_TRUE_COLOR_WORDS: Final = frozenset({"truecolor", "24bit"})

_WITHOUT: Final = re.compile(r"|dumb|(screen\.)?vt\d.*|.*-m|.*-mono")
"""Names of terminals without colours. blessed takes some of them for one with 256."""

_WRITTEN: Final = re.compile(r"-(direct|256color|88color|16color)")
_MEANT: Final = {"direct": _TRUE_COLOR, "256color": 256, "88color": 16, "16color": 16}
"""What names say themselves."""

_SIXTEEN: Final = frozenset({"xterm", "tmux"})
"""Terminfo gives them 8, but whatever goes by these names knows the bright ones too (SGR 90 to 97)."""

_EIGHT: Final = frozenset({"linux", "screen", "ansi", "pcansi", "cons25", "cygwin", "eterm", "sun"})
"""Families that are sent no bright ones but bold.

The Linux console takes 90 to 97 for "bold", which stays when a dark colour follows; a GNU screen that was built for
eight colours shows them as the dark ones; the others were made before they were known.
"""


def depth(environment: Mapping[str, str], terminfo: int) -> int:
    """Return how many colours to use: 0, 8, 16, 256 or 2**24.

    `terminfo` is what the entry for TERM says by itself, or that of a terminal with 256 where the name has none.
    TERM names the innermost terminal, while COLORTERM may be left from the one around it. So the latter is believed
    only where it can be: not of terminals of 8 colours or none, and not inside a GNU screen (STY), which takes the
    parts of a 24-bit colour for other attributes before its version 5.
    """
    if environment.get("NO_COLOR"):
        return 0
    name = environment.get("TERM", "")
    known = _known(name, terminfo)
    if is_gnu_screen(environment):
        return min(known, 256)
    says = environment.get("COLORTERM", "").lower() in _TRUE_COLOR_WORDS
    return _TRUE_COLOR if says and known > 8 else known  # noqa: PLR2004 -- the depths by their names


def is_gnu_screen(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal is a GNU screen on the same machine; a remote one cannot be detected."""
    return "STY" in environment and not environment.get("TERM", "").startswith("tmux")


def _known(name: str, terminfo: int) -> int:
    """Return what a terminal has by its name."""
    if _WITHOUT.fullmatch(name):
        return 0
    family = re.split("[-.+]", name)[0]
    written = _WRITTEN.search(name)
    if written and not (family in _EIGHT and written[1] == "16color"):
        return _MEANT[written[1]]
    if family in _EIGHT or name == "xterm-color":
        return min(8, terminfo)
    return max(16, terminfo) if name in _SIXTEEN else _rounded(terminfo)


def _rounded(colors: int) -> int:
    """Return the next depth below a number of colours."""
    return next((each for each in (_TRUE_COLOR, 256, 16, 8) if colors >= each), 0)
