# Looks for -v among all arguments; the rest has to be one number.
from sys import argv, exit, stderr, stdout


def usage():
    stderr.write("Usage: python3 Queens.py [-v] number\nOption: -v \tverbose output, print all solutions\n")
    exit(64)


def new_board(n): return [(n + 1) * [0] for _ in range(n + 1)]


def placeQueen(B, i, j):
    B[i][j] = 1
    B[i][0] = j
    n = len(B) - 1
    k, left, right = i + 1, j - 1, j + 1
    while k <= n:
        B[k][j] -= 1
        if left >= 1:
            B[k][left] -= 1
        if right <= n:
            B[k][right] -= 1
        k, left, right = k + 1, left - 1, right + 1


def removeQueen(B, i, j):
    B[i][j] = 0
    B[i][0] = 0
    n = len(B) - 1
    k, left, right = i + 1, j - 1, j + 1
    while k <= n:
        B[k][j] += 1
        if left >= 1:
            B[k][left] += 1
        if right <= n:
            B[k][right] += 1
        k, left, right = k + 1, left - 1, right + 1


def printBoard(B):
    stdout.write('(')
    for i in range(1, len(B)):
        if i != 1:
            stdout.write(', ')
        stdout.write(str(B[i][0]))
    stdout.write(')\n')


def findSolutions(B, i, mode):
    if i > len(B) - 1:
        if mode == "verbose": printBoard(B)
        return 1
    count, j = 0, 0
    while j < len(B) - 1:
        j += 1
        if B[i][j] != 0:
            continue
        placeQueen(B, i, j)
        count += findSolutions(B, i + 1, mode)
        removeQueen(B, i, j)
    return count


def main():
    verbose = "-v" in argv
    rest = [word for word in argv[1:] if word != "-v"]
    if len(rest) != 1 or not all(c in "0123456789" for c in rest[0]):
        usage()
    n = int(rest[0])
    stdout.write("%s-Queens has %s solutions\n" % (n, findSolutions(new_board(n), 1, "verbose" if verbose else "quiet")))


if __name__ == "__main__":
    main()
