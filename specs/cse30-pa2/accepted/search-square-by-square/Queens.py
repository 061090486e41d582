"""All n queens: no loop, each square leads to the next."""
import sys


def usage():
    sys.stderr.write("Usage: python3 Queens.py [-v] number\n")
    sys.stderr.write("Option:\t-v\tverbose output, print all solutions\n")
    sys.exit(1)


def placeQueen(B, i, j):
    mark(B, i, j, -1)
    B[i][j] = 1
    B[i][0] = j


def removeQueen(B, i, j):
    mark(B, i, j, 1)
    B[i][j] = 0
    B[i][0] = 0


def mark(B, i, j, step):
    n = len(B) - 1
    for k in range(i + 1, n + 1):
        d = k - i
        B[k][j] += step
        if j + d <= n:
            B[k][j + d] += step
        if j > d:
            B[k][j - d] += step


def printBoard(B):
    s = str(B[1][0])
    for i in range(2, len(B)):
        s += ", " + str(B[i][0])
    print("(" + s + ")")


def findSolutions(B, i, mode):
    if i > len(B) - 1:
        if mode == "verbose":
            printBoard(B)
        return 1
    return fromSquare(B, i, 1, mode)


def fromSquare(B, i, j, mode):
    if j > len(B) - 1:
        return 0
    count = 0
    if B[i][j] == 0:
        placeQueen(B, i, j)
        count = findSolutions(B, i + 1, mode)
        removeQueen(B, i, j)
    return count + fromSquare(B, i, j + 1, mode)


def main():
    args = sys.argv[1:]
    mode = "normal"
    if len(args) == 2 and args[0] == "-v":
        mode = "verbose"
        args = args[1:]
    if len(args) != 1 or not args[0].isdigit():
        usage()
    n = int(args[0])
    B = []
    for i in range(n + 1):
        B.append([0] * (n + 1))
    count = findSolutions(B, 1, mode)
    print("%d-Queens has %d solutions" % (n, count))


main()
