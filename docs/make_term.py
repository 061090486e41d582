"""Make the course that ``docs/term.md`` goes through: six assignments, sixty students, downloads of four systems.

    python docs/make_term.py FOLDER

Everything is made up, and the same each time.
"""
# ruff: noqa: INP001, PLR2004, E501 - a script, not a module of the program; its figures say which students do what

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FIRST = ("Ann", "Ben", "Cho", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Joy", "Kai", "Lea")
LAST = ("Adler", "Berg", "Costa", "Diaz", "Ekman")

SPEC = """\
title: {title}
language: python
files: {{required: [main.py]}}
clauses:
  result: {{text: "{text}", points: 8}}
  edge: {{text: "{edge}", points: 2}}
{more}cases:
  - {{name: some, clause: result, args: ["3", "4"], stdout: "{some}\\n"}}
  - {{name: more, clause: result, args: ["5", "1", "2"], stdout: "{many}\\n"}}
  - {{name: none, clause: edge, stdout: "{none}\\n"}}
"""
MANUAL = '  comments: {text: "A comment says what the program does.", points: 5, manual: A person reads it.}\n'

COURSE = """\
title: Programming
time_zone: Europe/Berlin
late: {points_a_day: 1, rejected_after: 3 days, grace: 10}
late_tokens: {budget: 1}
rounding: {to: 0.5}
grades: {"1": 95, "2": 80, "3": 65, "4": 50, "5": 0}
pass_mark: 50
assignments:
  pa1: {due: 2026-10-09}
  pa2: {due: 2026-10-16}
  pa3:
    due: 2026-10-23 23:59
    extensions:
      Adler, Ben: {until: 2026-10-30, why: a certificate of 21 October}
  pa4: {due: 2026-11-06 18:00, counts: best, gates: [{clause: edge, at_most: 50}]}
  pa5: {due: 2026-11-13}
  pa6: {due: 2026-11-20 12:00, late: {tiers: [{until: 12 hours, points: 1}, {until: 2 days, percent: 50}]}, weight: 2}
drop:
  - {lowest: 1, of: [pa1, pa2, pa3, pa4, pa5]}
"""
REQUESTS = """\
student,assignment,clause,text
1012,pa5,,My parenthesis was lost when I copied the file.
ivob,pa5,comments,"The comment stands in the first line, see there."
"""
"""What two students ask after the marks of ``pa5`` are out; the second has full points, and asks by mistake."""
COMMENTS = """\
clause: comments
rubric:
  none: {points: -5, text: there is no comment}
  thin: {points: -1, text: the comment repeats the code}
scores:
"""


class Assignment(NamedTuple):
    """An assignment: its words, the expression that is right, and what it gives for the spec's arguments."""

    title: str
    text: str
    right: str
    expected: tuple[int, int, int]
    """For ``3 4``, for ``5 1 2``, for nothing."""
    edge: str = "Without numbers it is 0."


ASSIGNMENTS = {
    "pa1": Assignment("Sum", "The sum of the numbers is printed.", "sum(numbers)", (7, 8, 0)),
    "pa2": Assignment("Count", "How many numbers there are is printed.", "len(numbers)", (2, 3, 0)),
    "pa3": Assignment("Largest", "The largest number is printed.", "max(numbers, default=0)", (4, 5, 1)),
    "pa4": Assignment("Squares", "The sum of the squares is printed.", "sum(n * n for n in numbers)", (25, 30, 0)),
    "pa5": Assignment("Smallest", "The smallest number is printed.", "min(numbers, default=0)", (3, 1, 0)),
    "pa6": Assignment(
        "Spread",
        "The largest minus the smallest is printed.",
        "max(numbers, default=0) - min(numbers, default=0)",
        (1, 4, 0),
    ),
}
"""``pa3`` expects 1 if nothing is given: the mistake that is fixed later."""


class Student(NamedTuple):
    """A student of the class."""

    number: int
    first: str
    last: str

    @property
    def login(self) -> str:
        """The login, by which Blackboard names the student."""
        return f"{self.first}{self.last[0]}".lower()


STUDENTS = [
    Student(1001 + at, first, last)
    for at, (last, first) in enumerate((last, first) for last in LAST for first in FIRST)
]


def program(name: str, at: int) -> str:
    """A student's program: most are right, some fail without numbers, some crash, one does not compile."""
    right = ASSIGNMENTS[name].right
    before = "import sys\n\nnumbers = [int(word) for word in sys.argv[1:]]\n"
    if at % 10 == 3:
        return f"{before}print({right} if numbers else 'nothing')\n"
    if at % 15 == 7:
        return f"{before}print(numbers[0] and {right})\n"
    if at % 30 == 11:
        return f"{before}print({right}\n"
    return f"# Prints what is asked for.\n{before}print({right})\n"


def canvas(folder: Path, name: str) -> None:
    """Flat files with name and number in front; who is late is called so."""
    for at, student in enumerate(STUDENTS):
        if at % 20 != 19:
            late = "_LATE" if name == "pa5" and at == 4 else ""
            entry = f"{student.last}{student.first}{late}_{student.number}_{9000 + at}_main.py".lower().replace(
                "_late_", "_LATE_"
            )
            write(folder / entry, program(name, at))


def moodle(folder: Path, name: str) -> None:
    """A folder a participant, in teams of two."""
    for at, student in enumerate(STUDENTS):
        entry = f"Team {at // 2 + 1:02}-{student.first} {student.last}_{5000 + at}_assignsubmission_file_"
        write(folder / entry / "main.py", program(name, at // 2))


def blackboard(folder: Path, name: str) -> None:
    """Flat files with login and time; some hand in twice, some late, and one under a login that nobody knows."""
    day = {"pa3": "2026-10-23", "pa6": "2026-11-20"}[name]
    after = {"pa3": "2026-10-25", "pa6": "2026-11-21"}[name]
    for at, student in enumerate(STUDENTS):
        login = "annie.a" if name == "pa3" and at == 0 else student.login
        if at % 12 == 5:
            write(folder / f"{name}_{login}_attempt_{day}-09-00-00_main.py", "print('not yet')\n")
        time = f"{after}-10-30-00" if at % 12 in (1, 9) else f"{day}-11-{at % 60:02}-00"
        write(folder / f"{name}_{login}_attempt_{time}_main.py", program(name, at))


def gradescope(folder: Path, name: str) -> None:
    """A folder a submission, and metadata with names, numbers and times in UTC; here everybody hands in twice."""
    lines = []
    for at, student in enumerate(STUDENTS):
        for attempt, text in enumerate((program(name, at), "print(0)\n" if at % 6 == 2 else program(name, at) + "\n")):
            entry = f"submission_{70000 + 2 * at + attempt}"
            write(folder / entry / "main.py", text)
            lines += [
                f"{entry}:", "  :submitters:", f"  - :name: {student.first} {student.last}", f"    :sid: '{student.number}'",
                f"    :email: {student.login}@example.edu", f"  :created_at: 2026-11-06 {15 + attempt}:{at % 60:02}:00 Z",
            ]  # fmt: skip
    write(folder / "submission_metadata.yml", "\n".join(lines) + "\n")


DOWNLOADS = {
    "pa1": ("canvas", canvas), "pa2": ("moodle", moodle), "pa3": ("blackboard", blackboard),
    "pa4": ("gradescope", gradescope), "pa5": ("canvas", canvas), "pa6": ("blackboard", blackboard),
}  # fmt: skip


def specs() -> Iterator[tuple[str, str]]:
    """Each assignment's spec."""
    for name, assignment in ASSIGNMENTS.items():
        some, many, none = assignment.expected
        yield (
            name,
            SPEC.format(
                title=assignment.title,
                text=assignment.text,
                edge=assignment.edge,
                some=some,
                many=many,
                none=none,
                more=MANUAL if name == "pa5" else "",
            ),
        )


def comments() -> str:
    """What a person gives for the comments of ``pa5``."""
    lines = []
    for at, student in enumerate(STUDENTS):
        if at % 20 != 19:
            wrong = not program("pa5", at).startswith("#")
            lines.append(f'  "{student.number}": {"[none]" if wrong else "[thin]" if at % 4 == 1 else 5}\n')
    return COMMENTS + "".join(lines)


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make_term(folder: Path) -> None:
    """Make the course below a folder."""
    for name, spec in specs():
        write(folder / "specs" / name / "spec.yaml", spec)
        system, download = DOWNLOADS[name]
        download(folder / "downloads" / f"{name}-{system}", name)
    roster = "".join(
        f'"{student.last}, {student.first}",{student.number},{student.login},{student.login}@example.edu,{"AB"[at % 2]}\n'
        for at, student in enumerate(STUDENTS)
    )
    write(folder / "roster.csv", f"Student,ID,SIS Login ID,Email,Section\n{roster}")
    write(folder / "course.yaml", COURSE)
    write(folder / "comments.yaml", comments())
    write(folder / "requests.csv", REQUESTS)


if __name__ == "__main__":
    make_term(Path(sys.argv[1]))
