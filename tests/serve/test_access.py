"""Access after the login."""

from __future__ import annotations

import datetime as dt

from roguelike.serve.accounts import Account, KeyUsed
from roguelike.serve.bans import Ban, Bans
from roguelike.serve.front.access import Guests, Login, denial_reason
from roguelike.serve.settings import ServeSettings

NOW = dt.datetime(2026, 11, 23, 12, tzinfo=dt.UTC)
KEY = KeyUsed("SHA256:abc", "ssh-ed25519")
STRANGER = Login("ann", KEY, None, "192.0.2.1", "192.0.2.1")
ANN = Login("ann", KEY, Account(1, "Ann"), "192.0.2.1", "192.0.2.1")
GUEST = Login("guest", None, None, "192.0.2.1", "192.0.2.1")


def told(
    login: Login,
    settings: ServeSettings = ServeSettings(),  # noqa: B008 -- frozen
    *bans: Ban,
    guests: Guests | None = None,
) -> str:
    """Return why somebody is not let in."""
    return denial_reason(login, settings, Bans(bans), guests or Guests(), NOW)


def test_where_it_is_closed_only_accounts_and_codes_are_let_in() -> None:
    """A stranger learns which key came; elsewhere they are let in to choose a name."""
    closed = ServeSettings(closed=True)
    linking = Login("link-abc", KEY, None, "192.0.2.1", "192.0.2.1")

    assert ["", "", ""] == [told(STRANGER), told(ANN, closed), told(linking, closed)]
    assert "SHA256:abc" in told(STRANGER, closed)


def test_guests_are_counted_by_network() -> None:
    """Two of a network, and no more than the settings say."""
    guests, some = Guests(), ServeSettings(guests=3)
    for network in ("192.0.2.1", "192.0.2.1"):
        assert not told(GUEST, some, guests=guests)
        guests.came(network)

    assert told(GUEST).startswith("Too many guests")
    assert "There are already 2 guests from your address." == told(GUEST, some, guests=guests)
    guests.came("192.0.2.2")
    assert told(GUEST, some, guests=guests).startswith("Too many guests")
    guests.left("192.0.2.1")
    assert not told(GUEST, some, guests=guests)


def test_the_banned_are_told_so() -> None:
    """By account, key or address."""
    assert "This account is banned: spam." == told(ANN, ServeSettings(), Ban("account", "ann", reason="spam"))
    assert "This key is banned." == told(STRANGER, ServeSettings(), Ban("key", KEY.fingerprint))
    assert "Your address is banned." == told(GUEST, ServeSettings(guests=1), Ban("address", "192.0.2.0/24"))
    assert not told(STRANGER, ServeSettings(), Ban("account", "ann"))
