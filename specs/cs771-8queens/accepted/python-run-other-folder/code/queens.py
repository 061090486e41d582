# Name: Li Wei, WSU ID: L789W012
import sys


def attack(s, c):
    return sum(1 for j in range(8) if j != c and (s[j] == s[c] or abs(s[j] - s[c]) == abs(j - c)))


def nxt(s):
    counts = [attack(s, c) for c in range(8)]
    top = max(counts)
    if top == 0:
        return s, "Success"
    for c in range(8):
        if counts[c] == top:
            options = []
            for r in range(1, 9):
                t = s[:]
                t[c] = r
                options.append((attack(t, c), r))
            a, r = min(options)
            if a < top:
                t = s[:]
                t[c] = r
                return t, None
    return s, "Failure"


def run(lines, out):
    for line in lines:
        if not line.strip():
            continue
        s = [int(x) for x in line.split()]
        while True:
            print(*s, file=out)
            s2, end = nxt(s)
            if end:
                print(end, file=out)
                break
            s = s2


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        lines = f.readlines()
    out = open(sys.argv[2], "w") if len(sys.argv) > 2 else sys.stdout
    run(lines, out)

