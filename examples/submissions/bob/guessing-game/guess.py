guess = 1
while True:
    print(guess, flush=True)
    if input() == "right":
        break
    guess = guess + 1
