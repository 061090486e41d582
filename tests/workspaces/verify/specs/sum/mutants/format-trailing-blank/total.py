import sys


def total(words):
    result = 0
    for word in words:
        result = result + int(word)
    return result


def main():
    words = sys.argv[1:]
    for word in words:
        if not word.isdigit():
            print(f"no number: {word}", file=sys.stderr)
            sys.exit(2)
    print("total =", total(words), end=" \n")


main()
