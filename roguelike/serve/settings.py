"""Settings of a server, from its options and from `serve.toml`, which is read strictly."""

from __future__ import annotations

import ipaddress
import pathlib
import re
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import frozen
from roguelike.toml_file import BadFile, FileSort, meant, plain, read_toml, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SORT: Final = FileSort("server settings", most_bytes=64 << 10, longest_line=5000)
MAX_SESSIONS: Final = 10_000
_WILDCARDS: Final = {"0.0.0.0", "[::]"}  # noqa: S104 -- refused, not bound


class ServeSettingsError(Exception):
    """The settings cannot be used; the message names file or option, and the allowed values."""


@frozen
class Startups:
    """Limits on unauthenticated connections, as OpenSSH's MaxStartups."""

    begin: int = 10
    """Number above which connections are refused at random."""
    percent: int = 30
    """Percentage of refusals at `begin`; it rises to 100 at `full`."""
    full: int = 60


@frozen
class ServeSettings:
    """The settings of a server; times are in seconds."""

    listen: tuple[str, ...] = ("127.0.0.1:2222",)
    host_keys: tuple[str, ...] = ()
    """Files of host keys; empty for the own key of the server."""
    post_quantum: bool = False
    """Whether only post-quantum key exchanges are offered."""
    banner: str = ""
    """File of the text before the login; empty for none."""
    motd: str = ""
    """File of the message of the day; empty for the one in the data folder."""
    guests: int = 0
    """Maximum guests: players without a key."""
    closed: bool = False
    """Whether only known keys are accepted."""
    max_sessions: int = 200
    per_address: int = 4
    """Maximum sessions of an IPv4 address, or of an IPv6 network of 64 bits."""
    startups: Startups = Startups()
    logins: int = 20
    """Sessions that may start in a second."""
    login_grace: int = 20
    idle: int = 1800
    """Seconds without a key after which a session is closed; 0 for never."""
    menu_idle: int = 300
    """The same before a game is played."""
    keepalive: int = 15
    """Seconds between two keepalive requests; three without an answer close the session."""
    proxy_protocol: tuple[str, ...] = ()
    """Addresses and networks of load balancers, which send the addresses of their clients."""
    watchers: int = 8
    """Maximum watchers of one game."""
    rules: tuple[str, ...] = ()
    """Rule sets to offer; empty for all that come with the game."""
    grace: int = 60
    """Seconds from SIGTERM until remaining processes are killed."""
    log_format: str = "json"
    canary: int = 30
    """Seconds between two canary games; 0 for none."""
    metrics: str = ""
    """Address for metrics in Prometheus' format; empty for none."""
    web: str = ""
    """Address for browsers; empty for none."""
    web_origin: str = ""
    """Origin of the pages, such as "https://play.example.org"; empty for browsers of this machine only."""
    web_proxies: tuple[str, ...] = ()
    """Addresses and networks of web proxies, which send a browser's address in `X-Forwarded-For`."""
    database: str = ""
    """Address of the PostgreSQL database; empty for files in the data folder.

    Only the clerk gets the address; other processes only know that there is one.
    """
    host: str = ""
    """Name of this host among those of the database; empty for the name of the machine."""
    hosts_listen: str = ""
    """Address at which other hosts connect to watch games of this host; empty for none."""


def read_serve_settings(file: pathlib.Path | None, options: Mapping[str, Any]) -> ServeSettings:
    """Return the settings from options, file and defaults, in this order.

    Options have the same types as values of the file.

    Raises:
        ServeSettingsError: file or options are wrong.
    """
    place = "" if file is None else f"{file}: "
    settings = _apply(ServeSettings(), {} if file is None else written_in(file), place)
    if settings.closed and settings.guests:
        raise ServeSettingsError(f"{plain(place)}guests: not allowed with closed (leave out one of them).")
    settings = _apply(settings, {name: value for name, value in options.items() if value is not None}, "--")
    if settings.web and not settings.web_origin and not _is_loopback(settings.web):
        told = "browsers of other machines need web-origin, such as 'https://play.example.org'"
        raise ServeSettingsError(f"{plain(place)}web: {told} (set it, or listen on 127.0.0.1).")
    if settings.guests > settings.max_sessions:
        where = "--" if options.get("guests") is not None else place
        most = settings.max_sessions
        raise ServeSettingsError(
            f"{plain(where)}guests: {settings.guests} are more than max-sessions, {most} (lower it)."
        )
    # Of an option and the file, `closed` wins: a file can close a server whose unit allows guests.
    return attrs.evolve(settings, guests=0) if settings.closed else settings


def written_in(file: pathlib.Path) -> dict[str, Any]:
    """Return the settings in a file, unchecked.

    Raises:
        ServeSettingsError: it cannot be read, or is not TOML.
    """
    try:
        return read_toml(file, SORT)
    except (FileNotFoundError, NotADirectoryError):
        raise ServeSettingsError(f"{plain(str(file))}: no such file.") from None
    except BadFile as error:
        raise ServeSettingsError(f"{plain(str(file))}: {error}.") from None


def _apply(settings: ServeSettings, written: Mapping[str, Any], where: str) -> ServeSettings:
    values = {}
    for name, value in written.items():
        key = name.replace("-", "_")
        if key not in _CHECKS or "_" in name:
            names = [known.replace("_", "-") for known in _CHECKS]
            raise ServeSettingsError(f"{plain(where)}unknown setting {shown(name)}{meant(name, names)}.")
        try:
            values[key] = _CHECKS[key](value)
        except ValueError as unfit:
            raise ServeSettingsError(f"{plain(where)}{name}: must be {unfit}, not {_given(value)}.") from None
    return attrs.evolve(settings, **values)


