"""`server account`, `ban`, `unban` and `bans`; without a database they need no running server."""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import re
from typing import TYPE_CHECKING, Final

from roguelike.cli import behind_sshd
from roguelike.cli.answers import FAILURE, USAGE, Refusal
from roguelike.cli.asking import (
    accounts_of,
    add_yes,
    answer,
    ask_all,
    bans_of,
    confirm,
    places_of,
    text,
    uses_clerk,
    who,
)
from roguelike.local_time import local_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.serve.account_ports import AccountEditing
    from roguelike.serve.accounts import Account, AccountKey
    from roguelike.serve.bans import Ban

KINDS: Final = ("account", "key", "address")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_MAX_BAN: Final = dt.timedelta(days=3650)


def add_ban_arguments(ban: argparse.ArgumentParser, unban: argparse.ArgumentParser) -> None:
    """Add the arguments of `ban` and `unban`."""
    for parser in (ban, unban):
        parser.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
        told = "a name, SHA256:..., or an address such as 192.0.2.0/24"
        parser.add_argument("value", type=text, metavar="VALUE", help=told)
    end = ban.add_mutually_exclusive_group()
    zone = "end, in the time zone of this machine by default: 2026-12-24, 2026-12-24T18:00, 2026-12-24T18:00+01:00"
    end.add_argument("--until", type=_read_time, metavar="TIME", help=zone)
    told = "duration: a number and m, h, d or w, such as 3d"
    end.add_argument("--for", type=_read_span, dest="span", metavar="TIME", help=told)
    add_yes(ban)
    ban.add_argument("--reason", type=text, default="", metavar="TEXT", help="reason shown to the banned player")


def add_account_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `account`."""
    parser.add_argument("name", type=text, metavar="NAME", help="name of the account")
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--add-key", type=text, metavar="FINGERPRINT", help="add a key to the account")
    change.add_argument("--remove-key", type=text, metavar="FINGERPRINT", help="remove a key from the account")
    told = "create the account if needed, and print a code that adds one key within a week"
    change.add_argument("--invite", action="store_true", help=told)
    change.add_argument("--rename", type=text, metavar="NAME", help="rename the account; its scores keep the old name")
    change.add_argument("--delete", action="store_true", help="delete the account and all its games, permanently")
    add_yes(parser)


def ban(chosen: argparse.Namespace) -> int:
    """Add a ban, and close the sessions that it covers."""
    from roguelike.serve.bans import ACCOUNT, Ban, is_wide

    until = _end_of(chosen)
    with _told(), accounts_of(chosen) as accounts, bans_of(chosen) as bans:
        if chosen.kind == ACCOUNT:
            accounts.find(chosen.value)
        if is_wide(chosen.kind, chosen.value):
            confirm(chosen, f"{chosen.value} covers many addresses: this bans innocent players too.")
        bans.add(Ban(chosen.kind, chosen.value, until, chosen.reason), by=who())
    behind = behind_sshd.end_banned(chosen)
    answers = ask_all(chosen, "recheck", needs_one=False)
    ended = behind + sum(each["ended"] for each in answers)
    came = f"Sessions closed: {ended}." if answers or behind else "No server is running."
    found = {"banned": chosen.value, "ended": ended, "until": "" if until is None else until.isoformat()}
    end = "" if until is None else f" until {_local(until)}"
    return answer(chosen, found, [f"Banned: {chosen.kind} {chosen.value}{end}. {came}"])


def _end_of(chosen: argparse.Namespace) -> dt.datetime | None:
    """Return the end of a ban; None if it is permanent."""
    now = dt.datetime.now(dt.UTC)
    until: dt.datetime | None = chosen.until if chosen.span is None else now + chosen.span
    if until is not None and until <= now:
        raise Refusal(f"--until: {_local(until)} is in the past.", USAGE)
    return until


def unban(chosen: argparse.Namespace) -> int:
    """Lift a ban."""
    with _told(), bans_of(chosen) as bans:
        bans.remove(chosen.kind, chosen.value, by=who())
    return answer(chosen, {"unbanned": chosen.value}, [f"No longer banned: {chosen.kind} {chosen.value}."])


def bans(chosen: argparse.Namespace) -> int:
    """List the bans."""
    import sqlite3

    try:
        with _told(), bans_of(chosen) as known:
            found = known.read().all
    except sqlite3.Error as error:
        raise Refusal(f"the bans cannot be read: {error}.", FAILURE) from None
    lines = []
    for each in found:
        until = "" if each.until is None else f" until {_local(each.until)}"
        lines.append(f"{each.kind} {each.value}{until}{': ' if each.reason else ''}{each.reason}")
    return answer(chosen, [_plain(each) for each in found], lines or ["Nobody is banned."])


def _local(moment: dt.datetime) -> str:
    """Return a moment in the machine's time zone."""
    return f"{local_time(moment):%Y-%m-%d %H:%M %Z}"


