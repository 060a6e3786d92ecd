"""A game that the bot has played, as the frames that a player would have seen, and what we write for them."""

from __future__ import annotations

import functools
import itertools
import time
from typing import TYPE_CHECKING, Literal, NamedTuple

import attrs

from roguelike.autoplay import POLICIES, POLICY_STREAM
from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Key
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Move, PickUp, Use, Wait
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point, direction_to
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.narration.aiming import Aim, aimed_by, first_cell
from roguelike.narration.inventory_rows import stack_of
from roguelike.play.lobby import Lobby
from roguelike.play.lobby_views import LobbyViews
from roguelike.play.new_game import RuleChoice
from roguelike.play.requests import Begin
from roguelike.session import Session
from roguelike.settings.presets import STANDARD
from roguelike.terminal.colors.palette import PLAIN_STYLE, Palette, SgrStyle
from roguelike.terminal.drawing.frame import Renderer
from roguelike.terminal.drawing.glyphs import shown
from roguelike.ui.last_screen import last_screen
from tests.bench.unkept import UnkeptGames, UnkeptPlay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.cells.canvas import Cell
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.world import World

SIZE = (80, 24)
STEPS = 600
_PAUSE = 1.0
"""Seconds before a key: nobody takes it for one that is held down."""
_KEYS = {direction: key for key, direction in STANDARD.directions.items() if key in "hjklyubn"}
_DIGITS = {direction: key for key, direction in STANDARD.directions.items() if key.isdigit()}


@attrs.frozen(eq=False)
class Frame:
    """One frame: the first of a game, the one after a step, or the one after a tick of something that moves."""

    kind: Literal["start", "step", "tick"]
    canvas: Canvas
    seconds: float
    """How long it took to come to what it shows, and to draw that on the canvas."""
    keys: str = ""
    """What a player would have typed for the step."""


class Shown(NamedTuple):
    """What can be seen of a cell: two that are equal look the same on the terminal."""

    char: str
    look: SgrStyle


Picture = list[list[Shown]]


@functools.cache
def recorded_game() -> list[Frame]:
    """Return the game that everything here is measured on: the same in every run."""
    return record(load_ruleset("classic"), STEPS)


def record(ruleset: RuleSet, steps: int) -> list[Frame]:
    """Play games by the bot, one after the other, until they have `steps` steps."""
    games = itertools.chain.from_iterable(_play(ruleset, seed) for seed in itertools.count())
    frames: list[Frame] = []
    for frame in games:
        steps -= frame.kind == "step"
        if steps < 0:
            return frames
        frames.append(frame)
    raise AssertionError("there is always another game")


def games(frames: Sequence[Frame]) -> list[list[Frame]]:
    """Return the frames game by game; a game's place is its seed."""
    parts: list[list[Frame]] = []
    for frame in frames:
        if frame.kind == "start":
            parts.append([])
        parts[-1].append(frame)
    return parts


def _play(ruleset: RuleSet, seed: int) -> Iterator[Frame]:
    """Play one game to its end in a session: each key of a step after a while, each tick when it is due."""
    game = new_game(ruleset, seed)
    lobby = Lobby(_OneGame(game), RuleChoice(ruleset.name, ruleset.title, ruleset.summary), last_screen, list)
    session = Session(Begin("you", ruleset.name), LobbyViews(lobby))
    policy = POLICIES["seek"](PCG32(stream_seed(seed, POLICY_STREAM)))
    now, last = 0.0, None
    yield _frame("start", session, now)[0]
    for number in itertools.count():
        if game.outcome is not None:
            return
        command = policy.choose(observe(game.world))
        keys = keys_for(command, game.world, last, is_odd=number % 2 == 1)
        if (aimed := aimed_by(observe(game.world), command)) is not None:
            last = aimed.target
        for key in keys[:-1]:
            session.step(now := now + _PAUSE, Key(key))
        frame, wait = _frame("step", session, now := now + _PAUSE, Key(keys[-1]))
        yield attrs.evolve(frame, keys=keys)
        while wait is not None and game.outcome is None:
            frame, wait = _frame("tick", session, now := now + wait)
            yield frame


class _OneGame(UnkeptGames):
    """A store with one game, of which nothing is written down."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> UnkeptPlay:  # noqa: ARG002 -- there is this one
        """Return the game."""
        return UnkeptPlay(self._game, name)


def _frame(
    kind: Literal["start", "step", "tick"], session: Session, now: float, event: Key | None = None
) -> tuple[Frame, float | None]:
    """Return the frame of a step of the session, and the seconds to the next one, if something moves."""
    before = time.perf_counter()
    frame = session.step(now, event)
    seconds = time.perf_counter() - before
    assert frame is not None
    return Frame(kind, frame.canvas, seconds), frame.wait


def keys_for(command: Command, world: World, last: int | None = None, *, is_odd: bool = False) -> str:
    """Return what a player types for a command of the bot, who aimed at the monster `last` before.

    Every other step is on another key, for one that comes again so soon would be taken for a key that is held down.
    """
    match command:
        case Move(direction):
            return (_DIGITS if is_odd else _KEYS)[direction]
        case Wait():
            return "5" if is_odd else "."
        case PickUp():
            return "g"
        case Use(slot, None):
            return _chosen(world, slot)
        case Use(slot, Point() as target):
            start = first_cell(Aim(_kind(world, slot)), observe(world), last)
            return _chosen(world, slot) + _steered(start, target) + "f"
        case _:
            raise ValueError(f"no keys are known for {command}")


def _kind(world: World, slot: int) -> ItemKind:
    item = world.player.inventory.at(slot)
    assert item is not None
    return item.kind


def _chosen(world: World, slot: int) -> str:
    """Return the keys from the map to using what is in a slot."""
    stack = stack_of(observe(world), _kind(world, slot))
    assert stack is not None
    return f"i{stack.letter}u"


def _steered(start: Point, goal: Point) -> str:
    keys = ""
    while start != goal:
        direction = direction_to(start, goal)
        keys += _KEYS[direction]
        start = start.step(direction)
    return keys


def written(frames: Sequence[Frame], colors: int) -> list[bytes]:
    """Return what our renderer writes for each frame, the first one drawn from nothing."""
    renderer = Renderer(Palette(colors))
    rows = None
    texts = []
    for frame in frames:
        texts.append(renderer.draw(rows, frame.canvas).encode())
        rows = frame.canvas.rows
    return texts


def pictures(frames: Sequence[Frame], colors: int) -> list[Picture]:
    """Return how each frame looks, every blank in the style that it was drawn in."""
    look_of = functools.cache(Palette(colors).look)

    @functools.cache
    def seen(cell: Cell) -> Shown:
        return Shown(shown(cell.char, unicode=True), look_of(cell.style))

    return [[[seen(cell) for cell in row] for row in frame.canvas.rows] for frame in frames]


def changed_cells(before: Picture, after: Picture) -> int:
    """Count the cells that look different."""
    pairs = (
        (one, other)
        for old, new in zip(before, after, strict=True)
        for one, other in zip(old, new, strict=True)
        if one != other
    )
    return sum(_bare(one) != _bare(other) for one, other in pairs)


def _bare(cell: Shown) -> Shown:
    """Return a cell without what cannot be seen: a blank shows neither foreground nor boldness."""
    if cell.char != " " or cell.look.underline or cell.look.reverse:
        return cell
    return Shown(" ", PLAIN_STYLE._replace(background=cell.look.background))
