from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

State = tuple[int, ...]  # State[i] is the row, 1 to 8, of the queen in column i (counted from 0)

ROWS = range(1, 9)


def attacks(state: State, column: int, row: int) -> int:
    """How many of the other queens the queen of ``column`` would attack if she stood in ``row``."""
    return sum(
        other_row == row or abs(other_row - row) == abs(other - column)
        for other, other_row in enumerate(state)
        if other != column
    )


def next_state(state: State) -> State | None:
    """The state after one move, or None where the climb ends: at a solution, or where no move improves."""
    counts = [attacks(state, column, row) for column, row in enumerate(state)]
    most = max(counts)
    if most == 0:
        return None
    for column in (column for column, count in enumerate(counts) if count == most):
        # min() keeps the first of equals: the smallest row. The queen's own row has `most` attacks, so it never wins
        # where another row improves.
        best = min(ROWS, key=lambda row: attacks(state, column, row))
        if attacks(state, column, best) < most:
            return (*state[:column], best, *state[column + 1 :])
    return None


def climb(start: State) -> Iterator[State]:
    """The start state and every state after it, up to the last."""
    state: State | None = start
    while state is not None:
        yield state
        state = next_state(state)


def block(start: State) -> str:
    """What is printed for one start state: its states, a line each, and how the climb ended."""
    states = list(climb(start))
    last = states[-1]
    solved = all(attacks(last, column, row) == 0 for column, row in enumerate(last))
    lines = [" ".join(map(str, state)) for state in states]
    return "\n".join([*lines, "Success" if solved else "Failure"]) + "\n"


def read(text: str) -> Iterator[State]:
    """The start states, one a line; lines without anything on them are passed over."""
    for line in text.splitlines():
        if line.strip():
            yield tuple(map(int, line.split()))


def main() -> None:
    """Read every start state, write a block for each, a blank line between blocks."""
    names = [Path(name) for name in sys.argv[1:]]
    text = names[0].read_text(encoding="ascii") if names else sys.stdin.read()
    output = "\n".join(block(start) for start in read(text))
    if len(names) > 1:
        names[1].write_text(output, encoding="ascii")
    else:
        sys.stdout.write(output)


if __name__ == "__main__":
    main()
