"""Reading the command line."""

from __future__ import annotations

import argparse
from typing import NoReturn

from roguelike.cli.answers import USAGE, Refusal
from roguelike.cli.output import write_out

_LONGEST = 200
"""Characters of what was wrong that are repeated."""


class Parser(argparse.ArgumentParser):
    """Answers wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments, without repeating long ones in full."""
        from roguelike.toml_file import cut, plain

        raise Refusal(f"{cut(plain(message), _LONGEST)} (see {self.prog} --help)", USAGE)

    def _print_message(self, message: str, _file: object = None) -> None:
        """Print help or the version; argparse's own takes a failure to write for success."""
        write_out([message])
