"""`server`: commands for the administrator of a server."""

from __future__ import annotations

import datetime as dt
import pathlib
from typing import TYPE_CHECKING, Any, Final

from roguelike.cli import behind_sshd
from roguelike.cli.answers import FAILURE, USAGE, Refusal
from roguelike.cli.asking import (
    answer,
    ask_all,
    ask_clerk,
    ask_if_running,
    ask_server,
    note_in_audit,
    places_of,
    text,
    uses_clerk,
)
from roguelike.cli.output import complain
from roguelike.cli.parser import Commands, Parser
from roguelike.cli.server_accounts import account, add_account_arguments, add_ban_arguments, ban, bans, unban
from roguelike.cli.server_backup import add_backup_arguments, backup, restore
from roguelike.cli.server_migrate import add_database_argument, migrate
from roguelike.cli.server_porting import add_export_arguments, add_import_arguments, export_folder, import_folder

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    Run = Callable[[argparse.Namespace], int]

UNWELL: Final = 3
"""Exit code of `status` if a server runs, but new sessions cannot begin."""


def add_commands(commands: Any) -> None:  # noqa: ANN401 -- argparse's is private
    """Add the command `server` with those below it."""
    told = "manage a server"
    parser = commands.add_parser("server", help=told, description=f"{told.capitalize()}, by its data folder.")
    below = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser, action=Commands
    )
    _add(
        below,
        "status",
        _status,
        "show the state of the server; exit code 1 if none runs, 3 if nobody can log in",
    )
    _add_host(_add(below, "list", _list, "list the sessions"))
    _add(below, "hosts", _hosts, "list the hosts that share the database")
    kick = _add(below, "kick", _kick, "close the sessions of a player; the game is saved")
    _add_host(kick)
    kick.add_argument("who", type=text, metavar="NAME", help="name of a player, or number of a session")
    banning = _add(below, "ban", ban, "ban a player, a key, an address or a network")
    add_ban_arguments(banning, _add(below, "unban", unban, "lift a ban"))
    _add(below, "bans", bans, "list the bans")
    say = _add(below, "say", _say, "send a message to all sessions")
    say.add_argument("text", type=text, metavar="TEXT", help="the message, on one line")
    _add_host(say)
    motd = _add(below, "motd", _motd, "set the message of the day")
    motd.add_argument("file", metavar="FILE", help="file with a few lines of text; an empty file removes the message")
    drain = _add(
        below, "drain", _drain, "stop accepting sessions and exit after the last, so that another server can start"
    )
    _add_host(drain, "host to drain (default: this one)")
    add_account_arguments(_add(below, "account", account, "show or change an account"))
    backing_up = _add(below, "backup", backup, "back up the data folder and the database, even during games")
    add_backup_arguments(backing_up, _add(below, "restore", restore, "restore a backup into an empty data folder"))
    add_database_argument(_add_plain(below, "migrate", migrate, "create or upgrade the schema of a database"))
    add_import_arguments(_add(below, "import", import_folder, "import the data folder of a server into a database"))
    add_export_arguments(_add(below, "export", export_folder, "export a database into an empty data folder"))


def _add_host(parser: argparse.ArgumentParser, told: str = "only this host (default: all hosts)") -> None:
    parser.add_argument("--host", type=text, metavar="NAME", help=told)


def _add(below: Any, name: str, run: Run, told: str) -> argparse.ArgumentParser:  # noqa: ANN401 -- argparse's is private
    """Add a command about a data folder."""
    parser = _add_plain(below, name, run, told)
    parser.add_argument("--data-dir", metavar="DIR", help="folder of the server (default: server in your data folder)")
    return parser


def _add_plain(below: Any, name: str, run: Run, told: str) -> argparse.ArgumentParser:  # noqa: ANN401 -- argparse's is private
    parser: argparse.ArgumentParser = below.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="print JSON on one line")
    return parser


def _status(chosen: argparse.Namespace) -> int:
    found = ask_server(chosen, "status")
    told = [
        f"roguelike {found['version']}, since {found['since']}" + (", draining" if found["draining"] else ""),
        f"sessions: {found['sessions']} of {found['most_sessions']}",
        *_draining(chosen),
        f"playing: {found['playing']}, watching: {found['watching']}, guests: {found['guests']}",
        f"longest pause: {1000 * found['turns']['longest']:.1f} ms",
        *_canary(found["canary"]),
        *_counted(found["counts"]),
    ]
    code = answer(chosen, found, [*(f"trouble: {each}" for each in found["trouble"]), *told])
    return UNWELL if found["trouble"] else code


def _draining(chosen: argparse.Namespace) -> Iterable[str]:
    """Yield the number of sessions left on each draining server."""
    from roguelike.serve.control import ask_draining

    for each in ask_draining(places_of(chosen), "status"):
        yield f"draining, since {each['since']}: {each['sessions']} sessions"


def _canary(found: dict[str, Any]) -> Iterable[str]:
    """Yield the result of the last canary game, if there was any."""
    if found["last"] is not None:
        yield f"canary: {1000 * found['last']:.1f} ms, failed: {found['failed']}"
    elif found["failed"]:
        yield f"canary: no answer, failed: {found['failed']}"


