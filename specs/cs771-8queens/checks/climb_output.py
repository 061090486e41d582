"""Read what a program printed of its climbs, whatever its blanks, its letter case and other lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest

from harness.model.run import Run

from . import hill_climbing
from .hill_climbing import State, right_climb
from .wrong_ways import MOST_STATES

FILE_NAMES = b"input.txt\noutput.txt\n"
"""As in spec.yaml: the answers to a program that asks for names."""
MAX_BYTES = 1_000_000
MAX_LINES = 20_000
"""What follows is not read: a right program prints a few ten thousand bytes on a few thousand lines."""
MAX_STATES = MOST_STATES
"""So many states of a block are judged. A right climb has 29 at most: each move loses one of 28 attacking pairs."""
MAX_WIDTH = 1_000
STATE, ENDING, BLANK, OTHER = "state", "ending", "blank", "other"
"""The kinds of lines."""
_STATE = re.compile(rb"(?<!\d)[0-8](?:[ ,\t]{0,9}[0-8]){7}(?!\d)")
_NUMBERS_OF_ATTACKS = re.compile(rb"(?:attack|conflict|threat)\w*(?: (?:queens?|counts?))?\W{0,10}\Z", re.IGNORECASE)
"""What is before eight digits that are no state."""
_SUCCESS = re.compile(rb"suc+es|\bsolved\b|\bsolution found\b")
_FAILURE = re.compile(rb"fa(?:il|li)|\bstuck\b|\bunsolved\b|\bno(?:t a)? solution\b|\blocal (?:min|max|opt)")
_PROMPTS = re.compile(rb"\A(?:[^\n:?>]*(?:file|name|path)[^\n:?>]*[:?>]+[ \t]*\n?)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an output, and what it says."""

    number: int
    text: bytes
    states: tuple[State, ...]
    solved: bool | None

    @property
    def kind(self) -> str:
        """What it is, whatever its blanks and its letter case."""
        if self.states:
            return STATE
        if self.solved is not None:
            return ENDING
        return OTHER if self.text.strip() else BLANK


