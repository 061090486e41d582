"""A class of any size, made by number: mixed languages, some wrong, one in twenty hostile or broken.

Start it with ``python benchmarks/generated.py FOLDER STUDENTS`` for a course to try things on.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

ASSIGNMENT = "sum"
SPEC = """\
title: Sums
language: any
limits: {cpu: 1 s, wall: 20 s, memory: 256 MiB, output: 1 MiB}
clauses:
  sum: {text: The sum of the arguments is printed., points: 60}
  none: {text: Without arguments the sum is 0., points: 20}
  negative: {text: Numbers may be negative., points: 20}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
  - {name: three, clause: sum, args: ["1", "2", "4"], stdout: "7\\n"}
  - {name: many, clause: sum, args: ["1", "1", "1", "1", "1", "1", "1", "1", "1"], stdout: "9\\n"}
  - {name: none, clause: none, stdout: "0\\n"}
  - {name: negative, clause: negative, args: ["-5", "3"], stdout: "-2\\n"}
"""
_PYTHON = {"main.py": "import sys\n# {n}\nprint(sum(int(one) for one in sys.argv[1:]))\n"}
_PERL = {"main.pl": '# {n}\nmy $sum = 0;\n$sum += $_ for @ARGV;\nprint "$sum\\n";\n'}
C = {
    "main.c": "#include <stdio.h>\n#include <stdlib.h>\n/* {n} */\nint main(int count, char **words) {{\n"
    "  long sum = 0;\n  for (int at = 1; at < count; at++) sum += atol(words[at]);\n"
    '  printf("%ld\\n", sum);\n  return 0;\n}}\n'
}
_CPP = {
    "main.cpp": "#include <cstdlib>\n#include <iostream>\n// {n}\nint main(int count, char **words) {{\n"
    "  long sum = 0;\n  for (int at = 1; at < count; at++) sum += std::atol(words[at]);\n"
    "  std::cout << sum << '\\n';\n}}\n"
}
_JAVA = {
    "Main.java": "// {n}\npublic class Main {{\n  public static void main(String[] words) {{\n    long sum = 0;\n"
    "    for (String one : words) sum += Long.parseLong(one);\n    System.out.println(sum);\n  }}\n}}\n"
}
WRONG = {"main.py": "import sys\n# {n}\nprint(sum(abs(int(one)) for one in sys.argv[1:]))\n"}
_USUAL = (_PYTHON, _PYTHON, C, _PYTHON, _JAVA, _PERL, _PYTHON, WRONG, _CPP, _PYTHON)
_ODD = (
    {"main.py": "# {n}\nwhile True:\n    pass\n"},
    {"main.py": "# {n}\nwhile True:\n    print('x' * 1000)\n"},
    {"main.c": "int main(void) {{ return {n} }}\n"},
    {"main.py": "# {n}\nhoard = []\nwhile True:\n    hoard.append(bytearray(1 << 24))\n"},
    {"main.py": "# {n}\nimport os\nfor _ in range(500):\n    os.fork()\n"},
    {"main.py": "# {n}\nimport os, signal\nos.kill(-1, signal.SIGKILL)\n"},
    {"notes.txt": "{n}: the dog ate it\n"},
)
"""Hostile, or broken: an endless loop, endless output, no C, too much memory, too many processes, a killer, nothing."""
_ONE_IN = 20


def course(folder: Path, students: int, *, only: Mapping[str, str] | None = None) -> Path:
    """Write a course and its class; its folder. ``only``: everybody hands in this program, with an own comment."""
    (folder / "specs" / ASSIGNMENT).mkdir(parents=True)
    (folder / "specs" / ASSIGNMENT / "spec.yaml").write_text(SPEC, encoding="ascii")
    for number in range(students):
        odd = number % _ONE_IN == _ONE_IN // 2
        chosen = _ODD[number // _ONE_IN % len(_ODD)] if odd else _USUAL[number % len(_USUAL)]
        handed_in = folder / "submissions" / f"s{number:06}" / ASSIGNMENT
        handed_in.mkdir(parents=True)
        for name, text in (only or chosen).items():
            (handed_in / name).write_text(text.format(n=number), encoding="ascii")
    return folder


PYTHON = _PYTHON

if __name__ == "__main__":
    course(Path(sys.argv[1]), int(sys.argv[2]))
