"""Options of asyncssh, from the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import asyncssh
from asyncssh.kex import get_kex_algs

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings

POST_QUANTUM: Final = (
    "mlkem768x25519-sha256",
    "sntrup761x25519-sha512",
    "sntrup761x25519-sha512@openssh.com",
)
"""Key exchanges that resist quantum computers; asyncssh has the last two with liboqs."""
OTHER_KEX: Final = ("curve25519-sha256", "curve25519-sha256@libssh.org")
"""Key exchanges of other clients, such as OpenSSH before 9.9."""
CIPHERS: Final = ("chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES: Final = (
    *("ssh-ed25519", "sk-ssh-ed25519@openssh.com"),
    *("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "sk-ecdsa-sha2-nistp256@openssh.com"),
    *("rsa-sha2-256", "rsa-sha2-512"),
)


def ssh_options(
    settings: ServeSettings, places: ServerPaths, server_factory: Callable[[], asyncssh.SSHServer]
) -> asyncssh.SSHServerConnectionOptions:
    """Return the options of asyncssh; reads the host keys.

    Raises:
        OSError, ValueError, asyncssh.Error: the keys cannot be used.
    """
    keys = settings.host_keys or (str(places.host_key),)
    return asyncssh.SSHServerConnectionOptions(
        server_factory=server_factory,
        server_host_keys=list(keys),
        server_version="roguelike",
        encoding=None,
        line_editor=False,
        compression_algs=["none"],
        kex_algs=key_exchanges(post_quantum=settings.post_quantum),
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        signature_algs=SIGNATURES,
        login_timeout=settings.login_grace,
        keepalive_interval=settings.keepalive,
        keepalive_count_max=3,
        allow_pty=True,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        gss_host=None,
        window=65536,
    )


def key_exchanges(*, post_quantum: bool) -> list[str]:
    """Return the key exchanges to offer, the best first; with `post_quantum`, only post-quantum ones."""
    known = {name.decode() for name in get_kex_algs()}
    return [name for name in (*POST_QUANTUM, *(() if post_quantum else OTHER_KEX)) if name in known]
