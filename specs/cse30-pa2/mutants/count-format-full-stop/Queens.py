import sys


def usage():
    print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
    print("Option: -v  verbose output, print all solutions", file=sys.stderr)
    sys.exit(1)


def attack(B, i, j, change):
    n = len(B) - 1
    for k in range(i + 1, n + 1):
        for l in (j - (k - i), j, j + (k - i)):
            if 1 <= l <= n:
                B[k][l] += change


def placeQueen(B, i, j):
    B[i][j] += 1
    B[i][0] = j
    attack(B, i, j, -1)


def removeQueen(B, i, j):
    B[i][j] -= 1
    B[i][0] = 0
    attack(B, i, j, 1)


def printBoard(B):
    print("(" + ", ".join(str(row[0]) for row in B[1:]) + ")")


def findSolutions(B, i, mode):
    n = len(B) - 1
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    total = 0
    for j in range(1, n + 1):
        if B[i][j] == 0:
            placeQueen(B, i, j)
            total += findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
    return total


def main():
    if len(sys.argv) == 2:
        mode = "normal"
    elif len(sys.argv) == 3 and sys.argv[1] == "-v":
        mode = "verbose"
    else:
        usage()
    try:
        n = int(sys.argv[-1])
    except ValueError:
        usage()
    B = [[0] * (n + 1) for i in range(n + 1)]
    count = findSolutions(B, 1, mode)
    print(f"{n}-Queens has {count} solutions.")


main()
