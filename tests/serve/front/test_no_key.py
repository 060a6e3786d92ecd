"""What a client reads whose keys are refused or missing."""

from __future__ import annotations

from typing import Any

import asyncssh
import attrs
import pytest

from roguelike.serve.front.no_key import advice, weakness
from roguelike.serve.settings import ServeSettings

SETTINGS = ServeSettings()


@pytest.mark.parametrize(
    ("kind", "options", "sentence"),
    [
        ("ssh-dss", {}, "Your key is a DSA key, which can be forged."),
        ("ssh-rsa", {"key_size": 1024}, "Your RSA key has 1024 bits, but needs at least 2048."),
        ("ssh-rsa", {"key_size": 2048}, ""),
        ("ssh-ed25519", {}, ""),
        ("ecdsa-sha2-nistp256", {}, ""),
    ],
)
def test_keys_that_can_be_forged_are_weak(kind: str, options: dict[str, Any], sentence: str) -> None:
    """DSA at any length, RSA below 2,048 bits."""
    assert sentence == weakness(asyncssh.generate_private_key(kind, **options).convert_to_public())


def test_the_advice_follows_the_settings() -> None:
    """It names guests only where there may be any, and begins with what is wrong with the key."""
    plain, guests, closed = (
        advice(attrs.evolve(SETTINGS, guests=guests, closed=closed), "Weak.")
        for guests, closed in ((0, False), (3, False), (3, True))
    )
    assert ["Weak."] * 3 == [text.splitlines()[0] for text in (plain, guests, closed)]
    assert ["ssh-keygen" in text for text in (plain, guests, closed)] == [True, True, False]
    assert ["guest" in text for text in (plain, guests, closed)] == [False, True, False]
    assert "your client offered none" in advice(SETTINGS, "")
