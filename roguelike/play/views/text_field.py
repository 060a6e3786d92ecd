"""A line of text that the player types."""

from __future__ import annotations

import attrs

from roguelike.classes import define

MOST = 40
"""Characters that are taken; enough to see that it is too much."""


@define
class TextField:
    """Text and a cursor in it, which stands before a character or behind the last."""

    text: str = ""
    cursor: int = attrs.field(default=attrs.Factory(lambda field: len(field.text), takes_self=True))

    def insert(self, text: str) -> None:
        """Type `text` where the cursor is, without what cannot be printed, as far as there is room."""
        fitting = "".join(char for char in text[: MOST * 2] if char.isprintable())[: MOST - len(self.text)]
        self.text = self.text[: self.cursor] + fitting + self.text[self.cursor :]
        self.cursor += len(fitting)

    def move(self, step: int) -> None:
        """Move the cursor, not beyond the ends."""
        self.cursor = max(0, min(self.cursor + step, len(self.text)))

    def to_start(self) -> None:
        """Move the cursor before the first character."""
        self.cursor = 0

    def to_end(self) -> None:
        """Move the cursor behind the last character."""
        self.cursor = len(self.text)

    def erase_before(self) -> None:
        """Take away the character before the cursor, if there is one."""
        if self.cursor:
            self.text = self.text[: self.cursor - 1] + self.text[self.cursor :]
            self.cursor -= 1

    def erase_after(self) -> None:
        """Take away the character under the cursor, if there is one."""
        self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]

    def clear(self) -> None:
        """Take away everything."""
        self.text, self.cursor = "", 0
