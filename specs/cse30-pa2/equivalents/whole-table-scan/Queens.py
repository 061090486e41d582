# Every square below the new queen is looked at. Slow, but what the assignment says, word for word.

import sys

def usage():
    sys.stderr.write("Usage: python3 Queens.py [-v] number\n")
    sys.stderr.write("Option: -v  verbose output, print all solutions\n")
    sys.exit(2)

def isAttacked(i, j, k, l):
    if l == j:
        return True
    if k - i == l - j:
        return True
    if k - i == j - l:
        return True
    return False

def placeQueen(B, i, j):
    n = len(B) - 1
    B[i][j] = B[i][j] + 1
    B[i][0] = j
    for k in range(1, n + 1):
        for l in range(1, n + 1):
            if k > i and isAttacked(i, j, k, l):
                B[k][l] = B[k][l] - 1

def removeQueen(B, i, j):
    n = len(B) - 1
    B[i][j] = B[i][j] - 1
    B[i][0] = 0
    for k in range(1, n + 1):
        for l in range(1, n + 1):
            if k > i and isAttacked(i, j, k, l):
                B[k][l] = B[k][l] + 1

def printBoard(B):
    line = "("
    for i in range(1, len(B)):
        line = line + str(B[i][0]) + ", "
    print(line[:-2] + ")")

def findSolutions(B, i, mode):
    n = len(B) - 1
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    else:
        sum = 0
        for j in range(1, n + 1):
            if B[i][j] == 0:
                placeQueen(B, i, j)
                sum = sum + findSolutions(B, i + 1, mode)
                removeQueen(B, i, j)
        return sum

def main():
    if len(sys.argv) == 2:
        mode = "normal"
        arg = sys.argv[1]
    elif len(sys.argv) == 3 and sys.argv[1] == "-v":
        mode = "verbose"
        arg = sys.argv[2]
    else:
        usage()
    try:
        n = int(arg)
    except:
        usage()
    B = []
    for i in range(n + 1):
        row = []
        for j in range(n + 1):
            row.append(0)
        B.append(row)
    count = findSolutions(B, 1, mode)
    print(n, "-Queens has ", count, " solutions", sep="")

main()
