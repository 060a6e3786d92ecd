"""Detecting the number of colours of a terminal from the environment and terminfo."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_TRUE_COLOR: Final = 1 << 24
_TRUE_COLOR_WORDS: Final = frozenset({"truecolor", "24bit"})

_WITHOUT: Final = re.compile(r"|dumb|(screen\.)?vt\d.*|.*-m|.*-mono")
"""Names of terminals without colours; blessed assumes 256 for some of them."""

_WRITTEN: Final = re.compile(r"-(direct|256color|88color|16color)")
_MEANT: Final = {"direct": _TRUE_COLOR, "256color": 256, "88color": 16, "16color": 16}
"""Colours that parts of a name promise."""

_SIXTEEN: Final = frozenset({"xterm", "tmux"})
"""Terminfo lists 8 colours for them, but all terminals of these names also support the bright ones (SGR 90 to 97)."""

_EIGHT: Final = frozenset({"linux", "screen", "ansi", "pcansi", "cons25", "cygwin", "eterm", "sun"})
"""Families that get bold in place of bright colours.

The Linux console treats 90 to 97 as "bold", which stays when a dark colour follows; a GNU screen built for
eight colours shows them as the dark ones; the others predate them.
"""


def depth(environment: Mapping[str, str], terminfo: int) -> int:
    """Return the number of colours to use: 0, 8, 16, 256 or 2**24.

    `terminfo` is the number in the entry for TERM, or in that of a terminal with 256 if TERM has no entry.
    TERM names the innermost terminal, while COLORTERM may be inherited from the one around it. COLORTERM is ignored
    for terminals of at most 8 colours and inside a GNU screen (STY), which before version 5 interprets the
    parts of a 24-bit colour as other attributes.
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
    """Return the number of colours of a terminal by its name."""
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
    """Return the largest depth up to a number of colours."""
    return next((each for each in (_TRUE_COLOR, 256, 16, 8) if colors >= each), 0)
