"""Keeping a held key from killing the player."""

from __future__ import annotations

from roguelike.classes import define

DEAF = 0.7
"""Seconds after an alarm in which the last key does not count: no keyboard waits longer before it repeats."""
TAP = 0.15
"""Seconds between two taps of a finger, at the least."""
BURST = 0.1
"""Seconds between two keys that no finger can tap: the key is held down."""
SILENCE = 0.4
"""Seconds without a key that is held down, after which it was released: also a slow line brings repeats sooner."""
DELIBERATE = 2
"""Presses of the same key that count, after which it is trusted again."""


@define
class KeyGuard:
    """After an alarm, lets a key through that is pressed, and not one that is still held down.

    Terminals do not tell the two apart, but their timing does: a held key repeats ten to forty times a second, which a
    wireless line may deliver in clumps, after a first pause of a quarter to two thirds of a second. The longest of
    those pauses looks like a release, so that one alone does not count, unless the key had begun to repeat before it.
    """

    _key: str = ""
    """The key that was pressed last."""
    _pressed: float = 0.0
    _alarm: float | None = None
    """When the alarm was, while the last key is not trusted."""
    _is_held: bool = False
    """Whether it came faster than anybody taps, and was not released since."""
    _trust: int = 0

    def alarm(self, now: float) -> None:
        """Trust the last key no more."""
        self._alarm, self._trust = now, 0

    def lets_through(self, key: str, now: float) -> bool:
        """Return whether the key is meant; another key than before always is."""
        gap, self._pressed = now - self._pressed, now
        was_held = self._is_held
        if key != self._key:
            self._key, self._alarm, self._is_held = key, None, False
        else:
            self._is_held = gap < BURST or (self._is_held and gap < SILENCE)
        if self._alarm is None:
            return True
        if now - self._alarm < DEAF or gap < (SILENCE if self._is_held else TAP):
            return False
        self._trust += 1
        if self._trust == DELIBERATE or (was_held and gap >= DEAF):
            self._alarm = None
        return True
