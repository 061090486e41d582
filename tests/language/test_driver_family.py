"""The drivers are a family: each is found by its file, and a new one is one more file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from harness.language import languages
from harness.language.driver import drivers
from tests.support import PATIENCE_S, ROOT, course, environment, write

DRIVER = '''\
from pathlib import Path

from harness.model.result import STRICT

PROGRAM = """
import json, subprocess, sys
with open(sys.argv[1], "w", buffering=1) as report:
    for line in sys.stdin:
        case = json.loads(line)
        tell = lambda **entry: print(json.dumps(entry), file=report)
        tell(begin=case["case"])
        for number, call in enumerate(case["calls"]):
            name, args = call["functions"][0], [arg["value"] for arg in call["args"]]
            done = subprocess.run(["sh", name + ".sh", *args], capture_output=True, text=True)
            tell(case=case["case"], call=number, function=name, returned=done.stdout, after=args, stdout="",
                 raised=None, message="", missing=None)
        tell(end=case["case"], get={})
"""


class ScriptDriver:
    language = "script"
    has_fields = False
    has_arguments = False
    counts_calls = False
    rules = STRICT

    def prepare_commands(self, workdir, names):
        self.copy_driver(workdir)
        return ()

    def trace_commands(self, workdir, ways, report):
        raise NotImplementedError

    def copy_driver(self, workdir):
        (workdir / "driver.py").write_text(PROGRAM)
        return True

    def start_command(self, workdir, report):
        return ("python3", "driver.py", report)


DRIVER = ScriptDriver()
'''
SPEC = """\
title: Doubling
language: script
clauses: {twice: {text: It doubles., points: 1}}
cases:
  - {name: word, clause: twice, calls: [{function: twice, args: [ab], returns: abab}]}
  - {name: wrong, clause: twice, calls: [{function: twice, args: [ab], returns: ab}]}
"""


def test_every_driver_calls_functions_of_a_known_language() -> None:
    assert set(drivers()) == {"c", "cpp", "java", "javascript", "prolog", "python"}
    assert set(drivers()) <= set(languages())


def test_a_driver_is_one_file(tmp_path: Path, apart: Path) -> None:
    copied = shutil.copytree(ROOT / "harness", tmp_path / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    folder = write(copied / "language" / "script", {"__init__.py": "", "driver.py": DRIVER})
    (copied / "language" / "script.py").rename(folder / "language.py")  # a language with a driver is a folder
    root = write(course(tmp_path / "course", SPEC), {"submissions/ann/sum/twice.sh": 'printf %s "$1$1"\n'})
    ended = subprocess.run(
        [sys.executable, "-m", "harness", "grade", "submissions", "--isolation", "E", "--report", "report.json"],
        cwd=root,
        env={**environment(apart), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr.decode()
    cases = json.loads((root / "report.json").read_bytes())["grades"][0]["cases"]
    assert {case["name"]: case["verdict"] for case in cases} == {"word": "AC", "wrong": "WA"}
