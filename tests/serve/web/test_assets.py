"""Addresses of scripts: browsers cache them for a year, so they change with the script and its imports."""

from __future__ import annotations

from pathlib import Path

from roguelike.serve.web import assets
from roguelike.serve.web.assets import Assets
from tests.load.pages import WEIGHT


def test_scripts_and_styles_are_small() -> None:
    """Upper bound of the bytes that a player's browser loads."""
    folder = Path(assets.__file__).parent / "static"
    assert sum(each.stat().st_size for each in folder.iterdir() if each.suffix in {".js", ".css"}) <= WEIGHT


def test_an_address_changes_with_what_is_imported(tmp_path: Path) -> None:
    """Also after a change of an imported file; other addresses stay."""
    for name, text in {
        "page.html": "{{play.js}} {{style.css}}",
        "play.js": 'import "{{socket.js}}";',
        "socket.js": 'import "{{grid.js}}";',
        "grid.js": "old",
        "style.css": "a {}",
    }.items():
        (tmp_path / name).write_text(text)
    before = Assets(tmp_path)
    (tmp_path / "grid.js").write_text("new")
    after = Assets(tmp_path)
    for name in ("play.js", "socket.js"):
        assert before.text(name) != after.text(name)
    (script, style), (new_script, new_style) = before.text("page.html").split(), after.text("page.html").split()
    assert script != new_script
    assert style == new_style
    assert script.startswith("/static/play.js?")
