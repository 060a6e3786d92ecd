"""A seat: the right to write an account's games."""

from __future__ import annotations

import uuid
from typing import Final

from roguelike.classes import frozen


@frozen
class Seat:
    """What a session shows that asks the clerk."""

    account: int
    token: str


NO_SEAT: Final = Seat(0, str(uuid.UUID(int=0)))
"""A seat that nobody can have: the numbers of accounts begin at 1."""
