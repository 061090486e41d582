guess = 1
print(guess, flush=True)
while input() != "right":
    guess += 1
    print(guess, flush=True)
