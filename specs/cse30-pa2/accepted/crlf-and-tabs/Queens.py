#
#	Queens.py
#	Written on Windows: the lines end in CR LF, the indents are tabs.
#
import sys

def placeQueen(B, i, j):
	"""Places a queen on row i, column j."""
	change(B, i, j, 1)

def removeQueen(B, i, j):
	"""Removes the queen from row i, column j."""
	change(B, i, j, -1)

def change(B, i, j, queens):
	B[i][j] += queens
	B[i][0] += queens * j
	n = len(B) - 1
	for k in range(i + 1, n + 1):
		B[k][j] -= queens
	k = i + 1
	l = j - 1
	while k <= n and l >= 1:
		B[k][l] -= queens
		k += 1
		l -= 1
	k = i + 1
	l = j + 1
	while k <= n and l <= n:
		B[k][l] -= queens
		k += 1
		l += 1

def printBoard(B):
	print("(%s)" % ", ".join("%d" % row[0] for row in B[1:]))

def findSolutions(B, i, mode):
	if i > len(B) - 1:
		if mode == "verbose":
			printBoard(B)
		return 1
	accumulated = 0
	for j in range(1, len(B[i])):
		if B[i][j] == 0:
			placeQueen(B, i, j)
			accumulated += findSolutions(B, i + 1, mode)
			removeQueen(B, i, j)
	return accumulated

def usage():
	print("""Usage: python3 Queens.py [-v] number
Option: -v  verbose output, print all solutions""", file=sys.stderr)
	sys.exit(1)

if __name__ == "__main__":
	args = sys.argv
	if len(args) == 2:
		mode = "count"
	elif len(args) == 3 and args[1] == "-v":
		mode = "verbose"
	else:
		usage()
	try:
		n = int(args[-1])
	except ValueError:
		usage()
	table = []
	for row in range(n + 1):
		table += [[0] * (n + 1)]
	print("%d-Queens has %d solutions" % (n, findSolutions(table, 1, mode)))
