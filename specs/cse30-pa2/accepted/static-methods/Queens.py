import sys


class Queens:
    """A board and the functions of the assignment, all in one class."""

    def __init__(self, size):
        self.size = size
        self.board = [[0] * (size + 1) for _ in range(size + 1)]

    @staticmethod
    def _mark(B, i, j, step):
        for k in range(i + 1, len(B)):
            for l in (j - (k - i), j, j + (k - i)):
                if 1 <= l < len(B):
                    B[k][l] += step

    @staticmethod
    def placeQueen(B, i, j):
        B[i][0] = j
        B[i][j] = 1
        Queens._mark(B, i, j, -1)

    @staticmethod
    def removeQueen(B, i, j):
        B[i][0] = 0
        B[i][j] = 0
        Queens._mark(B, i, j, 1)

    @staticmethod
    def printBoard(B):
        print("(" + ", ".join([str(B[i][0]) for i in range(1, len(B))]) + ")")

    @classmethod
    def findSolutions(cls, B, i, mode):
        if i == len(B):
            if mode == "verbose":
                cls.printBoard(B)
            return 1
        total = 0
        for j, square in enumerate(B[i]):
            if j and not square:
                cls.placeQueen(B, i, j)
                total += cls.findSolutions(B, i + 1, mode)
                cls.removeQueen(B, i, j)
        return total

    def show(self, mode):
        print("{}-Queens has {} solutions".format(self.size, self.findSolutions(self.board, 1, mode)))


USAGE = """Usage: python3 Queens.py [-v] number
Option: -v  verbose output, print all solutions
"""
given = sys.argv[1:]
try:
    if len(given) == 2 and given[0] == "-v":
        Queens(int(given[1])).show("verbose")
    elif len(given) == 1:
        Queens(int(given[0])).show("normal")
    else:
        raise ValueError
except ValueError:
    sys.stderr.write(USAGE)
    sys.exit(2)
