"""Check how climbs end: by Success or Failure, as their last states deserve, and not never."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from harness.judge.diagnose.values import repeated_lines
from harness.model.finding import COURSE, Finding
from harness.model.run import Run

from . import hill_climbing
from .after_solution import ENDLESS, goes_on_after_solution, own_faults, verdicts_shown
from .climb_faults import finding_at, line_of, no_ending, verdict_of, wrong_ending
from .climb_output import MAX_BYTES, MAX_STATES, Block, blocks_of, climbed, lines_of, pairs_of, starts_of, written
from .explained import Faults, explaining_rules, first_findings, of_program, unexplained_findings
from .hill_climbing import State, words

_LOOKED_AT = 30
"""So many states of an endless climb show what comes again."""
_SHOWN = 3
"""So many states that come again are named."""
UNFINISHED_RUN = Finding("The sequences that came are right, and others are missing.", params={"unfinished": True})
"""The run ended too early to be called right; the verdict is that on its end."""


def endings(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each block says Success or Failure as its own last state deserves, however the climb went."""
    goes_on = goes_on_after_solution(run, expected)
    if goes_on is None:
        yield from _endings(run, expected)
        return
    faults = list(own_faults([*_endings(goes_on.before, expected)])) if goes_on.is_said else []
    yield from faults
    if not faults and not (goes_on.is_said and verdicts_shown(goes_on.before, expected)):
        yield goes_on.finding


def _endings(run: Run, expected: bytes | None) -> Iterator[Finding]:
    cut = cut_off(run, expected)
    is_cut_short = run.exit is None and cut is not None and len(cut.states) < MAX_STATES
    lacking = list(first_findings(run, expected, _no_ending_but(cut if is_cut_short else None)))
    lacking = list(endless(run, expected)) or lacking if lacking else []
    said = [line for line in lines_of(run.stderr) if line.text.strip().lower() in (b"success", b"failure")]
    silent = not any(line.solved is not None for line in lines_of(written(run)))
    if lacking and silent and 0 < len(said) == len(blocks_of(written(run), starts_of(expected))):
        text = "Success and Failure are on standard error. They have to stand below the states, in the same output."
        yield Finding(text, "stderr", None, said[0].text + b"\n", kind="verdict-on-stderr")
        return
    wrong = lacking or list(unexplained_findings("verdict", run, expected, wrong_ending))
    if wrong and wrong[0].kind == COURSE and not lacking and _only_without_moves(run, expected):
        text = f"{wrong[0].message} It is the start state; sequences with a move get the right word."
        wrong[0] = replace(wrong[0], message=text, kind="start-solved")
    elif wrong and wrong[0].kind == COURSE and not lacking and (kept := _kept_verdict(run, expected)):
        kind, text = kept
        wrong[0] = replace(wrong[0], message=f"{text} {wrong[0].message}", kind=kind)
    yield from wrong
    if not wrong and (is_cut_short or lacks_climbs(run, expected, may_go_on=True)):
        yield UNFINISHED_RUN


def _no_ending_but(cut: Block | None) -> Faults:
    """Look for the ends of all blocks but one."""
    return lambda start, block: no_ending(start, block) if block is not cut else iter(())


def cut_off(run: Run, expected: bytes | None) -> Block | None:
    """The last block of a run that was ended, or crashed in it; None if the block has its word."""
    starts = starts_of(expected)
    printed = blocks_of(written(run), starts)
    has_crashed = bool(run.exit) and (len(printed) < len(starts) or any(block.solved is not None for block in printed))
    is_cut = bool(printed) and printed[-1].solved is None and (run.exit is None or has_crashed)
    return printed[-1] if is_cut else None


def lacks_climbs(run: Run, expected: bytes | None, *, may_go_on: bool) -> bool:
    """Whether a run that was ended, or crashed, has printed too few climbs to be called right.

    ``may_go_on``: whether the last may go on for ever, or crash where it had to end, as that is charged elsewhere.
    """
    printed, cut = blocks_of(written(run), starts_of(expected)), cut_off(run, expected)
    is_short = cut is not None and all(hill_climbing.choose(state).improving for state in cut.states)
    is_endless = cut is not None and len(cut.states) >= MAX_STATES
    if may_go_on and (is_endless or run.exit is not None):
        return is_short and not is_endless
    return run.exit != 0 and (is_short or len(printed) < len(starts_of(expected)))


