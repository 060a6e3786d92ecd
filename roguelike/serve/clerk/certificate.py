"""Certificates by which clerks of different hosts authenticate each other, and both sides of TLS.

Each clerk makes a certificate at its start, and keeps the key in memory. Others read the certificate from the database,
and trust no other; they ignore its dates.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import ssl
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Iterable

_FROM: Final = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_UNTIL: Final = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)
"""Clocks of hosts may differ; trust comes from the database."""
MAX_CERTIFICATE: Final = 4096
"""Bytes of a certificate."""


class Certificate:
    """A certificate, with its key in memory."""

    def __init__(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        number = x509.random_serial_number()
        # OpenSSL finds trusted certificates by their names, which must differ.
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{number:x}")])
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(number)
            .not_valid_before(_FROM)
            .not_valid_after(_UNTIL)
            .sign(key, hashes.SHA256())
        )
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        self.written = made.public_bytes(serialization.Encoding.DER)
        """The certificate without its key, as others have it."""
        self._pem = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + made.public_bytes(pem)

    def server_side(self, trusted: Iterable[bytes]) -> ssl.SSLContext:
        """Return the TLS context of a server for hosts with these certificates."""
        return self._side(ssl.PROTOCOL_TLS_SERVER, trusted)

    def client_side(self, trusted: bytes) -> ssl.SSLContext:
        """Return the TLS context of a client for the host with that certificate."""
        return self._side(ssl.PROTOCOL_TLS_CLIENT, [trusted])

    def _side(self, protocol: int, trusted: Iterable[bytes]) -> ssl.SSLContext:
        context = ssl.SSLContext(protocol)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False
        context.verify_mode = ssl.CERT_REQUIRED
        for each in trusted:
            with contextlib.suppress(ssl.SSLError, ValueError):  # an invalid one cannot be presented either
                context.load_verify_locations(cadata=each[:MAX_CERTIFICATE])
        descriptor = os.memfd_create("certificate")  # `ssl` reads files only; no disk gets the key
        try:
            os.write(descriptor, self._pem)
            context.load_cert_chain(f"/proc/self/fd/{descriptor}")
        finally:
            os.close(descriptor)
        return context
