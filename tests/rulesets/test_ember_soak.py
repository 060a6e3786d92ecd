"""Whatever anybody does on any level of Ember, the world stays sound, and saving changes nothing: `make soak` plays on.

The player is pushed along: put on stairs, given items and healed, so that a few commands come to see a lot.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, TypeVar

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import (
    Command,
    Cover,
    Drop,
    Equip,
    Move,
    PickUp,
    Search,
    Slot,
    TakeStairs,
    Throw,
    ThrowItem,
    Use,
    Wait,
)
from roguelike.engine.dice import roll
from roguelike.engine.events import Refused
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import COMPASS, Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator
from tests.effort import EFFORT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.events import AnyEvent

_T = TypeVar("_T")

pytestmark = pytest.mark.no_cover  # coverage counts what is tested one by one

EMBER: Final = load_ruleset("ember")
COMMANDS: Final = 150
GAMES: Final = 5
"""For each of `EFFORT`."""
BROKEN: Final = re.compile(r"\bthe the\b|\ban? (an?|the)\b|  |[{}]|^[a-z]|[^.!?)]$")
HIT_POINTS: Final = 150
"""What the player is given from time to time: most games go on to their last command."""


@attrs.define
class Double:
    """A game that goes on without a break, and the same one, which is saved and loaded now and then."""

    straight: Game
    saved: Game

    def meddle(self, deed: Callable[[PCG32, Game], None], seed: int) -> None:
        """Do the same to both, which no command could do."""
        for game in (self.straight, self.saved):
            deed(PCG32(seed), game)
            update_fov(game.world)
            game.events.clear()

    def play(self, command: Command) -> list[AnyEvent]:
        """Give both the same command; their events must be the same."""
        events = self.straight.play(command)
        told = self.saved.play(command)
        assert list(map(repr, events)) == list(map(repr, told))
        assert self.straight.digest() == self.saved.digest()
        return events

    def reload(self) -> None:
        """Save the one, and load it; whatever must be true of a world is asked for then."""
        self.saved = _loaded(self.straight)
        assert self.straight.digest() == self.saved.digest()


def _loaded(game: Game) -> Game:
    return restore(EMBER, json.loads(json.dumps(snapshot(game.world))))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(GAMES * EFFORT))
def test_nothing_that_is_tried_breaks_a_game_of_ember(number: int) -> None:
    """Each command is one of all kinds, possible or not."""
    chance = PCG32(stream_seed(number, 3000))
    game = new_game(EMBER, number)
    both = Double(game, _loaded(game))
    game.events.clear()
    narrator = Narrator(EMBER)
    for _ in range(COMMANDS):
        if game.outcome is not None:
            break
        if not roll(chance, 0, 3):
            deed = _pick(chance, [_on_stairs, _rich, _well, _afflicted, _met])
            both.meddle(deed, chance.next_u32())
        before = game.digest()
        events = both.play(_command(chance, game))
        if any(isinstance(event, Refused) for event in events):
            assert before == game.digest(), events
        for event in events:
            _read(narrator, event)
        restored = _loaded(game)
        assert game.digest() == restored.digest()
        if not roll(chance, 0, 3):
            both.reload()


def _read(narrator: Narrator, event: AnyEvent) -> None:
    """Put into words what happened, which a player should be able to read."""
    message = narrator.tell(event)
    if message is not None:
        text = message.text
        assert not BROKEN.search(text), text


def _pick(chance: PCG32, choices: Sequence[_T]) -> _T:
    return choices[roll(chance, 0, len(choices) - 1)]


def _command(chance: PCG32, game: Game) -> Command:
    """Return a command: half of them steps, the others of all kinds."""
    if roll(chance, 0, 1):
        return Move(_pick(chance, COMPASS))
    slot, target = roll(chance, -1, 18), _target(chance, game)
    return _pick(
        chance,
        [
            Wait(),
            Search(),
            Cover(),
            PickUp(),
            TakeStairs("down"),
            TakeStairs("up"),
            Throw(target),
            Equip(slot),
            Drop(slot),
            Drop(slot, (roll(chance, -1, 18),)),
            *[ThrowItem(slot, target)] * 4,
            *[Use(slot, target), Use(slot)] * 3,
            Use(slot, Slot(roll(chance, -1, 18))),
        ],
    )


def _target(chance: PCG32, game: Game) -> Point:
    """Return a cell: one in view, or any, or none of the level."""
    if roll(chance, 0, 4):
        return game.world.level.grid.point(_pick(chance, cells_of(observe(game.world).visible)))
    return Point(roll(chance, -2, 61), roll(chance, -2, 21))


def _on_stairs(chance: PCG32, game: Game) -> None:
    """Put the player on stairs, most often on those down."""
    level, player = game.world.level, game.world.player
    stairs = level.exit_at(Exit.DOWN if roll(chance, 0, 3) else Exit.UP)
    if stairs is not None and level.is_free(stairs):
        level.move(player, stairs)


def _rich(chance: PCG32, game: Game) -> None:
    """Put a random item into the player's pack."""
    kind = _pick(chance, list(EMBER.items.values()))
    item = Item.of(kind, roll(chance, 1, 5) if kind.stacks else 1)
    if kind.portable and game.world.player.inventory.has_room(item):
        game.world.player.inventory.insert(item)


def _well(_chance: PCG32, game: Game) -> None:
    """Give the player full health and a high maximum."""
    player = game.world.player
    player.max_hit_points = player.hit_points = max(player.max_hit_points, HIT_POINTS)


def _afflicted(chance: PCG32, game: Game) -> None:
    """Afflict a random actor with a random condition."""
    world = game.world
    kind = _pick(chance, list(EMBER.conditions.values()))
    afflict(world, _pick(chance, world.level.actors), kind, roll(chance, 1, 12))


def _met(chance: PCG32, game: Game) -> None:
    """Spawn a random monster at the player."""
    world = game.world
    kind = _pick(chance, list(EMBER.monsters.values()))
    spawn(world, kind, world.player.at, mood=_pick(chance, [Mood.ASLEEP, Mood.ROAMING, Mood.HUNTING]))
