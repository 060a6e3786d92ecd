"""Messages for clients without a key, or with one that is too weak for an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.serve.key_strength import MIN_RSA_BITS, weak_rsa_bits

if TYPE_CHECKING:
    import asyncssh

    from roguelike.serve.settings import ServeSettings

GUEST_PROMPT: Final = "Press Enter to play as a guest: "
_MAKE_ONE: Final = "Create one with this command, then connect again:\n\n    ssh-keygen -t ed25519\n"
_BE_GUEST: Final = "Or play without a key, as the user guest. Games of guests are deleted after a week.\n"


def weakness(key: asyncssh.SSHKey) -> str:
    """Return the sentence that refuses a weak key; empty if it is strong enough."""
    if key.get_algorithm() == "ssh-dss":
        return "Your key is a DSA key, which can be forged."
    bits = weak_rsa_bits(key)
    return f"Your RSA key has {bits} bits, but needs at least {MIN_RSA_BITS}." if bits else ""


def offers_guests(settings: ServeSettings) -> bool:
    """Return whether a client without a key may play as a guest."""
    return bool(settings.guests and not settings.closed)


def advice(settings: ServeSettings, refused: str) -> str:
    """Return how to get in; `refused` has the reason why the client's keys were refused, empty if it offered none."""
    begin = refused or "Your SSH key is your account here, but your client offered none."
    if settings.closed:
        return f"{begin}\nOnly players with an account can log in: use its key with ssh -i FILE.\n"
    if offers_guests(settings):
        return f"{begin}\n{_MAKE_ONE}\n{_BE_GUEST}"
    return f"{begin}\n{_MAKE_ONE}"