def _kept_verdict(run: Run, expected: bytes | None) -> tuple[str, str] | None:
    """That each block has the same word from the first one with it on, and those before are right; None if not so.

    Returns a kind and a sentence.
    """
    pairs = [pair for pair in pairs_of(written(run), starts_of(expected)) if pair[1].solved is not None]
    solved = [block.solved for _, block in pairs]
    wrong = [number for number, pair in enumerate(pairs) if any(wrong_ending(*pair))]
    word = solved[wrong[0]]
    first = solved.index(word)
    right = [block.states[-1:] != [] and verdict_of(block.states[-1]) == b"Success\n" for _, block in pairs[first:]]
    is_kept = set(solved[first:]) == {word} and 0 < first + 1 <= wrong[0] and len(wrong) > 1 and word in right
    name = "Success" if word else "Failure"
    if not is_kept:
        return None
    if not first:  # whether it is kept, or the program knows no other, cannot be seen
        return "verdict-always", f"Each of the {len(solved)} blocks ends with {name}."
    return "verdict-kept", f"From the first {name} on, each of the {len(solved) - first} blocks ends with {name}."


def _only_without_moves(run: Run, expected: bytes | None) -> bool:
    """Whether a verdict is wrong for solved start states alone, and right after a move."""
    pairs = pairs_of(written(run), starts_of(expected))
    wrong = [(start, block) for start, block in pairs if any(wrong_ending(start, block))]
    moved = any(block.states[1:] and block.solved is not None for _, block in pairs)
    return moved and all(block.states == [start] and block.solved is False for start, block in wrong)


def endless(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """That the last climb does not end, what comes again in it, and the first line that had to be another."""
    output, starts = written(run), starts_of(expected)
    printed = pairs_of(output, starts)
    start, block = printed[-1] if printed else ((), Block())
    if block.solved is not None or len(block.states) < MAX_STATES:
        return
    rules = explaining_rules(output[:MAX_BYTES], starts)
    seen = next((seen for seen in rules.values() if seen), "")
    text, kind, index, right = _goes_on(climbed(start, block), block)
    far = (
        "does not end" if run.exit is None else f"goes on for {len(block.states)} states and has no Success or Failure"
    )
    sentences = (
        f"The sequence from {words(start)} {far}.",
        text,
        f"{of_program(seen)}." if seen else "",
    )
    finding = finding_at(climbed(start, block), index, " ".join(filter(None, sentences)), kind=kind)
    yield replace(finding, expected=right, params=ENDLESS if run.exit is None else {}, picture=None)


def _goes_on(climb: Block, block: Block) -> tuple[str, str, int, bytes | None]:
    """What an endless climb does, its kind, the first state that is wrong, and the line that belongs there."""
    states = climb.states
    faults = [fault for fault in hill_climbing.faults(tuple(states)) if fault.index < len(states) - 1]
    period = repeated_lines([words(state).encode() for state in block.states[-_LOOKED_AT:]])
    again = block.states[-period:] if period else []
    come = "comes" if period == 1 else "come"
    shown = f"{' / '.join(map(words, again))} {come} again and again" if 0 < period <= _SHOWN else ""
    solved = next((at for at, state in enumerate(states[:-1]) if not hill_climbing.choose(state).busiest), None)
    if solved is not None:
        text = f"It goes on after {words(states[solved])}, where no queen attacks another."
        return text, "endless-solved", solved + 1, verdict_of(states[solved])
    if period == 1 and again[0] in states:
        at, choice = states.index(again[0]), hill_climbing.choose(again[0])
        if not choice.improving:
            text = f"{shown}. None of the queens with most attacks can get fewer there."
            return text, "endless-stuck", at + 1, verdict_of(again[0])
        moved = hill_climbing.moved_best(again[0], choice.improving[0])
        column = choice.improving[0]
        text = f"{shown}: no queen moves. That of column {column + 1} has to move to row {moved[column]}."
        return text, "endless-still", at + 1, line_of(moved)
    if not faults:
        return f"{shown}." if shown else "", "endless-round", len(states) - 1, None
    fault = faults[0]
    right = line_of(fault.right) if fault.right else verdict_of(states[fault.index - 1])
    before = states[fault.index - 1]
    # States that come again say nothing of a step that is wrong long before them.
    is_near = bool(shown) and before in again
    text = f"{shown}. {_without_state(fault.message, before)}" if is_near else fault.message
    return text, fault.kind or "endless-round", fault.index, right


def _without_state(message: str, state: State) -> str:
    """What is said of a step from a state that was just named."""
    rest = message.removeprefix(f"From {words(state)} ")
    if rest == message:
        return message
    rest = rest.partition(") ")[2] if rest.startswith("(attacks") else rest
    return rest[:1].upper() + rest[1:]
