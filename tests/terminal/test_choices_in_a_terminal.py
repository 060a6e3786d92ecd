"""What is found out or chosen, as it arrives at a real pseudo-terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.terminal.conftest import Played

    Play = Callable[..., Played]

TEXT = "┌─┐ ♫ é"
DRAW = """
    with open_terminal(DisplayOptions({options})) as terminal:
        canvas = Canvas(*terminal.size)
        canvas.write(0, 0, {TEXT!a}, Style((0, 215, 0)))
        terminal.show(canvas)
        tell("shown")
        terminal.read(None)
"""


def first_row(play: Play, options: str = "", **environment: str) -> tuple[str, bytes]:
    """Return what the first row shows, and the bytes that were sent for the frame."""
    played = play(DRAW.format(TEXT=TEXT, options=options), **environment)
    played.until("shown")
    played.watch(lambda: bool(played.screen.display[0].strip()))
    row, raw = played.screen.display[0].rstrip(), played.raw
    played.type("q")
    assert 0 == played.end()
    return row, raw


@pytest.mark.parametrize(
    ("expected", "environment"),
    [
        ("┌─┐ ♫ é", {"LANG": "en_GB.UTF-8"}),
        ("+-+ ♫ e", {"LANG": "ja_JP.UTF-8"}),
        ("+-+ ♫ e", {"LANG": "en_GB.UTF-8", "LC_ALL": "zh_CN.UTF-8"}),
        ("+-+ ? e", {"LANG": "ja_JP.UTF-8", "TERM": "linux"}),
        ("+-+ ? e", {"LANG": "C"}),
        ("+-+ ? e", {"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}),
        ("+-+ ? e", {"LANG": "de_DE.ISO-8859-1"}),
        ("+-+ ? e", {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        ("+-+ ? e", {"LANG": "C", "PYTHONIOENCODING": "ascii:strict"}),
        ("┌─┐ ♫ é", {"LANG": "en_GB.UTF-8", "PYTHONIOENCODING": "ascii:strict"}),
    ],
)
def test_the_locale_decides_which_characters_are_sent(play: Play, expected: str, environment: dict[str, str]) -> None:
    """Whatever encoding Python has chosen for itself, nothing is sent that the terminal cannot show."""
    assert expected == first_row(play, **environment)[0]


@pytest.mark.parametrize(
    ("expected", "options", "environment"),
    [
        ("+-+ ? e", "ascii_only=True", {"LANG": "en_GB.UTF-8"}),
        ("┌─┐ ♫ é", "ascii_only=False", {"LANG": "C"}),
        ("+-+ ♫ e", "ascii_only=False", {"LANG": "ja_JP.UTF-8"}),
    ],
)
def test_a_choice_goes_before_the_locale(play: Play, expected: str, options: str, environment: dict[str, str]) -> None:
    """A person knows better what the terminal shows; how wide it shows it remains as likely as it was."""
    assert expected == first_row(play, options, **environment)[0]


def test_a_palette_changes_the_colors(play: Play) -> None:
    """Else there would be no use in choosing one."""
    one, other = (first_row(play, f"palette={name!r}, colors=256")[1] for name in ("default", "deuteranopia"))

    assert b"38;5;" in one
    assert one != other


@pytest.mark.parametrize(("painted", "options"), [(True, ""), (False, "paints=False")])
def test_black_is_painted_unless_the_terminals_own_background_is_wanted(
    play: Play,
    painted: bool,  # noqa: FBT001
    options: str,
) -> None:
    """Where the terminal's own is white, what is made for black cannot be read; some have a picture there."""
    assert painted is (b"48;5;16" in first_row(play, options)[1])


def test_settings_apply_to_the_open_terminal(play: Play) -> None:
    """The next frame is drawn whole in other colours and characters, and the mouse reports as is wanted now."""
    played = play(f"""
        from roguelike.settings.settings import Settings
        with open_terminal(DisplayOptions(colors=256, ascii_only=False, mouse="off")) as terminal:
            canvas = Canvas(*terminal.size)
            canvas.write(0, 0, {TEXT!a}, Style((0, 215, 0)))
            terminal.show(canvas)
            terminal.apply(Settings(colors=0, ascii=True, mouse="drag", background="terminal").display_options)
            tell(terminal.takes_mouse)
            terminal.show(canvas)
            terminal.read(None)
    """)
    played.until("True")
    played.watch(lambda: played.screen.display[0].startswith("+-+ ?"))
    before, _, after = played.raw.partition(b"1002")

    assert b"38;5;" in before
    assert b"38;5;" not in after
    assert b"48;5;" not in after
    played.type("q")
    assert 0 == played.end()


def test_settings_that_leave_the_mouse_leave_it_where_it_was_given(play: Play) -> None:
    """M gave it to the terminal; another palette is no reason to take it back."""
    played = play("""
        from roguelike.settings.settings import Settings
        with open_terminal(DisplayOptions()) as terminal:
            terminal.toggle_mouse()
            terminal.apply(Settings(palette="tritanopia").display_options)
            tell(terminal.takes_mouse)
    """)

    assert 0 == played.end()
    assert "False\n" == played.told
