"""Whether a player may be watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pathlib

FILE: Final = "private"
"""In the player's folder: it is there if nobody may watch."""


class Privacy:
    """The choice of one player; a guest has none, and is not watched."""

    def __init__(self, folder: pathlib.Path | None) -> None:
        """Read the choice of the player with that folder; None for a guest."""
        self._file = None if folder is None else folder / FILE

    @property
    def can_choose(self) -> bool:
        """Whether it is for the player to say."""
        return self._file is not None

    @property
    def is_private(self) -> bool:
        """Whether nobody may watch."""
        return self._file is None or self._file.exists()

    def change(self) -> None:
        """Choose the opposite.

        Raises:
            OSError: it cannot be kept.
        """
        if self._file is None:
            return
        if self._file.exists():
            self._file.unlink()
        else:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
