# Name: Bob Tran
# WSU ID: W733T204
# CS 771 hill climbing for 8 queens

import sys


def conflicts(state, col, row):
    count = 0
    for c in range(8):
        if c != col:
            if state[c] == row or abs(state[c] - row) == abs(c - col):
                count += 1
    return count


def find_row(state, col):
    """Returns the best row for the queen in col and its number of attacks."""
    best_row = 1
    best = 8
    for row in range(1, 9):
        n = conflicts(state, col, row)
        if n <= best:
            best = n
            best_row = row
    return best_row, best


def solve(state):
    print(" ".join(str(q) for q in state))
    while True:
        attacks = [conflicts(state, c, state[c]) for c in range(8)]
        n1 = max(attacks)
        if n1 == 0:
            print("Success")
            return
        moved = False
        for c in range(8):
            if attacks[c] == n1:
                row, n2 = find_row(state, c)
                if n2 < n1:
                    state[c] = row
                    moved = True
                    break
        if not moved:
            print("Failure")
            return
        print(" ".join(str(q) for q in state))


if len(sys.argv) > 1:
    infile = open(sys.argv[1])
else:
    infile = open("input.txt")

for line in infile:
    if line.strip() != "":
        solve([int(x) for x in line.split()])
        print()
infile.close()
