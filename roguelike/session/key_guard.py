"""Keeping a held key from killing the player."""

from __future__ import annotations

from roguelike.classes import define

SILENCE = 0.4
"""Seconds without a key after which it was released: repeats come sooner, also in the clumps of a slow line."""
DELIBERATE = 2
"""Presses of the same key after such a silence, after which it is trusted again."""


@define
class KeyGuard:
    """After an alarm, lets a key through that is pressed, and not one that is still held down.

    Terminals do not tell the two apart, but their timing does: a held key repeats ten to forty times a second, which a
    wireless line may deliver in clumps, after a first pause of a quarter to two thirds of a second. The longest of
    those pauses looks like a release, so that one alone does not count.
    """

    _key: str = ""
    """The key that was pressed last."""
    _pressed: float = 0.0
    _is_alarmed: bool = False
    """Whether the last key is not trusted."""
    _trust: int = 0

    def alarm(self) -> None:
        """Trust the last key no more."""
        self._is_alarmed, self._trust = True, 0

    def lets_through(self, key: str, now: float) -> bool:
        """Return whether the key is meant; another key than before always is."""
        gap, self._pressed = now - self._pressed, now
        if key != self._key:
            self._key, self._is_alarmed = key, False
        if not self._is_alarmed:
            return True
        if gap < SILENCE:
            return False
        self._trust += 1
        self._is_alarmed = self._trust < DELIBERATE
        return True
