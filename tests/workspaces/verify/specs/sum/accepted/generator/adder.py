import sys

words = sys.argv[1:]
wrong = [word for word in words if not word.isdigit()]
if wrong:
    sys.stderr.write("no number: " + wrong[0] + "\n")
    raise SystemExit(2)
sys.stdout.write(f"total = {sum(int(word) for word in words)}\n")
