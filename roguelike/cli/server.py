"""What an administrator does with a running server: `roguelike server COMMAND`."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import pathlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal
from roguelike.cli.output import tell, tell_json
from roguelike.cli.serving import server_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roguelike.serve.accounts import Account, Accounts
    from roguelike.serve.bans import BanList
    from roguelike.serve.places import ServerFolder

    Run = Callable[[argparse.Namespace], int]

KINDS: Final = ("account", "key", "address")
_LARGEST_MESSAGE: Final = 4096
"""Bytes of a message of the day."""


def add_commands(commands: Any) -> None:  # noqa: ANN401 -- argparse's is private
    """Add the command `server` with those below it."""
    told = "manage a running server"
    parser = commands.add_parser("server", help=told, description=f"{told.capitalize()} of the same data folder.")
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=type(parser))
    _add(below, "status", _status, "tell how the server is; exit code 1 if none is running")
    _add(below, "list", _list, "list the sessions")
    kick = _add(below, "kick", _kick, "close the sessions of a player; their game is saved")
    kick.add_argument("who", metavar="NAME", help="a player, or the number of a session")
    ban = _add(below, "ban", _ban, "keep a player, a key, an address or a network out")
    _add_banned(ban)
    ban.add_argument("--until", type=_read_time, metavar="TIME", help="such as 2026-12-24 or 2026-12-24T18:00")
    ban.add_argument("--reason", default="", metavar="TEXT", help="told to whoever is banned")
    _add_banned(_add(below, "unban", _unban, "take a ban back"))
    _add(below, "bans", _bans, "list the bans")
    _add(below, "say", _say, "tell everybody something").add_argument("text", metavar="TEXT")
    motd = _add(below, "motd", _motd, "set the message of the day")
    motd.add_argument("file", metavar="FILE", help="a text of a few lines; an empty file for no message")
    _add(below, "drain", _drain, "let nobody more in, and end with the last session, so that another server can start")
    account = _add(below, "account", _account, "show an account, or change its keys")
    account.add_argument("name", metavar="NAME")
    account.add_argument("--add-key", metavar="FINGERPRINT", help="let that key log in as this account")
    account.add_argument("--remove-key", metavar="FINGERPRINT", help="let it no longer")


def _add(below: Any, name: str, run: Run, told: str) -> argparse.ArgumentParser:  # noqa: ANN401 -- argparse's is private
    parser: argparse.ArgumentParser = below.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
    parser.set_defaults(run=run)
    parser.add_argument("--data-dir", metavar="DIR", help="folder of the server (default: server in your data folder)")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON on one line")
    return parser


def _add_banned(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("value", metavar="VALUE", help="a name, SHA256:..., or an address such as 192.0.2.0/24")


def _places(chosen: argparse.Namespace) -> ServerFolder:
    from roguelike.serve.places import ServerFolder

    return ServerFolder(server_folder(chosen.data_dir))


def _ask(chosen: argparse.Namespace, what: str, **told: Any) -> dict[str, Any]:  # noqa: ANN401 -- plain data
    from roguelike.serve.control import NotAnswered, ask

    try:
        return ask(_places(chosen), what, **told)
    except NotAnswered as error:
        raise Refusal(str(error), FAILURE) from None


def _answer(chosen: argparse.Namespace, found: object, lines: Iterable[str]) -> int:
    if chosen.json:
        tell_json(found)
    else:
        for line in lines:
            tell(line)
    return FINE


def _status(chosen: argparse.Namespace) -> int:
    found = _ask(chosen, "status")
    told = [
        f"roguelike {found['version']}, since {found['since']}" + (", draining" if found["draining"] else ""),
        f"sessions: {found['sessions']} of {found['most_sessions']}",
        f"playing: {found['playing']}, watching: {found['watching']}, guests: {found['guests']}",
        *_counted(found["counts"]),
    ]
    return _answer(chosen, found, told)


def _counted(counts: dict[str, Any]) -> Iterable[str]:
    for name, count in counts.items():
        if isinstance(count, dict):
            yield from (f"{name}, {why}: {number}" for why, number in sorted(count.items()))
        else:
            yield f"{name}: {count}"


def _list(chosen: argparse.Namespace) -> int:
    found = _ask(chosen, "list")["sessions"]
    rows = [("session", "name", "address", "since", "idle", "playing", "watchers")]
    for each in found:
        playing = f"{each['game']}, {each['at']}" if each["game"] else "-"
        since = dt.datetime.fromisoformat(each["since"]).strftime("%m-%d %H:%M")
        idle = f"{each['idle']} s"
        name = each["name"] or "-"
        rows.append((str(each["session"]), name, each["address"], since, idle, playing, str(each["watchers"])))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return _answer(chosen, found, lines if found else ["Nobody is here."])


def _kick(chosen: argparse.Namespace) -> int:
    found = _ask(chosen, "kick", who=chosen.who)
    if not found["kicked"]:
        raise Refusal(f"{chosen.who[:40]} is not here.", FAILURE)
    return _answer(chosen, found, [f"Sessions closed: {found['kicked']}."])


def _ban(chosen: argparse.Namespace) -> int:
    from roguelike.serve.bans import Ban

    ban = Ban(chosen.kind, chosen.value, chosen.until, chosen.reason)
    _change(chosen, lambda bans: bans.add(ban, by=_who()))
    return _answer(chosen, {"banned": chosen.value}, [f"Banned: {chosen.kind} {chosen.value}. {_recheck(chosen)}"])


def _unban(chosen: argparse.Namespace) -> int:
    _change(chosen, lambda bans: bans.remove(chosen.kind, chosen.value, by=_who()))
    return _answer(chosen, {"unbanned": chosen.value}, [f"No longer banned: {chosen.kind} {chosen.value}."])


def _change(chosen: argparse.Namespace, change: Callable[[BanList], None]) -> None:
    from roguelike.serve.bans import BanList
    from roguelike.serve.database import AccountError

    try:
        change(BanList(_accounts_file(chosen)))
    except AccountError as error:
        raise Refusal(str(error), FAILURE) from None


def _recheck(chosen: argparse.Namespace) -> str:
    """Have a running server close the sessions of those who are banned; returns what came of it."""
    from roguelike.serve.control import NotAnswered, ask

    try:
        return f"Sessions closed: {ask(_places(chosen), 'recheck')['ended']}."
    except NotAnswered:
        return "No server is running."


def _bans(chosen: argparse.Namespace) -> int:
    import sqlite3

    from roguelike.serve.bans import BanList

    try:
        found = BanList(_accounts_file(chosen)).read().all
    except sqlite3.Error as error:
        raise Refusal(f"the bans cannot be read: {error}.", FAILURE) from None
    plain = [
        {
            "kind": ban.kind,
            "value": ban.value,
            "until": "" if ban.until is None else ban.until.isoformat(timespec="seconds"),
            "reason": ban.reason,
        }
        for ban in found
    ]
    lines = []
    for ban in plain:
        until = f" until {ban['until']}" if ban["until"] else ""
        lines.append(f"{ban['kind']} {ban['value']}{until} {ban['reason']}".rstrip())
    return _answer(chosen, plain, lines or ["Nobody is banned."])


def _say(chosen: argparse.Namespace) -> int:
    found = _ask(chosen, "say", text=chosen.text)
    return _answer(chosen, found, [f"Told: {found['told']} sessions."])


def _motd(chosen: argparse.Namespace) -> int:
    from roguelike.serve.control import replace_text
    from roguelike.toml_file import BadFile, FileSort, read_bytes

    try:
        text = read_bytes(pathlib.Path(chosen.file), FileSort("a message", _LARGEST_MESSAGE, 1000)).decode()
        replace_text(_places(chosen).message, text)
    except BadFile as error:
        raise Refusal(f"{chosen.file}: {error}.", USAGE) from None
    except UnicodeDecodeError:
        raise Refusal(f"{chosen.file}: this is not UTF-8 text.", USAGE) from None
    except OSError as error:
        raise Refusal(f"{error.filename or chosen.file}: {error.strerror}.", FAILURE) from None
    return _answer(chosen, {"bytes": len(text)}, ["Shown from the next login on."])


def _drain(chosen: argparse.Namespace) -> int:
    found = _ask(chosen, "drain")
    return _answer(chosen, found, [f"Draining. Sessions left: {found['sessions']}."])


def _account(chosen: argparse.Namespace) -> int:
    from roguelike.serve.accounts import Accounts, KeyUsed
    from roguelike.serve.database import AccountError

    accounts = Accounts(_accounts_file(chosen))
    try:
        account = accounts.find(chosen.name)
        if chosen.add_key:
            accounts.add_key(account, KeyUsed(chosen.add_key, ""), by=_who())
        if chosen.remove_key:
            accounts.remove_key(account, chosen.remove_key, by=_who())
        return _show(chosen, accounts, account)
    except AccountError as error:
        raise Refusal(str(error), FAILURE) from None


def _show(chosen: argparse.Namespace, accounts: Accounts, account: Account) -> int:
    import attrs

    keys = [attrs.asdict(key) for key in accounts.keys_of(account)]
    found = {"id": account.id, "name": account.name, "keys": keys}
    lines = [f"{account.name}, account {account.id}", *("  " + " ".join(map(str, key.values())) for key in keys)]
    if chosen.json:
        return _answer(chosen, {**found, "keys": [{name: str(each) for name, each in key.items()} for key in keys]}, ())
    return _answer(chosen, found, lines)


def _accounts_file(chosen: argparse.Namespace) -> pathlib.Path:
    file = _places(chosen).accounts
    if not file.exists():
        raise Refusal(f"{file.parent} is no folder of a server.", FAILURE)
    return file


def _who() -> str:
    """Return who changes something, for the audit."""
    return os.environ.get("SUDO_USER") or os.environ.get("LOGNAME") or f"uid {os.geteuid()}"


def _read_time(text: str) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(text).astimezone(dt.UTC)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a time must be such as 2026-12-24T18:00, not {text[:40]!r}") from None
