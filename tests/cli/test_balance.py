"""The command `balance`."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from roguelike import cli
from roguelike.balance.report import COLUMNS
from tests.pty_program import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

Told = Any
ROOT = Path(__file__).parents[2]
SMALL = ("--rules", "classic", "--games", "5000")
"""Many games of which each is short."""
SHORT = ("balance", "--rules", "classic", "--games", "4", "--turns", "40")
"""Games of the main game take longer."""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return an empty data folder."""
    return tmp_path / "data"


def start(kept: Path, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401 -- of Popen
    """Start more games than anybody waits for."""
    command = [sys.executable, "-m", "roguelike", "balance", *SMALL, "--data-dir", str(kept), *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, **options)


def lines_of(kept: Path) -> int:
    """Return how many lines the games have that are kept."""
    return sum(path.read_bytes().count(b"\n") for path in kept.glob("balance/*.games"))


def wait_for_games(kept: Path, games: int = 3) -> None:
    """Wait until so many games are kept."""
    end = time.monotonic() + 60
    while lines_of(kept) <= games:
        assert time.monotonic() < end
        time.sleep(0.05)


def read_all(terminal: int, into: list[bytes]) -> None:
    """Read what is shown on a terminal, until nobody has it any more."""
    with contextlib.suppress(OSError):
        while True:
            into.append(os.read(terminal, 1 << 16))


def test_games_are_told_in_a_table_with_plots(told: Told) -> None:
    """The output names the games, their results, and how to play one."""
    code, out, err = told(*SHORT)

    assert (0, "") == (code, err)
    assert out.startswith("classic, careful: 4 games, tuning seeds 1000000 to 1000003\n")
    assert "\nwins  " in out
    assert "roguelike play --rules classic --seed N" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_second_time_nothing_is_played(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept results are only printed again."""
    first = told(*SHORT)
    monkeypatch.setattr("roguelike.balance.games.autoplay", None)

    assert first == told(*SHORT)


def test_programs_get_the_table_as_csv(told: Told) -> None:
    """A row for each measure."""
    rows = list(csv.DictReader(io.StringIO(told(*SHORT, "--csv")[1])))

    assert list(COLUMNS) == list(rows[0])
    assert {"wins", "score", "turns_a_level", "unused_items"} <= {row["key"] for row in rows}


def test_programs_get_all_of_it_as_json(told: Told) -> None:
    """On one line."""
    code, out, err = told(*SHORT, "--json", "--policy", "careless", "--seeds", "7")
    found = json.loads(out)

    assert (0, "", 1) == (code, err, out.count("\n"))
    assert ("classic", "careless", 4) == (found["rules"], found["policy"], found["games"])
    assert {"first": 7, "last": 10, "of": "seeds 7 to 10 (neither tuning nor report)"} == found["seeds"]
    assert COLUMNS == tuple(found["measures"][0])


def test_reports_have_seeds_of_their_own(told: Told) -> None:
    """Their table says so."""
    assert "report seeds 2000000 to 2000003" in told(*SHORT, "--seeds", "report")[1]


def test_what_is_forbidden_is_told_and_compared(told: Told) -> None:
    """Both sides have the same policy and the same seeds."""
    out = told(*SHORT, "--without", "doors,fire")[1]

    assert out.startswith("classic, careful without doors, fire: 4 games")
    assert "Compared with careful on the same seeds" in out


def test_several_processes_tell_the_same(told: Told, tmp_path: Path) -> None:
    """Whatever order the games come back in."""
    assert told(*SHORT, "--json") == told(*SHORT, "--json", "--jobs", "3", folder=tmp_path / "other")


@pytest.mark.parametrize("number", ["1", "2"])
def test_games_are_the_same_whatever_pythons_hashes_are(told: Told, tmp_path: Path, number: str) -> None:
    """In processes of its own, too."""
    command = [
        sys.executable,
        "-m",
        "roguelike",
        *SHORT,
        "--json",
        "--jobs",
        "2",
        "--data-dir",
        str(tmp_path / "other"),
    ]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": number}, capture_output=True, text=True, check=True
    )

    assert (done.stdout, done.stderr) == told(*SHORT, "--json")[1:]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--games", "many"],
        ["--jobs", "0"],
        ["--jobs", "65"],
        ["--seeds", "other"],
        ["--seeds", "-1"],
        ["--seeds", str(2**64 - 1)],
        ["--policy", "clever"],
        ["--without", "hands"],
        ["--without", ""],
        ["--policy", "seek", "--without", "doors"],
        ["--json", "--csv"],
        ["--turns", "0"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_sentence(kept: Path, capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> None:
    """On standard error, with exit code 2; nothing is played."""
    code = cli.main(["balance", *arguments, "--data-dir", str(kept)])
    told = capsys.readouterr()

    assert (2, "", 1) == (code, told.out, told.err.count("\n"))
    assert told.err.startswith("roguelike: ")
    assert not kept.exists()


def test_an_unknown_rule_set_is_one_sentence(told: Told) -> None:
    """As for every other command."""
    code, out, err = told("balance", "--rules", "nonsense")

    assert (2, "", 1) == (code, out, err.count("\n"))


def test_a_damaged_file_is_told(told: Told, kept: Path) -> None:
    """With its place, and what to do."""
    told(*SHORT)
    (file,) = kept.glob("balance/*.games")
    file.write_bytes(file.read_bytes().replace(b'"seed"', b'"sede"', 1))
    code, out, err = told(*SHORT)

    assert (3, "") == (code, out)
    assert f"{file} is damaged in line 2: delete it" in err


def test_without_a_terminal_there_is_no_progress(told: Told) -> None:
    """A log would be full of it."""
    assert "" == told(*SHORT)[2]


@pytest.mark.terminal
def test_ctrl_c_stops_all_of_it_and_keeps_the_games(kept: Path) -> None:
    """Every process at once, in a sentence, and the same command goes on."""
    ours, theirs = pty.openpty()
    running = start(kept, "--jobs", "2", stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown: list[bytes] = []
    reading = threading.Thread(target=read_all, args=(ours, shown))
    reading.start()
    wait_for_games(kept)
    workers = psutil.Process(running.pid).children(recursive=True)

    os.killpg(running.pid, signal.SIGINT)
    code = running.wait(PATIENCE)
    reading.join(20)
    os.close(ours)
    text = b"".join(shown).decode()

    assert 130 == code
    assert "careful [" in text
    assert "Stopped. The results so far are saved: run the same command to resume." in text
    assert "Traceback" not in text
    assert len(workers) >= 2
    assert [] == psutil.wait_procs(workers, PATIENCE)[1]
    before = lines_of(kept)
    assert 0 == cli.main(["balance", "--rules", "classic", "--games", "2", "--data-dir", str(kept)])
    assert before == lines_of(kept)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_whatever_ends_it_no_process_is_left(kept: Path, number: signal.Signals) -> None:
    """Even where it has no time to say anything."""
    running = start(kept, "--jobs", "2", stderr=subprocess.DEVNULL)
    wait_for_games(kept)
    workers = psutil.Process(running.pid).children(recursive=True)

    running.send_signal(number)
    running.wait(PATIENCE)

    assert [] == psutil.wait_procs(workers, PATIENCE)[1]
