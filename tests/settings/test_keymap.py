"""The keys of a person."""

from __future__ import annotations

import attrs

from roguelike.play.views.playing import Playing
from roguelike.settings.keymap import HISTORY, Keymap
from roguelike.settings.presets import PRESETS


def test_keys_are_named_once_and_not_in_every_frame() -> None:
    """A keymap never changes; another one has its own names."""
    own = Keymap({"play": {"history": ("f2",)}}, PRESETS["laptop"])
    other = attrs.evolve(own, chosen={})
    asked = Playing.section, Playing.ACTIONS

    assert own.first_keys(*asked) is own.first_keys(*asked)
    assert own.apply(*asked) is own.apply(*asked)
    assert ("F2", "m") == (own.first_key("play", HISTORY), other.first_key("play", HISTORY))
    assert ("F2", "r") == (own.first_keys(*asked)["history"], own.first_keys(*asked)["rest"])