@dataclass(slots=True)
class Block:
    """What the program printed for one start state."""

    states: list[State] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line of the output, counted from 1, that each of the states stands on; 0 for none."""
    solved: bool | None = None
    """Success or Failure; None if the block has neither."""
    end: int = 0
    """The line that says so; 0 for none."""
    contradicted: bool = False
    """Whether the other word came right after it."""
    early: list[int] = field(default_factory=list)
    """The lines with Success or Failure after which the climb goes on."""
    left_over: list[State] = field(default_factory=list)
    """The states of the block before that were printed once more before its own."""
    left_at: int = 0
    """The line that the first of them stands on; 0 for none."""


@lru_cache(maxsize=64)
def lines_of(output: bytes) -> tuple[Line, ...]:
    """As much of an output as is read, line by line; rows that are counted from 0 are counted from 1."""
    texts = output[:MAX_BYTES].splitlines()[:MAX_LINES]
    states_by_line = [_states(text[:MAX_WIDTH]) for text in texts]
    digits = {row for states in states_by_line for state in states for row in state}
    base = 1 if 0 in digits and 8 not in digits else 0  # noqa: PLR2004 - there are eight rows
    lines: list[Line] = []
    begun = False
    for number, (text, states) in enumerate(zip(texts, states_by_line, strict=True), 1):
        # A drawn board of ones and zeros has rows of eight digits, too.
        if base:
            kept = tuple(tuple(row + 1 for row in state) for state in states)
        else:
            kept = tuple(state for state in states if 0 not in state or max(state) > 1)
        solved = _solved(text[:MAX_WIDTH], begun=begun or bool(kept))
        begun = (begun or bool(kept)) and solved is None
        lines.append(Line(number, text, kept, solved))
    return tuple(lines)


@lru_cache(maxsize=64)
def blocks_of(output: bytes, starts: tuple[State, ...]) -> tuple[Block, ...]:
    """Cut an output into blocks, each up to its Success or Failure; if there is none, each from its start state."""
    lines = lines_of(output)
    endless = all(line.solved is None for line in lines)
    printed: list[Block] = []
    current = Block()
    is_repeated = True  # whether all states of the block are, so far, those with which the block before begins
    for line in lines:
        for state in line.states:
            at = len(current.states)
            is_repeated &= bool(printed) and printed[-1].states[at : at + 1] == [state]
            if current.states and state in starts[len(printed) + 1 : len(printed) + 2]:
                jump = len(hill_climbing.moved_columns(current.states[-1], state)) > 1
                if endless or (jump and not is_repeated):
                    printed.append(current)
                    current, is_repeated = Block(), False
            current.states.append(state)
            current.lines.append(line.number)
        if line.solved is not None:
            current.solved, current.end = line.solved, line.number
            printed.append(current)
            current, is_repeated = Block(), True
    printed += [current] if current.states else []
    printed = [*_without_rest(printed, starts)]
    if len(printed) > len(starts) and printed[0].states[:1] == [*starts[:1]]:
        printed = _with_one_climb(_with_one_ending(printed), starts)
    while len(printed) > len(starts) and not printed[-1].states:  # endings that all stand together at the end
        printed.pop()
    return tuple(printed)


def _without_rest(printed: Sequence[Block], starts: Sequence[State]) -> Iterator[Block]:
    """The blocks, without the states of the block before with which one begins: all, as kept lists do, or its last.

    Only where its start state follows on them.
    """
    before: list[State] = []
    for block, start in zip_longest(printed, starts[: len(printed)]):
        whole = list(block.states)
        rests = [
            rest for rest in (1, len(before)) if whole[rest : rest + 1] == [start] and whole[:rest] == before[-rest:]
        ]
        if before and rests and whole[:1] != [start]:
            (rest, *_) = rests
            block.left_over, block.left_at = whole[:rest], block.lines[0]
            block.states, block.lines = whole[rest:], block.lines[rest:]
        yield block
        before = whole


def _with_one_climb(printed: list[Block], starts: Sequence[State]) -> list[Block]:
    """The blocks, those put together through which one climb goes on, one queen moving after each Failure.

    Only where all begin at their start states then: else a climb may begin where one seems to go on. One more may
    follow, as where the last line is read twice.
    """
    climbs: list[list[Block]] = []
    is_certain = False  # whether an earlier climb went on
    for block in printed:
        wanted = starts[len(climbs)] if len(climbs) < len(starts) else None
        is_next = block.states[:1] == [wanted]
        if climbs and not is_next and _goes_on(climbs[-1], block, is_certain=is_certain or wanted is not None):
            climbs[-1].append(block)
        elif is_next or len(climbs) == len(starts):
            is_certain = any(len(climb) > 1 for climb in climbs)
            climbs.append([block])
        else:
            return printed
    goes_on = any(block.states for climb in climbs for block in climb[1:])
    return printed if goes_on and len(climbs) < len(starts) else [*map(_joined, climbs)]


def _goes_on(climb: Sequence[Block], block: Block, *, is_certain: bool) -> bool:
    """Whether a block goes on with a climb, by a step that is right unless it is certain, or is a second ending."""
    if not block.states:
        return block.solved == climb[-1].solved
    if climb[-1].solved is not False or block.solved is None or len(climb) > MAX_STATES:
        return False
    begin, last = block.states[0], next(before.states[-1] for before in reversed(climb) if before.states)
    if begin == climb[0].states[0] or len(hill_climbing.moved_columns(last, begin)) != 1:
        return False
    improving = hill_climbing.choose(last).improving
    return is_certain or begin == (hill_climbing.moved_best(last, improving[0]) if improving else None)


def _joined(climb: Sequence[Block]) -> Block:
    """The blocks of one climb as one."""
    states = [state for block in climb for state in block.states]
    lines = [line for block in climb for line in block.lines]
    early = [block.end for block in climb[:-1]]
    first = climb[0]
    return replace(climb[-1], states=states, lines=lines, early=early, left_over=first.left_over, left_at=first.left_at)


def _with_one_ending(printed: Sequence[Block]) -> list[Block]:
    """The blocks, where the same climb ends twice: in Success and then in Failure, or the other way round."""
    kept: list[Block] = []
    for block in printed:
        if kept and not block.states and kept[-1].solved not in (None, block.solved):
            kept[-1].contradicted = True
        else:
            kept.append(block)
    return kept


def pairs_of(output: bytes, starts: tuple[State, ...]) -> list[tuple[State, Block]]:
    """Each block with the start state that it belongs to."""
    # A block that begins at another start state is out of its order, which is another clause's matter; and so is one
    # that begins at no start state, as where a program goes on from its last climb, as long as any block does.
    pairs = [
        (block.states[0] if block.states and block.states[0] in starts else start, block)
        for start, block in zip(starts, blocks_of(output, starts), strict=False)
    ]
    begun = [pair for pair in pairs if begins(*pair)]
    return begun if any(block.states[:1] == [start] for start, block in begun) else pairs


def frozen(start: State, block: Block) -> bool:
    """Whether a block has as many lines as the right climb has states, and each is the last of these.

    The first may be the start state, which a program often prints before its climb.
    """
    right = right_climb(start)
    last = [right[-1]] * (len(right) - 1)
    return block.states != right and bool(last) and block.states in ([right[-1], *last], [start, *last])


def begins(start: State, block: Block) -> bool:
    """Whether the block begins at its start state, or one move from it, or is to be recognised by its last one."""
    near = not block.states or len(hill_climbing.moved_columns(start, block.states[0])) <= 1
    return near or frozen(start, block)


def written(run: Run) -> bytes:
    """Take what the program wrote: the first that holds a state of its files, stdout and stderr.

    On stdout it is taken without what the program asked the user before. Of a run that was ended the last line counts
    only where it is whole.
    """
    printed = _PROMPTS.sub(b"", run.stdout[:MAX_BYTES]) if run.stdin == FILE_NAMES else run.stdout
    places = (*(content for content in run.files.values() if content), printed, run.stderr)
    content = next((content for content in places if _STATE.search(content[:MAX_BYTES])), printed)
    return content if run.exit is not None else content[: content.rfind(b"\n") + 1] or content


def broken_off(run: Run) -> bytes:
    """The part of a state or a word with which the file of a run ends that came to its own end; empty for none."""
    last = next(filter(None, run.files.values()), b"")[-MAX_WIDTH:].rpartition(b"\n")[2]
    is_part = re.fullmatch(rb"[1-8](?: [1-8]){0,6} ?", last) or any(
        word != last and word.startswith(last) for word in (b"Success", b"Failure")
    )
    return last if is_part and run.exit is not None else b""


def climbed(start: State, block: Block) -> Block:
    """Read the block as one climb: begun at its start state, whether that was printed once, twice or not at all."""
    begin = next((index for index, state in enumerate(block.states[:2]) if state != start), min(2, len(block.states)))
    lines = block.lines[begin - 1 :] if begin else [0, *block.lines]
    return Block([start, *block.states[begin:]][:MAX_STATES], lines, block.solved)


@lru_cache(maxsize=4096)
def _states(line: bytes) -> tuple[State, ...]:
    found = _STATE.finditer(line)
    states = [match[0] for match in found if not _NUMBERS_OF_ATTACKS.search(line[: match.start()])]
    return tuple(tuple(map(int, re.findall(rb"[0-8]", digits))) for digits in states)


@lru_cache(maxsize=4096)
def _solved(line: bytes, *, begun: bool) -> bool | None:
    """What a line says about the end of a climb; other words than the handout's count only where a climb has begun."""
    word = line.lower()
    plain = word.strip(b" \t\r.!:*-").split(b" ")[0] in (b"success", b"failure", b"succeeded", b"failed", b"fail")
    if not (begun or plain):
        return None
    return False if _FAILURE.search(word) else True if _SUCCESS.search(word) else None


def starts_of(expected: bytes | None) -> tuple[State, ...]:
    """The start states, as the golden output has them."""
    return tuple(block.states[0] for block in blocks_of(expected or b"", ()) if block.states)