def _counted(counts: dict[str, Any]) -> Iterable[str]:
    for key, count in counts.items():
        name = key.replace("_", " ")
        if isinstance(count, dict):
            yield from (f"{name}, {why}: {number}" for why, number in sorted(count.items()))
        else:
            yield f"{name}: {count}"


def _host_of(told: dict[str, Any]) -> dict[str, str]:
    return {"host": told["host"]} if "host" in told else {}


def _list(chosen: argparse.Namespace) -> int:
    behind = behind_sshd.listed(chosen)
    answers = ask_all(chosen, "list", needs_one=not behind)
    _name_silent_hosts(chosen)
    found = [{**row, **_host_of(each)} for each in answers for row in each["sessions"]] + behind
    has_hosts = any("host" in each for each in found)
    rows = [(*(["host"] if has_hosts else []), "session", "name", "address", "since", "idle", "playing", "watchers")]
    for each in found:
        playing = f"{each['game']}, {each['at']}" if each["game"] else "-"
        since = dt.datetime.fromisoformat(each["since"]).strftime("%m-%d %H:%M")
        idle = f"{each['idle']} s"
        name = each["name"] or "-"
        where = [each.get("host", "-")] if has_hosts else []
        rows.append((*where, str(each["session"]), name, each["address"], since, idle, playing, str(each["watchers"])))
    for each in answers:
        if each.get("left_out"):
            complain(f"... and {each['left_out']} more sessions of {each['host']} (roguelike server list --host).")
    return answer(chosen, found, _in_columns(rows) if found else ["No sessions."])


def _name_silent_hosts(chosen: argparse.Namespace) -> None:
    """Name silent hosts with players on standard error: the list lacks their sessions."""
    if not uses_clerk(chosen) or chosen.host:
        return
    for each in ask_clerk(chosen, "hosts"):
        if each["is_silent"] and each["seats"]:
            complain(f"{each['name']}: silent for {each['silent']} s.")


def _hosts(chosen: argparse.Namespace) -> int:
    found = [each for each in ask_clerk(chosen, "hosts") if not _has_drained(each)]
    rows = [("name", "version", "last heartbeat", "players")]
    for each in found:
        beat = f"{each['silent']} s ago" + (", silent" if each["is_silent"] else "")
        rows.append((each["name"], each["program"], beat, str(each["seats"])))
    return answer(chosen, found, _in_columns(rows))


def _has_drained(host: dict[str, Any]) -> bool:
    """Return whether a host is a drained run that has ended: its row stays until its successor restarts."""
    return host["is_silent"] and not host["seats"] and " (draining " in host["name"]


def _in_columns(rows: Sequence[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def _kick(chosen: argparse.Namespace) -> int:
    behind = behind_sshd.kick(chosen)
    answers = ask_all(chosen, "kick", needs_one=not behind, who=chosen.who)
    found = {"kicked": behind + sum(each["kicked"] for each in answers)}
    if not found["kicked"]:
        raise Refusal(f"{chosen.who[:40]}: no such session.", FAILURE)
    note_in_audit(chosen, f"kicked {chosen.who[:40]}")
    return answer(chosen, found, [f"Sessions closed: {found['kicked']}."])


def _say(chosen: argparse.Namespace) -> int:
    if not chosen.text.strip():
        raise Refusal("the message is empty.", USAGE)
    found = {"told": sum(each["told"] for each in ask_all(chosen, "say", text=chosen.text))}
    note_in_audit(chosen, f"said {chosen.text[:200]}")
    return answer(chosen, found, [f"Sent to sessions: {found['told']}."])


def _motd(chosen: argparse.Namespace) -> int:
    from roguelike.serve.control import replace_text
    from roguelike.serve.message_file import check_message
    from roguelike.serve.settings import ServeSettingsError

    if other := ask_if_running(chosen, "status").get("motd"):
        raise Refusal(f"this server shows {other} (change that file).", FAILURE)
    try:
        text = check_message(pathlib.Path(chosen.file), must_be=True)
        replace_text(places_of(chosen).message, text)
    except ServeSettingsError as error:
        raise Refusal(str(error), USAGE) from None
    except OSError as error:
        raise Refusal(f"{error.filename or places_of(chosen).message}: {error.strerror}.", FAILURE) from None
    note_in_audit(chosen, "set the message of the day")
    return answer(chosen, {"lines": len(text.splitlines())}, ["Shown from the next login on."])


def _drain(chosen: argparse.Namespace) -> int:
    def ask(what: str) -> list[dict[str, Any]]:
        """Return the answers of the server or of the named host; none if that host has refused."""
        return ask_all(chosen, what) if chosen.host else [ask_server(chosen, what)]

    if not ask("status"):
        return FAILURE
    note_in_audit(chosen, "drained the server")  # before it: a server without sessions ends at once, with its clerk
    for found in ask("drain"):
        return answer(chosen, found, [f"Draining. Sessions left: {found['sessions']}."])
    return FAILURE
