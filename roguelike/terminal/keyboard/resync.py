"""What arrives from a terminal, cut into whole characters and sequences, without the litter.

Sequences that are torn by a slow line, answers that nobody asked for and sequences that no key sends are swallowed:
taken apart, they would be keys, and keys are moves. A line delays what it carries but loses nothing, so what was begun
is taken to go on, whatever the pause; a key that cannot be its rest ends it. Only an Escape has to act soon.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final

from roguelike.terminal.keyboard import sequences

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

ESCAPE_DELAY: Final = 0.125
"""Seconds after which an Escape with nothing behind it is the key; a pause as long ends what came in one piece."""
HOLD_DELAY: Final = 1.5
"""Seconds after which an Escape and a key that together begin a sequence are those two."""
TORN_DELAY: Final = 6.5
"""Seconds of silence after which the rest of a sequence, or of a paste, is not waited for any longer."""
MOST_TEARS: Final = 32
"""Pauses in one sequence after which it is given up, else keys that look like its rest were never heard again."""
LONGEST_PASTE: Final = 1 << 16
"""Bytes of a paste that are kept."""
MOST_TYPED: Final = 1024
"""Characters that may be typed ahead; more at once are a paste, in a terminal that does not mark pastes."""

_ESC: Final = 0x1B
_BEL: Final = 0x07
_ST: Final = 0x9C


class Sieve:
    """Takes bytes with the time of their arrival in seconds; gives texts, each one character or one whole sequence."""

    def __init__(self) -> None:
        self.deadline: float | None = None
        """When to call `expire` if nothing arrives; None while nothing is waited for."""
        self._texts: list[str] = []
        self._partial = bytearray()
        self._typed: list[str] = []
        """What `partial` is if nothing follows: keys while it is short enough to be some."""
        self._step: Callable[[int], None] = self._ground
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._late = False
        self._discard = False
        self._tears = 0
        self._last = 0.0
        self._given_up = b""
        self._known_until = 0.0
        self._flood_until = 0.0
        self._introduced = {ord("["): self._csi, ord("O"): self._ss3}
        self._introduced |= dict.fromkeys(sequences.STRING_STARTS, self._string_start)

    def feed(self, received: bytes, now: float) -> list[str]:
        """Take what has arrived, and give the texts that are complete."""
        self._late = now - self._last > ESCAPE_DELAY
        self._last = now
        if self._given_up:
            self._recall(received, now)
        elif self._late and self._partial:
            self._count_tear()
        for byte in received:
            self._step(byte)
            self._late = False
        self._wait(now)
        texts = self._take()
        return self._without_flood(texts, now) if len(received) > MOST_TYPED or now < self._flood_until else texts

    def expire(self, now: float) -> list[str]:
        """Give up what did not go on before the deadline; gives the keys or the paste that this completes."""
        if self.deadline is None or now < self.deadline:
            return []
        self.deadline = None
        if self._step == self._paste:
            self._end_paste(sequences.PASTE_ENDS)
            return self._take()
        if bytes(self._partial) in sequences.RESTS:
            self._given_up = bytes(self._partial)
            self._known_until = now + TORN_DELAY
        self._give_up()
        return self._take()

    def forget(self) -> None:
        """Have what was begun come to nothing, once the rest of it is there."""
        self._discard = bool(self._partial)
        self._typed.clear()

    def _take(self) -> list[str]:
        texts, self._texts = self._texts, []
        return texts

    def _wait(self, now: float) -> None:
        if not self._partial:
            self.deadline = None
        elif not self._typed:
            self.deadline = now + TORN_DELAY
        else:
            self.deadline = now + (HOLD_DELAY if len(self._partial) == len(b"\x1b[") else ESCAPE_DELAY)

    def _count_tear(self) -> None:
        self._tears += 1
        if self._tears > MOST_TEARS and self._step != self._paste:
            self._begin()

    def _recall(self, received: bytes, now: float) -> None:
        """Go on with a sequence whose beginning was taken for keys, if this looks like its rest."""
        begun, self._given_up = self._given_up, b""
        if now < self._known_until and received[:1] in sequences.RESTS[begun]:
            self._partial[:] = begun
            self._discard = True
            self._step = self._introduced[begun[1]] if len(begun) > 1 else self._escape

    def _without_flood(self, texts: list[str], now: float) -> list[str]:
        """Drop what nobody can have typed, and what follows it without a pause."""
        if len(texts) > MOST_TYPED:
            self._flood_until = now + ESCAPE_DELAY
        return [] if now < self._flood_until else texts

    # How a sequence begins, goes on and ends.

    def _begin(self) -> None:
        self._partial.clear()
        self._typed.clear()
        self._discard = False
        self._tears = 0
        self._step = self._ground

    def _give_up(self) -> None:
        self._texts += self._typed
        self._begin()

    def _abort(self, byte: int) -> None:
        """Give up what was begun: this byte does not belong to it."""
        self._give_up()
        self._ground(byte)

    def _grow(self, byte: int) -> None:
        """Keep no more of a sequence than any key has, and the byte before the next."""
        self._typed.clear()
        if len(self._partial) == sequences.LONGEST:
            self._partial.pop()
            self._discard = True
        self._partial.append(byte)

    def _goes_on(self, byte: int, late_form: re.Pattern[bytes]) -> bool:
        return not self._late or late_form.fullmatch(bytes((*self._partial, byte))) is not None

    def _finish(self) -> None:
        """End a sequence, kept if it may be a key."""
        whole = bytes(self._partial)
        if not self._discard and sequences.KEY.fullmatch(whole):
            self._texts.append(whole.decode("latin-1"))
        self._begin()

    # The states: each takes the next byte.

    def _ground(self, byte: int) -> None:
        if byte == _ESC:
            self._decoder.reset()
            self._partial.append(byte)
            self._typed.append("\x1b")
            self._step = self._escape
            return
        char = self._decoder.decode(bytes((byte,)))
        if byte in sequences.EIGHT_BIT and char[-1:] in ("\ufffd", chr(byte)):
            self._partial[:] = sequences.EIGHT_BIT[byte]
            self._step = self._introduced[self._partial[1]]
        else:
            self._texts += filter(_is_key, char)

    def _escape(self, byte: int) -> None:
        if byte in self._introduced:
            self._partial.append(byte)
            self._typed.append(chr(byte))
            self._step = self._introduced[byte]
        elif byte == ord("\\"):
            # The end of an answer that somebody else has read.
            self._begin()
        elif self._typed and ord(" ") < byte < 0x7F:  # noqa: PLR2004 -- the end of ASCII
            self._texts.append("\x1b" + chr(byte))
            self._begin()
        else:
            self._abort(byte)

    def _csi(self, byte: int) -> None:
        if not (ord(" ") <= byte <= ord("~") and self._goes_on(byte, sequences.LATE_CSI)):
            self._abort(byte)
            return
        self._grow(byte)
        if byte > ord("?") or byte == ord("$"):
            self._end_csi(byte)

    def _end_csi(self, byte: int) -> None:
        """End the sequence, unless this byte begins more of it."""
        if self._partial == b"\x1b[M":
            self._step = self._legacy_mouse
        elif self._partial == sequences.PASTE_BEGINS:
            self._step = self._paste
        elif byte == ord("$"):
            if sequences.RXVT.fullmatch(self._partial) and not self._discard:
                self._typed.append(self._partial.decode())
        elif self._partial != b"\x1b[[":
            self._finish()

    def _ss3(self, byte: int) -> None:
        if ord("0") <= byte <= ord(";"):
            self._grow(byte)
        elif ord("@") <= byte <= ord("~"):
            self._grow(byte)
            self._finish()
        else:
            self._abort(byte)

    def _legacy_mouse(self, byte: int) -> None:
        if 0 < byte < ord(" "):
            self._abort(byte)
            return
        self._partial.append(byte)
        if len(self._partial) == sequences.LEGACY_MOUSE_LENGTH:
            if not self._discard:
                self._texts.append(self._partial.decode("latin-1"))
            self._begin()

    def _string_start(self, byte: int) -> None:
        if sequences.string_may_start(self._partial[1], byte, late=self._late):
            self._grow(byte)
            self._step = self._string
        else:
            self._abort(byte)

    def _string(self, byte: int) -> None:
        if byte == _BEL or (byte == _ST and not 0x80 <= self._partial[-1] != 0xC2):  # noqa: PLR2004 -- inside UTF-8
            self._begin()
        elif byte == _ESC:
            self._step = self._string_escape
        elif byte >= ord(" ") and self._goes_on(byte, sequences.LATE_STRING):
            self._grow(byte)
        else:
            self._abort(byte)

    def _string_escape(self, byte: int) -> None:
        self._begin()
        if byte != ord("\\"):
            self._ground(_ESC)
            if byte != _ESC:
                self._escape(byte)

    def _paste(self, byte: int) -> None:
        self._partial.append(byte)
        if byte == sequences.PASTE_ENDS[-1] and self._partial.endswith(sequences.PASTE_ENDS):
            self._end_paste()
        elif len(self._partial) > LONGEST_PASTE:
            del self._partial[-len(sequences.PASTE_ENDS) - 1]

    def _end_paste(self, end: bytes = b"") -> None:
        if not self._discard:
            self._texts.append((self._partial + end).decode(errors="replace"))
        self._begin()


def _is_key(char: str) -> bool:
    """Tell whether a character may be a key: no U+FFFD, NUL or control character that no key of ours sends."""
    return char != "\ufffd" and (char.isprintable() or "\x01" <= char <= "\x1a" or char == "\x7f")