def _given(value: object) -> str:
    """Return a short form of a wrong value; of a list, its items."""
    if isinstance(value, list | tuple) and len(value) != 1:
        return f"[{', '.join(map(shown, value[:3]))}{', ...' if len(value) > 3 else ''}]"  # noqa: PLR2004 -- as shown
    return shown(value[0] if isinstance(value, list | tuple) else value)


def _whole(least: int, most: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return check


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")  # noqa: TRY004 -- every unfit value gets the same error
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError("text without control characters")
    return value


def _file(value: object) -> str:
    """Return the absolute path of a file, or nothing for none: processes differ in their working directories."""
    name = _text(value)
    return str(pathlib.Path(name).absolute()) if name else ""


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(
        isinstance(each, str) and each and each.isprintable() for each in value
    ):
        raise ValueError("a list of texts")
    if len(set(value)) < len(value):
        raise ValueError("a list of different texts")
    return tuple(value)


def _files(value: object) -> tuple[str, ...]:
    return tuple(map(_file, _texts(value)))


def _addresses(value: object) -> tuple[str, ...]:
    given = (value,) if isinstance(value, str) else value
    if not isinstance(given, list | tuple) or not given or not all(map(_is_address, given)):
        raise ValueError("an address and a port, such as '127.0.0.1:2222' or '[::1]:2222'")
    return tuple(given)


def _networks(value: object) -> tuple[str, ...]:
    given = (value,) if isinstance(value, str) else value
    try:
        if isinstance(given, list | tuple) and all(isinstance(each, str) for each in given):
            return tuple(str(ipaddress.ip_network(each)) for each in given)
    except ValueError:
        pass
    raise ValueError("a list of addresses or networks, such as '192.0.2.7' or '10.1.0.0/16'")


def _is_address(value: object) -> bool:
    found = (
        re.fullmatch(r"(?:\[[0-9A-Fa-f:.%a-z]+\]|[0-9A-Za-z.-]+):([0-9]{1,5})", value)
        if isinstance(value, str)
        else None
    )
    return found is not None and int(found[1]) <= 65535  # noqa: PLR2004 -- the highest port


def _metrics(value: object) -> str:
    if value == "" or (_is_address(value) and int(str(value).rpartition(":")[2])):  # with any free port nobody finds it
        return str(value)
    raise ValueError("an address and a port, such as '127.0.0.1:9222'")


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _web(value: object) -> str:
    if value != "" and not _is_address(value):
        raise ValueError("an address and a port, such as '127.0.0.1:8080'")
    return str(value)


def _origin(value: object) -> str:
    address = _text(value)
    if address and not re.fullmatch(r"https?://(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?", address):
        raise ValueError("an address in small letters and without a path, such as 'https://play.example.org'")
    return address


def _database(value: object) -> str:
    address = _text(value)
    if address and not address.startswith(("postgresql://", "postgres://")) and "=" not in address:
        raise ValueError("an address such as 'postgresql://roguelike@db.example.org/roguelike'")
    return address


def _host(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9.-]{0,64}", value):
        raise ValueError("a name of letters, digits, dots and hyphens, 64 at most")
    return value


def _hosts_listen(value: object) -> str:
    if value == "" or (_is_address(value) and str(value).rpartition(":")[0] not in _WILDCARDS):
        return str(value)
    raise ValueError("an address by which other hosts reach this one, and a port, such as '10.1.0.7:2223'")


def _startups(value: object) -> Startups:
    found = re.fullmatch(r"([0-9]{1,5}):([0-9]{1,3}):([0-9]{1,5})", value) if isinstance(value, str) else None
    numbers = [int(each) for each in found.groups()] if found else []
    if not found or not 1 <= numbers[0] <= numbers[2] or not 1 <= numbers[1] <= 100:  # noqa: PLR2004 -- percent
        raise ValueError("three numbers such as '10:30:60'")
    return Startups(*numbers)


def _format(value: object) -> str:
    if value not in {"json", "text"}:
        raise ValueError("'json' or 'text'")
    return str(value)


_CHECKS: Final[dict[str, Callable[[object], Any]]] = {
    "listen": _addresses,
    "host_keys": _files,
    "post_quantum": _truth,
    "banner": _file,
    "motd": _file,
    "guests": _whole(0, MAX_SESSIONS),
    "closed": _truth,
    "max_sessions": _whole(1, MAX_SESSIONS),
    "per_address": _whole(1, MAX_SESSIONS),
    "startups": _startups,
    "logins": _whole(1, MAX_SESSIONS),
    "login_grace": _whole(1, 600),
    "idle": _whole(0, 7 * 86400),
    "menu_idle": _whole(0, 7 * 86400),
    "keepalive": _whole(1, 3600),
    "proxy_protocol": _networks,
    "watchers": _whole(0, 32),
    "rules": _texts,
    "grace": _whole(1, 600),
    "canary": _whole(0, 86400),
    "log_format": _format,
    "metrics": _metrics,
    "web": _web,
    "web_origin": _origin,
    "web_proxies": _networks,
    "database": _database,
    "host": _host,
    "hosts_listen": _hosts_listen,
}
