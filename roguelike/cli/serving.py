"""`serve`: a server for many players, over SSH and in a browser."""

from __future__ import annotations

import contextlib
import importlib.util
import pathlib
import sys
from typing import TYPE_CHECKING, Any, Final

from roguelike.cli.answers import FAILURE, USAGE, Refusal
from roguelike.cli.output import tell

if TYPE_CHECKING:
    import argparse
    import socket
    from collections.abc import Iterator, Sequence

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings
    from roguelike.serve.settings_source import SettingsSource

TIMES: Final = ("login-grace", "idle", "menu-idle", "keepalive", "grace", "canary")


def add_commands(commands: Any) -> None:  # noqa: ANN401 -- argparse's is private
    """Add the command `serve`."""
    told = "serve games over SSH and in browsers"
    parser = commands.add_parser("serve", help=told, description=f"{told[0].upper()}{told[1:]}.")
    parser.set_defaults(run=serve)
    _add_network(parser.add_argument_group("network"))
    _add_web(parser.add_argument_group("in a browser"))
    _add_access(parser.add_argument_group("who may play"))
    _add_times(parser.add_argument_group("times, in seconds"))
    _add_files(parser.add_argument_group("files and metrics"))


def _add_network(network: argparse._ArgumentGroup) -> None:
    network.add_argument(
        "--listen",
        action="append",
        metavar="ADDRESS:PORT",
        help="address to listen on for SSH (default: 127.0.0.1:2222)",
    )
    network.add_argument(
        "--fd", type=int, metavar="N", help="listen on file descriptor N, such as a socket from systemd"
    )
    network.add_argument(
        "--host-key",
        action="append",
        dest="host_keys",
        metavar="FILE",
        help="host key (default: keys/ed25519 in the data folder, made at the first start)",
    )
    network.add_argument(
        "--proxy-protocol",
        action="append",
        metavar="NETWORK",
        help="accept PROXY protocol headers from this load balancer (default: none)",
    )
    network.add_argument(
        "--post-quantum",
        action="store_true",
        default=None,
        help="allow only post-quantum key exchanges: OpenSSH 9.9, PuTTY 0.83 or newer",
    )
    network.add_argument("--banner", metavar="FILE", help="file whose text is shown before the login")
    network.add_argument(
        "--motd", metavar="FILE", help="file of the message of the day (default: motd.txt in the data folder)"
    )


def _add_web(web: argparse._ArgumentGroup) -> None:
    web.add_argument("--web", metavar="ADDRESS:PORT", help="address to listen on for browsers (default: none)")
    web.add_argument(
        "--web-origin",
        metavar="URL",
        help="address of the pages, such as https://play.example.org (default: only browsers of this machine)",
    )
    web.add_argument(
        "--web-proxies",
        action="append",
        metavar="NETWORK",
        help="accept X-Forwarded-For from this proxy (default: none)",
    )


def _add_access(who: argparse._ArgumentGroup) -> None:
    who.add_argument("--guests", type=int, metavar="N", help="maximum guests, who have no key (default: 0)")
    who.add_argument("--closed", action="store_true", default=None, help="accept known keys only")
    who.add_argument("--max-sessions", type=int, metavar="N", help="maximum sessions (default: 200)")
    who.add_argument("--per-address", type=int, metavar="N", help="maximum sessions of one address (default: 4)")
    who.add_argument(
        "--startups", metavar="A:P:B", help="limits of unauthenticated connections, as in sshd (default: 10:30:60)"
    )
    who.add_argument("--logins", type=int, metavar="N", help="maximum new sessions a second (default: 20)")
    who.add_argument("--watchers", type=int, metavar="N", help="maximum spectators of one game (default: 8)")
    who.add_argument(
        "--rules", action="append", metavar="NAME", help="rule set to offer; can be given several times (default: all)"
    )


def _add_times(times: argparse._ArgumentGroup) -> None:
    times.add_argument(
        "--login-grace", type=int, metavar="S", help="until a connection without a login is closed (default: 20)"
    )
    times.add_argument("--idle", type=int, metavar="S", help="until an idle game is closed (default: 1800; 0: never)")
    times.add_argument("--menu-idle", type=int, metavar="S", help="until an idle menu is closed (default: 300)")
    times.add_argument("--keepalive", type=int, metavar="S", help="between keepalives to a silent client (default: 15)")
    times.add_argument(
        "--grace", type=int, metavar="S", help="from SIGTERM until remaining processes are killed (default: 60)"
    )
    times.add_argument(
        "--canary", type=int, metavar="S", help="between canary games, which check the server (default: 30; 0: none)"
    )


def _add_files(files: argparse._ArgumentGroup) -> None:
    files.add_argument("--data-dir", metavar="DIR", help="folder of the server (default: server in your data folder)")
    files.add_argument("--config", metavar="FILE", help="settings file (default: serve.toml in the data folder)")
    files.add_argument(
        "--log-format", choices=("json", "text"), help="format of the log on standard error (default: json)"
    )
    told = "PostgreSQL database of accounts and games, shared by hosts (default: files in the data folder)"
    files.add_argument("--database", metavar="URL", help=told)
    files.add_argument(
        "--host", metavar="NAME", help="name of this host in the database (default: the name of the machine)"
    )
    told = "address at which other hosts connect to watch games of this host (default: none)"
    files.add_argument("--hosts-listen", metavar="ADDRESS:PORT", help=told)
    files.add_argument("--metrics", metavar="ADDRESS:PORT", help="address to listen on for Prometheus (default: none)")


