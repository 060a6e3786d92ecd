"""Cut the input of a terminal into whole characters and sequences, and drop the rest.

Sequences that a slow line has split, unrequested answers and sequences that no key sends are dropped:
parsed as single characters they would be keys, and keys are moves. A line delays bytes but loses none, so a started
sequence is expected to continue, whatever the pause; a key that cannot continue it ends it.

Escape, and Escape with one key, can also be typed. So they act soon, and a key that arrives more than `TYPED_AFTER`
seconds later acts immediately. Only bytes that nobody types in one piece count as the rest of a split sequence.

A sequence that never ends is dropped after a time or a number of bytes, or immediately by Ctrl-C.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final

from roguelike.terminal.keyboard import sequences

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

ESCAPE_DELAY: Final = 0.125
"""Seconds after which a single Escape is the key, and Escape with one more key is these two keys.

A pause of that length ends a piece of input.
"""
TYPED_AFTER: Final = 0.05
"""Seconds after an Escape from which on a single byte is a key, not part of a sequence."""
TORN_DELAY: Final = 6.5
"""Seconds of silence after which the rest of a sequence or a paste is given up."""
LONGEST_TIME: Final = 8.0
"""Seconds for a whole sequence or paste, even if more of it arrives: otherwise keys might be blocked for ever."""
SECONDS_A_BYTE: Final = 0.002
"""Seconds that each byte adds to `LONGEST_TIME`: a long text on the slowest line is still one paste."""
MOST_TIME: Final = 300.0
"""Maximum seconds added by bytes."""
MAX_BYTES: Final = 1 << 22
"""Maximum bytes of a sequence or a paste: more than anybody pastes, even by mistake."""
INTERRUPT_TIME: Final = 0.5
"""Seconds after which a Ctrl-C in a paste acts, even if more of the paste arrives."""
MAX_PASTE: Final = 1 << 16
"""Maximum bytes kept of a paste."""
MAX_TYPED: Final = 1024
"""Maximum characters typed ahead; more at once are a paste, from a terminal that does not mark pastes."""

INTERRUPT: Final = "\x03"
"""Ctrl-C."""

_INTERRUPT: Final = ord(INTERRUPT)
_ESC: Final = 0x1B
_BEL: Final = 0x07
_ST: Final = 0x9C


class KeyDecoder:
    """Splits bytes, with their time of arrival in seconds, into texts of one character or one whole sequence each."""

    def __init__(self) -> None:
        self.deadline: float | None = None
        """When to call `expire` if no input arrives; None if no sequence is incomplete."""
        self.spills = False
        """Whether Ctrl-C arrived inside a paste or a flood, whose rest may still arrive."""
        self._texts: list[str] = []
        self._partial = bytearray()
        self._typed: list[str] = []
        """The keys that the incomplete sequence stands for if nothing follows."""
        self._step: Callable[[int], None] = self._ground
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._late = False
        self._discard = False
        self._last = 0.0
        self._began = 0.0
        self._length = 0
        """Bytes received of the started sequence, whether kept or not."""
        self._interrupted: float | None = None
        """The time of a Ctrl-C in the started paste."""
        self._given_up = b""
        """The beginning of a sequence that was treated as keys."""
        self._torn_until = 0.0
        """Until when the rest of that sequence may arrive."""
        self._flood_until = 0.0
        self._introduced = {ord("["): self._csi, ord("O"): self._ss3}
        self._introduced |= dict.fromkeys(sequences.STRING_STARTS, self._string_start)

    def feed(self, received: bytes, now: float) -> list[str]:
        """Process received bytes, and return the completed texts."""
        self._late = now - self._last > ESCAPE_DELAY
        if not self._partial:
            self._recall(received, now)
        elif now >= self._limit():
            self._cut()
        elif self._is_typed(received, now):
            self._give_up()
        self._last = now
        for byte in received:
            self._length += 1
            self._step(byte)
            self._late = False
        is_flood = len(received) > MAX_TYPED or now < self._flood_until
        if self._partial and self._length > MAX_BYTES:
            self._cut()
            self._flood_until = now + ESCAPE_DELAY
        self._wait(now)
        texts = self._take()
        return self._without_flood(texts, now) if is_flood else texts

    def expire(self, now: float) -> list[str]:
        """End a sequence that was not continued before the deadline; return the texts that this completes."""
        if self.deadline is None or now < self.deadline:
            return []
        self.deadline = None
        if self._is_unsure:
            self._given_up, self._torn_until = bytes(self._partial), now + TORN_DELAY
        self._cut()
        return self._take()

    def forget(self) -> None:
        """Discard the started sequence, once the rest of it has arrived."""
        self._discard = bool(self._partial)
        self._typed.clear()

    def _take(self) -> list[str]:
        texts, self._texts = self._texts, []
        return texts

    def _wait(self, now: float) -> None:
        if not self._partial:
            self.deadline = None
        elif not self._typed:
            self.deadline = min(now + TORN_DELAY, self._limit())
        else:
            self.deadline = now + ESCAPE_DELAY

    def _limit(self) -> float:
        """Return the time limit of the started sequence, whatever arrives until then."""
        if self._interrupted is not None:
            return min(self._last + ESCAPE_DELAY, self._interrupted + INTERRUPT_TIME)
        return self._began + LONGEST_TIME + min(self._length * SECONDS_A_BYTE, MOST_TIME)

    def _recall(self, received: bytes, now: float) -> None:
        """Drop the rest of a sequence whose beginning was treated as keys, unless it may be keys."""
        begun, self._given_up = self._given_up, b""
        is_piece = begun and len(received) > 1 and now < self._torn_until
        if is_piece and sequences.CERTAIN.match(begun + received):
            self._open(begun, now)
            self._discard = True
            self._step = self._introduced[begun[1]] if len(begun) > 1 else self._escape

    @property
    def _is_unsure(self) -> bool:
        """Return whether the started sequence may be keys: Escape, Escape with a key, or the beginning of a string."""
        return len(self._partial) <= len(b"\x1b[") or self._step == self._string_start

    def _is_typed(self, received: bytes, now: float) -> bool:
        """Return whether the started sequence is keys, since a key follows it."""
        if not (self._is_unsure or self._typed):
            return False
        # The slowest of lines may bring each byte so late after the last one; but `O` and `H` are keys of the game.
        since = self._began if self._partial.startswith(b"\x1bO") else self._last
        return now - since > TYPED_AFTER and not sequences.CERTAIN.match(bytes(self._partial) + received)

    def _without_flood(self, texts: list[str], now: float) -> list[str]:
        """Drop texts that nobody can have typed, and those that follow without a pause, except Ctrl-C."""
        if len(texts) > MAX_TYPED:
            self._flood_until = now + ESCAPE_DELAY
        if now >= self._flood_until:
            return texts
        interrupts = [text for text in texts if text == INTERRUPT]
        self.spills = self.spills or bool(interrupts)
        return interrupts

    # How a sequence begins, goes on and ends.

    def _open(self, begun: bytes, now: float) -> None:
        self._partial[:] = begun
        self._began, self._length = now, len(begun)

    def _begin(self) -> None:
        self._partial.clear()
        self._typed.clear()
        self._discard = False
        self._interrupted = None
        self._step = self._ground

    def _give_up(self) -> None:
        self._texts += self._typed
        self._begin()

    def _cut(self) -> None:
        """End the started sequence: it reached a limit of time or bytes, or has a Ctrl-C."""
        interrupted = self._interrupted is not None
        if self._step == self._paste:
            self._end_paste(sequences.PASTE_ENDS)
        else:
            self._give_up()
        if interrupted:
            self._texts.append(INTERRUPT)
            self.spills = True

    def _abort(self, byte: int) -> None:
        """Abort the started sequence: this byte does not belong to it."""
        self._give_up()
        self._ground(byte)

    def _hold(self, byte: int) -> None:
        """Add a byte that is a key unless the sequence turns out to be an answer."""
        self._partial.append(byte)
        if self._typed:
            self._typed.append(chr(byte))

    def _grow(self, byte: int) -> None:
        """Add a byte, keeping only as many as a key has, and the previous byte."""
        self._typed.clear()
        if len(self._partial) == sequences.LONGEST:
            self._partial.pop()
            self._discard = True
        self._partial.append(byte)

    def _goes_on(self, byte: int, late_form: re.Pattern[bytes]) -> bool:
        return not self._late or late_form.fullmatch(bytes((*self._partial, byte))) is not None

    def _finish(self) -> None:
        """End a sequence; return it if it may be a key."""
        whole = bytes(self._partial)
        if not self._discard and sequences.KEY.fullmatch(whole):
            self._texts.append(whole.decode("latin-1"))
        self._begin()

    # The states: each takes the next byte.

    def _ground(self, byte: int) -> None:
        if byte == _ESC:
            self._decoder.reset()
            self._open(b"\x1b", self._last)
            self._typed.append("\x1b")
            self._step = self._escape
            return
        char = self._decoder.decode(bytes((byte,)))
        if byte in sequences.EIGHT_BIT and char[-1:] in ("\ufffd", chr(byte)):
            self._open(sequences.EIGHT_BIT[byte], self._last)
            self._step = self._introduced[self._partial[1]]
        else:
            self._texts += filter(_is_key, char)

    def _escape(self, byte: int) -> None:
        if byte in self._introduced:
            self._hold(byte)
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
        """End the sequence, unless this byte continues it."""
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
        begun = bytes((*self._partial, byte))
        if sequences.STRING.fullmatch(begun):
            self._grow(byte)
            self._step = self._string
        elif sequences.BEGINS_STRING.fullmatch(begun):
            self._hold(byte)
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
        # Text that is pasted is never played, and most terminals take control characters out of it. Where one does not,
        # the paste goes on and soon ends, and this was text. Where nothing follows, or no end, it is the key: leaving
        # loses nothing, since every command is kept, and what is still to come of the text is dropped, not left for the
        # shell. Ctrl-L and Ctrl-Z stay text, as they are in many files: neither is the way out.
        if byte == _INTERRUPT and self._interrupted is None:
            self._interrupted = self._last
        self._partial.append(byte)
        if byte == sequences.PASTE_ENDS[-1] and self._partial.endswith(sequences.PASTE_ENDS):
            self._end_paste()
        elif len(self._partial) > MAX_PASTE:
            del self._partial[-len(sequences.PASTE_ENDS) - 1]

    def _end_paste(self, end: bytes = b"") -> None:
        if not self._discard:
            self._texts.append((self._partial + end).decode(errors="replace"))
        self._begin()


def _is_key(char: str) -> bool:
    """Return whether a character may be a key: not U+FFFD, NUL or an unused control character."""
    return char != "\ufffd" and (char.isprintable() or "\x01" <= char <= "\x1a" or char == "\x7f")
