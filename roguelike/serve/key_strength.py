"""Minimum length of RSA keys, of players and servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey

if TYPE_CHECKING:
    import asyncssh

MIN_RSA_BITS: Final = 2048


def weak_rsa_bits(key: asyncssh.SSHKey) -> int:
    """Return the length in bits of an RSA key that is too short; 0 for any other key."""
    found = key.pyca_key
    bits = found.key_size if isinstance(found, (RSAPrivateKey, RSAPublicKey)) else MIN_RSA_BITS
    return bits if bits < MIN_RSA_BITS else 0
