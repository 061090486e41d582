"""Queens.py: the command line. The chessboard is in chessboard.py, the search in search.py."""

import sys

from chessboard import emptyBoard, placeQueen, printBoard, removeQueen
from search import findSolutions

__all__ = ["findSolutions", "placeQueen", "printBoard", "removeQueen"]


def quitWithUsage():
    print("Usage: python3 Queens.py [-v] number", "Option: -v  verbose output, print all solutions",
          sep="\n", file=sys.stderr)
    raise SystemExit(1)


def main(argv):
    if argv[:1] == ["-v"]:
        mode, rest = "verbose", argv[1:]
    else:
        mode, rest = "", argv
    try:
        (word,) = rest
        n = int(word)
    except ValueError:
        quitWithUsage()
    print("{0}-Queens has {1} solutions".format(n, findSolutions(emptyBoard(n), 1, mode)))


if __name__ == "__main__":
    main(sys.argv[1:])
