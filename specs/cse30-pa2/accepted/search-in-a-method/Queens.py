"""All n queens: an object keeps the table, two methods take turns."""
import sys


def usage():
    sys.stderr.write("Usage: python3 Queens.py [-v] number\n")
    sys.stderr.write("Option:    -v    verbose output, print all solutions\n")
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


class Solver:
    def __init__(self, B, mode):
        self.B = B
        self.verbose = mode == "verbose"
        self.last = len(B) - 1

    def row(self, i):
        if i == self.last + 1:
            if self.verbose:
                printBoard(self.B)
            return 1
        return sum(self.square(i, j) for j in range(1, self.last + 1))

    def square(self, i, j):
        if self.B[i][j]:
            return 0
        placeQueen(self.B, i, j)
        below = self.row(i + 1)
        removeQueen(self.B, i, j)
        return below


def findSolutions(B, i, mode):
    return Solver(B, mode).row(i)


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
