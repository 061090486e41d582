rest = int(input())
coins = []
for coin in (50, 20, 10, 5, 2, 1):
    if rest >= coin:
        coins.append(coin)
        rest -= coin
print(*coins or ["none"])
