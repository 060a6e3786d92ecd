"""Bans of accounts, keys and addresses."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import Account, KeyUsed
from roguelike.serve.bans import Ban, BanList, Bans, KnownBans
from roguelike.serve.database import AccountError, make_database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.serve.account_stores import AccountStore

NOW = dt.datetime(2026, 11, 23, 12, tzinfo=dt.UTC)
ANN = Account(1, "Ann")
KEY = KeyUsed(f"SHA256:{1:043}", "ssh-ed25519")


def test_bans_are_kept_and_taken_back(kept: AccountStore) -> None:
    """A second ban of the same takes the place of the first."""
    bans = kept.bans
    bans.add(Ban("account", "ANN"), by="admin")
    bans.add(Ban("account", "ann", NOW, "cheating"), by="admin")
    bans.add(Ban("address", "192.0.2.7/24"), by="admin")

    assert {Ban("account", "ann", NOW, "cheating"), Ban("address", "192.0.2.0/24")} == set(bans.read().all)
    bans.remove("address", "192.0.2.9/24", by="admin")
    assert ["ann"] == [ban.value for ban in bans.read().all]
    with pytest.raises(AccountError, match="The account bob is not banned"):
        bans.remove("account", "bob", by="admin")
    assert [
        ("admin", "banned account ann: "),
        ("admin", "banned account ann until 2026-11-23T12:00:00+00:00: cheating"),
        ("admin", "banned address 192.0.2.0/24: "),
        ("admin", "unbanned address 192.0.2.0/24"),
    ] == kept.audit()


def test_the_gateway_sees_new_bans_in_a_file_at_once(tmp_path: Path) -> None:
    """And those that are taken back; where nothing has changed, nothing is read."""
    file = tmp_path / "accounts.sqlite"
    make_database(file)
    known = KnownBans(file)
    assert None is known.current().of_address("192.0.2.7", NOW)
    BanList(file).add(Ban("address", "192.0.2.7"), by="admin")
    banned = known.current()
    assert banned.of_address("192.0.2.7", NOW)
    assert banned is known.current()
    BanList(file).remove("address", "192.0.2.7", by="admin")
    assert not known.current().all
    known.close()


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [("address", "nowhere", ""), ("key", "AAAA", ""), ("hat", "red", ""), ("account", "ann", "\x1b[2J")],
)
def test_nonsense_is_not_banned(kept: AccountStore, kind: str, value: str, reason: str) -> None:
    """It gets a sentence instead."""
    with pytest.raises(AccountError):
        kept.bans.add(Ban(kind, value, reason=reason), by="admin")


def test_a_ban_holds_for_who_it_names_until_it_ends() -> None:
    """Accounts by name, keys by fingerprint, addresses by network, also as IPv6 writes those of IPv4."""
    until = NOW + dt.timedelta(hours=1)
    of_account, of_key = Ban("account", "ann", until, "cheating"), Ban("key", KEY.fingerprint)
    of_network, of_address = Ban("address", "192.0.2.0/24"), Ban("address", "2001:db8::1/128")
    bans = Bans((of_account, of_key, of_network, of_address))

    assert of_account == bans.of_player(ANN, None, NOW)
    assert None is bans.of_player(ANN, None, until)
    assert of_key == bans.of_player(None, KEY, NOW)
    assert None is bans.of_player(Account(2, "bob"), None, NOW)
    assert [of_network, of_network] == [bans.of_address(each, NOW) for each in ("192.0.2.200", "::ffff:192.0.2.1")]
    assert [of_address, None] == [bans.of_address(each, NOW) for each in ("2001:db8::1%eth0", "192.0.3.1")]
    assert "This account is banned until 2026-11-23 13:00 UTC: cheating." == of_account.sentence()
    assert "Your address is banned." == of_network.sentence()
