"""Fresh seeds, and fresh dice."""

from __future__ import annotations

import secrets

from roguelike.store.limits import SEED_BITS


def fresh_bits() -> int:
    """Return a number of 64 bits that nobody can guess."""
    return secrets.randbits(SEED_BITS)
