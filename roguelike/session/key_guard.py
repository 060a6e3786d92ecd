"""Ignore the repeats of a held key after an alarm."""

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
TAPPING = 2
"""Separate presses in a row, of whatever keys, after which another one is no first repeat of a held key."""


@define
class KeyGuard:
    """After an alarm, lets a key through that is pressed, and not one that is still held down.

    Terminals do not tell the two apart, but their timing does: a held key repeats ten to forty times a second, which a
    wireless line may deliver in clumps, after a first pause of a quarter to two thirds of a second. One such pause
    looks like a release, so the key after it counts only where the player has tapped keys before. A second one in a
    row is always a tap.
    """

    _key: str = ""
    """The key that was pressed last."""
    _pressed: float = 0.0
    _alarm: float | None = None
    """When the alarm was, while the last key is not trusted."""
    _is_held: bool = False
    """Whether it came faster than anybody taps, and was not released since."""
    _trust: int = 0
    _taps: int = 0
    """Separate presses in a row, of whatever keys."""
    _taps_of_key: int = 0
    """Those of the last key, but for its first."""

    def alarm(self, now: float) -> None:
        """Trust the last key no more."""
        self._alarm, self._trust = now, 0

    def lets_through(self, key: str, now: float) -> bool:
        """Return whether the key is meant; another key than before always is."""
        gap, self._pressed = now - self._pressed, now
        was_held = self._is_held
        if key != self._key:
            self._key, self._alarm, self._is_held = key, None, False
            self._taps, self._taps_of_key = self._taps + 1, 0
            return True
        self._is_held = gap < BURST or (self._is_held and gap < SILENCE)
        is_tapped = self._note_tap(is_tap=gap >= TAP and not self._is_held)
        if self._alarm is None:
            return True
        if not is_tapped and (now - self._alarm < DEAF or gap < (SILENCE if self._is_held else TAP)):
            return False
        self._trust += 1
        if self._trust == DELIBERATE or (was_held and gap >= DEAF):
            self._alarm = None
        return True

    def _note_tap(self, *, is_tap: bool) -> bool:
        """Note how the last key came again, and return whether that was a separate press for certain."""
        is_certain = is_tap and (self._taps_of_key > 0 or self._taps >= TAPPING)
        self._taps, self._taps_of_key = (self._taps + 1, self._taps_of_key + 1) if is_tap else (0, 0)
        return is_certain
