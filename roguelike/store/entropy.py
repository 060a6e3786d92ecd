"""Random seeds for new games."""

from __future__ import annotations

import secrets

from roguelike.store.limits import SEED_BITS


def random_bits() -> int:
    """Return an unpredictable 64-bit number, from the system's secure generator."""
    return secrets.randbits(SEED_BITS)
