"""Faults planted in specs, one in a check each, and classes made of the programs beside the specs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from harness.course.assignments import load_course
from harness.grading.plan.mutants import accepted_programs, mutants
from tests.support import ROOT

CSE30, CS771, PROLOG = "cse30-pa2", "cs771-8queens", "comp333-prolog"


class Fault(Struct, frozen=True):
    """An edit of a file below the spec's folder by which one check is wrong."""

    name: str
    assignment: str
    file: str
    before: str
    after: str
    checks: tuple[str, ...]
    """The names of which one must be reported: the case, or its clause where all its cases are wrong."""


FAULTS = (
    Fault("golden-of-a-count", CSE30, "golden/count-5.stdout", "10", "12", ("count-5",)),
    Fault("golden-of-solutions", CSE30, "golden/verbose-4.stdout", "(3, 1, 4, 2)", "(3, 1, 4, 1)", ("verbose-4",)),
    Fault("golden-of-no-solution", CSE30, "golden/verbose-none-2.stdout", "0 sol", "1 sol", ("verbose-none-2",)),
    Fault(
        "table-after-a-call", CSE30, "spec.yaml", "[0, 0, -1, 0, 0]], 1, 2]", "[0, 0, -1, 0, 1]], 1, 2]",
        ("place-first-row",),
    ),
    Fault(
        "value-of-a-call", CSE30, "spec.yaml", '"$B", 1, normal], returns: 2}', '"$B", 1, normal], returns: 3}',
        ("find-again",),
    ),
    Fault("right-arguments-as-wrong", CSE30, "spec.yaml", "word, argv: [blah]", 'word, argv: ["4"]', ("usage-word",)),
    Fault(
        "pattern-too-strict", CSE30, "spec.yaml", "stderr: {check: python, function: has_right_words}",
        'stderr: {check: regex, pattern: "Usage: Queens.py n"}', ("usage-text",),
    ),
    Fault("name-of-a-function", CSE30, "spec.yaml", "    placeQueen: {}", "    placeQueens: {}", ("functions",)),
    Fault("name-of-a-file", CSE30, "spec.yaml", '"**/Queens.py"', '"**/Queen.py"', ("turn-in",)),
    Fault(
        "any-stderr-is-refused", CSE30, "checks/output.py", "    if printed.strip():", "    if printed is not None:",
        ("nothing-on-stderr",),
    ),
    Fault(
        "the-count-is-too-much", CSE30, "checks/output.py", "    if counts:  #", "    if not counts:  #",
        ("count-alone",),
    ),
    Fault("too-little-time", CSE30, "spec.yaml", "{cpu: 10 s}       #", "{cpu: 10 ms}       #", ("count",)),
    Fault("golden-of-a-start", CS771, "golden/start-first.stdout", "6 7 5 8", "6 7 5 7", ("start-first",)),
    Fault(
        "words-with-a-mark", CS771, "checks/line_layout.py", '(b"Success", b"Failure")', '(b"Success!", b"Failure!")',
        ("words",),
    ),
    Fault(
        "a-blank-at-the-end", CS771, "checks/line_layout.py", "line.text != bare(line.states[0])",
        'line.text != bare(line.states[0]) + b" "', ("state-format",),
    ),
    Fault("any-newline-is-refused", CS771, "checks/line_layout.py", 'if b"\\r" in', 'if b"\\n" in', ("layout",)),
    Fault("no-time-for-a-start", CS771, "spec.yaml", "{cpu: 20 s}   #", "{cpu: 5 ms}   #", ("each-start",)),
    Fault(
        "name-of-a-predicate", PROLOG, "spec.yaml", "function: queens, args: [4, Qs]", "function: queen, args: [4, Qs]",
        ("right-1",),
    ),
    Fault(
        "an-answer-too-few", PROLOG, "spec.yaml", 'first: 92, ends: "*"}]\n    results: complete',
        'first: 91, ends: "*"}]\n    results: complete', ("all-8",),
    ),
    Fault(
        "table-of-one-square", CSE30, "spec.yaml", 'after: [["*", [1, 1]], 1, 1]', 'after: [["*", [1, 0]], 1, 1]',
        ("place-only-square",),
    ),
)  # fmt: skip


def course_with(fault: Fault, root: Path, *, alone: bool = False) -> Path:
    """A course with one assignment, in which the fault is planted; its folder of specs.

    ``alone``: it has a reference in Python, or its only one, and no accepted programs or mutants.
    """
    specs = root / "specs"
    for name in ("_shared", fault.assignment):
        left_out = shutil.ignore_patterns(*(("accepted", "mutants") if alone else ()))
        shutil.copytree(ROOT / "specs" / name, specs / name, ignore=left_out)
    left_out = shutil.ignore_patterns(*(("cpp", "java") if alone else ()))
    shutil.copytree(ROOT / "reference" / fault.assignment, root / "reference" / fault.assignment, ignore=left_out)
    path = specs / fault.assignment / fault.file
    text = path.read_text(encoding="utf-8")
    assert fault.before in text
    path.write_text(text.replace(fault.before, fault.after, 1), encoding="utf-8")
    return specs


def class_of(assignment: str, root: Path, right: Callable[[str], bool], wrong: Callable[[str], bool]) -> Path:
    """A class of the accepted programs and the mutants of these names, as they stand in the checkout; its folder."""
    loaded = load_course(ROOT / "specs", (assignment,))[assignment]
    programs = [path for path in accepted_programs(loaded) if right(path.name)]
    programs += [mutant.folder for mutant in mutants(loaded, root / "patched") if wrong(mutant.name)]
    for number, folder in enumerate(programs):
        shutil.copytree(folder, root / "class" / f"student{number:02}" / assignment)
    return root / "class"
