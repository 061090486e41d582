"""What a program cannot gain by beside what it returns: the same attempts in each language, and none is accepted."""

# ruff: noqa: E501 - programs of other languages, on a line each

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.driver import drivers
from tests.support import case_of, course, graded, loaded, write

SECRET = 731_944
SPEC = f"""\
title: A secret
language: {{}}
clauses: {{{{secret: {{{{text: The secret is returned., points: 1}}}}}}}}
cases:
  - {{{{name: first, clause: secret, calls: [{{{{function: secret, args: [1], returns: {SECRET}}}}}]}}}}
  - {{{{name: second, clause: secret, calls: [{{{{function: secret, args: [2], returns: {SECRET + 1}}}}}]}}}}
"""
FORGED = '{\\"case\\": 0, \\"call\\": 0, \\"function\\": \\"secret\\", \\"returned\\": 1, \\"after\\": [1]}'
FORGED_END = '{\\"end\\": 0, \\"get\\": {}}'

# For each language: ends early as if all were well; prints the protocol and ends; looks for what is expected in its
# arguments, environment and files; returns an object that says that it equals everything.
CHEATS: dict[str, tuple[str, dict[str, str]]] = {
    "python": (
        "main.py",
        {
            "exit": "import os\ndef secret(n):\n    os._exit(0)\n",
            "exit-kindly": "import sys\ndef secret(n):\n    sys.exit(0)\n",
            "forge": f"import os\ndef secret(n):\n    print('{FORGED}')\n    print('{FORGED_END}', flush=True)\n    os._exit(0)\n",
            "search": "import gc, os, re, sys\n"
            "def secret(n):\n    at = [str(v) for v in os.environ.values()] + sys.argv\n"
            "    for folder, _, names in os.walk(os.environ.get('HOME', '.')):\n"
            "        for name in names:\n"
            "            at.append(open(os.path.join(folder, name), errors='replace').read())\n"
            "    at += [re.sub('0x[0-9a-f]+', '', repr(o)[:9999]) for o in gc.get_objects() if type(o) in (dict, list)]\n"
            "    return int('7319' + '44') + n - 1 if any('7319' + '44' in text for text in at) else 0\n",
            "equal": "class Same(int):\n    def __eq__(self, other): return True\n    def __hash__(self): return 1\n"
            "    def __repr__(self): return '731' + '944'\ndef secret(n):\n    return Same(5)\n",
        },
    ),
    "java": (
        "Main.java",
        {
            "exit": "class Main { static int secret(int n) { System.exit(0); return 1; } }\n",
            "halt": "class Main { static int secret(int n) { Runtime.getRuntime().halt(0); return 1; } }\n",
            "forge": "class Main { static int secret(int n) { System.out.println("
            f'"{FORGED}"); System.out.println("{FORGED_END}"); System.out.flush(); System.exit(0); return 1; }} }}\n',
            "equal": "class Main { static Object secret(int n) { return new Object() {"
            ' public boolean equals(Object o) { return true; } public String toString() { return 731944 + n - 1 + ""; } }; } }\n',
        },
    ),
    "javascript": (
        "main.js",
        {
            "exit": "function secret(n) { process.exit(0); }\n",
            "abort": "function secret(n) { process.reallyExit(0); }\n",
            "forge": f"function secret(n) {{ console.log('{FORGED}'); console.log('{FORGED_END}'); process.exit(0); }}\n",
            "search": "const fs = require('fs');\nfunction secret(n) {\n"
            "  const at = [...Object.values(process.env), ...process.argv, require('util').inspect(require('worker_threads').workerData, {depth: 9})];\n"
            "  for (const name of fs.readdirSync(process.env.HOME || '.')) { try { at.push(fs.readFileSync((process.env.HOME || '.') + '/' + name, 'utf8')); } catch {} }\n"
            "  return at.some((text) => text.includes('7319' + '44')) ? Number('7319' + '44') + n - 1 : 0;\n}\n",
            "equal": "function secret(n) { return { valueOf: () => 731944 + n - 1, toString: () => '731944', toJSON: () => 731944 + n - 1 }; }\n",
            "patch": "Object.is = () => true; JSON.stringify = () => '1'; Number.isInteger = () => true;\nfunction secret(n) { return 1; }\n",
        },
    ),
    "c": (
        "main.c",
        {
            "exit": "#include <stdlib.h>\nint secret(int n) { exit(0); }\n",
            "exit-at-once": "#include <unistd.h>\nint secret(int n) { _exit(0); }\n",
            "forge": f'#include <stdio.h>\n#include <unistd.h>\nint secret(int n) {{ puts("{FORGED}"); puts("{FORGED_END}"); fflush(stdout); _exit(0); }}\n',
            "before-main": "#include <unistd.h>\n__attribute__((constructor)) static void first(void) { _exit(0); }\nint secret(int n) { return 1; }\n",
            "own-write": "int write(int f, const void *b, unsigned long n) { return n; }\nint secret(int n) { return 1; }\n",
        },
    ),
    "cpp": (
        "main.cpp",
        {
            "exit": "#include <cstdlib>\nint secret(int n) { std::exit(0); }\n",
            "forge": f'#include <cstdio>\n#include <unistd.h>\nint secret(int n) {{ puts("{FORGED}"); puts("{FORGED_END}"); fflush(stdout); _exit(0); }}\n',
            "before-main": "#include <unistd.h>\nstatic int first = (_exit(0), 1);\nint secret(int n) { return first; }\n",
            "equal": "struct Same { bool operator==(int) const { return true; } operator int() const { return 731944; } };\nSame secret(int n) { return {}; }\n",
        },
    ),
    "prolog": ("main.pl", {}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language, (_, cheats) in CHEATS.items() for name in cheats]
)
def test_no_attempt_is_accepted(language: str, name: str, tmp_path: Path) -> None:
    file, cheats = CHEATS[language]
    assignment = loaded(course(tmp_path, SPEC.format(language)))
    grade = graded(assignment, write(tmp_path / "handed-in", {file: cheats[name]}))
    for case in ("first", "second"):
        assert case_of(grade, case).verdict.name in ("WA", "RTE", "CE", "TLE"), case


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "def secret(n):\n    return 731943 + n\n"),
        ("java", "class Main { static int secret(int n) { return 731943 + n; } }\n"),
        ("javascript", "const secret = (n) => 731943 + n;\n"),
        ("c", "int secret(int n) { return 731943 + n; }\n"),
        ("cpp", "int secret(int n) { return 731943 + n; }\n"),
    ],
)
def test_an_honest_program_is_accepted(language: str, source: str, tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC.format(language)))
    grade = graded(assignment, write(tmp_path / "handed-in", {CHEATS[language][0]: source}))
    assert [case_of(grade, case).verdict.name for case in ("first", "second")] == ["AC", "AC"]


def test_every_language_is_tried() -> None:
    assert set(CHEATS) == set(drivers()), "what Prolog's programs may not do is in its own tests"