def serve(chosen: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    if importlib.util.find_spec("asyncssh") is None:
        raise Refusal("serving needs more packages (pip install '.[serve]' in the folder of the source).", FAILURE)
    from roguelike.serve.listening import ServerLock
    from roguelike.serve.logs import begin_log
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.supervisor import Supervisor

    _refuse_contradictions(chosen)
    places = ServerPaths(server_folder(chosen.data_dir))
    source = _source(chosen, places)
    settings = _read(source)
    _refuse_missing_package(settings, source)
    begin_log(settings.log_format)
    with _told():
        _make_folder(places)
        lock = ServerLock(places)
        fingerprints = _tried(settings, places, source)
        token = _prepare(places)
    listeners = _listen(source, "listen", settings.listen, chosen.fd)
    metrics = _listen(source, "metrics", [settings.metrics] if settings.metrics else [])
    for_hosts = _listen(source, "hosts-listen", [settings.hosts_listen] if settings.hosts_listen else [])
    pages = _listen(source, "web", [settings.web] if settings.web else [])
    supervisor = Supervisor(
        settings,
        places,
        listeners,
        metrics,
        for_hosts=for_hosts,
        pages=pages,
        lock=lock,
        token=token,
        on_ready=lambda: _announce(listeners, pages, settings.web_origin, fingerprints),
        source=source,
    )
    return supervisor.run()


def _refuse_contradictions(chosen: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    if chosen.fd is not None and chosen.listen:
        raise Refusal("argument --listen: not allowed with --fd (leave out one of them)", USAGE)
    if chosen.closed and chosen.guests:
        raise Refusal("argument --guests: not allowed with --closed (leave out one of them)", USAGE)


def _refuse_missing_package(settings: ServeSettings, source: SettingsSource) -> None:
    """Refuse settings whose package is not installed, before the folder is created."""
    from roguelike.serve.packages import missing_package

    setting, problem = missing_package(settings)
    if setting:
        raise Refusal(f"{source.place(setting)}: {problem}.", USAGE)


def server_folder(chosen: str | None) -> pathlib.Path:
    """Return the data folder of the server."""
    if chosen is not None:  # sshd asks about each key with it: without the store that takes half the time
        return pathlib.Path(chosen).absolute()
    from roguelike.store.sqlite.data_folder import data_folder

    return (data_folder(None) / "server").absolute()


def _source(chosen: argparse.Namespace, places: ServerPaths) -> SettingsSource:
    import attrs

    from roguelike.serve.settings import ServeSettings
    from roguelike.serve.settings_source import SettingsSource

    names = [field.name for field in attrs.fields(ServeSettings) if field.init]
    options = {name.replace("_", "-"): getattr(chosen, name) for name in names}
    return SettingsSource(places.root, pathlib.Path(chosen.config).absolute() if chosen.config else None, options)


def _read(source: SettingsSource) -> ServeSettings:
    from roguelike.serve.settings import ServeSettingsError

    try:
        return source.read()
    except ServeSettingsError as error:
        raise Refusal(str(error), USAGE) from None


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn errors of the server's files into a `Refusal`."""
    import sqlite3

    from roguelike.serve.database import AccountError
    from roguelike.serve.listening import ListenError

    try:
        yield
    except OSError as error:
        raise Refusal(f"{error.filename or 'data-dir'}: {error.strerror}.", FAILURE) from None
    except (ListenError, AccountError) as error:
        raise Refusal(str(error), FAILURE) from None
    except sqlite3.Error as error:
        is_of_disk = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
        remedy = "free some disk space" if is_of_disk else "restore it from a backup"
        raise Refusal(f"accounts.sqlite: {error} ({remedy}).", FAILURE) from None


def _make_folder(places: ServerPaths) -> None:
    if wrong := places.complaint():
        raise Refusal(f"{places.root}: {wrong}.", USAGE)
    places.make()


def _tried(settings: ServeSettings, places: ServerPaths, source: SettingsSource) -> Sequence[str]:
    """Try the settings, create a missing host key, and return the fingerprints of all host keys."""
    from roguelike.serve.trial import Trial

    found = Trial.begin(settings, places, makes_key=True).result()
    if found.problem:
        raise Refusal(f"{source.place(found.setting)}: {found.problem}.", USAGE)
    return found.fingerprints


def _prepare(places: ServerPaths) -> str:
    """Create the files of a server; returns the token of its control socket."""
    from roguelike.serve.control import token_of
    from roguelike.serve.database import make_database
    from roguelike.serve.watching.stale_sockets import remove_stale_sockets

    places.clerk.unlink(missing_ok=True)
    remove_stale_sockets(places.watch)
    make_database(places.accounts)
    return token_of(places)


def _listen(source: SettingsSource, name: str, addresses: Sequence[str], fd: int | None = None) -> list[socket.socket]:
    from roguelike.serve.listening import ListenError, listen

    try:
        return listen(addresses, fd)
    except ListenError as error:
        raise Refusal(f"{'--fd' if fd is not None else source.place(name)}: {error}", FAILURE) from None


def _announce(
    listeners: list[socket.socket], pages: list[socket.socket], origin: str, fingerprints: Sequence[str]
) -> None:
    for listener in listeners:
        host, port = listener.getsockname()[:2]
        tell(f"Listening on {_address_of(listener)}")
        tell(f"Play: ssh -p {port} {'localhost' if host in {'127.0.0.1', '::1', '0.0.0.0', '::'} else host}")  # noqa: S104 -- told, not bound
    for page in pages:
        tell(f"In a browser: {origin or f'http://{_address_of(page)}'}/")
    for fingerprint in fingerprints:
        tell(f"Host key: {fingerprint}")
    sys.stdout.flush()


def _address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"{f'[{host}]' if ':' in host else host}:{port}"
