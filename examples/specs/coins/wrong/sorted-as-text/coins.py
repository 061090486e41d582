rest = int(input())
coins = []
for coin in (50, 20, 10, 5, 2, 1):
    while rest >= coin:
        coins.append(coin)
        rest -= coin
print(*sorted(coins, key=str, reverse=True) or ["none"])
