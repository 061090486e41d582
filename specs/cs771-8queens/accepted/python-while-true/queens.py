# Name: Jane Miller
# WSU ID: k482p915
import sys

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


def show(state):
    print(" ".join(str(q) for q in state))


def solve(state):
    show(state)
    while True:
        counts = [attacks(state, c, state[c]) for c in range(SIZE)]
        n1 = max(counts)
        if n1 == 0:
            print("Success")
            return
        moved = False
        for column in range(SIZE):
            if counts[column] != n1:
                continue
            n2, row = best_row(state, column)
            if n2 < n1:
                state[column] = row
                moved = True
                break
        if not moved:
            print("Failure")
            return
        show(state)


def main():
    with open(sys.argv[1]) as lines:
        for line in lines:
            if line.strip():
                solve([int(w) for w in line.split()])


main()
