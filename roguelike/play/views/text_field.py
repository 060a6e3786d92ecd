"""Editable lines of text."""

from __future__ import annotations

import attrs

from roguelike.classes import define

MOST = 40
"""Maximum characters, enough to notice that a text is too long."""


@define
class TextField:
    """Text and a cursor, which is before a character or at the end."""

    text: str = ""
    cursor: int = attrs.field(default=attrs.Factory(lambda field: len(field.text), takes_self=True))

    def insert(self, text: str) -> None:
        """Insert the printable characters of `text` at the cursor, as room permits."""
        fitting = "".join(char for char in text[: MOST * 2] if char.isprintable())[: MOST - len(self.text)]
        self.text = self.text[: self.cursor] + fitting + self.text[self.cursor :]
        self.cursor += len(fitting)

    def move(self, step: int) -> None:
        """Move the cursor by `step` characters, within the text."""
        self.cursor = max(0, min(self.cursor + step, len(self.text)))

    def to_start(self) -> None:
        """Move the cursor to the start."""
        self.cursor = 0

    def to_end(self) -> None:
        """Move the cursor to the end."""
        self.cursor = len(self.text)

    def erase_before(self) -> None:
        """Delete the character before the cursor."""
        if self.cursor:
            self.text = self.text[: self.cursor - 1] + self.text[self.cursor :]
            self.cursor -= 1

    def erase_after(self) -> None:
        """Delete the character under the cursor."""
        self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]

    def clear(self) -> None:
        """Clear the text."""
        self.text, self.cursor = "", 0
