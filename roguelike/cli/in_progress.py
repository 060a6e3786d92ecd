"""`play` with a game in progress, which options for another game must not resume."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cli.answers import USAGE, Refusal
from roguelike.cli.chosen import in_variant
from roguelike.cli.farewell import resume_command

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from roguelike.store.sqlite.data_folder import DataFolder


def refuse_other_game(chosen: argparse.Namespace, folder: DataFolder, name: str, usual_name: str, rules: str) -> None:
    """Refuse to resume the game of that name where the options ask for other rules, another mode or another seed.

    `rules` is the name or the path of the rule set to begin with. A game that cannot be read is refused later.
    """
    about = _about(folder, name)
    wrong = _difference(chosen, rules, about) if about else ""
    if wrong:
        resumed = resume_command(chosen, name, usual_name)
        remedy = f"resume it: {resumed}; start another: add --new, which sets it aside, or --name with another name"
        raise Refusal(f"{name}: the game in progress {wrong} ({remedy})", USAGE)


def _about(folder: DataFolder, name: str) -> Mapping[str, str]:
    """Return the metadata of a game in progress; empty if it cannot be read."""
    from roguelike.store.errors import StoreError
    from roguelike.store.sqlite.saved import read

    try:
        with read(folder.game(name)) as saved:
            return saved.about
    except (StoreError, OSError):
        return {}


def _difference(chosen: argparse.Namespace, rules: str, about: Mapping[str, str]) -> str:
    """Return how a game in progress differs from what the options ask for; empty if it does not.

    Its own seed is a secret of the game, and not part of the answer.
    """
    from roguelike.toml_file import shown

    own = about["rules"]
    if own != (_as_asked(own, chosen) if chosen.rules is None else rules):
        return f"uses rule set {shown(own)}, not {shown(rules)}"
    if chosen.seed is not None and str(chosen.seed) != about["seed"]:
        return f"was not started with seed {chosen.seed}"
    return ""


def _as_asked(own: str, chosen: argparse.Namespace) -> str:
    """Return the rule set of a game with the kit and the mode of the options; empty if it has none of them."""
    if not (chosen.kit or chosen.gentle):
        return own
    try:
        return in_variant(own, chosen)
    except Refusal:
        return ""
