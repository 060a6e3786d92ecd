"""A seat: the right to write an account's games."""

from __future__ import annotations

import uuid
from typing import Final

from roguelike.classes import frozen


@frozen
class Seat:
    """The seat of a session, as it shows it to the clerk."""

    account: int
    token: str


NO_SEAT: Final = Seat(0, str(uuid.UUID(int=0)))
"""The seat of no account: the numbers of accounts begin at 1."""
