import sys

DIRECTIONS = (-1, 0, 1)


def _shift(B, i, j, by):
    n = len(B) - 1
    for down in range(1, n - i + 1):
        for d in DIRECTIONS:
            col = j + d * down
            if 0 < col <= n:
                B[i + down][col] -= by


def placeQueen(B, i, j):
    B[i][0], B[i][j] = j, B[i][j] + 1
    _shift(B, i, j, 1)


def removeQueen(B, i, j):
    B[i][0], B[i][j] = 0, B[i][j] - 1
    _shift(B, i, j, -1)


def printBoard(B):
    sys.stdout.write('({})\n'.format(', '.join([str(r[0]) for r in B][1:])))


def findSolutions(B, i, mode):
    last = len(B) - 1

    def solutions(row):
        if row > last:
            yield True
            return
        col = 1
        while col <= last:
            if not B[row][col]:
                placeQueen(B, row, col)
                for found in solutions(row + 1):
                    yield found
                removeQueen(B, row, col)
            col += 1

    total = 0
    for _ in solutions(i):
        if mode == 'verbose':
            printBoard(B)
        total += 1
    return total


args = sys.argv[1:]
verbose = args[:1] == ['-v']
if verbose:
    del args[0]
try:
    (text,) = args
    n = int(text)
except ValueError:
    print('Usage: python3 Queens.py [-v] number', file=sys.stderr)
    print('Option: -v  verbose output, print all solutions', file=sys.stderr)
else:
    table = []
    for _ in range(n + 1):
        table.append([0 for _ in range(n + 1)])
    print('%d-Queens has %d solutions' % (n, findSolutions(table, 1, 'verbose' if verbose else 'normal')))
