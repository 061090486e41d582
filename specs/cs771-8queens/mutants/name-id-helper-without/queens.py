# Name: Jane Miller
# WSU ID: k482p915
import sys

from board import SIZE, attacks, best_row


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
