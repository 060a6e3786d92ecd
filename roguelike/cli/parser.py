"""Parsers of the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NoReturn

from roguelike.cli.answers import USAGE, Refusal
from roguelike.cli.output import write_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    _SubParsersAction = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 -- there is no public name
else:
    _SubParsersAction = argparse._SubParsersAction  # noqa: SLF001 -- there is no public name

_LONGEST = 200
"""Maximum characters of an argument in an error."""


class Parser(argparse.ArgumentParser):
    """Reports wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments, without repeating long ones in full."""
        from roguelike.toml_file import cut, plain

        raise Refusal(f"{cut(plain(message), _LONGEST)} (see {self.prog} --help)", USAGE)

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Refuse arguments that the command does not know, and suggest an option with a similar name."""
        from roguelike.toml_file import meant

        option = next((each.partition("=")[0] for each in unknown if each.startswith("--")), "")
        guess = meant(option, (each for each in self._option_string_actions if each.startswith("--")))
        self.error(f"unrecognized arguments: {' '.join(unknown)}{guess}")

    def _print_message(self, message: str, _file: object = None) -> None:
        """Print help or the version; argparse itself ignores a failure to write."""
        write_out([message])

    def lost_options(self, namespace: argparse.Namespace, command: Parser) -> Iterator[str]:
        """Yield the options before the command that the command does not inherit."""
        taken = {action.dest for action in command._actions if action.default is argparse.SUPPRESS}
        for action in self._actions:
            given = getattr(namespace, action.dest, action.default)
            if action.option_strings and given != action.default and action.dest not in taken:
                yield action.option_strings[0]


class Commands(_SubParsersAction):
    """The commands of a parser; an option before a command is refused if it would have no effect."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Parse the rest of the arguments as those of a command."""
        name = values[0] if values else ""
        command = self.choices.get(name)
        if isinstance(parser, Parser) and isinstance(command, Parser):
            for option in parser.lost_options(namespace, command):
                known = option in command._option_string_actions  # noqa: SLF001 -- argparse has no other way
                remedy = f"goes after the command: {name} {option}" if known else f"not an option of the command {name}"
                parser.error(f"argument {option}: {remedy}")
        super().__call__(parser, namespace, values, option_string)
        if isinstance(command, Parser) and (left := getattr(namespace, argparse._UNRECOGNIZED_ARGS_ATTR, [])):  # noqa: SLF001 -- as above
            command.refuse(left)
