"""Ten students who attack what the grader does with their bytes outside the sandbox, each in every assignment.

Start it with ``python -m tests.attacks.hostile_students FOLDER`` for a class of
them and of honest ones.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from harness.grading.plan.mutants import accepted_programs, mutants
from harness.sandbox.files.scratch import copy_tree
from harness.spec.format.assignment import Assignment
from harness.spec.loading.load import load
from tests.support import ROOT

ASSIGNMENTS = ("cse30-pa2", "cs771-8queens", "cs689-prog11")
HONEST = 20
_README = "# A B, A12345678\nRun it with: python3 queens.py input.txt\n"
_QUEENS_FILE = {"cse30-pa2": "Queens.py", "cs771-8queens": "queens.py", "cs689-prog11": "prog11.cc"}
_MARKS = "\u0301\u0316"


def write_class(folder: Path, *, with_hostile: bool) -> Path:
    """Write the submissions of the honest students, and of the ten hostile ones where wanted; their folder."""
    for identifier in ASSIGNMENTS:
        _write_honest(load(ROOT / "specs", identifier), folder)
    if with_hostile:
        for name, attack in HOSTILE.items():
            attack(folder / name)
    return folder


def _write_honest(assignment: Assignment, folder: Path) -> None:
    """As many right programs as wrong ones, as the course's own proofs hold them."""
    with tempfile.TemporaryDirectory() as patched:
        wrong = [mutant.folder for mutant in mutants(assignment, Path(patched))]
        right = [*assignment.references(), *accepted_programs(assignment)]
        spread = [wrong[number * len(wrong) // (HONEST // 2)] for number in range(HONEST // 2)]
        for number, program in enumerate([*(right[n % len(right)] for n in range(HONEST // 2)), *spread]):
            target = folder / f"honest-{number:02}" / assignment.id
            target.mkdir(parents=True)
            copy_tree(program, target)


def _write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def _reference(folder: Path, identifier: str) -> Path:
    """The first reference's files as this student's."""
    target = folder / identifier
    source = min(path for path in (ROOT / "reference" / identifier).iterdir() if path.is_dir())
    target.mkdir(parents=True, exist_ok=True)
    copy_tree(source, target)
    return target


def _printing(folder: Path, expression: str) -> None:
    """Programs of every assignment that print this value of a Python expression."""
    script = f"import sys\nsys.stdout.buffer.write(({expression}).encode('utf-8', 'surrogatepass'))\n"
    for identifier in ASSIGNMENTS[:2]:
        _write(folder / identifier, {_QUEENS_FILE[identifier]: f"# A B, A12345678\n{script}", "README.txt": _README})
    text = eval(expression).encode("utf-8", "surrogatepass")[:200]  # noqa: S307 - ours
    escaped = "".join(f"\\{byte:03o}" for byte in text)
    body = f'#include "prog11.h"\nint main() {{ for (int i = 0; i < 50000; ++i) std::fputs("{escaped}", stdout); }}\n'
    _write(folder / ASSIGNMENTS[2], {"prog11.cc": body, "prog11.h": "#include <cstdio>\n"})


def combining_marks(folder: Path) -> None:
    """Runs of combining marks, whose normal form takes time that grows with the square of their length."""
    _printing(folder, f"'E' + {_MARKS!r} * 400000")


def odd_lines(folder: Path) -> None:
    """One line of everything that a terminal, a pattern or a report could stumble over."""
    _printing(folder, "('\\x1b]0;x\\x07\\x1b[2J\\0\\ud800|`![](x)<b>=1+1;' * 40 + '(' * 900) * 400")


def settings(folder: Path) -> None:
    """A ``submission.yaml`` of 4 MiB beside programs that would be right."""
    for identifier in ASSIGNMENTS:
        target = _reference(folder, identifier)
        _write(target, {"submission.yaml": b'run: "' + b"x" * (4 << 20) + b'"\n'})


def nested_settings(folder: Path) -> None:
    """Lists in lists, huge numbers, and many words in ``submission.yaml``."""
    texts = ("[" * 60_000, "run: [a, 0x" + "f" * 60_000 + "]\n", "run: [" + "59:" * 20_000 + "59]\n")
    for identifier, text in zip(ASSIGNMENTS, texts, strict=True):
        _write(_reference(folder, identifier), {"submission.yaml": text})


def unknown_tool(folder: Path) -> None:
    """Another language's compiler, and a header that this machine lacks."""
    target = _reference(folder, "cs771-8queens")
    _write(target, {"submission.yaml": "# A B, A12345678\nbuild:\n  - [rustc, queens.rs]\nrun: [rustc, x]\n"})
    _write(_reference(folder, "cs689-prog11"), {"prog11.h": "#include <boost/spirit/home/qi.hpp>\n"})
    _write(folder / "cse30-pa2", {"Queens.py": "import numpy\n"})


def other_names(folder: Path) -> None:
    """Folders named for other students, in the work of one, and archives in it."""
    for identifier in ASSIGNMENTS:
        for victim in ("honest-00", "honest-01"):
            _reference(folder / identifier / victim, identifier)
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("honest-02/Queens.py", "print(1)\n")
            archive.writestr("big.txt", b"\0" * (64 << 20))
        _write(folder / identifier, {"more.zip": buffer.getvalue()})


def deep_headers(folder: Path) -> None:
    """Headers that keep a parser busy for minutes, and right programs in other languages that nest as deeply."""
    _write(
        _reference(folder, "cs689-prog11"), {"a.h": "A<" * (1 << 20), "b.h": "((" * 120_000, "c.h": "if(x)" * 50_000}
    )
    _write(_reference(folder, "cs771-8queens"), {"deep.py": "(" * 250_000, "deep.java": "class A{" * 30_000})
    _write(_reference(folder, "cse30-pa2"), {"deep.py": "x = " + "-" * 250_000 + "1\n"})


def many_functions(folder: Path) -> None:
    """Right sources followed by more code than anybody writes, and than is parsed."""
    python = "".join(f"def f{number}(): f{number + 1}()\n" for number in range(12_000))
    target = _reference(folder, "cse30-pa2")
    queens = (target / "Queens.py").read_text(encoding="utf-8")
    _write(target, {"Queens.py": queens + python})
    _write(_reference(folder, "cs771-8queens"), {"formats.py": "# A B, A12345678\nx = " + 'f"{1}" ' * 400_000})
    target = _reference(folder, "cs689-prog11")
    source = (target / "prog11.cc").read_text(encoding="utf-8")
    _write(target, {"prog11.cc": source + "".join(f"#define M{number} M{number + 1}\n" for number in range(10_000))})


def links_and_names(folder: Path) -> None:
    """Thousands of links, and names that mean something to a table, a spreadsheet or a page."""
    for identifier in ASSIGNMENTS:
        target = _reference(folder, identifier)
        for number in range(7000):
            (target / f"link{number}").symlink_to("/etc/passwd")
        for name in ("=1+1;x", "![](http:x)`|`\\|", "<script>", "\x1b[31m", "n" * 255, "\u202ea"):
            _write(target, {name: "x"})
        with (target / "sparse").open("wb") as sparse:
            sparse.truncate(1 << 40)


def forged_reports(folder: Path) -> None:
    """Calls whose results are huge, deep or not what they seem."""
    target = _reference(folder, "cse30-pa2")
    queens = (target / "Queens.py").read_text(encoding="utf-8")
    flood = """
class Text(str):
    def __eq__(self, other): return True
    __hash__ = str.__hash__
def flood(*_):
    values = []
    for _ in range(400): values = [values, "\\u0301" * 5000, float("nan"), 10 ** 4000]
    return values
placeQueen = removeQueen = flood
def findSolutions(*_): print("\\ud800".encode("utf-8", "surrogatepass") * 10 ** 6); return Text("10")
"""
    _write(target, {"Queens.py": queens.replace("if __name__", flood + "\nif __name__", 1)})
    _printing(folder / "other", "'1 2 3 4 5 6 7 8\\n' * 200000 + 'Success ' * 100000")
    for identifier in ASSIGNMENTS[1:]:
        shutil.move(folder / "other" / identifier, folder / identifier)
    shutil.rmtree(folder / "other")


HOSTILE: dict[str, Callable[[Path], None]] = {
    f"hostile-{attack.__name__}": attack
    for attack in (
        combining_marks,
        odd_lines,
        settings,
        nested_settings,
        unknown_tool,
        other_names,
        deep_headers,
        many_functions,
        links_and_names,
        forged_reports,
    )
}
"""Student -> what writes the student's work."""

if __name__ == "__main__":
    write_class(Path(sys.argv[1]), with_hostile=True)
