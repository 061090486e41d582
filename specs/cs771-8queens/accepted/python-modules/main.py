# Name: Dana Ruiz   ID: R519D220
"""Entry point: python3 main.py INPUT [OUTPUT]"""
import sys

from files import read_states, write_blocks
from search import run

if __name__ == "__main__":
    source = sys.argv[1] if len(sys.argv) > 1 else "input.txt"
    target = sys.argv[2] if len(sys.argv) > 2 else None
    write_blocks((run(state) for state in read_states(source)), target)
