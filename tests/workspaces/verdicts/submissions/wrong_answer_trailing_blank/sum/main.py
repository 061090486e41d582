import sys

try:
    print(sum(int(word) for word in sys.argv[1:]), end=" \n")
except ValueError:
    print("usage: main.py NUMBER...", file=sys.stderr)
