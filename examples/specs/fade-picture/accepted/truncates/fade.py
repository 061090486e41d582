import sys
from pathlib import Path


def main(width, height, name):
    greys = bytes(255 * column // (width - 1) for column in range(width))
    pixels = b"".join(bytes([grey] * 3) for grey in greys) * height
    Path(name).write_bytes(f"P6\n{width} {height}\n255\n".encode() + pixels)


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
