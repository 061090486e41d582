"""Row 0 of the table is free for any use: here it counts the queens that stand, and holds None beside it."""

import sys


def boardOf(size):
    return [[0] + [None] * size] + [[0] * (size + 1) for _ in range(size)]


def below(B, i, j):
    """Rows and columns of the attacked squares below (i, j), one list for each direction."""
    n = len(B) - 1
    down = [(k, j) for k in range(i + 1, n + 1)]
    left = [(i + d, j - d) for d in range(1, min(n - i, j - 1) + 1)]
    right = [(i + d, j + d) for d in range(1, min(n - i, n - j) + 1)]
    return down + left + right


def placeQueen(B, i, j):
    B[0][0] = i
    B[i][j] += 1
    B[i][0] = j
    for (k, l) in below(B, i, j):
        B[k][l] -= 1


def removeQueen(B, i, j):
    B[0][0] = i - 1
    B[i][j] -= 1
    B[i][0] = 0
    for (k, l) in below(B, i, j):
        B[k][l] += 1


def printBoard(B):
    text = ""
    for row in B[1:]:
        text += f", {row[0]}" if text else f"({row[0]}"
    print(text + ")")


def findSolutions(B, i, mode):
    n = len(B) - 1
    if i <= n:
        count = 0
        for j in [column for column in range(1, n + 1) if B[i][column] == 0]:
            placeQueen(B, i, j)
            count += findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
        return count
    if mode == "verbose":
        printBoard(B)
    return 1


def isNumber(word):
    return word.isdigit() and int(word) > 0


def main():
    words = sys.argv[1:]
    if len(words) == 1 and isNumber(words[0]):
        n, mode = int(words[0]), "normal"
    elif len(words) == 2 and words[0] == "-v" and isNumber(words[1]):
        n, mode = int(words[1]), "verbose"
    else:
        sys.stderr.writelines(["Usage: python3 Queens.py [-v] number\n",
                               "Option: -v  verbose output, print all solutions\n"])
        return 1
    count = findSolutions(boardOf(n), 1, mode)
    sys.stdout.write(f"{n}-Queens has {count} solutions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
