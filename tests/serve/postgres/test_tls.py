"""TLS to the database: its certificate is checked, and that of each host."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

import attrs
import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from roguelike import cli
from roguelike.serve.postgres.migrating import VERSION, complaint
from tests.postgres import HOST, OWNER, PostgresServer, make_schema, serve
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.postgres

NAME: Final = "db.example"
"""The name in the certificate of the database."""
ACCESS: Final = f"""
local all all trust
hostssl all {OWNER} all trust
hostssl all all all cert
"""
"""Who may log in: hosts by certificates with their names only, and nobody without TLS."""


class Authority:
    """Signs certificates."""

    def __init__(self, folder: Path, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self._folder = folder
        self.file = folder / f"{name}.crt"
        """Its own certificate."""
        _write(self.file, self._signed(self._name, self._key, is_authority=True))

    def certify(self, name: str) -> tuple[Path, Path]:
        """Make a certificate for a name, and return its file and that of the key."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = self._signed(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), key)
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        files = self._folder / f"{name}.crt", self._folder / f"{name}.key"
        _write(files[0], made)
        files[1].write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
        files[1].chmod(0o600)
        return files

    def _signed(
        self, name: x509.Name, key: ec.EllipticCurvePrivateKey, *, is_authority: bool = False
    ) -> x509.Certificate:
        now = dt.datetime.now(dt.UTC)
        (common,) = name.get_attributes_for_oid(NameOID.COMMON_NAME)
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(days=1))
            .not_valid_after(now + dt.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(str(common.value))]), critical=False)
            .sign(self._key, hashes.SHA256())
        )


def _write(file: Path, certificate: x509.Certificate) -> None:
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


@attrs.frozen
class Secured:
    """A server of PostgreSQL with TLS and our schema."""

    server: PostgresServer
    address: str
    authority: Authority

    def url(self, user: str, *, name: str = NAME, **more: object) -> str:
        """Return how a role connects to the server, which it knows by that name."""
        told = {"user": user, "hostaddr": self.address, "sslmode": "verify-full", "sslrootcert": self.authority.file}
        return f"postgresql://{name}/postgres?{urlencode({**told, **more})}"

    def host_url(self, name: str) -> str:
        """Return how a host connects whose certificate has that name."""
        certificate, key = self.authority.certify(name)
        return self.url(HOST, sslcert=certificate, sslkey=key)


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    """Yield a server with TLS; skips the test where PostgreSQL was built without it."""
    folder, process = tmp_path_factory.mktemp("certificates"), os.getpid()
    address = f"127.6.{process // 250 % 250}.{process % 250 + 1}"
    authority = Authority(folder, "authority")
    with serve(f"listen_addresses={address}", "ssl_ca_file=root.crt") as server:
        try:
            server.admin.execute("ALTER SYSTEM SET ssl = on")
        except psycopg.Error as error:
            pytest.skip(f"this PostgreSQL was built without SSL: {error}")
        make_schema(server, "postgres")
        data = server.folder / "data"
        certificate, key = authority.certify(NAME)
        for file, name in ((certificate, "server.crt"), (key, "server.key"), (authority.file, "root.crt")):
            (data / name).write_bytes(file.read_bytes())
            (data / name).chmod(0o600)
            os.chown(data / name, data.stat().st_uid, data.stat().st_gid)
        (data / "pg_hba.conf").write_text(ACCESS)
        server.stop()
        server.start()
        yield Secured(server, address, authority)


@pytest.fixture
def other_root(tmp_path: Path) -> Path:
    """Return the certificate of another authority."""
    return Authority(tmp_path, "other").file


def test_the_right_certificate_is_accepted(secured: Secured, capsys: pytest.CaptureFixture[str]) -> None:
    """The connection is encrypted."""
    assert 0 == cli.main(["server", "migrate", "--database", secured.url(OWNER)])
    assert f"Schema: version {VERSION}.\n" == capsys.readouterr().out
    with psycopg.connect(secured.url(OWNER)) as connection:
        assert [(True,)] == connection.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchall()


@pytest.mark.parametrize("wrong", ["root", "name"])
def test_another_server_is_refused_in_one_sentence(
    secured: Secured, other_root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    """One that nobody has certified, and one that was certified by another name."""
    url = secured.url(OWNER, sslrootcert=other_root) if wrong == "root" else secured.url(OWNER, name="elsewhere")
    reasons = {
        "root": "certificate verify failed (check the authority in sslrootcert, and the clocks of both machines)",
        "name": f'server certificate for "{NAME}" does not match host name "elsewhere"',
    }

    assert 1 == cli.main(["server", "migrate", "--database", url])
    sentence = capsys.readouterr().err
    assert (1, True) == (sentence.count("\n"), sentence.startswith("roguelike: cannot connect to the database: "))
    assert sentence.endswith(f"{reasons[wrong]}.\n")

    command = [sys.executable, "-m", "roguelike", "serve", "--data-dir", str(tmp_path / "data"), "--database", url]
    started = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert 0 != started.returncode
    assert [True] == [reasons[wrong] in line for line in started.stderr.splitlines()], started.stderr


def test_a_host_logs_in_by_its_certificate(secured: Secured) -> None:
    """Its clerk serves with it."""
    url = secured.host_url(HOST)

    assert "" == complaint(url)
    with running(url) as clerk:
        assert [] == clerk.server().ask("bans")


def test_nobody_else_logs_in_as_a_host(secured: Secured, tmp_path: Path) -> None:
    """Not without a certificate, with that of another host, with one of another authority, or without TLS."""
    assert "connection requires a valid client certificate" in complaint(secured.url(HOST))
    assert f'certificate authentication failed for user "{HOST}"' in complaint(secured.host_url("crow"))
    certificate, key = Authority(tmp_path, "other").certify(HOST)
    assert "unknown ca" in complaint(secured.url(HOST, sslcert=certificate, sslkey=key))
    assert "no encryption" in complaint(secured.url(HOST, sslmode="disable"))
