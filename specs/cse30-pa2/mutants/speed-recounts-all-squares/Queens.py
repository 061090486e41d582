import sys


def usage():
    print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
    print("Option: -v  verbose output, print all solutions", file=sys.stderr)
    sys.exit(1)


def countAttacks(B):
    n = len(B) - 1
    for k in range(1, n + 1):
        for l in range(1, n + 1):
            if B[k][0] == l:
                B[k][l] = 1
            else:
                B[k][l] = 0
                for i in range(1, k):
                    if attacks(i, B[i][0], k, l):
                        B[k][l] -= 1


def attacks(i, j, k, l):
    if j == 0:
        return False
    return j == l or abs(j - l) == abs(k - i)


def placeQueen(B, i, j):
    B[i][0] = j
    countAttacks(B)


def removeQueen(B, i, j):
    B[i][0] = 0
    countAttacks(B)


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
    print(f"{n}-Queens has {count} solutions")


main()
