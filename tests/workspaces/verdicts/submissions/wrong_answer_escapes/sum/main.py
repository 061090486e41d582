import os

os.write(1, b"\x1b[2J\x1b]0;owned\x07\xff\xfe\r::error::no\n</td><script>\n")
