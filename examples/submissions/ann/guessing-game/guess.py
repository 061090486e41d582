import sys

step = guess = 512
print(guess, flush=True)
for answer in sys.stdin:
    if answer.startswith("right"):
        break
    step = max(1, step // 2)
    guess = min(1000, guess + step) if answer.startswith("higher") else guess - step
    print(guess, flush=True)
