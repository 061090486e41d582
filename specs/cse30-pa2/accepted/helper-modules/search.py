"""The recursive search."""

import chessboard


def findSolutions(B, i, mode):
    if i >= len(B):
        if mode == "verbose":
            chessboard.printBoard(B)
        return 1
    found = 0
    for j in range(1, len(B)):
        if B[i][j] == 0:
            chessboard.placeQueen(B, i, j)
            found += findSolutions(B, i + 1, mode)
            chessboard.removeQueen(B, i, j)
    return found
