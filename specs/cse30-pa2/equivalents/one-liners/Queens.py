import sys;
N = lambda B: len(B) - 1
shade = lambda B, i, j, w: [B[k].__setitem__(l, B[k][l] + w) for k in range(i + 1, len(B)) for l in range(1, len(B)) if l - j in (0, k - i, i - k)]
def placeQueen(B, i, j): B[i][j] += 1; B[i][0] = j; shade(B, i, j, -1)
def removeQueen(B, i, j): B[i][j] -= 1; B[i][0] = 0; shade(B, i, j, +1)
def printBoard(B): print(tuple(list(zip(*B))[0][1:]) if len(B) > 2 else "(%d)" % B[1][0])
def findSolutions(B, i, mode):
    return ((printBoard(B) if mode == "verbose" else None), 1)[1] if i > N(B) else sum((placeQueen(B, i, j), findSolutions(B, i + 1, mode), removeQueen(B, i, j))[1] for j in range(1, N(B) + 1) if B[i][j] == 0)
def usage(): print("Usage: python3 Queens.py [-v] number", "Option: -v      verbose output, print all solutions", sep="\n", file=sys.stderr); sys.exit(1)
if __name__ == "__main__":
    *v, n = sys.argv[1:] or usage()
    if v not in ([], ["-v"]) or not n.isdigit(): usage()
    print("%s-Queens has %d solutions" % (n, findSolutions([[0]*(int(n)+1) for _ in range(int(n)+1)], 1, "verbose" if v else "")))
