# Bob Tanaka
# CSE 30 pa2

import sys


def usage():
    print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
    print("Option: -v  verbose output, print all solutions", file=sys.stderr)
    exit(1)


def placeQueen(B, i, j):
    n = len(B) - 1
    B[i][j] += 1
    B[i][0] = j
    for k in range(i + 1, n + 1):
        B[k][j] -= 1
        if j - (k - i) >= 1:
            B[k][j - (k - i)] -= 1
        if j + (k - i) <= n:
            B[k][j + (k - i)] -= 1


def removeQueen(B, i, j):
    n = len(B) - 1
    B[i][j] -= 1
    B[i][0] = 0
    for k in range(i + 1, n + 1):
        B[k][j] += 1
        if j - (k - i) >= 1:
            B[k][j - (k - i)] += 1
        if j + (k - i) <= n:
            B[k][j + (k - i)] += 1


def printBoard(B):
    s = "("
    for i in range(1, len(B)):
        s += str(B[i][0])
        if i < len(B) - 1:
            s += ", "
    print(s + ")")


def findSolutions(B, i, mode):
    n = len(B) - 1
    sum = 0
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    else:
        j = n
        while j > 0:
            if B[i][j] == 0:
                placeQueen(B, i, j)
                sum += findSolutions(B, i + 1, mode)
                removeQueen(B, i, j)
            j -= 1
    return sum


if len(sys.argv) < 2 or len(sys.argv) > 3:
    usage()

if len(sys.argv) == 2:
    mode = "normal"
elif sys.argv[1] == "-v":
    mode = "verbose"
else:
    usage()

try:
    n = int(sys.argv[-1])
except ValueError:
    usage()

B = [[0 for j in range(n + 1)] for i in range(n + 1)]

if mode == "verbose":
    count = 1
    count += findSolutions(B, 1, mode)
else:
    count = findSolutions(B, 1, mode)
print(f"{n}-Queens has {count} solutions")
