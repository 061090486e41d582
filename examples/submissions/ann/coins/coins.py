def change(cents):
    for coin in (50, 20, 10, 5, 2, 1):
        if cents >= coin:
            return [coin] + change(cents - coin)
    return []


coins = change(int(input()))
print(*coins if coins else ["none"])
