# Name: Dana Ruiz   ID: R519D220
"""Hill climbing with queens as (column, row) pairs."""


def hits(a, b):
    return a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def pressure(state, queen):
    return sum(hits(queen, other) for other in enumerate(state) if other[0] != queen[0])


def move(state):
    scores = {column: pressure(state, (column, row)) for column, row in enumerate(state)}
    worst = max(scores.values())
    for column in sorted(c for c in scores if scores[c] == worst > 0):
        attacks, row = min((pressure(state, (column, row)), row) for row in range(1, 9))
        if attacks < worst:
            return state[:column] + [row] + state[column + 1:]
    return None


def run(state):
    path = [state]
    while (state := move(path[-1])) is not None:
        path.append(state)
    last = path[-1]
    return path, not any(pressure(last, queen) for queen in enumerate(last))
