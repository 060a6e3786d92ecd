"""Pages in Chromium: games by keys and by touch, and the canvas."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
from typing import TYPE_CHECKING, Final

import pytest

from tests.serve.web.chromium import PHONE, Window, Windows, needs_chromium
from tests.serving import ask, manage, needs_ssh
from tests.serving import turn_of as turn_on

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, WebSocketRoute

    from tests.serving import Served

pytestmark = [needs_chromium, pytest.mark.slow]
REVERSE = 4
GUEST = "/play?guest#play"
ATTEMPTS = 9
NO_SERVER = f"""
    window.waits = [];
    window.WebSocket = class {{ constructor() {{ Promise.resolve().then(() => this.onclose()); }} }};
    window.setTimeout = (work, wait) => {{
        if (waits.push(wait) < {ATTEMPTS}) Promise.resolve().then(work);
        return 1;
    }};
"""
"""Makes each connection of a page fail, and all waits except the last pass at once."""
SEEN: Final = """id => {
    const { width, height } = document.getElementById(id).getBoundingClientRect();
    return width * height;
}"""
"""Pixels of an element, without clipped ones."""


def begin(window: Window) -> None:
    """Begin a game of Ember with the first kit."""
    window.wait_for("Play Ember")
    window.press(re.findall(r"(\w)\) Play Ember", window.text)[0])
    window.wait_for("Choose a kit")
    window.press("Enter")
    window.wait_for("HP 40/40")


def turn_of(window: Window) -> int:
    """Return the turn that the panel shows; -1 without one."""
    found = re.search(r" (?:T|Turn )(\d+)\b", window.text)
    return int(found[1]) if found else -1


def test_a_guest_plays_by_keys(windows: Windows) -> None:
    """The canvas has the text and the colours of the server; a resized window resizes the game."""
    with windows.open(GUEST) as window:
        begin(window)
        assert (len(window.sent.rows[0]) >= 80, len(window.sent.rows) >= 24) == (True, True)
        for turn in range(1, 4):
            window.press(".")
            assert turn_of(window) == turn
        window.press("i")
        assert "dagger" in window.text
        window.press("Escape")
        compare_colors(window)
        window.page.set_viewport_size({"width": 900, "height": 500})
        window.wait_until(lambda: len(window.sent.rows[0]) < 100 and "HP" in window.text, "smaller screen")
        window.settle()


def test_keys_are_no_trap(windows: Windows) -> None:
    """F6 moves the focus from the game to the links, and Tab moves it back; in the game Tab is a key."""
    with windows.open(GUEST) as window:
        begin(window)
        window.press("Tab")
        assert window.focus == "grid"
        window.page.keyboard.press("F6")
        assert window.focus == "games"
        before = window.text
        for key in ("x", "Tab", "Tab", "Tab"):
            window.page.keyboard.press(key)
        assert (window.focus, window.text) == ("grid", before)
        window.page.get_by_role("button", name="F6: go to the links").click()
        assert window.focus == "games"
        window.page.get_by_role("button", name="Back to the game").click()
        window.press(".")
        assert turn_of(window) == 1


def test_characters_and_pastes_reach_a_field_of_the_game(windows: Windows) -> None:
    """Also those of AltGr and dead keys; a paste needs no text field."""
    with windows.open(GUEST, permissions=["clipboard-read", "clipboard-write"]) as window:
        begin(window)
        window.press("x", '"')
        for key in (
            {"key": "@", "modifierAltGraph": True, "altKey": True, "ctrlKey": True},
            {"key": "Dead"},
            {"key": "é"},
        ):
            window.dispatch("keydown", key)
        window.wait_for("@é")
        window.page.evaluate("navigator.clipboard.writeText('two ogres')")
        window.page.keyboard.press("Control+v")
        window.wait_for("@étwo ogres")


def test_a_phone_is_played_by_touch(windows: Windows) -> None:
    """In fewer cells of a readable font, by a bar with keys of 44 pixels, by the screen keyboard, and by taps."""
    with windows.open(GUEST, PHONE, has_touch=True, is_mobile=True, device_scale_factor=2) as window:
        window.wait_for("Play Ember")
        assert 40 <= len(window.sent.rows[0]) < 60
        for name in ("Enter", "Enter"):
            window.tap(name)
        window.wait_for("HP 40/40")
        boxes = [button.bounding_box() for button in window.page.locator("#bar button").all()]
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= 44
        (grid,) = [window.page.locator("#grid").bounding_box()]
        assert grid is not None
        assert grid["y"] + grid["height"] <= min(box["y"] for box in boxes if box)
        window.tap("Wait")
        assert turn_of(window) == 1
        window.tap("Key x")
        window.wait_for("EXAMINE")
        window.tap("Escape")
        compare_colors(window)
        window.tap("Keyboard", answers=False)
        window.compose("..")
        window.wait_until(lambda: turn_of(window) == 3, "turn 3")
        for height in (420, 260):
            window.page.set_viewport_size({"width": 390, "height": height})  # as much as a keyboard leaves
            room = height // 17
            window.wait_until(lambda: 15 <= len(window.sent.rows) <= max(15, room), "fewer rows")  # noqa: B023
            window.wait_until(lambda: "HP" in window.text, "a map")
        window.page.set_viewport_size({"width": 760, "height": 190})  # on its side, with the keyboard
        window.wait_until(lambda: "HP" in window.text and heights(window)[0] >= 12, "rows that can be read")
        window.tap("Keyboard", answers=False)
        window.page.set_viewport_size({"width": 760, "height": 390})
        window.wait_until(lambda: len(window.sent.rows[0]) >= 60, "the size of a turned phone")


def heights(window: Window) -> tuple[float, float]:
    """Return the heights of a row and of the canvas, in CSS pixels."""
    box = window.page.locator("#grid").bounding_box()
    assert box is not None
    return box["height"] / len(window.sent.rows), box["height"]


def test_a_finger_types_scrolls_and_chooses(windows: Windows) -> None:
    """A tap on a question opens the keyboard, which closes with it; rows are high; a swipe turns the wheel."""
    with windows.open("/play", PHONE, has_touch=True, is_mobile=True) as window:
        window.page.get_by_role("button", name="Play", exact=True).click()
        window.wait_for("Choose a name.")
        assert window.focus == "grid"
        window.page.touchscreen.tap(200, 300)
        assert window.focus == "typed"
        window.compose("anna")
        window.wait_for("anna")
        window.page.keyboard.press("Enter")
        window.wait_for("Play Ember")
        window.wait_until(lambda: window.focus == "grid", "no keyboard")
        window.wait_until(lambda: heights(window)[0] >= 24, "rows as high as a fingertip")
        tap_on(window, "How to play")
        window.wait_for("Pick up items")
        before = window.text
        swipe(window, 500, 200)
        window.wait_until(lambda: window.text != before and "Pick up items" not in window.text, "the next lines")
        swipe(window, 100, 550)
        window.wait_until(lambda: window.text == before, "the first lines")


def tap_on(window: Window, text: str) -> None:
    """Tap a text of the game."""
    (y,) = [y for y, row in enumerate(window.text.split("\n")) if text in row]
    x, row = window.text.split("\n")[y].index(text), window.page.locator("#grid").bounding_box()
    assert row is not None
    wide, high = row["width"] / len(window.sent.rows[0]), row["height"] / len(window.sent.rows)
    window.page.touchscreen.tap(row["x"] + (x + 0.5) * wide, row["y"] + (y + 0.5) * high)


def swipe(window: Window, start: int, end: int) -> None:
    """Move a finger from row `start` of pixels to row `end`."""
    touch = window.page.context.new_cdp_session(window.page)
    for kind, y in (("touchStart", start), ("touchMove", (start + end) // 2), ("touchMove", end), ("touchEnd", None)):
        points = [] if y is None else [{"x": 200, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_long_touch_is_the_right_button(windows: Windows) -> None:
    """A short tap is the left button, on the cell below the finger."""
    with windows.open(GUEST, PHONE, has_touch=True, is_mobile=True) as window:
        begin(window)
        box = window.page.locator("#grid").bounding_box()
        assert box is not None
        place = {"clientX": box["x"] + 1, "clientY": box["y"] + 1, "pointerType": "touch", "isPrimary": True}
        for kind, pause in (("pointerdown", 0), ("pointerup", 0), ("pointerdown", 600), ("pointerup", 0)):
            window.dispatch(kind, place)
            window.page.wait_for_timeout(pause)
        assert [told["m"] for told in window.told if "m" in told] == [["left", 0, 0], ["right", 0, 0]]


def test_new_lines_of_the_log_are_announced_once(windows: Windows) -> None:
    """In an invisible region that the next key empties; the canvas names the text version."""
    with windows.open(GUEST) as window:
        begin(window)
        window.wait_until(lambda: "- paragraph: You light your lamp." in window.heard, "the first line")
        assert window.page.evaluate(SEEN, "news") <= 1
        assert "application" in window.heard
        assert "For screen readers there is a text version" in window.heard
        window.press("i")
        assert "paragraph" not in window.heard
        window.press("Escape", "o")
        window.wait_until(lambda: "paragraph" in window.heard, "what exploring has found")
        assert window.page.evaluate(SEEN, "news") <= 1


def test_after_the_end_there_is_another_game(windows: Windows, server: Served) -> None:
    """The sentence has the reason; the button that starts another game has the focus."""
    with windows.open(GUEST) as window:
        window.wait_for("Play Ember")
        (listed,) = ask(server, "list")
        ask(server, "kick", listed["name"])
        window.page.get_by_text("An administrator closed your session.").wait_for()
        assert (window.focus, window.sockets) == ("guest", 1)
        window.page.keyboard.press("Enter")
        window.wait_until(lambda: window.sockets == 2, "new connection")
        window.wait_for("Play Ember")


def compare_colors(window: Window) -> None:
    """Compare each cell's pixels with the server's colours: one colour for blocks, glyph and background for others."""
    wrong = []
    for y, row in enumerate(window.painted()):
        for x, (corner, colors) in enumerate(row):
            char, front, back, flags = window.sent.rows[y][x]
            if (x, y) == window.sent.cursor:
                continue
            if flags & REVERSE:
                front, back = back, front
            expected = front if char == "█" else back
            if corner != expected or (char == " " and len(colors) > 1) or (char == "█" and colors != {front}):
                wrong.append((x, y, char, hex(front), hex(back), hex(corner)))
            elif char.isalnum() and front != back and len(colors) == 1:
                wrong.append((x, y, char, hex(front), hex(back), "no glyph"))
    assert wrong == []


def test_a_person_may_want_no_motion_and_more_contrast(windows: Windows) -> None:
    """By the preferences of the system, for the session: the options show them, and nothing is saved."""
    with windows.open(GUEST, reduced_motion="reduce", contrast="more") as window:
        window.wait_for("Play Ember")
        window.press(re.findall(r"(\w)\) Options", window.text)[0])
        for shown in (r"Palette +high-contrast +\[this session\]", r"Animation +off +\[this session\]"):
            assert re.search(shown, window.text)


def register(window: Window, name: str) -> None:
    """Play with the browser as the key of a new account."""
    window.page.get_by_role("button", name="Play", exact=True).click()
    window.wait_for("Choose a name.")
    window.press(*name, "Enter")
    window.wait_for("Play Ember")


def test_a_game_goes_on_after_the_death_of_the_web_process(browser: Browser, pages: Served, tmp_path: Path) -> None:
    """The page shows a sentence, connects again by itself, and shows the same turn."""
    with pages.lent(tmp_path, "", harmed=True) as server, Windows(browser, server).open("/play") as window:
        register(window, "anna")
        begin(window)
        window.press(".", ".")
        os.kill(server.worker("web"), signal.SIGKILL)
        window.wait_until(lambda: "Connection lost" in window.state, "the sentence")
        window.wait_until(lambda: window.state == "Playing" and turn_of(window) == 2, "turn 2")
        window.press(".")
        assert turn_of(window) == 3
        window.page.reload()
        window.wait_until(lambda: turn_of(window) == 3, "the same turn after loading the page again")


def test_a_page_tries_again_more_and_more_rarely(windows: Windows) -> None:
    """Within half a second at first, at the end every 30 seconds, and at different times for different pages.

    It tries at once when it becomes visible, or the machine is online again.
    """
    with windows.open("/") as window:
        window.page.add_init_script(NO_SERVER)
        window.open("/watch/anna")
        window.wait_until(lambda: attempts(window) == ATTEMPTS, "last attempt")
        waits = window.page.evaluate("waits")
        for wait, longest in zip(waits, (500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000), strict=True):
            assert longest / 2 <= wait <= longest
        assert len(set(waits)) == ATTEMPTS
        assert window.state == "Connection lost. Retrying in 30 s."
        window.hide()
        assert attempts(window, "online") == ATTEMPTS
        window.hide(is_hidden=False)
        assert attempts(window) == ATTEMPTS + 1
        assert attempts(window, "online") == ATTEMPTS + 2


def attempts(window: Window, event: str = "") -> int:
    """Return how often a page without a server has tried to connect, after an event of the window if one is given."""
    if event:
        window.page.evaluate("kind => { dispatchEvent(new Event(kind)); }", event)
    return int(window.page.evaluate("waits.length"))


@needs_ssh
def test_a_game_is_taken_over_from_ssh_and_back(windows: Windows, server: Served) -> None:
    """At the same turn each time; the page names the other session, and offers to play again."""
    with windows.open("/play") as window, contextlib.ExitStack() as programs:
        register(window, "anna")
        begin(window)
        window.press(".")
        code = re.findall(r"link-\w+", manage(server.data, "account", "anna", "--invite").stdout)[0]
        with server.connect("anna", asks=code) as linking:
            linking.wait_for("This key opens anna's account now.")
        program = programs.enter_context(server.connect("anna"))
        program.wait_for("Take over here?")
        program.type("\r")
        window.page.get_by_text("You continued in another session.").wait_for()
        program.wait_until(lambda: turn_on(program) == 1, "turn 1")
        program.type(".")
        program.wait_until(lambda: turn_on(program) == 2, "turn 2")
        window.page.get_by_role("button", name="Play again").click()
        window.wait_for("Take over here?")
        window.press("Enter")
        window.wait_until(lambda: turn_of(window) == 2, "turn 2")


def is_listed(window: Window, name: str) -> bool:
    """Load the list of games; return whether a player is listed."""
    window.open("/")
    return window.page.get_by_role("link", name=name).count() == 1


def test_a_game_is_watched_in_another_window(windows: Windows) -> None:
    """As soon as its player allows everybody to watch; both show the same screen, until the player leaves."""
    with windows.open("/play") as window, windows.open("/lines") as other:
        register(window, "anna")
        window.press("w")
        for _ in range(3):
            if "Who may watch you: everybody" not in window.text:
                window.press("v")
        window.press("Escape")
        begin(window)
        other.wait_until(lambda: is_listed(other, "anna"), "game in the list")
        other.page.get_by_role("link", name="anna").click()
        other.wait_for("1 watching")
        window.wait_for("1 watching")
        for _ in range(3):
            window.press(".")
        other.wait_until(lambda: other.text == window.text, window.text)
        window.page.goto("about:blank")
        other.page.get_by_text("Waiting for anna to continue.").wait_for()


def test_line_mode_needs_nothing_but_its_tree(windows: Windows) -> None:
    """One field, whose label is the prompt, and one log; input is not announced, and the focus stays."""
    with windows.open("/lines?guest#play") as window:
        field = window.page.get_by_role("textbox")
        log = window.page.get_by_role("log", name="What happens")
        for question, line, told in (
            ("Choose a kit", "1", "Type explore"),
            ("Command", "look", "paragraph: Depth 1."),
            ("Command", "new", "Abandon your game"),
        ):
            window.page.get_by_role("textbox", name=question).wait_for()
            window.page.keyboard.type(line)
            window.page.keyboard.press("Enter")
            window.wait_until(lambda: told in log.aria_snapshot(), told)  # noqa: B023 -- asked at once
        window.page.get_by_role("textbox", name="Abandon your game").wait_for()
        assert window.page.get_by_role("status").all_text_contents() == ["Playing"]
        assert "> look" in (log.text_content() or "")
        assert "> look" not in log.get_by_role("paragraph").all_text_contents()
        assert window.page.get_by_role("textbox").count() == window.page.get_by_role("log").count() == 1
        assert window.focus == "answer"
        recalled = []
        for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowUp", "Escape", "ArrowDown"):
            window.page.keyboard.press(key)
            recalled.append(field.input_value())
        assert recalled == ["new", "look", "new", "look", "", ""]


def test_line_mode_keeps_the_last_paragraphs(windows: Windows) -> None:
    """400 of them: more would make a screen reader slow."""
    with windows.open("/lines") as window:
        window.page.route_web_socket("**/socket/lines*", send_many_lines)
        window.open("/lines?guest#play")
        window.page.get_by_text("line 999", exact=True).wait_for()
        log = window.page.get_by_role("log").get_by_role("paragraph")
        assert (log.count(), log.first.text_content()) == (400, "line 600")


def send_many_lines(socket: WebSocketRoute) -> None:
    """Serve a session with much output."""
    for start in range(0, 1000, 100):
        socket.send(json.dumps({"t": [f"line {number}" for number in range(start, start + 100)]}))
