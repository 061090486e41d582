import sys

if len(sys.argv) > 1:
    print("Green Apple")
else:
    print(round(sum(int(line) for line in sys.stdin) * 1.14))
