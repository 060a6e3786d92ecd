"""The game through a real sshd and the real ssh client, as people play it from afar."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from roguelike.engine.game import new_game
from roguelike.narration.hints import EVERY
from roguelike.store.kept.hints import write_hints
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from tests.pty_program import GAME, PATIENCE, ROOT, Program
from tests.sshd import find, serve
from tests.watching import Size, watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet
    from tests.sshd import Server

pytestmark = pytest.mark.terminal

SEED = 1
MARK = f"p{os.getpid()}"
"""The player's name, by which the game's process is found."""
OURS = ("play", "--rules", "classic", "--new", "--seed", str(SEED), "--name", MARK)
HANG_UP_TAKES = 20.0
"""Seconds after a hang-up within which nothing of the game may be left."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server that runs while these tests do, whose key `forced` starts the game."""
    folder = tmp_path_factory.mktemp("sshd")
    rows = FolderRows(DataFolder(folder / "data" / "roguelike"))
    write_hints(rows, MARK, EVERY)  # which were given depends on the order
    with serve(folder, forced=shlex.join([*GAME, *OURS])) as server:
        yield server
    for left in processes():
        with contextlib.suppress(psutil.NoSuchProcess):
            left.kill()


def by_command(server: Server, *options: str, more: tuple[str, ...] = (), colorterm: str = "") -> Program:
    """Start the game as somebody with a shell account does: `ssh -t host roguelike play`."""
    return Program(*GAME, *OURS, *more, command=server.client("-t", *options), COLORTERM=colorterm)


def by_key(server: Server, *asked: str, term: str = "xterm-256color") -> Program:
    """Log in with the key that starts the game, asking for nothing or for another command."""
    return Program(*asked, command=server.client(*["-t"] * bool(asked), key="forced"), TERM=term)


def blocks(language: str) -> list[str]:
    """Return what the page on SSH has to copy, in the order in which it stands there."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / "docs" / "ssh.md").read_text(), re.DOTALL | re.MULTILINE)


def processes() -> list[psutil.Process]:
    """Return what runs for the player at the other end: the game, and the shell that started it."""
    return [process for process in psutil.process_iter(["cmdline"]) if MARK in " ".join(process.info["cmdline"] or ())]


def test_keys_and_frames_go_through(server: Server, classic: RuleSet) -> None:
    """Every screen is the same as in a game at home, and ssh gets the exit code 0 of a quit game."""
    keys = ["x", "tab", "escape", "i", "escape", "left"]
    sent = {"tab": "\t", "escape": "\x1b", "left": "\x1bOD"}
    expected = [text.strip() for text in watch(new_game(classic, SEED), *keys).texts()]
    with by_command(server, "-o", "SendEnv=LANG") as program:
        program.wait_until(lambda: program.text.strip() == expected[0], expected[0])
        for key, text in zip(keys, expected[1:], strict=True):
            program.type(sent.get(key, key))
            program.wait_until(lambda: program.text.strip() == text, f"after {key}:\n{text}")  # noqa: B023 -- asked at once
        program.type("Q")
        program.wait_for("Quit?")
        program.type("\r")

        assert 0 == program.end()
        assert program.is_given_back()
        assert "" == program.errors()


def test_line_mode_needs_no_terminal(server: Server) -> None:
    """`ssh -T`: lines go in and out, the end of the input saves, and the exit code comes back."""
    command = [*server.client("-T"), *GAME, *OURS, "--line"]
    ended = subprocess.run(command, input=b"look\nexplore\n", capture_output=True, check=False, timeout=PATIENCE)
    told = ended.stdout.decode().splitlines()

    assert 0 == ended.returncode
    assert "> look" in told
    assert told[-1].startswith(f"Saved: {MARK}, Classic, turn ")
    assert b"" == ended.stderr
    assert b"\x1b" not in ended.stdout


def test_interrupting_goes_to_the_game_at_the_other_end(server: Server) -> None:
    """Ctrl-C ends the game and not the client alone, which would leave the terminal as the game had it."""
    with by_command(server) as program:
        program.wait_for("Turn 0")
        on = program.modes_left_on()
        program.type("\x03")

        assert 130 == program.end()
        assert program.is_given_back()
        assert "1049" in on


@pytest.mark.parametrize("asked", [(), ("echo", "nothing of the sort"), ("bash", "-i")], ids=" ".join)
def test_a_key_for_the_game_starts_the_game_whatever_is_asked_for(server: Server, asked: tuple[str, ...]) -> None:
    """A player with such a key has the game and nothing else of the machine."""
    with by_key(server, *asked) as program:
        program.wait_for("Turn 0")
        program.type(".")
        program.wait_for("Turn 1")
        program.type("Q")
        program.wait_for("Quit?")
        program.type("\r")

        assert 0 == program.end()
        assert program.is_given_back()
        assert b"nothing of the sort" not in program.raw


@pytest.mark.parametrize(("term", "colored"), [("xterm-256color", True), ("vt220", False)])
def test_the_kind_of_terminal_is_told(server: Server, term: str, colored: bool) -> None:  # noqa: FBT001 -- a parameter
    """The client sends TERM by itself, so an old terminal is not sent colours that it would show as litter."""
    with by_key(server, term=term) as program:
        program.wait_for("Turn 0")

        assert colored == (b"38;5;" in program.raw)


def test_a_dumb_terminal_is_told_so(server: Server) -> None:
    """The sentence comes through, and so does the exit code."""
    with by_key(server, term="dumb") as program:
        assert 2 == program.end()
        assert program.text.startswith("roguelike: The game needs a terminal")


@pytest.mark.parametrize(("options", "sent"), [(("-o", "SendEnv=COLORTERM"), True), ((), False)])
def test_colours_in_24_bits_need_colorterm_to_be_sent(
    server: Server,
    options: tuple[str, ...],
    sent: bool,  # noqa: FBT001 -- a parameter
) -> None:
    """Where it is not, 256 colours are what every terminal of that name has."""
    with by_command(server, *options, more=("--rules", "tcod"), colorterm="truecolor") as program:
        program.wait_for("Turn 0")

        assert sent == (b"38;2;" in program.raw)
        assert sent or b"38;5;" in program.raw


@pytest.mark.parametrize(("options", "frame"), [(("-o", "SendEnv=LANG"), "┤Inventory "), ((), "+Inventory ")])
def test_more_than_ascii_needs_lang_to_be_sent(server: Server, options: tuple[str, ...], frame: str) -> None:
    """Without a sign that the terminal takes UTF-8, nothing is sent that could come out as litter."""
    with by_command(server, *options) as program:
        program.wait_for("Turn 0")
        program.type("i")
        program.wait_for(frame)

        assert frame.isascii() == program.raw.isascii()


def test_the_screen_follows_the_window(server: Server, classic: RuleSet) -> None:
    """Too small, and larger than before: the window's size goes along the line, and the game is redrawn."""
    expected = watch(new_game(classic, SEED), Size(120, 40)).last.text().strip()
    with by_command(server, "-o", "SendEnv=LANG") as program:
        program.wait_for("Turn 0")
        program.resize(30, 10)
        program.wait_for("too small")
        program.resize(120, 40)
        program.wait_until(lambda: program.text.strip() == expected, expected)


