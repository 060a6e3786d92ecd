"""Writes the picture of the front page, `docs/pictures/page.png`: `python -m tests.page_picture`.

A server runs for it, people play on it by keys, and Chromium takes the picture. Their dungeons are new each time.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import pathlib
import tempfile
from typing import Final

from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import Publisher
from roguelike.serve.watching.privacy import EVERYBODY
from tests.pictures import FOLDER
from tests.serve.published.examples import archived
from tests.serve.web.chromium import Windows, chromium
from tests.serve.web.test_watching import choose, playing
from tests.serving import Served, serve

FILE: Final = FOLDER / "page.png"
SIZE: Final = (1000, 860)
EXPLORED: Final = {"anna": 24, "bob": 8, "carla": 16}
"""Number of times that each player explores, and attacks what turns up."""
ENDED: Final = (
    ("dan-0003", "dan died on turn 4210 on level 5, killed by an ogre.", 512),
    ("anna-0007", "anna won on turn 9876 with the Ember.", 2190),
    ("ed-0001", "ed died on turn 801 on level 2, killed by a jackal.", 97),
)
"""Finished games: key, sentence and score."""
ACCOUNT: Final = 10**6
"""The account of these games, which no player has."""
PORT: Final = 2222


def main() -> None:
    """Write it."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as players:
        place = pathlib.Path(folder)
        server = players.enter_context(serve(place, "--web", "127.0.0.1:0", port=PORT))
        publish(server)
        for name, times in EXPLORED.items():
            tab = players.enter_context(playing(server, name))
            choose(tab, EVERYBODY)
            for _ in range(times):
                tab.press("o", "tab")
        with chromium() as browser, Windows(browser, server).open("/", SIZE, color_scheme="dark") as window:
            window.wait_until(lambda: window.page.locator("#games canvas").count() == len(EXPLORED), "pictures")
            window.page.wait_for_timeout(1000)
            window.page.screenshot(path=FILE)


def publish(server: Served) -> None:
    """Publish finished games."""
    publisher = Publisher(ServerPaths(server.data))
    for number, (key, sentence, score) in enumerate(ENDED, start=1):
        when = dt.datetime(2026, 2, number, tzinfo=dt.UTC)
        outcome = "won" if " won " in sentence else "died"
        game = archived(key, morgue=f"{sentence}\n", score=score, when=when, outcome=outcome)
        publisher.publish(game, ACCOUNT)


if __name__ == "__main__":
    main()
