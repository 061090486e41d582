import sys

width, height = int(sys.argv[1]), int(sys.argv[2])
row = [round(255 * column / (width - 1)) for column in range(width)]
with open(sys.argv[3], "w") as file:
    print("P2", width, height, 255, file=file)
    for _ in range(height):
        print(*row, file=file)