def test_nothing_is_left_of_a_game_whose_line_drops(server: Server) -> None:
    """The host is free again at once, and nobody comes back to a machine that spins."""
    with by_key(server) as program:
        program.wait_for("Turn 0")
        playing = processes()
        program.signal(signal.SIGKILL)
        dropped = time.monotonic()
        while any(map(runs, playing)) and time.monotonic() < dropped + HANG_UP_TAKES:
            time.sleep(0.01)

        assert playing
        assert [] == [process for process in playing if runs(process)]
        assert [] == processes()


def test_the_pages_function_tidies_up_after_a_dropped_line(server: Server) -> None:
    """The game cannot: what it writes no longer gets there, and the mouse would go on typing into the shell."""
    function = next(block for block in blocks("sh") if block.startswith("rl()"))
    client = shlex.join(server.client("-t", key="forced"))
    with Program("-c", function.replace("ssh -t you@host", client) + "rl", command=["/bin/sh"]) as program:
        program.wait_for("Turn 0")
        on = program.modes_left_on()
        (playing,) = processes()
        at_the_other_end = playing.parent()
        assert at_the_other_end is not None
        at_the_other_end.kill()

        assert 255 == program.end()
        assert program.is_given_back()
        assert "1049" in on


def test_sshd_takes_the_pages_settings(server: Server) -> None:
    """An unknown keyword would keep sshd from starting, and lock out the administrator who copied it."""
    config = server.folder / "sshd_config_of_the_page"
    per_user, for_all = blocks("sshd_config")
    config.write_text(f"HostKey {server.folder / 'host'}\n{for_all}{per_user}")
    command = [find("sshd"), "-T", "-f", str(config), "-C", "user=play,host=localhost,addr=127.0.0.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert "" == done.stderr
    assert {"acceptenv COLORTERM", "acceptenv LANG", "clientaliveinterval 15"} <= set(done.stdout.splitlines())


def runs(process: psutil.Process) -> bool:
    """Return whether a process is not over; one that is may stay in the list until somebody asks how it ended."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("key", ["free", "forced"])
def test_without_a_terminal_it_says_so(server: Server, key: str) -> None:
    """One sentence, for whoever forgot `-t`, instead of a program that hangs or spins."""
    done = subprocess.run(
        [*server.client("-T", key=key), *GAME, *OURS],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert 2 == done.returncode
    assert "" == done.stdout
    assert re.fullmatch("roguelike: .*input and output.*\n", done.stderr)
