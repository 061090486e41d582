import sys


def total(words):
    result = 0
    for word in words:
        result = result + int(word)
    return result


def main():
    words = sys.argv[1:]
    print("total =", total(words))


main()
