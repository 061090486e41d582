# Sam Doe, D123S456
import sys


def attacks(q, col, row):
    n = 0
    for c in range(8):
        if c != col and (q[c] == row or abs(q[c] - row) == abs(c - col)):
            n += 1
    return n


def best_row(q, col):
    best = 1
    for row in range(2, 9):
        if attacks(q, col, row) < attacks(q, col, best):
            best = row
    return best


def step(q):
    counts = [attacks(q, c, q[c]) for c in range(8)]
    n1 = max(counts)
    if n1 == 0:
        return False
    for c in range(8):
        if counts[c] == n1:
            row = best_row(q, c)
            if attacks(q, c, row) < n1:
                q[c] = row
                return True
    return False


def climb(q):
    print(*q)
    while step(q):
        print(*q)
    if any(attacks(q, c, q[c]) for c in range(8)):
        print("Failure")
    else:
        print("Success")


first = True
for line in open(sys.argv[1]):
    if not first:
        print()
    first = False
    climb([int(x) for x in line.split()])
