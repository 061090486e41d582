# The size is a global, and everything runs at the top level, without a main function.
import sys


def Usage():
    print('Usage: python3 Queens.py [-v] number\nOption: -v  verbose output, print all solutions', file=sys.stderr)
    quit()


def placeQueen(B, i, j):
    B[i][j] += 1
    B[i][0] = j
    for k in range(i+1, n+1):
        for l in (j-k+i, j, j+k-i):
            if 1 <= l <= n:
                B[k][l] -= 1


def removeQueen(B, i, j):
    B[i][j] -= 1
    B[i][0] = 0
    for k in range(i+1, n+1):
        for l in (j-k+i, j, j+k-i):
            if 1 <= l <= n:
                B[k][l] += 1


def printBoard(B):
    global n
    output = [B[i][0] for i in range(1, n+1)]
    print(str(output).replace('[', '(').replace(']', ')'))


def findSolutions(B, i, mode):
    total = 0
    if i > n:
        if mode == 'verbose':
            printBoard(B)
        return 1
    for j in range(1, n+1):
        if not B[i][j]:
            placeQueen(B, i, j)
            total += findSolutions(B, i+1, mode)
            removeQueen(B, i, j)
    return total


mode = 'normal'
if len(sys.argv) == 3:
    if sys.argv[1] != '-v':
        Usage()
    mode = 'verbose'
elif len(sys.argv) != 2:
    Usage()
if not sys.argv[-1].isnumeric():
    Usage()
n = int(sys.argv[-1])
B = [[0 for x in range(n+1)] for y in range(n+1)]
solutions = findSolutions(B, 1, mode)
print(str(n) + '-Queens has ' + str(solutions) + ' solutions')
