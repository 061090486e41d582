"""The table of kinds and keys: for each key that a kind takes a value that a program passes and one that it fails.

The program is the same for both, so a key that is ignored would be seen. A wrong value of the keys in ``REFUSED``
is an error of the spec instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

Entry = Mapping[str, Any]


class Cell(NamedTuple):
    """Two cases that differ in one key."""

    right: Entry
    wrong: Entry
    program: str = ""
    """The name of another program than that of the kind."""


class KindTable(NamedTuple):
    """The cells of one kind."""

    language: str
    program: str
    base: Entry
    """What every case of the kind has here, unless the cell says otherwise."""
    cells: Mapping[str, Cell]
    reference: str = ""
    """The name of the reference, where it is another program."""


def suited(test: str) -> Entry:
    """One test of the suite beside the spec."""
    return {"runner": "unittest", "files": ["test_suite.py"], "test": f"TestMain.test_{test}"}


def drawn(function: str) -> Entry:
    """Variants by this function."""
    return {"variants": {"function": function}}


PROGRAMS: dict[str, dict[str, str]] = {
    "echo": {
        "main.py": """\
import os, sys
words = sys.argv[1:]
there = open("in.txt").read() if os.path.exists("in.txt") else ""
sys.stdout.write(" ".join(words) + "|" + sys.stdin.read() + "|" + there + "\\n")
sys.stderr.write("note\\n")
open("out.txt", "w").write("made\\n")
if "crash" in words:
    sys.stdout.flush()
    os.abort()
if "remove" in words:
    os.remove("main.py")
sys.exit(len(words))
"""
    },
    "clock": {"main.py": "import time\na = time.time()\nprint(time.time() - a > 1000)\n"},
    "memory": {
        "main.c": """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *numbers = malloc(3 * sizeof(int)), sum = 0, n;
    printf("Name? ");
    fflush(stdout);
    while (scanf("%d", &n) == 1) sum += n;
    volatile int at = 3;
    numbers[at] = sum;
    printf("sum %d\\n", sum);
    free(numbers);
    return 0;
}
"""
    },
    "blanks": {"main.py": "import sys\nprint('sum', sys.stdin.read() or 5, end=' \\n')\n"},
    "talks": {
        "main.py": """\
import os, sys, time
words = sys.argv[1:]
name = input("Name? ")
there = open("in.txt").read() if os.path.exists("in.txt") else ""
print("Hi " + name + there + "".join(words))
open("out.txt", "w").write("made\\n")
a = time.time()
print(time.time() - a > 1000)
sys.stdout.flush()
if "crash" in words:
    os.abort()
sys.exit(len(words))
"""
    },
    "guesses": {
        "main.py": """\
import os, sys, time
words = sys.argv[1:]
there = open("in.txt").read() if os.path.exists("in.txt") else ""
a = time.time()
print(there + "".join(words) or int(time.time() - a > 1000), flush=True)
sys.stderr.write("note \\n")
input()
open("out.txt", "w").write("made\\n")
if "crash" in words:
    os.abort()
sys.exit(len(words))
"""
    },
    "calls": {
        "main.py": """\
import sys
count = 0
def add(a, b):
    return a + b
def again():
    global count
    count += 1
    return count
def words():
    return list(sys.argv[1:])
def push(numbers, number):
    numbers.append(number)
def says():
    print("said ")
    sys.stderr.write("note\\n")
    open("out.txt", "w").write("made\\n")
def reads():
    return input()
def file():
    return open("in.txt").read()
def in_2001():
    import time
    return time.time() - 978307200 < 1
def spin():
    import time
    end = time.process_time() + 3
    while time.process_time() < end:
        pass
    return 1
"""
    },
    "steps": {
        "main.py": """\
import os, sys
def step():
    pass
words = sys.argv[1:]
there = open("in.txt").read() if os.path.exists("in.txt") else ""
data = sys.stdin.read()
if words[:1] != ["wait"]:
    for _ in range(int(words[0]) if words else int(data or there or 3)):
        step()
print("steps", *words, end=" \\n")
if "much" in words:
    print("x" * 100_000)
"""
    },
    "factorial": {
        "Main.java": """\
