"""A seat: the right to write an account's games."""

from __future__ import annotations

from roguelike.classes import frozen


@frozen
class Seat:
    """What a session shows that asks the clerk."""

    account: int
    token: str
