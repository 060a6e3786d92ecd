"""Ignore key repeat after an alarm."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define

DEAF: Final = 0.7
"""Seconds in which the last key answers no question that it has opened: no keyboard waits longer before it repeats."""
TAP: Final = 0.14
"""The fewest seconds between two taps of a finger."""
BURST: Final = 0.1
"""Seconds between two keys that no finger keeps up: keys that come faster are repeats."""
REPEATS: Final = 2
"""Keys in a burst that show key repeat: a bouncing key or a double tap brings one."""
SILENCE: Final = 0.4
"""Seconds without a repeat after which the key was released: also a slow line brings repeats sooner."""
DELIBERATE: Final = 2
"""Separate presses after an alarm that end it."""


@define
class KeyRepeatGuard:
    """After an alarm, pass keys that are pressed, and ignore those that repeat.

    Terminals do not tell the two apart, but their timing does: a held key repeats ten to forty times a second, and a
    wireless line may deliver the repeats in clumps. A press that comes no faster than fingers tap passes, whenever the
    alarm was. So does the first repeat of a key, which comes a quarter to two thirds of a second after the press: it
    looks like another press, and only a question that the key has opened ignores it.
    """

    _key: str = ""
    """The key that was pressed last."""
    _pressed: float = 0.0
    _is_alarmed: bool = False
    """Whether repeats of the last key are ignored."""
    _deaf_until: float = 0.0
    """Until when all that comes of the last key is ignored."""
    _burst: int = 0
    """How many keys of the present stream came faster than anybody taps."""
    _trust: int = 0

    def alarm(self, now: float, deaf: float = 0.0) -> None:
        """Ignore repeats of the last key from now on, and for `deaf` seconds all of its presses."""
        self._is_alarmed, self._deaf_until, self._trust = True, now + deaf, 0

    def lets_through(self, key: str, now: float) -> bool:
        """Return whether a key is meant; another key than before always is."""
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
        """Count a key that came `gap` seconds after the last one in the stream of repeats, or begin a new stream."""
        if gap < BURST:
            self._burst += 1
        elif gap >= (SILENCE if self._is_held else TAP):
            self._burst = 0