import java.nio.file.*;
import java.util.*;
class Main {
    static int product(int a, int b) { return a * b; }
    public static void main(String[] words) throws Exception {
        Scanner in = new Scanner(System.in);
        int n = words.length > 0 ? Integer.parseInt(words[0]) : in.hasNextInt() ? in.nextInt()
            : Files.exists(Path.of("in.txt")) ? Integer.parseInt(Files.readString(Path.of("in.txt")).trim()) : 3;
        int f = 1;
        for (int i = 2; i <= n; i++) f = product(f, i);
        System.out.println(f + " ");
        System.err.println("note");
        System.out.flush();
        if (n == 5) throw new IllegalStateException("five");
        System.exit(n == 4 ? 4 : 0);
    }
}
"""
    },
    "style": {"main.py": "import os\nprint(1)\n"},
    "tests": {
        "main.py": "def twice(n):\n    return 2 * n\n",
        "test_main.py": "from main import twice\ndef test_one():\n    assert twice(1) == 2\n",
        "test_idle.py": "def test_nothing():\n    assert True\n",
    },
    "suited": {
        "main.py": """\
import os
def twice(n):
    return 2 * n
def there():
    return open("in.txt").read() if os.path.exists("in.txt") else ""
def spin():
    return len([n * n for n in range(3_000_000)])
"""
    },
    "sums": {
        "main.py": "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n",
        "other.py": "import main\n",
    },
    "nearly": {
        "main.py": """\
import os, sys, time
words = sys.argv[1:]
there = open("in.txt").read() if os.path.exists("in.txt") else ""
numbers = sys.stdin.read().split()
a = time.time()
late = time.time() - a > 1000
total = sum(map(int, numbers)) + ("9" in numbers) + ("x" in words) + ("x" in there) + late
open("out.txt", "w").write(f"{total}\\n")
print(total if "file" not in words else "?", end=" \\n" if "blank" in words else "\\n")
sys.stderr.write("note " * (1000 if "much" in words else 1))
if "crash" in words:
    sys.stdout.flush()
    os.abort()
sys.exit(3 if "three" in words else 0)
""",
        "other.py": "print('?')\n",
    },
    "indices": {
        "main.c": """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *numbers = malloc(3 * sizeof(int)), sum = 0, n;
    while (scanf("%d", &n) == 1) sum += n;
    volatile int at = 3;
    numbers[at] = sum;
    printf("%d\\n", sum);
    free(numbers);
    return 0;
}
"""
    },
    "game": {
        "main.c": """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *numbers = malloc(3 * sizeof(int)), n = 0;
    volatile int at = 3;
    if (scanf("%d", &n) != 1) return 0;
    numbers[at] = n;
    printf("%d\\n", n);
    free(numbers);
    return 0;
}
"""
    },
}
"""Programs by name, each as files."""
DRAWN = {
    "numbers": {"stdin": "3 4\n"},
    "nines": {"stdin": "9 9\n"},
    "ends": {"args": ["three"]},
    **{word: {"args": [word]} for word in ("much", "blank", "crash", "file")},
}
"""What was drawn for the student of the tests, by function."""
BESIDE = {
    "variants.json": json.dumps({"students": [{"roster": {"login": "ann"}, "drawn": DRAWN}]}),
    "test_suite.py": """\
import unittest
import main
class TestMain(unittest.TestCase):
    def test_twice(self):
        self.assertEqual(main.twice(2), 4)
    def test_wrong(self):
        self.assertEqual(main.twice(2), 5)
    def test_there(self):
        self.assertEqual(main.there(), "x")
    def test_spin(self):
        self.assertEqual(main.spin(), 3_000_000)
""",
    "checks.py": """\
from pathlib import Path
def numbers(random):
    return " ".join(str(random.randint(0, 8)) for _ in range(3)) + "\\n"
def differ(runs):
    outputs = {run.stdout for run in runs}
    return () if len(outputs) > 1 else ["all runs print the same"]
def agree(runs):
    outputs = {run.stdout for run in runs}
    return () if len(outputs) == 1 else ["the runs differ"]
def three_runs(runs):
    return () if len(runs) == 3 else ["not three runs"]
def nines(random):
    return "9 9\\n"
def much(random):
    return {"args": ["much"]}
def blank(random):
    return {"args": ["blank"]}
def ends(random):
    return {"args": ["three"]}
def crash(random):
    return {"args": ["crash"]}
def file(random):
    return {"args": ["file"]}
def three(results, params):
    return () if results[0].returned == 3 else ["not three"]
def four(results, params):
    return () if results[0].returned == 4 else ["not four"]
