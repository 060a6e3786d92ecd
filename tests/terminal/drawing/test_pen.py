"""The shortest ways to change colours, to write and to come back."""

from __future__ import annotations

from roguelike.terminal.colors.palette import PLAIN_STYLE, SgrStyle
from roguelike.terminal.drawing.capabilities import TerminalCapabilities
from roguelike.terminal.drawing.pen import Pen, Run, compress, joint, restyle
from tests.every import every


def test_a_look_changes_by_what_differs_or_from_nothing() -> None:
    """Colours are the other half."""
    red = SgrStyle("31", "40")

    assert ("\x1b[1m", red._replace(bold=True)) == restyle(red, red._replace(bold=True))
    assert ("\x1b[m", PLAIN_STYLE) == restyle(SgrStyle("38;5;9", "48;5;9", bold=True), PLAIN_STYLE)
    assert ("", red) == restyle(red, SgrStyle("", "40"))
    assert ("\x1b[41m", SgrStyle("31", "41", bold=True)) == restyle(SgrStyle("31", "40", bold=True), SgrStyle("", "41"))


def test_blanks_join_whatever_has_their_background() -> None:
    """A sentence is one run, with its blanks."""
    red, blank = SgrStyle("31", "40"), SgrStyle("", "40")

    assert red == joint(blank, red) == joint(red, blank) == joint(red, red)
    assert joint(red, SgrStyle("32", "40")) is None
    assert joint(red, SgrStyle("", "41")) is None
    assert joint(red._replace(underline=True), blank) is None
    assert joint(red._replace(reverse=True), blank) is None


@every(
    ("text", "repeats", "erases", "sent"),
    [
        ("#####", True, True, ("#####", 0)),
        ("######", True, False, ("#\x1b[5b", 0)),
        ("a######b", True, False, ("a#\x1b[5bb", 0)),
        ("─" * 20, True, True, ("─" * 20, 0)),
        ("    ", True, True, ("    ", 0)),
        ("     ", False, True, ("\x1b[5X", 5)),
        ("a          b", False, True, ("a          b", 0)),
        ("a" + " " * 11 + "b", False, True, ("a\x1b[11X\x1b[11Cb", 0)),
        ("a" + " " * 11 + "b", True, True, ("a \x1b[10bb", 0)),
        ("ab" + " " * 11, True, True, ("ab\x1b[11X", 11)),
        ("XXXX", True, True, ("XXXX", 0)),
        ("          ", False, False, ("          ", 0)),
    ],
)
def test_runs_are_repeated_or_erased_where_that_is_shorter(
    text: str,
    repeats: bool,  # noqa: FBT001 -- pytest's way
    erases: bool,  # noqa: FBT001 -- pytest's way
    sent: tuple[str, int],
) -> None:
    """Erasing leaves the cursor where it was, so one must know by how much; what is not ASCII may not repeat."""
    assert sent == compress(text, repeats=repeats, erases=erases)


def count(able: TerminalCapabilities, frames: int) -> list[str]:
    """Return what a counter far from the rest costs, frame after frame, and then a frame without it."""
    red, white = SgrStyle("38;5;196", "48;5;16"), SgrStyle("38;5;231", "48;5;16")
    pen = Pen(0, 0, white, able)
    texts = []
    for number in range(frames):
        pen = pen.next().draw([Run(70, 0, str(number), red, 71), Run(5, 9, "@", white, 6)])
        texts.append("".join(pen.parts))
    pen = pen.next().draw([Run(7, 9, "@", white, 8)])
    return [*texts, "".join(pen.next().draw([Run(70, 0, "x", red, 71)]).parts)]


def test_where_something_begins_frame_after_frame_is_saved() -> None:
    """The counter of turns changes with every step, in a corner and a look of its own."""
    gone, rest = "\x1b[;71H\x1b[38;5;196m", "\x1b[10;6H\x1b[38;5;231m@"

    first, second, third, fourth, fifth, later = count(TerminalCapabilities(), 5)
    assert [f"\x1b[70C\x1b[38;5;196m0{rest}", f"{gone}1{rest}"] == [first, second]
    assert f"{gone}\x1b72{rest}" == third
    assert [f"\x1b8\x1b73{rest}", f"\x1b8\x1b74{rest}"] == [fourth, fifth]
    assert f"{gone}x" == later


def test_nothing_is_saved_where_that_is_not_known() -> None:
    """Some terminals do it by another sequence."""
    assert not any("\x1b7" in text or "\x1b8" in text for text in count(TerminalCapabilities(saves=False), 5))
