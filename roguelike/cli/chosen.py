"""The settings and the rule sets that the options choose; unreadable ones are refused."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, TypeVar

from roguelike.cli.answers import USAGE, Refusal
from roguelike.settings.choices import COLORS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from roguelike.content.head import Summary
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.settings.settings import Settings

_Told = TypeVar("_Told")


def read_chosen(chosen: argparse.Namespace) -> Settings:
    """Return the settings of the file, overridden by the options."""
    import attrs

    from roguelike.play.sections import sections
    from roguelike.settings.reading import SettingsError, read_settings

    try:
        settings = read_settings(chosen.config, sections)
    except SettingsError as error:
        raise Refusal(str(error), USAGE) from None
    names = ("palette", "colors", "background", "ascii", "mouse", "name")
    given = {name: value for name in names if (value := getattr(chosen, name)) is not None}
    if "colors" in given:
        given["colors"] = COLORS[given["colors"]]
    return attrs.evolve(settings, **given, overridden=frozenset(given))


def load_rules(name: str) -> RuleSet:
    """Return a rule set by its name or path."""
    from roguelike.content.loader import load_ruleset

    return _read(load_ruleset, name)


def describe_rules(name: str) -> Summary:
    """Return the description of a rule set by its name or path."""
    from roguelike.content.loader import describe

    return _read(describe, name)


def in_variant(name: str, chosen: argparse.Namespace) -> str:
    """Return the name of a rule set with the kit and in the mode of the options; two kits are refused."""
    from roguelike.content.loader import in_variant, split_variant
    from roguelike.engine.kinds.modes import MODE_MARK
    from roguelike.toml_file import shown

    mode = "gentle" if chosen.gentle else ""
    found = _read(functools.partial(in_variant, kit=chosen.kit or "", mode=mode), name)
    named = split_variant(chosen.rules or "")[1].partition(MODE_MARK)[0]
    if chosen.kit and named != chosen.kit and named in describe_rules(name).kits:
        raise Refusal(
            f"--rules {shown(chosen.rules)} and --kit {shown(chosen.kit)} name two kits: leave one out.", USAGE
        )
    return found


def _read(read: Callable[[str], _Told], name: str) -> _Told:
    """Return `read(name)`; refuse rule sets that cannot be used."""
    from roguelike.content.complaints import ContentError

    try:
        return read(name)
    except ContentError as error:
        raise Refusal(str(error), USAGE) from None
