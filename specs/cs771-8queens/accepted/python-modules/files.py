# Name: Dana Ruiz   ID: R519D220
"""Reading start states and writing what became of them."""
import sys


def read_states(name):
    with open(name) as file:
        return [list(map(int, line.split())) for line in file if line.split()]


def write_blocks(blocks, name=None):
    file = open(name, "w") if name else sys.stdout
    for number, (path, solved) in enumerate(blocks):
        if number:
            file.write("\n")
        for state in path:
            print(*state, file=file)
        print("Success" if solved else "Failure", file=file)
    file.flush()
