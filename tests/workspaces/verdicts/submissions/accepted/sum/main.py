import sys

total = 0
for word in sys.argv[1:]:
    if not word.lstrip("-").isdigit():
        sys.exit("usage: numbers only")
    total += int(word)
print(total)
