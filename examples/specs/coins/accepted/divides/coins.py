import sys

cents = int(sys.stdin.read())
change = []
for coin in [50, 20, 10, 5, 2, 1]:
    count, cents = divmod(cents, coin)
    change += [str(coin)] * count
print(" ".join(change) if change else "none")
