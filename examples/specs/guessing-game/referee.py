"""Answer guesses by "higher", "lower" or "right"."""

import sys
from pathlib import Path

secret, most = map(int, Path(sys.argv[1]).read_text().split())
message = Path(sys.argv[3]) / "teammessage.txt"
for number in range(1, most + 1):
    try:
        guess = int(input())
    except (EOFError, ValueError):
        message.write_text(f"guess {number} is no whole number on a line of its own")
        sys.exit(43)
    if guess == secret:
        print("right", flush=True)
        sys.exit(42)
    print("higher" if guess < secret else "lower", flush=True)
message.write_text(f"the number was not found by {most} guesses")
sys.exit(43)
