# The board

SIZE = 8


def attacks(state, column, row):
    count = 0
    for other in range(SIZE):
        if other == column:
            continue
        if state[other] == row or abs(state[other] - row) == abs(other - column):
            count += 1
    return count


def best_row(state, column):
    best = None
    for row in range(1, SIZE + 1):
        if row == state[column]:
            continue
        here = attacks(state, column, row)
        if best is None or here < best[0]:
            best = (here, row)
    return best


