"""Addresses of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.serve.front.familiar import KEPT, MAX_ADDRESSES, Familiar

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_800_000_000


def test_an_address_is_remembered_for_a_day_also_by_the_next_gateway(tmp_path: Path) -> None:
    """The day begins with the last login."""
    file = tmp_path / "addresses"
    first = Familiar(file, NOW)
    first.note("192.0.2.1", NOW)
    first.note("2001:db8::", NOW)
    first.note("192.0.2.1", NOW + KEPT // 2)
    second = Familiar(file, NOW + KEPT)

    assert first.knows("192.0.2.1", NOW)
    assert not first.knows("192.0.2.2", NOW)
    assert [True, False] == [second.knows(each, NOW + KEPT) for each in ("192.0.2.1", "2001:db8::")]
    assert 0o600 == file.stat().st_mode & 0o777
    assert f"{NOW + KEPT // 2} 192.0.2.1\n" == file.read_text()


def test_a_damaged_file_or_none_harms_nobody(tmp_path: Path) -> None:
    """A kill can cut off a line, and an administrator can remove the folder."""
    file = tmp_path / "addresses"
    file.write_bytes(b"\xff\n\nsoon 192.0.2.1\n%d\n%d 192.0.2.2\n%d 192." % (NOW, NOW, NOW + 2 * KEPT))
    known = Familiar(file, NOW)
    lost = Familiar(tmp_path / "none" / "addresses", NOW)
    lost.note("192.0.2.1", NOW)

    assert f"{NOW} 192.0.2.2\n" == file.read_text()
    assert known.knows("192.0.2.2", NOW)
    assert lost.knows("192.0.2.1", NOW)


def test_the_file_and_the_memory_are_bounded(tmp_path: Path) -> None:
    """The number of addresses is limited; the oldest is forgotten; repeated logins from one are recorded once."""
    file = tmp_path / "addresses"
    known = Familiar(file, NOW)
    for number in range(2 * MAX_ADDRESSES + 1):
        known.note(f"10.0.{number // 250}.{number % 250}", NOW)
    for _ in range(10):
        known.note("10.0.0.0", NOW)

    assert MAX_ADDRESSES + 1 == len(file.read_text().splitlines())
    assert not known.knows("10.0.0.1", NOW)
    assert known.knows("10.0.0.0", NOW)
