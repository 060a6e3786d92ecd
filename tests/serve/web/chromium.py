"""Chromium with pages of the server: windows, keys, the pointer, and painted pixels."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.pty_program import PATIENCE
from tests.serve.web.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, WebSocket
    from playwright.sync_api import Page as BrowserPage

    from tests.serving import Served

CHROMIUM: Final = shutil.which("chromium", path=os.environ.get("PATH", "") + ":/usr/bin")
needs_chromium: Final = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 760)
"""Sizes of windows, in CSS pixels."""
_OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_POLL: Final = 20
"""Milliseconds between two checks: the policy of the pages forbids waiting in them."""
_PAINTED: Final = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_HIDE: Final = """isHidden => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
_SAMPLES: Final = """([columns, rows]) => {
    const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
    const wide = canvas.width / columns, high = canvas.height / rows, found = [];
    const image = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    const color = at => image[at] << 16 | image[at + 1] << 8 | image[at + 2];
    for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns; x++) {
            const colors = new Set();
            for (let down = 0; down < high; down++)
                for (let right = 0; right < wide; right++)
                    colors.add(color(4 * ((y * high + down) * canvas.width + x * wide + right)));
            found.push([color(4 * (y * high * canvas.width + x * wide)), [...colors]]);
        }
    return found;
}"""


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium, without a window on a screen."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- 0.3 s that only these tests need

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_OPTIONS))
        with contextlib.closing(browser):
            yield browser


class Window:
    """A page in a window, and the messages that the server has sent it."""

    def __init__(self, page: BrowserPage, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.sent = Page()
        """The screen, decoded from the messages of the newest connection."""
        self.sockets = 0
        """Number of connections so far."""
        self.errors: list[str] = []
        """Exceptions in the page, and violations of its policy."""
        self.told: list[dict[str, Any]] = []
        """Messages from the page."""
        self._keys = 0
        page.on("websocket", self._connected)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if "Policy" in message.text else None)

    def _connected(self, socket: WebSocket) -> None:
        self.sockets += 1
        self.sent, self._keys = Page(), 0
        socket.on("framereceived", self._received)
        socket.on("framesent", self._note_sent)

    def _received(self, text: str | bytes) -> None:
        self.sent.take(str(text))

    def _note_sent(self, text: str | bytes) -> None:
        told = json.loads(text)
        self.told.append(told)
        self._keys = told.get("e", self._keys)

    def open(self, path: str) -> None:
        """Load a page of the server."""
        self.page.goto(self.origin + path)

    def hide(self, *, is_hidden: bool = True) -> None:
        """Hide the page, as another tab does, or show it again."""
        self.page.evaluate(_HIDE, is_hidden)

    @property
    def text(self) -> str:
        """The characters on the canvas."""
        return str(self.page.evaluate("window.screenText ? screenText() : ''"))

    @property
    def state(self) -> str:
        """The sentence in the header."""
        return self.page.locator("#state").text_content() or ""

    @property
    def heard(self) -> str:
        """The accessibility tree of the page's main part, as YAML."""
        return self.page.locator("main").aria_snapshot()

    @property
    def focus(self) -> str:
        """The `id` of the element that has the focus."""
        return str(self.page.evaluate("document.activeElement.id"))

    def dispatch(self, kind: str, event: dict[str, Any]) -> None:
        """Dispatch an event to the canvas that the tools of Chromium cannot make."""
        self.page.locator("#grid").dispatch_event(kind, event)

    def tap(self, name: str, *, answers: bool = True) -> None:
        """Tap a button; for a key of the game, wait for the frame that answers it."""
        before = self._keys
        self.page.get_by_role("button", name=name, exact=True).tap()
        if answers:
            self.wait_until(lambda: self._keys > before, f"key {name}")
            self.settle()

    def compose(self, text: str) -> None:
        """Type a text as the keyboards of phones do: as a word that grows, and is replaced by itself at the end."""
        keyboard = self.page.context.new_cdp_session(self.page)
        for end in range(1, len(text) + 1):
            keyboard.send("Input.imeSetComposition", {"text": text[:end], "selectionStart": end, "selectionEnd": end})
        keyboard.send("Input.insertText", {"text": text})

    def wait_until(self, seen: Callable[[], bool], wanted: str = "it") -> None:
        """Wait until a condition holds.

        Raises:
            AssertionError: it does not in time; the message has what is `wanted`, and the page.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if seen():
                return
            self.page.wait_for_timeout(_POLL)
        shown = self.page.locator("body").aria_snapshot()
        raise AssertionError(f"no {wanted}: {self.state!r} {self.errors}\n{shown}\n{self.text}")

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the canvas."""
        self.wait_until(lambda: text in self.text, repr(text))

    def press(self, *keys: str) -> None:
        """Press keys, by Chromium's names, and wait for the frame that answers the last one."""
        for key in keys:
            before = self._keys
            self.page.keyboard.press(key)
            self.wait_until(lambda: self._keys > before, f"key {key}")  # noqa: B023 -- asked at once
        self.settle()

    def settle(self) -> None:
        """Wait until the newest key is answered, and the canvas shows the server's screen."""
        self.wait_until(lambda: self.sent.echo == self._keys and self.sent.is_whole, "answer")
        self.wait_until(lambda: self.text == self.sent.text, "screen of the server")

    def has_in_view(self, shown: Page) -> bool:
        """Return whether the cursor's cell is in the visible part of a wide screen."""
        wide, left = self.page.evaluate("[document.querySelector('canvas').clientWidth, view.scrollLeft]")
        assert shown.cursor is not None
        x = (shown.cursor[0] + 0.5) * wide / len(shown.rows[0]) - left
        return bool(0 <= x < self.page.evaluate("view.clientWidth"))

    def painted(self) -> list[list[tuple[int, set[int]]]]:
        """Return the first pixel's colour and the set of all colours of each cell, by rows."""
        self.page.evaluate(_PAINTED)
        columns, rows = len(self.sent.rows[0]), len(self.sent.rows)
        found = [(corner, set(colors)) for corner, colors in self.page.evaluate(_SAMPLES, [columns, rows])]
        return [found[at : at + columns] for at in range(0, len(found), columns)]


class Windows:
    """Windows on one server."""

    def __init__(self, browser: Browser, server: Served) -> None:
        self._browser = browser
        self._origin = f"http://127.0.0.1:{server.web}"

    @contextlib.contextmanager
    def open(self, path: str, size: tuple[int, int] = DESKTOP, **options: Any) -> Iterator[Window]:  # noqa: ANN401
        """Open a page in a window of a browser without cookies; `options` are those of its context.

        Its scripts may not fail, nor ask for what the policy forbids.
        """
        viewport = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]
        with contextlib.closing(context):
            window = Window(context.new_page(), self._origin)
            window.open(path)
            yield window
            assert not window.errors, window.errors
