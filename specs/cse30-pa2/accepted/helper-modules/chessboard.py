"""The (n + 1) x (n + 1) table and the queens on it."""


def emptyBoard(n):
    return [[0] * (n + 1) for _ in range(n + 1)]


def attackedBelow(B, i, j):
    """Yields (row, column) of the squares that a queen on row i, column j attacks below."""
    n = len(B) - 1
    for distance in range(1, n - i + 1):
        for column in (j - distance, j, j + distance):
            if 0 < column <= n:
                yield i + distance, column


def placeQueen(B, i, j):
    B[i][j] += 1
    B[i][0] = j
    for k, l in attackedBelow(B, i, j):
        B[k][l] -= 1


def removeQueen(B, i, j):
    B[i][j] -= 1
    B[i][0] = 0
    for k, l in attackedBelow(B, i, j):
        B[k][l] += 1


def printBoard(B):
    print(f"({', '.join(str(B[i][0]) for i in range(1, len(B)))})")
