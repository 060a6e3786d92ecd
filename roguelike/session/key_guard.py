"""Keeping a key that is held down from killing whoever holds it."""

from __future__ import annotations

from roguelike.classes import define

REPEAT = 0.1
"""Seconds: a key that comes again so soon is held down; nobody taps as fast."""
DEAF = 0.4
"""Seconds after an alarm in which the key that was pressed last is held down, however late it repeats."""
DELIBERATE = 2
"""Presses of the same key that are no repeats, after which it is trusted again."""


@define
class KeyGuard:
    """After an alarm, lets a key through that is pressed, and not one that is still held down.

    Terminals do not tell the two apart, but their timing does: a held key repeats ten to forty times a second, after a
    first pause of a quarter to two thirds of a second.
    """

    _key: str = ""
    """The key that was pressed last."""
    _pressed: float = 0.0
    _alarm: float | None = None
    """When the alarm was, while a key is not trusted."""
    _trust: int = 0

    def alarm(self, now: float) -> None:
        """Trust the last key no more."""
        self._alarm, self._trust = now, 0

    def lets_through(self, key: str, now: float) -> bool:
        """Return whether the key is meant; another key than before always is."""
        gap, self._pressed = now - self._pressed, now
        if key != self._key:
            self._key, self._alarm = key, None
            return True
        if self._alarm is None:
            return True
        if gap < REPEAT or now - self._alarm < DEAF:
            return False
        self._trust += 1
        if self._trust == DELIBERATE:
            self._alarm = None
        return True
