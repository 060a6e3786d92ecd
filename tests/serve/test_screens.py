"""The screens that only served players see, in windows of every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.view import Close, Open, Replace
from roguelike.serve.accounts import Account, Accounts, KeyUsed
from roguelike.serve.database import make_database
from roguelike.serve.game.views.account import REMOVED, AccountMenu, CodePage, KeyMenu, LabelField, RemoveQuestion
from roguelike.serve.game.views.name import CodeField, NameField
from roguelike.serve.game.views.take_over import TakeOverPage
from roguelike.ui.screens.screen import screen_of

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.play.views.view import Request, View

KEY = KeyUsed(f"SHA256:{1:043}", "ssh-ed25519")


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    """Return accounts without anybody."""
    make_database(tmp_path / "accounts.sqlite")
    return Accounts(tmp_path / "accounts.sqlite")


@pytest.fixture
def account(accounts: Accounts) -> AccountMenu:
    """Return the screen of somebody with two keys."""
    ann = accounts.register("ann", KEY)
    accounts.add_key(ann, KeyUsed(f"SHA256:{2:043}", "ecdsa-sha2-nistp256"))
    return AccountMenu(accounts, ann, KEY)


def shown(screen: View, width: int = 80, height: int = 24) -> str:
    """Return what it shows."""
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    return canvas.text()


def opened(asked: Request) -> View:
    """Return the screen that was asked for."""
    assert isinstance(asked, Open | Replace)
    return asked.view


def no_account(name: str) -> Account:
    """Refuse to make an account."""
    raise AssertionError(name)


@pytest.mark.parametrize("size", [(20, 5), (40, 15), (80, 24), (200, 60)])
def test_every_screen_fits_every_window(account: AccountMenu, size: tuple[int, int]) -> None:
    """The frame is whole, and the title can be read."""
    key = opened(account.on_key("a"))
    screens = [account, key, opened(key.on_key("n")), opened(key.on_key("r")), opened(account.on_key("c"))]

    assert [AccountMenu, KeyMenu, LabelField, RemoveQuestion, CodePage] == [type(each) for each in screens]
    for screen in (*screens, NameField("ann", no_account), CodeField(KEY.fingerprint, no_account)):
        lines = shown(screen, *size).split("\n")
        assert all("│" not in line.strip("│├┤ ") for line in lines if line.startswith("│"))
        assert any(corner in "".join(lines) for corner in "┌┐")


def test_a_key_is_named_and_removed(account: AccountMenu) -> None:
    """Its label stands in the list; the last key stays."""
    naming = opened(opened(account.on_key("b")).on_key("n"))
    for char in "phone":
        naming.on_key(char)
    assert Close() == naming.on_key("enter")
    assert "phone" in shown(account)
    assert "this key" in next(line for line in shown(account).split("\n") if "ssh-ed25519" in line)

    asked = opened(opened(account.on_key("b")).on_key("r"))
    assert Close() == asked.on_key("n")
    assert REMOVED in shown(opened(asked.on_key("y")))
    assert "phone" not in shown(account)
    asked = opened(opened(account.on_key("a")).on_key("r"))
    assert REMOVED not in shown(opened(asked.on_key("y")))
    assert "ssh-ed25519" in shown(account)


def test_a_removed_key_opens_nothing_more(accounts: Accounts, account: AccountMenu) -> None:
    """Not even in the session that it has begun before."""
    ann = accounts.find("ann")
    accounts.remove_key(ann, KEY.fingerprint)

    assert isinstance(opened(account.on_key("c")), NoticePage)
    asked = opened(opened(account.on_key("b")).on_key("r"))
    assert isinstance(opened(asked.on_key("y")), NoticePage)
    assert 1 == len(accounts.keys_of(ann))


def test_a_new_browser_names_the_device_that_has_the_account() -> None:
    """The prompts for a name and for a code both say where to make a code."""
    for field in (
        NameField("", no_account, in_browser=True),
        CodeField(KEY.fingerprint, no_account, in_browser=True),
    ):
        words = " ".join(shown(field).replace("│", " ").split())
        assert "If you have an account here already, open it on your other device" in words
        assert "make a code" in words


def test_the_question_to_take_over_names_its_keys() -> None:
    """The keys have the same names as on all screens."""

    class Elsewhere:
        address = "192.0.2.7"
        since = "18:12"

        def end(self) -> None:
            """End nothing."""

        def has_ended(self) -> bool:
            """Go on."""
            return False

    assert "Enter: take over  Esc: leave" in shown(TakeOverPage(Elsewhere()))
