"""What arrives from a terminal, cut into whole characters and sequences, without the litter.

Sequences that are torn by a slow line, answers that nobody asked for and sequences that no key sends are swallowed:
taken apart, they would be keys, and keys are moves.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

ESCAPE_DELAY: Final = 0.1
"""Seconds after which an Escape with nothing behind it is the key; a pause as long ends what came in one piece."""
TORN_DELAY: Final = 1.0
"""Seconds after which the rest of a torn sequence is not waited for any longer."""
PASTE_DELAY: Final = 2.0
"""Seconds of silence after which a paste without an end is over."""
TAIL_DELAY: Final = 5.0
"""Seconds within which the rest of a sequence that was given up is still known for what it is."""
LONGEST_PASTE: Final = 1 << 16
"""Bytes of a paste that are kept."""

_ESC: Final = 0x1B
_BEL: Final = 0x07
_LEGACY_MOUSE_LENGTH: Final = 6
_LONGEST_SEQUENCE: Final = 64
_PASTE_BEGINS: Final = b"\x1b[200~"
_PASTE_ENDS: Final = b"\x1b[201~"
_STRING_STARTS: Final = {ord("P"): b"0123456789>!$+", ord("]"): b"0123456789lLI", ord("_"): b"G0123456789"}
"""What introduces an answer of any length, and how such answers go on; else it was Alt and a key."""

# Keys and mouse reports; anything else of that form is an answer, or unknown.
_KEY: Final = re.compile(rb"\x1b(?:\[(?:\[?[A-Za-z]|[0-9;:]+[A-FHPQSu~]|<[0-9;]+[Mm])|O[0-9;]*[A-Za-z])")
# What may end a sequence even after a pause; any other letter is a key pressed since.
_LATE_END: Final = re.compile(
    rb"\x1b(?:\[(?:\[?[A-FHPQRSZ]|[0-9;:]+[A-FHPQRSZ~ucnt]|<[0-9;]+[Mm]|[?>=][0-9;]*(?:\$y|[cnuRS]))|O[0-9;]*[A-FHMPQRS])"
)
_CSI_TAIL: Final = re.compile(rb"(?=..)[0-9;:<=>?]+[ -/]*[@-~]?", re.DOTALL)
_SS3_TAIL: Final = re.compile(rb"O[A-Za-z]")
_STRING_TAIL: Final = re.compile(rb"(?:P[0-9>!$+]|\][0-9lLI]|_G)")


class Sieve:
    """Takes bytes with the time of their arrival in seconds; gives texts, each one character or one whole sequence."""

    def __init__(self) -> None:
        self.deadline: float | None = None
        """When to call `expire` if nothing arrives; None while nothing is waited for."""
        self._texts: list[str] = []
        self._partial = bytearray()
        self._step: Callable[[int], None] = self._ground
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._late = False
        self._discard = False
        self._last = 0.0
        self._escape_alone_until = 0.0
        self._torn_until = 0.0

    def feed(self, received: bytes, now: float) -> list[str]:
        """Take what has arrived, and give the texts that are complete."""
        self._late = now - self._last > ESCAPE_DELAY
        on_time = not self._late or self._step == self._ground
        self._last = now
        if self._step == self._ground:
            received = self._without_tail(received, now)
        for byte in received:
            self._step(byte)
            self._late = False
        self._wait(now, on_time=on_time)
        return self._take()

    def expire(self, now: float) -> list[str]:
        """Give up what did not go on before the deadline; gives the Escape or the paste that this completes."""
        if self.deadline is None or now < self.deadline:
            return []
        if self._step == self._escape:
            self._texts.append("\x1b")
            self._escape_alone_until = now + TORN_DELAY
        elif self._step == self._paste:
            self._texts.append((self._partial + _PASTE_ENDS).decode(errors="replace"))
        else:
            self._torn_until = now + TAIL_DELAY
        self._begin()
        self.deadline = None
        return self._take()

    def _take(self) -> list[str]:
        texts, self._texts = self._texts, []
        return texts

    def _wait(self, now: float, *, on_time: bool) -> None:
        """Set the deadline; keys that are pressed, and swallowed, after a torn sequence do not put it off."""
        if self._step == self._ground:
            self.deadline = None
        elif self._step == self._escape:
            self.deadline = now + ESCAPE_DELAY
        elif self._step == self._paste:
            self.deadline = now + PASTE_DELAY
        elif on_time or self.deadline is None:
            self.deadline = now + TORN_DELAY

    def _without_tail(self, received: bytes, now: float) -> bytes:
        """Cut off, or start to swallow, what belongs to a sequence that has been given up."""
        after_escape, after_torn = now < self._escape_alone_until, now < self._torn_until
        self._escape_alone_until = self._torn_until = 0.0
        length = self._begin_with_tail(received) if after_escape else 0
        if after_torn and (tail := _CSI_TAIL.match(received)):
            length = tail.end()
            if tail[0][-1] < ord("@"):
                self._resume(b"\x1b[" + tail[0], self._csi)
        self._late = self._late and not length
        return received[length:]

    def _begin_with_tail(self, received: bytes) -> int:
        """Swallow what continues the Escape that was taken for a key; gives how much of it is done with."""
        if received.startswith(b"["):
            self._resume(b"\x1b[", self._csi)
            return 1
        if _STRING_TAIL.match(received):
            self._resume(b"\x1b" + received[:2], self._string)
            return 2
        return 2 if _SS3_TAIL.match(received) else 0

    # The states: each takes the next byte.

    def _begin(self) -> None:
        self._partial.clear()
        self._discard = False
        self._step = self._ground

    def _resume(self, partial: bytes, step: Callable[[int], None]) -> None:
        self._partial[:] = partial
        self._discard = True
        self._step = step

    def _abort(self, byte: int) -> None:
        """Drop what was begun: this byte does not belong to it."""
        self._begin()
        self._ground(byte)

    def _finish(self) -> None:
        """End a sequence, kept if it may be a key."""
        whole = bytes(self._partial)
        if not self._discard and _KEY.fullmatch(whole):
            self._texts.append(whole.decode("latin-1"))
        self._begin()

    def _ground(self, byte: int) -> None:
        if byte == _ESC:
            self._decoder.reset()
            self._partial.append(byte)
            self._step = self._escape
            return
        char = self._decoder.decode(bytes((byte,)))
        self._texts += filter(_is_key, char)

    def _escape(self, byte: int) -> None:
        self._partial.append(byte)
        if byte == ord("["):
            self._step = self._csi
        elif byte == ord("O"):
            self._step = self._ss3
        elif byte in _STRING_STARTS:
            self._step = self._string_start
        elif ord(" ") < byte < 0x7F:  # noqa: PLR2004 -- the end of ASCII
            self._texts.append(self._partial.decode())
            self._begin()
        else:
            self._texts.append("\x1b")
            self._abort(byte)

    def _csi(self, byte: int) -> None:
        partial = self._partial
        if ord("0") <= byte <= ord("?") or (ord(" ") <= byte <= ord("/") and self._may_go_on(byte)):
            partial.append(byte)
            self._bound()
        elif not self._ends(byte):
            self._abort(byte)
        elif byte == ord("[") and partial == b"\x1b[":
            partial.append(byte)
        elif byte == ord("M") and partial == b"\x1b[":
            partial.append(byte)
            self._step = self._legacy_mouse
        else:
            partial.append(byte)
            if partial == _PASTE_BEGINS and not self._discard:
                self._step = self._paste
            else:
                self._finish()

    def _ss3(self, byte: int) -> None:
        if ord("0") <= byte <= ord(";"):
            self._partial.append(byte)
            self._bound()
        elif self._ends(byte):
            self._partial.append(byte)
            self._finish()
        else:
            self._abort(byte)

    def _may_go_on(self, byte: int) -> bool:
        return not self._late or (byte == ord("$") and self._partial.startswith(b"\x1b[?"))

    def _bound(self) -> None:
        """Keep no more of a sequence than any key has."""
        if len(self._partial) > _LONGEST_SEQUENCE:
            self._partial.pop()
            self._discard = True

    def _ends(self, byte: int) -> bool:
        """Tell whether this byte ends the sequence, for good or as one that nobody knows."""
        if self._late:
            return _LATE_END.fullmatch(bytes((*self._partial, byte))) is not None
        return ord("@") <= byte <= ord("~")

    def _legacy_mouse(self, byte: int) -> None:
        self._partial.append(byte)
        if len(self._partial) == _LEGACY_MOUSE_LENGTH:
            if not self._discard:
                self._texts.append(self._partial.decode("latin-1"))
            self._begin()

    def _string_start(self, byte: int) -> None:
        if byte in _STRING_STARTS[self._partial[-1]]:
            self._step = self._string
        else:
            self._abort(byte)

    def _string(self, byte: int) -> None:
        if byte == _BEL:
            self._begin()
        elif byte == _ESC:
            self._step = self._string_escape
        elif byte < ord(" "):
            self._abort(byte)

    def _string_escape(self, byte: int) -> None:
        self._begin()
        if byte != ord("\\"):
            self._ground(_ESC)
            self._escape(byte)

    def _paste(self, byte: int) -> None:
        self._partial.append(byte)
        if byte == _PASTE_ENDS[-1] and self._partial.endswith(_PASTE_ENDS):
            self._texts.append(self._partial.decode(errors="replace"))
            self._begin()
        elif len(self._partial) > LONGEST_PASTE:
            del self._partial[-len(_PASTE_ENDS) - 1]


def _is_key(char: str) -> bool:
    """Tell whether a character may be a key: no U+FFFD, NUL or control character that no key of ours sends."""
    return char != "\ufffd" and (char.isprintable() or "\x01" <= char <= "\x1a" or char == "\x7f")
