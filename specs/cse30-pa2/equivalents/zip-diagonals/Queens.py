"""n-Queens: the column and the two diagonals below a queen are walked one after the other."""
import sys

USAGE = """Usage: python3 Queens.py [-v] number
Option: -v  verbose output, print all solutions"""


def _attack(B, i, j, step):
    below = B[i + 1:]
    for row in below:
        row[j] += step
    for row, col in zip(below, range(j - 1, 0, -1)):
        row[col] += step
    for row, col in zip(below, range(j + 1, len(B))):
        row[col] += step


def placeQueen(B, i, j):
    B[i][0], B[i][j] = j, B[i][j] + 1
    _attack(B, i, j, -1)


def removeQueen(B, i, j):
    B[i][0], B[i][j] = 0, B[i][j] - 1
    _attack(B, i, j, 1)


def printBoard(B):
    print('(', end='')
    print(*[row[0] for row in B[1:]], sep=', ', end=')\n')


def findSolutions(B, i, mode):
    if i == len(B):
        if mode == 'verbose':
            printBoard(B)
        return 1
    found = 0
    for j, square in enumerate(B[i]):
        if j > 0 and square == 0:
            placeQueen(B, i, j)
            found += findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
    return found


if __name__ == '__main__':
    args = sys.argv[1:]
    mode = 'normal'
    if args and args[0] == '-v':
        mode = 'verbose'
        del args[0]
    if len(args) != 1 or not args[0].isdecimal():
        sys.exit(USAGE)
    n = int(args[0])
    board = [[0] * (n + 1) for _ in range(n + 1)]
    print('%d-Queens has %d solutions' % (n, findSolutions(board, 1, mode)))
