import sys

try:
    print(1 + sum(int(word) for word in sys.argv[1:]))
except ValueError:
    print("usage: main.py NUMBER...", file=sys.stderr)
