"""Find a number from 1 to 1000 by halving what is still possible."""


def main() -> None:
    low, high = 2, 1000
    while True:
        guess = max(2, (low + high) // 2)
        print(guess, flush=True)
        answer = input()
        if answer == "right":
            return
        if answer == "higher":
            low = guess + 1
        else:
            high = guess - 1


main()