""",
    "judge.py": """\
import sys
from pathlib import Path
question, answer = Path(sys.argv[1]).read_text(), Path(sys.argv[2]).read_text()
said = input()
print("ok", flush=True)
sys.exit(42 if said == answer and question in ("", "q") else 43)
""",
    "feeds.py": "import sys\nprint(5, flush=True)\nsys.exit(42 if input() == '5' else 43)\n",
    "second.py": """\
import sys
from pathlib import Path
question, answer = Path(sys.argv[1]).read_text(), Path(sys.argv[2]).read_text()
input()
print("ok", flush=True)
if question != "again":
    Path(sys.argv[3], "nextpass.in").write_text("again")
sys.exit(42 if question != "again" or answer == "0" else 43)
""",
    "never.py": "import sys\ninput()\nprint('ok', flush=True)\nsys.exit(43)\n",
    "data/1.in": "5",
    "data/1.out": "|5|\n",
    "data/1.args": "",
    "bad/1.in": "5",
    "bad/1.out": "|6|\n",
    "asked/1.in": "q",
    "asked/1.ans": "0",
    "other/1.in": "q",
    "other/1.ans": "1",
    "mutants/other-half/main.py": "def twice(n):\n    return n\n",
}
TIMES = (
    {"time": "1000x reference, at least 10 s"},
    {"time": "0.000001x reference, at least 1 ms"},
)
FORM = {"trailing-blanks": "other"}
SUMS = zip("abcdefghi", "bcdefghij", strict=True)
LONG_SUM = (
    "#define a 1+1\n"
    + "".join(f"#define {next_} {name}+{name}+{name}+{name}\n" for name, next_ in SUMS)
    + "int x = j;\n"
)
"""It takes a compiler a while."""


OF_RUNS = {
    "run": Cell(
        {"run": ["python3", "main.py", "a"], "stdout": "a||\n"}, {"run": ["python3", "main.py"], "stdout": "a||\n"}
    ),
    "args": Cell({"args": ["a"], "stdout": "a||\n"}, {"args": ["b"], "stdout": "a||\n"}),
    "stdin": Cell({"stdin": "5", "stdout": "|5|\n"}, {"stdin": "6", "stdout": "|5|\n"}),
    "files": Cell({"files": {"in.txt": "x"}, "stdout": "||x\n"}, {"files": {"in.txt": "y"}, "stdout": "||x\n"}),
    "limits": Cell({"limits": {"output": "1 MiB"}}, {"limits": {"output": "1 B"}}),
    "stdout": Cell({"stdout": "||\n"}, {"stdout": "|\n"}),
    "stderr": Cell({"stderr": "note\n"}, {"stderr": "none\n"}),
    "exit": Cell({"args": ["a"], "exit": 1}, {"args": ["a"], "exit": 0}),
    "ending": Cell(
        {"args": ["crash"], "stdout": "crash||\n", "ending": "any"},
        {"args": ["crash"], "stdout": "crash||\n", "ending": "own"},
    ),
    "produces": Cell({"produces": {"out.txt": "made\n"}}, {"produces": {"out.txt": "none\n"}}),
    "output_files": Cell({"output_files": ["out.txt"], "stdout": "made\n"}, {"output_files": None, "stdout": "made\n"}),
    "attempts": Cell(
        {"attempts": [{"args": ["x"]}, {"args": ["a"]}], "stdout": "a||\n"},
        {"attempts": [{"args": ["x"]}], "stdout": "a||\n"},
    ),
    "time": Cell(*TIMES),
    "clock": Cell({"clock": "moving", "stdout": "True\n"}, {"clock": "real", "stdout": "True\n"}, "clock"),
    "sanitize": Cell(
        {"stdin": "5", "stdout": "Name? sum 5\n"},
        {"stdin": "5", "stdout": "Name? sum 5\n", "sanitize": "address"},
        "memory",
    ),
    "from": Cell({"from": "data/*.in", "stdout": None}, {"from": "bad/*.in", "stdout": None}),
}
ANYTHING = {"check": "regex", "pattern": "(?s).*"}
TALK = [{"expect": "Name? ", "send": "ann"}, {"expect": "Hi ann"}]
TABLES = {
    "run": KindTable(
        "any",
        "echo",
        {"stdout": ANYTHING},
        {
            **OF_RUNS,
            "before": Cell(
                {"before": [{"run": ["sh", "-c", "printf there > in.txt"]}], "stdout": "||there\n"},
                {"before": [{"args": ["there"]}], "stdout": "||there\n"},
            ),
            "cleans": Cell({"args": ["remove"], "cleans": False}, {"args": ["remove"], "cleans": True}),
            "near_misses": Cell(
                {"near_misses": FORM, "stdout": "sum 5\n"}, {"near_misses": None, "stdout": "sum 5\n"}, "blanks"
            ),
        },
    ),
    "across": KindTable(
        "any",
        "echo",
        {"stdout": ANYTHING, "runs": 2, "across": "agree"},
        {
            **OF_RUNS,
            "across": Cell({"across": "agree"}, {"across": "differ"}),
            "runs": Cell({"runs": 3, "across": "three_runs"}, {"runs": 2, "across": "three_runs"}),
        },
    ),
    "dialogue": KindTable(
        "any",
        "talks",
        {"dialogue": TALK},
        {
            "dialogue": Cell({}, {"dialogue": [{"expect": "Nome? ", "send": "ann"}]}),
            "run": Cell(
                {"run": ["python3", "main.py"], "stdout": "Name? Hi ann\nFalse\n"},
                {"run": ["python3", "main.py", "x"], "stdout": "Name? Hi ann\nFalse\n"},
            ),
            "args": Cell(
                {"args": ["x"], "stdout": "Name? Hi annx\nFalse\n"},
                {"args": ["y"], "stdout": "Name? Hi annx\nFalse\n"},
            ),
            "files": Cell(
                {"files": {"in.txt": "x"}, "stdout": "Name? Hi annx\nFalse\n"},
                {"files": {"in.txt": "y"}, "stdout": "Name? Hi annx\nFalse\n"},
            ),
            "limits": Cell({"limits": {"output": "1 MiB"}}, {"limits": {"output": "1 B"}}),
            "stdout": Cell({"stdout": "Name? Hi ann\nFalse\n"}, {"stdout": "Name? Hi ann\n"}),
            "exit": Cell({"args": ["a"], "exit": 1}, {"args": ["a"], "exit": 0}),
            "ending": Cell({"args": ["crash"], "ending": "any"}, {"args": ["crash"], "ending": "own"}),
            "produces": Cell({"produces": {"out.txt": "made\n"}}, {"produces": {"out.txt": "none\n"}}),
            "near_misses": Cell(
                {"stdout": "Name?  Hi ann\nFalse\n", "near_misses": {"blanks": "other"}},
                {"stdout": "Name?  Hi ann\nFalse\n", "near_misses": None},
            ),
            "time": Cell(*TIMES),
            "clock": Cell(
                {"clock": "moving", "stdout": "Name? Hi ann\nTrue\n"},
                {"clock": "real", "stdout": "Name? Hi ann\nTrue\n"},
            ),
        },
    ),
    "interactor": KindTable(
        "any",
        "guesses",
        {"interactor": "judge.py", "stdout": "0"},
        {
            "interactor": Cell({}, {"interactor": "never.py"}),
            "passes": Cell(
                {"interactor": "second.py", "passes": 2}, {"interactor": "second.py", "passes": 2, "stdout": "1"}
            ),
            "run": Cell(
                {"run": ["python3", "main.py", "a"], "stdout": "a"}, {"run": ["python3", "main.py"], "stdout": "a"}
            ),
            "args": Cell({"args": ["a"], "stdout": "a"}, {"args": ["b"], "stdout": "a"}),
            "stdin": Cell({"stdin": "q"}, {"stdin": "p"}),
            "files": Cell({"files": {"in.txt": "x"}, "stdout": "x"}, {"files": {"in.txt": "y"}, "stdout": "x"}),
            "limits": Cell({"limits": {"output": "1 MiB"}}, {"limits": {"output": "1 B"}}),
            "stdout": Cell({"stdout": "0"}, {"stdout": "1"}),
            "stderr": Cell({"stderr": "note \n"}, {"stderr": "none\n"}),
            "exit": Cell({"args": ["a"], "stdout": "a", "exit": 1}, {"args": ["a"], "stdout": "a", "exit": 0}),
            "ending": Cell(
                {"args": ["crash"], "stdout": "crash", "ending": "any"},
                {"args": ["crash"], "stdout": "crash", "ending": "own"},
            ),
            "produces": Cell({"produces": {"out.txt": "made\n"}}, {"produces": {"out.txt": "none\n"}}),
            "near_misses": Cell({"stderr": "note\n", "near_misses": FORM}, {"stderr": "note\n", "near_misses": None}),
            "time": Cell(*TIMES),
            "clock": Cell({"clock": "moving", "stdout": "1"}, {"clock": "real", "stdout": "1"}),
            "from": Cell({"from": "asked/*.in", "stdout": None}, {"from": "other/*.in", "stdout": None}),
            "sanitize": Cell(
                {"interactor": "feeds.py", "stdout": None},
                {"interactor": "feeds.py", "stdout": None, "sanitize": "address"},
                "game",
            ),
        },
    ),
    "variants": KindTable(
        "any",
        "nearly",
        {"variants": {"function": "numbers"}},
        {
            "variants": Cell({}, {"variants": {"function": "nines"}}),
            "run": Cell({"run": ["python3", "main.py"]}, {"run": ["python3", "other.py"]}),
            "limits": Cell(
                {**drawn("much"), "limits": {"output": "1 MiB"}}, {**drawn("much"), "limits": {"output": "1 KiB"}}
            ),
            "stdout": Cell(
                {**drawn("blank"), "stdout": {"check": "tokens"}}, {**drawn("blank"), "stdout": {"check": "text"}}
            ),
            "stderr": Cell({"stderr": "note "}, {"stderr": "none "}),
            "exit": Cell({**drawn("ends"), "exit": [0, 3]}, {**drawn("ends"), "exit": 0}),
            "ending": Cell({**drawn("crash"), "ending": "any"}, {**drawn("crash"), "ending": "own"}),
            "produces": Cell(
                {"produces": {"out.txt": {"check": "regex", "pattern": "[0-9]+\\n"}}},
                {"produces": {"out.txt": {"check": "regex", "pattern": "[a-z]+\\n"}}},
            ),
            "output_files": Cell(
                {**drawn("file"), "output_files": ["answer.txt", "out.txt"], "produces": {}},
                {**drawn("file"), "output_files": None},
            ),
            "near_misses": Cell({**drawn("blank"), "near_misses": FORM}, {**drawn("blank"), "near_misses": None}),
            "clock": Cell({"clock": "real"}, {"clock": "moving"}),
        },
        reference="sums",
    ),
    "generate": KindTable(
        "any",
        "nearly",
        {"generate": {"function": "numbers", "count": 3}},
        {
            "generate": Cell({}, {"generate": {"function": "nines", "count": 1}}),
            "run": Cell({"run": ["python3", "main.py"]}, {"run": ["python3", "other.py"]}),
            "args": Cell({"args": ["y"]}, {"args": ["x"]}),
            "files": Cell({"files": {"in.txt": "y"}}, {"files": {"in.txt": "x"}}),
            "limits": Cell(
                {"args": ["much"], "limits": {"output": "1 MiB"}}, {"args": ["much"], "limits": {"output": "1 KiB"}}
            ),
            "stdout": Cell(
                {"args": ["blank"], "stdout": {"check": "tokens"}}, {"args": ["blank"], "stdout": {"check": "text"}}
            ),
            "stderr": Cell({"stderr": "note "}, {"stderr": "none "}),
            "exit": Cell({"args": ["three"], "exit": [0, 3]}, {"args": ["three"], "exit": 0}),
            "ending": Cell({"args": ["crash"], "ending": "any"}, {"args": ["crash"], "ending": "own"}),
            "produces": Cell(
                {"produces": {"out.txt": {"check": "regex", "pattern": "[0-9]+\\n"}}},
                {"produces": {"out.txt": {"check": "regex", "pattern": "[a-z]+\\n"}}},
            ),
            "output_files": Cell(
                {"args": ["file"], "output_files": ["answer.txt", "out.txt"], "produces": {}},
                {"args": ["file"], "output_files": None},
            ),
            "attempts": Cell({"attempts": [{"args": ["x"]}, {"args": []}]}, {"attempts": [{"args": ["x"]}]}),
            "near_misses": Cell({"args": ["blank"], "near_misses": FORM}, {"args": ["blank"], "near_misses": None}),
            "clock": Cell({"clock": "real"}, {"clock": "moving"}),
            "sanitize": Cell({}, {"sanitize": "address"}, "indices"),
        },
        "sums",
    ),
    "calls": KindTable(
        "python",
        "calls",
        {"calls": [{"function": "add", "args": [1, 2], "returns": 3}]},
        {
            "calls": Cell({}, {"calls": [{"function": "add", "args": [1, 2], "returns": 4}]}),
            "isolated": Cell(
                {"calls": [{"function": "again", "returns": 1}], "isolated": True},
                {"calls": [{"function": "again", "returns": 2}], "isolated": True},
            ),
            "let": Cell(
                {"let": {"N": [1]}, "calls": [{"function": "push", "args": ["$N", 2], "after": [[1, 2], "*"]}]},
                {"let": {"N": [0]}, "calls": [{"function": "push", "args": ["$N", 2], "after": [[1, 2], "*"]}]},
            ),
            "set": Cell(
                {"set": {"count": 4}, "calls": [{"function": "again", "returns": 5}]},
                {"set": {"count": 5}, "calls": [{"function": "again", "returns": 5}]},
            ),
            "get": Cell(
                {"set": {"count": 4}, "calls": [{"function": "again"}], "get": {"count": 5}},
                {"set": {"count": 4}, "calls": [{"function": "again"}], "get": {"count": 6}},
            ),
            "results": Cell({"results": "three"}, {"results": "four"}),
            "args": Cell(
                {"args": ["a"], "calls": [{"function": "words", "returns": ["a"]}]},
                {"args": ["b"], "calls": [{"function": "words", "returns": ["a"]}]},
            ),
            "stdin": Cell(
                {"stdin": "5\n", "calls": [{"function": "reads", "returns": "5"}]},
                {"stdin": "6\n", "calls": [{"function": "reads", "returns": "5"}]},
            ),
            "files": Cell(
                {"files": {"in.txt": "5"}, "calls": [{"function": "file", "returns": "5"}]},
                {"files": {"in.txt": "6"}, "calls": [{"function": "file", "returns": "5"}]},
            ),
            "stdout": Cell(
                {"calls": [{"function": "says"}], "stdout": "said \n"},
                {"calls": [{"function": "says"}], "stdout": "sad \n"},
            ),
            "stderr": Cell(
                {"calls": [{"function": "says"}], "stderr": "note\n"},
                {"calls": [{"function": "says"}], "stderr": "none\n"},
            ),
            "produces": Cell(
                {"calls": [{"function": "says"}], "produces": {"out.txt": "made\n"}},
                {"calls": [{"function": "says"}], "produces": {"out.txt": "none\n"}},
            ),
            "near_misses": Cell(
                {"calls": [{"function": "says"}], "stdout": "said\n", "near_misses": FORM},
                {"calls": [{"function": "says"}], "stdout": "said\n", "near_misses": None},
            ),
            "clock": Cell(
                {"calls": [{"function": "in_2001", "returns": True}], "clock": "still"},
                {"calls": [{"function": "in_2001", "returns": True}], "clock": "real"},
            ),
            "limits": Cell(
                {"calls": [{"function": "spin", "returns": 1}], "limits": {"cpu": "20 s"}},
                {"calls": [{"function": "spin", "returns": 1}], "limits": {"cpu": "20 ms"}},
            ),
        },
    ),
    "trace": KindTable(
        "python",
        "steps",
        {"trace": {"step": 3}},
        {
            "trace": Cell({}, {"trace": {"step": 4}}),
            "run": Cell({"run": ["python3", "main.py", "3"]}, {"run": ["python3", "main.py", "4"]}),
            "args": Cell({"args": ["3"]}, {"args": ["4"]}),
            "stdin": Cell({"stdin": "3"}, {"stdin": "4"}),
            "files": Cell({"files": {"in.txt": "3"}}, {"files": {"in.txt": "4"}}),
            "limits": Cell({"args": ["3"]}, {"args": ["3", "much"], "limits": {"output": "1 B"}}),
            "stdout": Cell(
                {"attempts": [{"args": ["4"]}, {"args": ["3"]}], "stdout": "steps 3 \n"},
                {"attempts": [{"args": ["4"]}, {"args": ["3"]}], "stdout": "steps 4 \n"},
            ),
            "attempts": Cell({"attempts": [{"args": ["4"]}, {"args": ["3"]}]}, {"attempts": [{"args": ["4"]}]}),
            "near_misses": Cell(
                {"attempts": [{"args": ["4"]}, {"args": ["3"]}], "stdout": "steps 4\n", "near_misses": None},
                {"attempts": [{"args": ["4"]}, {"args": ["3"]}], "stdout": "steps 4\n", "near_misses": FORM},
            ),
        },
    ),
    "no_overflow": KindTable(
        "java",
        "factorial",
        {"no_overflow": 1000, "args": ["6"]},
        {
            "no_overflow": Cell({"args": ["13"], "no_overflow": 5}, {"args": ["13"], "no_overflow": 1000}),
            "run": Cell({"run": ["java", "Main", "6"]}, {"run": ["java", "Main", "13"]}),
            "args": Cell({"args": ["6"]}, {"args": ["13"]}),
            "stdin": Cell({"args": [], "stdin": "6"}, {"args": [], "stdin": "13"}),
            "files": Cell({"args": [], "files": {"in.txt": "6"}}, {"args": [], "files": {"in.txt": "13"}}),
            "limits": Cell({"limits": {"output": "1 MiB"}}, {"limits": {"output": "1 B"}}),
            "stdout": Cell({"stdout": "720 \n"}, {"stdout": "721 \n"}),
            "stderr": Cell({"stderr": "note\n"}, {"stderr": "none\n"}),
            "exit": Cell({"args": ["4"], "exit": 4}, {"args": ["4"], "exit": 0}),
            "ending": Cell(
                {"args": ["5"], "stdout": "120 \n", "ending": "any"},
                {"args": ["5"], "stdout": "120 \n", "ending": "own"},
            ),
            "attempts": Cell({"attempts": [{"args": ["13"]}, {"args": ["6"]}]}, {"attempts": [{"args": ["13"]}]}),
            "near_misses": Cell({"stdout": "720\n", "near_misses": FORM}, {"stdout": "720\n", "near_misses": None}),
        },
    ),
    "source": KindTable(
        "python",
        "style",
        {"source": {"mentions": {"**/*.py": ["print"]}}},
        {"source": Cell({}, {"source": {"mentions": {"**/*.py": ["input"]}}})},
    ),
    "built": KindTable(
        "python",
        "style",
        {"built": {"main.py": "file"}},
        {"built": Cell({}, {"built": {"absent.py": "file"}})},
    ),
    "compiles": KindTable(
        "c",
        "memory",
        {"compiles": {"code": "int x;\n"}},
        {
            "compiles": Cell({"compiles": {"code": "int x;\n"}}, {"compiles": {"code": "int x = y;\n"}}),
            "limits": Cell(
                {"compiles": {"code": LONG_SUM}, "limits": {"cpu": "30 s"}},
                {"compiles": {"code": LONG_SUM}, "limits": {"cpu": "50 ms"}},
            ),
        },
    ),
    "lint": KindTable(
        "python",
        "style",
        {"lint": {"tool": "ruff", "allowed": 2}},
        {
            "lint": Cell({}, {"lint": {"tool": "ruff"}}),
            "limits": Cell({"limits": {"output": "1 MiB"}}, {"limits": {"output": "1 B"}}),
        },
    ),
    "tests": KindTable(
        "python",
        "tests",
        {"tests": {"runner": "pytest", "files": ["test_main.py"]}},
        {
            "tests": Cell({}, {"tests": {"runner": "pytest", "files": ["test_idle.py"]}}),
            "limits": Cell({"limits": {"output": "1 MiB"}}, {"limits": {"output": "1 B"}}),
        },
    ),
    "suite": KindTable(
        "python",
        "suited",
        {"suite": suited("twice")},
        {
            "suite": Cell({}, {"suite": suited("wrong")}),
            "files": Cell(
                {"suite": suited("there"), "files": {"in.txt": "x"}},
                {"suite": suited("there"), "files": {"in.txt": "y"}},
            ),
            "limits": Cell(
                {"suite": suited("spin"), "limits": {"cpu": "20 s"}},
                {"suite": suited("spin"), "limits": {"cpu": "50 ms"}},
            ),
        },
    ),
}
"""The table by the key of each kind."""
REFUSED = {
    "clause": ("sum", "smu"),
    "name": ("fine", "not fine"),
    "for": ({"n": [1]}, {"n": []}),
    "weight": (2, 0),
    "visibility": ("hidden", "secret"),
    "follows": ("other", "otter"),
    "needs": (["other"], ["otter"]),
    "exists": ({"mentions": {"*": ["."]}}, {"mentions": {"*": ["("]}}),
}
"""Keys of every kind: a value that is taken, and one that is an error of the spec."""
