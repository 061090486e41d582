"""n-Queens. The four functions are other names of a class's methods, and the recursion is inside findSolutions."""

import sys


class Chessboard:
    @classmethod
    def attack(cls, table, row, column, amount):
        for below in range(row + 1, len(table)):
            for square in {column, column + below - row, column - below + row}:
                if square in range(1, len(table)):
                    table[below][square] += amount

    @classmethod
    def occupy(cls, table, row, column):
        table[row][column] += 1
        table[row][0] = column
        cls.attack(table, row, column, -1)

    @classmethod
    def leave(cls, table, row, column):
        table[row][column] -= 1
        table[row][0] = 0
        cls.attack(table, row, column, +1)

    @staticmethod
    def show(table):
        print("(" + ", ".join(str(row[0]) for row in table[1:]) + ")")

    @staticmethod
    def search(table, first, mode):
        def fill(row):
            if row == len(table):
                if mode == "verbose":
                    printBoard(table)
                return 1
            found = 0
            for column in range(1, len(table)):
                if not table[row][column]:
                    placeQueen(table, row, column)
                    found += fill(row + 1)
                    removeQueen(table, row, column)
            return found

        return fill(first)


placeQueen = Chessboard.occupy
removeQueen = Chessboard.leave
printBoard = Chessboard.show
findSolutions = Chessboard.search


def read():
    words = sys.argv[1:]
    verbose = words[:1] == ["-v"]
    try:
        (number,) = words[verbose:]
        return int(number), "verbose" if verbose else ""
    except ValueError:
        print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
        print("Option: -v  verbose output, print all solutions", file=sys.stderr)
        raise SystemExit(1) from None


if __name__ == "__main__":
    n, mode = read()
    print(f"{n}-Queens has {findSolutions([[0] * (n + 1) for _ in range(n + 1)], 1, mode)} solutions")
