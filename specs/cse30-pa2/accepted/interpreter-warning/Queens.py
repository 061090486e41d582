# "is" with a number works in CPython, but makes it print a SyntaxWarning to stderr.
import sys

def usage():
    print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
    print("Option: -v  verbose output, print all solutions", file=sys.stderr)
    sys.exit(1)

def createBoard(n):
    B = []
    for i in range(0, n + 1):
        B.append([])
        for j in range(0, n + 1):
            B[i].append(0)
    return B

def placeQueen(B, i, j):
    B[i][j] += 1
    B[i][0] = j
    n = len(B[0]) - 1
    d = 1
    for k in range(i + 1, n + 1):
        B[k][j] -= 1
        if j - d > 0:
            B[k][j - d] -= 1
        if j + d < n + 1:
            B[k][j + d] -= 1
        d += 1

def removeQueen(B, i, j):
    B[i][j] -= 1
    B[i][0] = 0
    n = len(B[0]) - 1
    d = 1
    for k in range(i + 1, n + 1):
        B[k][j] += 1
        if j - d > 0:
            B[k][j - d] += 1
        if j + d < n + 1:
            B[k][j + d] += 1
        d += 1

def printBoard(B):
    numbers = []
    for i in range(1, len(B)):
        numbers.append(B[i][0])
    print("(" + str(numbers)[1:-1] + ")")

def findSolutions(B, i, mode):
    count = 0
    if i is len(B):
        if mode == "verbose":
            printBoard(B)
        count = 1
    else:
        for j in range(1, len(B)):
            if B[i][j] is 0:
                placeQueen(B, i, j)
                count += findSolutions(B, i + 1, mode)
                removeQueen(B, i, j)
    return count

def main():
    mode = "normal"
    if len(sys.argv) is 1 or len(sys.argv) > 3:
        usage()
    if len(sys.argv) is 3:
        if sys.argv[1] == "-v":
            mode = "verbose"
        else:
            usage()
    try:
        n = int(sys.argv[len(sys.argv) - 1])
    except ValueError:
        usage()
    print(f"{n}-Queens has {findSolutions(createBoard(n), 1, mode)} solutions")

if __name__ == '__main__':
    main()
