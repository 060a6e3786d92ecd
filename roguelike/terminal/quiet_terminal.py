"""blessed without terminal queries; all uses of its private names are here."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, cast

import blessed
from blessed._capabilities import TermcapResponse
from blessed.keyboard import Keystroke

from roguelike.terminal.keyboard import dialects
from roguelike.terminal.tty_writer import TtyWriter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

_MODE_OFF = 2
_MAX_KEY = 64
_MODES = (1000, 1002, 1003, 1006, 2004)
_FIND_STREAMS = "_Terminal__init__streams"


class QuietTerminal(blessed.Terminal):
    """A `blessed.Terminal` that writes to `writer`, takes its input from `decode`, and never queries.

    blessed waits up to ten seconds for a terminal that does not answer, and uses no mode that the
    terminal has not confirmed. Terminals ignore unknown modes, so all are assumed to exist and to be off.
    """

    def __init__(self, writer: TtyWriter, kind: str | None = None) -> None:
        """Start; `kind` is by default the TERM of the environment."""
        self._text = ""
        with _quiet_environment():
            super().__init__(kind, force_styling=True, _xtgettcap_data=TermcapResponse(supported=False))
        self._dec_mode_cache.update(dict.fromkeys(_MODES, _MODE_OFF))
        self._stream = cast("IO[str]", writer)

    def use(self, writer: TtyWriter) -> None:
        """Switch to another writer, since the standard streams of this process may have changed."""
        self._stream = None
        getattr(self, _FIND_STREAMS)()
        self._stream = cast("IO[str]", writer)

    def has(self, capability: str) -> bool:
        """Return whether terminfo lists a capability, a sequence or a flag, for this terminal."""
        return bool(self._jinxed_term.tigetstr(capability)) or self._jinxed_term.tigetflag(capability) == 1

    def decode(self, text: str) -> Keystroke | None:
        """Return the key that `text`, one whole character or sequence, stands for; None for an unknown sequence."""
        if 1 < len(text) <= _MAX_KEY:
            text = dialects.plain(text)
        if not text:
            return None
        if len(text) == 1 and text.isprintable():
            return Keystroke(text)  # blessed would search everything that it knows to find the same
        self._text = text
        self._keyboard_buf.clear()
        try:
            keystroke = self.inkey(timeout=0, esc_delay=0)
        except KeyError:
            # blessed 1.52 lists keys (F13 and later of TERM=linux) that it has no name for.
            keystroke = Keystroke()
        if len(keystroke) == len(text):
            return keystroke
        return Keystroke(text, name=dialects.NAMES[text]) if text in dialects.NAMES else None

    def kbhit(self, timeout: float | None = None) -> bool:  # noqa: ARG002 -- blessed's signature
        """Return whether there is text to decode."""
        return bool(self._text)

    def getch(self, decode_latin1: bool = False) -> str:  # noqa: ARG002, FBT001, FBT002 -- blessed's signature
        """Return all the text to decode at once."""
        text, self._text = self._text, ""
        return text


_prepared: dict[str, QuietTerminal] = {}


def prepare(kind: str) -> None:
    """Prepare a terminal of that kind for the next `open_quiet_terminal`; processes forked until then share it."""
    _prepared[kind] = QuietTerminal(TtyWriter(-1), kind)


def open_quiet_terminal(writer: TtyWriter) -> QuietTerminal:
    """Return a terminal of the kind in TERM: the prepared one, or a new one."""
    terminal = _prepared.pop(os.environ.get("TERM", ""), None)
    if terminal is None:
        return QuietTerminal(writer)
    terminal.use(writer)
    return terminal


@contextlib.contextmanager
def _quiet_environment() -> Iterator[None]:
    """Hide the variables that make blessed query the terminal's name, or send no sequences because of NO_COLOR.

    COLORTERM is hidden as well, so that the number of colours is terminfo's; `depth` combines both.
    """
    before = {name: os.environ.get(name) for name in ("NO_COLOR", "COLORTERM", "TERM_PROGRAM")}
    os.environ.pop("NO_COLOR", None)
    os.environ.pop("COLORTERM", None)
    os.environ["TERM_PROGRAM"] = before["TERM_PROGRAM"] or "unknown"
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
