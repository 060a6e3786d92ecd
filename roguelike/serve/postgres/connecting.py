"""How commands connect to the database: to the primary, and never to one that another server has replaced."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from roguelike.classes import frozen
from roguelike.serve.clerk.database import PLACE, servers_in
from roguelike.serve.clerk.timelines import newest_timelines
from roguelike.toml_file import cut

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roguelike.serve.clerk.timelines import Timelines

    Connection = psycopg.Connection[Any]

_TIMEOUT: Final = 10
"""Seconds to wait for a connection."""
_MAX_REASON: Final = 300
"""Characters of an error of the database."""
_UNKNOWN_OPTION: Final = re.compile(r'invalid URI query parameter: "(\w+)"')
"""Error of libpq about an unknown option."""
_FILES: Final = ("sslrootcert", "sslcert", "sslkey")
"""The options of libpq that name files. It ignores a certificate that is missing, and is then refused without one."""
_REMEDIES: Final = {
    "no password supplied": "write it into ~/.pgpass, mode 600",
    "certificate verify failed": "check the authority in sslrootcert, and the clocks of both machines",
    "pg_hba.conf": "correct that file, or grant the role that it asks for",
}
"""Remedies, by a part of the error of libpq."""


class DatabaseError(Exception):
    """The database cannot be used; the message is one sentence."""


@frozen
class _Server:
    """A server that answers."""

    connection: Connection
    database: int
    """Its system identifier, which its standbys share."""
    timeline: int
    """Its timeline; 0 for a server that may not write."""


def connected(address: str, timelines: Timelines | None = None) -> Connection:
    """Return a connection to the primary, or to a standby if no server at the address is a primary.

    All servers are asked, since a primary that was replaced still answers. `timelines` has the newest ones known to a
    host.

    Raises:
        DatabaseError: there is none, or the only primary was replaced.
    """
    try:
        servers = servers_in(address)
        _check_files(conninfo_to_dict(address))
        with ThreadPoolExecutor(len(servers)) as threads:
            answers = list(threads.map(_asked, servers))
    except (psycopg.ProgrammingError, UnicodeError) as error:  # the text may contain a password of the address
        unknown = _UNKNOWN_OPTION.search(str(error))
        options = address.rpartition("@")[2] if "://" in address else ""
        if unknown and f"{unknown[1]}=" in options:
            raise DatabaseError(f"the address of the database has an unknown option: {unknown[1]}.") from None
        raise DatabaseError("not an address of a database (postgresql://USER@HOST/DATABASE).") from None
    found = [answer for answer in answers if isinstance(answer, _Server)]
    if not found:
        told = "; ".join(dict.fromkeys(reason(answer) for answer in answers if isinstance(answer, psycopg.Error)))
        raise DatabaseError(f"cannot connect to the database: {told}.")
    chosen = _chosen(found, timelines)
    for each in found:
        if each is not chosen:
            each.connection.close()
    if isinstance(chosen, _Server):
        return chosen.connection
    raise DatabaseError(chosen)


def reason(error: psycopg.Error) -> str:
    """Return the first line of an error of the database or of libpq, with the remedy where it is known."""
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return "this server is a standby, or read-only (name the primary)"
    said = error.diag.message_primary or str(error).partition("\n")[0].removeprefix("connection failed: ")
    remedy = next((f" ({what})" for sign, what in _REMEDIES.items() if sign in said), "")
    return cut(said, _MAX_REASON).rstrip(".") + remedy


def _check_files(options: Mapping[str, Any]) -> None:
    """Refuse files of certificates that cannot be read.

    Raises:
        DatabaseError: there is one.
    """
    for name in _FILES:
        path = str(options.get(name) or "")
        if os.path.isabs(path) and not os.access(path, os.R_OK, effective_ids=True):  # noqa: PTH117 -- may be no path
            raise DatabaseError(f"{name}: {path} cannot be read (correct the path, or make it this user's own).")


def _asked(server: str) -> _Server | psycopg.Error:
    """Return a server, or the error without an answer."""
    try:
        connection = psycopg.connect(server, connect_timeout=_TIMEOUT, autocommit=True)
    except psycopg.OperationalError as error:
        return error
    try:
        ((database, timeline),) = connection.execute(PLACE)
    except psycopg.Error as error:
        connection.close()
        return error
    return _Server(connection, database, timeline)


def _chosen(found: Sequence[_Server], timelines: Timelines | None) -> _Server | str:
    """Return the first primary that no other has replaced, else a standby, or the reason without either."""
    primaries = [each for each in found if each.timeline]
    newest = newest_timelines(primaries, timelines)
    for primary in primaries:
        if primary.timeline == newest[primary.database]:
            return primary
    if not primaries:
        return found[0]
    replaced = primaries[0]
    info = replaced.connection.info
    remedy = "name the new primary"
    if timelines is not None:
        remedy += f"; or, if this one was restored from a backup, delete {timelines.path}"
    why = f"its timeline is {replaced.timeline}, and {newest[replaced.database]} exists"
    return f"another server has replaced {info.host}:{info.port}: {why} ({remedy})."
