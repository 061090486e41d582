import sys


def run():
    try:
        print(sum(map(int, sys.argv[1:])))
    except ValueError as error:
        print(error, file=sys.stderr)
