"""Ignore key repeat after an alarm."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define

DEAF: Final = 0.7
"""Seconds in which the last key cannot answer a question that it opened: the longest delay before key repeat."""
TAP: Final = 0.14
"""Minimum seconds between two taps of a finger."""
BURST: Final = 0.1
"""Keys that arrive faster than this, in seconds, are repeats: no finger keeps up such a rate."""
REPEATS: Final = 2
"""Number of keys in a burst that proves key repeat: a bouncing key or a double tap causes one."""
SILENCE: Final = 0.4
"""Seconds without a repeat after which the key counts as released; even slow lines deliver repeats sooner."""
DELIBERATE: Final = 2
"""Number of separate presses that end an alarm."""


@define
class KeyRepeatGuard:
    """After an alarm, passes key presses and ignores key repeat.

    Terminals do not distinguish the two, but their timing differs: a held key repeats ten to forty times a second, and
    a wireless line may deliver the repeats in clumps. A press at the speed of tapping fingers always passes. So does
    the first repeat of a key, a quarter to two thirds of a second after the press: it looks like another press, and
    only a question that the key has opened ignores it.
    """

    _key: str = ""
    """The last key."""
    _pressed: float = 0.0
    _is_alarmed: bool = False
    """Whether repeats of the last key are ignored."""
    _deaf_until: float = 0.0
    """Time until which the last key is ignored entirely, in seconds."""
    _burst: int = 0
    """Number of keys in the present stream that came faster than fingers tap."""
    _trust: int = 0

    def alarm(self, now: float, deaf: float = 0.0) -> None:
        """Begin to ignore repeats of the last key, and for `deaf` seconds all of its presses."""
        self._is_alarmed, self._deaf_until, self._trust = True, now + deaf, 0

    def lets_through(self, key: str, now: float) -> bool:
        """Return whether to accept a key; a key other than the last is always accepted."""
        gap, self._pressed = now - self._pressed, now
        if key != self._key:
            self._key, self._is_alarmed, self._burst = key, False, 0
            return True
        was_held = self._is_held
        self._note(gap)
        if not self._is_alarmed:
            return True
        if now < self._deaf_until or self._is_held or gap < TAP:
            return False
        self._trust += 1
        self._is_alarmed = self._trust < DELIBERATE and not (was_held and gap >= DEAF)
        return True

    @property
    def _is_held(self) -> bool:
        return self._burst >= REPEATS

    def _note(self, gap: float) -> None:
        """Count a key, `gap` seconds after the last one, in the stream of repeats, or begin a new stream."""
        if gap < BURST:
            self._burst += 1
        elif gap >= (SILENCE if self._is_held else TAP):
            self._burst = 0
