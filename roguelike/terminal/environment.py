"""Properties of the terminal of this process, from its environment only: a query would take time."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO, TypeGuard

from roguelike.terminal.colors.detection import depth, is_gnu_screen
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.capabilities import find_capabilities
from roguelike.terminal.drawing.frame import Renderer
from roguelike.terminal.drawing.glyphs import doubles_ambiguous, knows_unicode

if TYPE_CHECKING:
    import contextlib
    from collections.abc import Mapping

    from roguelike.cells.display import DisplayOptions
    from roguelike.terminal.quiet_terminal import QuietTerminal


class NoTerminal(Exception):
    """There is no terminal to play on; the text is one sentence with the reason."""


def descriptors() -> tuple[int, int]:
    """Return the file descriptors of keyboard and screen.

    Raises:
        NoTerminal: they do not belong to a terminal, or to one that cannot show a game.
    """
    if not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stdout__)):
        raise NoTerminal("The game needs a terminal: input and output must not be redirected.")
    if os.environ.get("TERM", "") in {"", "dumb"}:
        raise NoTerminal("The game needs a terminal that can place text: TERM is empty or 'dumb'.")
    return sys.__stdin__.fileno(), sys.__stdout__.fileno()


def open_without_blocking(screen: int, closing: contextlib.ExitStack) -> int:
    """Open the screen again for non-blocking writes.

    Changing `screen` itself would affect the shell. If it cannot be opened again, `screen` is used.
    """
    try:
        descriptor = os.open(os.ttyname(screen), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return screen
    closing.callback(os.close, descriptor)
    return descriptor


def make_renderer(options: DisplayOptions, blessed: QuietTerminal) -> Renderer:
    """Return the renderer for this terminal, from the options or else from the environment."""
    colors = depth(os.environ, blessed.number_of_colors) if options.colors is None else options.colors
    return Renderer(
        Palette(colors, options.palette, paints=options.paints),
        find_capabilities(os.environ, blessed.has),
        unicode=shows_unicode(options),
        narrow=is_narrow(),
    )


def is_narrow() -> bool:
    """Return whether ambiguous characters are replaced, since they may be two columns wide."""
    return doubles_ambiguous(os.environ, utf8_mode=bool(sys.flags.utf8_mode))


def shows_unicode(options: DisplayOptions) -> bool:
    """Return whether more than ASCII is shown."""
    if options.ascii_only is not None:
        return not options.ascii_only
    return knows_unicode(os.environ, utf8_mode=bool(sys.flags.utf8_mode))


def mouse_reports(options: DisplayOptions) -> str:
    """Return the mouse mode: "off", "drag" or "motion"."""
    if options.mouse is not None:
        return options.mouse
    # With the mouse, GNU screen keeps a lone Escape back until the next key.
    return "off" if is_gnu_screen(os.environ) else "motion"


def leaves_rows(environment: Mapping[str, str]) -> bool:
    """Return whether rows of the alternate screen may stay on the shell's screen after a resize, as in tmux."""
    return "TMUX" in environment or environment.get("TERM", "").startswith("tmux")


def wheel_modes(environment: Mapping[str, str]) -> tuple[str, str]:
    """Return the sequences that stop the wheel from sending cursor keys, and that restore the default.

    All terminals with mode 1007 start with it on, except xterm, where a setting decides. There the mode is saved:
    few others can restore it, and some misinterpret the sequence. GNU screen passes the content of a
    device control string on to the outer terminal, and does not support the mode itself.
    """
    if "XTERM_VERSION" in environment and "TMUX" not in environment:
        return "\x1b[?1007s\x1b[?1007l", "\x1b[?1007r"
    off, on = "\x1b[?1007l", "\x1b[?1007h"
    if is_gnu_screen(environment):
        return off + f"\x1bP{off}\x1b\\", on + f"\x1bP{on}\x1b\\"
    return off, on


def _is_terminal(stream: TextIO | None) -> TypeGuard[TextIO]:
    # None where the program was started with it closed.
    return stream is not None and not stream.closed and stream.isatty()
