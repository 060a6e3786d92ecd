"""Sessions behind OpenSSH, which a server does not list, for the commands of `server`."""

from __future__ import annotations

import datetime as dt
import time
from typing import TYPE_CHECKING, Any

from roguelike.cli.asking import accounts_file, places_of, uses_clerk

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from roguelike.serve.sshd_sessions import SshdSession


def listed(chosen: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the sessions in the form of a server's list."""
    from roguelike.serve.sshd_sessions import sshd_sessions

    return [_row(each) for each in sshd_sessions(places_of(chosen))]


def kick(chosen: argparse.Namespace) -> int:
    """End the sessions of a player, or the one with a number; returns how many."""
    who = chosen.who.lower()
    return _end(chosen, lambda each: who in {each.facts.name.lower(), _number(each)})


def end_banned(chosen: argparse.Namespace) -> int:
    """End the sessions of banned players; returns how many."""
    from roguelike.serve.accounts import Account, KeyUsed
    from roguelike.serve.bans import BanList

    if uses_clerk(chosen):  # such sessions are refused where there is a database
        return 0
    bans, now = BanList(accounts_file(chosen)).read(), dt.datetime.now(dt.UTC)

    def is_banned(each: SshdSession) -> bool:
        facts = each.facts
        account, key = Account(facts.account, facts.name), KeyUsed(facts.key, "")
        return bool(bans.of_address(facts.address, now) or bans.of_player(account, key, now))

    return _end(chosen, is_banned)


def _end(chosen: argparse.Namespace, is_meant: Callable[[SshdSession], bool]) -> int:
    from roguelike.serve.sshd_sessions import sshd_sessions

    meant = [each for each in sshd_sessions(places_of(chosen)) if is_meant(each)]
    for each in meant:
        each.end()
    return len(meant)


def _number(session: SshdSession) -> str:
    """Return the number of a session: `p` and its process ID, unlike those of a server."""
    return f"p{session.process}"


def _row(session: SshdSession) -> dict[str, Any]:
    facts = session.facts
    return {
        "session": _number(session),
        "name": facts.name,
        "address": facts.address,
        "since": dt.datetime.fromtimestamp(facts.since, dt.UTC).isoformat(timespec="seconds"),
        "idle": round(time.time() - facts.moved),
        "game": facts.game,
        "at": facts.at,
        "watchers": facts.watchers,
    }
