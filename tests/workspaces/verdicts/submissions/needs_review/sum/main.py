import sys

try:
    print(sum(int(word) for word in sys.argv[1:]))
except ValueError:
    print("something unexpected", file=sys.stderr)