def _plain(ban: Ban) -> dict[str, str]:
    until = "" if ban.until is None else ban.until.isoformat(timespec="seconds")
    return {"kind": ban.kind, "value": ban.value, "until": until, "reason": ban.reason}


def account(chosen: argparse.Namespace) -> int:
    """Change an account if asked to, and show it."""
    with _told(), accounts_of(chosen) as accounts:
        if chosen.invite:
            return _invite(chosen, accounts)
        found = accounts.find(chosen.name)
        if chosen.delete:
            _refuse_if_here(chosen, found)
            confirm(chosen, f"This deletes {found.name} and all games of the account, permanently.")
            _delete(chosen, accounts, found)
            return answer(chosen, {"deleted": found.name}, [f"Deleted: {found.name}."])
        return _show(chosen, accounts, _change(chosen, accounts, found))


def _change(chosen: argparse.Namespace, accounts: AccountEditing, account: Account) -> Account:
    from roguelike.serve.accounts import KeyUsed
    from roguelike.serve.bans import KEY, value_of

    if chosen.add_key:
        accounts.add_key(account, KeyUsed(value_of(KEY, chosen.add_key), ""), by=who())
    if chosen.remove_key:
        accounts.remove_key(account, chosen.remove_key, by=who())
    return _rename(chosen, accounts, account) if chosen.rename else account


def _invite(chosen: argparse.Namespace, accounts: AccountEditing) -> int:
    from roguelike.serve.accounts import INVITATION_DAYS, LINK

    account, code = accounts.invite(chosen.name, by=who())
    user = f"{LINK}{code}"
    lines = [f"{account.name} can connect as {user}, once, within {INVITATION_DAYS} days."]
    return answer(chosen, {"name": account.name, "user": user}, lines)


def _rename(chosen: argparse.Namespace, accounts: AccountEditing, account: Account) -> Account:
    from roguelike.serve.player_files import refuse_if_played, rename_games

    _refuse_if_here(chosen, account)
    if uses_clerk(chosen):
        return accounts.rename(account, chosen.rename, by=who())
    folder = places_of(chosen).player(account.id)
    refuse_if_played(folder)
    renamed = accounts.rename(account, chosen.rename, by=who())
    rename_games(folder, renamed.name)
    return renamed


def _delete(chosen: argparse.Namespace, accounts: AccountEditing, account: Account) -> None:
    from roguelike.serve.player_files import delete_files, refuse_if_played, withdraw_pages

    _refuse_if_here(chosen, account)
    if uses_clerk(chosen):
        accounts.delete(account, by=who())
        return
    places = places_of(chosen)
    folder = places.player(account.id)
    refuse_if_played(folder)
    withdraw_pages(places, account)  # first: after an interruption the command can be given again
    accounts.delete(account, by=who())
    delete_files(folder)


def _refuse_if_here(chosen: argparse.Namespace, account: Account) -> None:
    answers = ask_all(chosen, "list", needs_one=False, name=account.name)
    here = [row for each in answers for row in each["sessions"]]
    here += behind_sshd.listed(chosen)
    if any(each["name"] == account.name for each in here):
        raise Refusal(f"{account.name}: has a session (roguelike server kick {account.name})", FAILURE)


def _show(chosen: argparse.Namespace, accounts: AccountEditing, account: Account) -> int:
    import attrs

    keys = accounts.keys_of(account)
    plain = [{name: str(each) for name, each in attrs.asdict(key).items()} for key in keys]
    lines = [f"{account.name}, account {account.id}", *map(_told_of, keys)]
    return answer(chosen, {"id": account.id, "name": account.name, "keys": plain}, lines)


def _told_of(key: AccountKey) -> str:
    """Return the line about a key."""
    what = " ".join(filter(None, (key.fingerprint, key.kind, key.label)))
    return f"  {what}, added {_local(key.added)}, last used {_local(key.used)}"


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn an `AccountError` into a `Refusal`."""
    from roguelike.serve.database import AccountError

    try:
        yield
    except AccountError as error:
        raise Refusal(str(error), FAILURE) from None


def _read_span(given: str) -> dt.timedelta:
    """Read a duration such as 3d, at most ten years."""
    found = re.fullmatch(r"([0-9]{1,7})([mhdw])", given)
    span = dt.timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else dt.timedelta()
    if not dt.timedelta() < span <= _MAX_BAN:
        raise argparse.ArgumentTypeError(
            f"a duration must be like 30m, 12h, 3d or 2w, ten years at most, not {given[:40]!r}"
        )
    return span


def _read_time(given: str) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(given).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"a time must be like 2026-12-24T18:00, not {given[:40]!r}") from None
