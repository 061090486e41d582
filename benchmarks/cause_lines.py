"""How many lines of a report stand before its cause: programs with one fault, in every assignment.

Start it with ``python benchmarks/cause_lines.py``; ``--keep FOLDER`` writes the reports, to be read. Names of
assignments behind it choose some. The words by which a fault counts as named are in ``cause_words.yaml``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from measure import CHECKOUT, Row, at_most, report

from harness.course.assignments import load_course
from harness.grading.grader import Grader
from harness.grading.plan.mutants import as_submission, mutants
from harness.grading.schedule.isolation_probe import isolate
from harness.judge.messages.translator import translator
from harness.model.grade import Grade
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Assignment

WORDS: Mapping[str, Mapping[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "cause_words.yaml").read_text(encoding="utf-8")
)
"""Assignment -> mutant -> the words of its cause."""
WIDTH = 80
GOAL_LINES = 20
"""What all reports together may have before their causes: lower it when it is reached, never raise it."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A report, and how far down in it the cause stands."""

    program: str
    lines: tuple[str, ...]
    before: int | None
    """Lines that are read before the one that names the cause; None where none does."""

    @property
    def cost(self) -> int:
        """The lines that are read in vain: all of them where the cause is not named."""
        return len(self.lines) if self.before is None else self.before


def aims(names: Iterable[str] = tuple(WORDS)) -> Iterator[Aim]:
    """Grade the programs of these assignments; what their reports say."""
    course = load_course(CHECKOUT / "specs", tuple(names))
    with scratch() as root:
        grader = Grader(
            course,
            isolate(CHECKOUT / "specs", best=None).isolation,
            root / "work",
            jobs=2,
            own_programs=True,
        )
        grader.run(
            [
                as_submission("mutant", mutant.name, assignment, mutant.folder)
                for name, assignment in course.items()
                for mutant in mutants(assignment, root / "patched" / name)
                if mutant.name in WORDS[name]
            ]
        )
        for grade in grader.grades():
            yield aim(grade, course[grade.assignment])


def aim(grade: Grade, assignment: Assignment) -> Aim:
    """How far down in the text for this grade, its notes first, its cause stands."""
    catalogue = translator()
    notes = tuple(catalogue.in_words(note) for note in grade.notes)
    lines = explanation_lines(grade, assignment, catalogue, details=False)
    shown = (*notes, *(text for text in plain(lines, WIDTH) if text.strip()))
    name = grade.student.removeprefix("mutant ")
    words = WORDS[grade.assignment][name].replace(" ", r"\s+")  # a sentence may be broken anywhere
    text = "\n".join(shown)
    match = re.search(words, text, re.IGNORECASE | re.MULTILINE)
    before = text.count("\n", 0, match.start()) if match else None
    return Aim(f"{grade.assignment}/{name}", shown, before)


def rows() -> list[Row]:
    """The figures."""
    return figures(list(aims()))


def figures(measured: list[Aim]) -> list[Row]:
    """How many programs there are, how many causes are named, and after how many lines."""
    named = sum(aim.before is not None for aim in measured)
    return [
        Row(f"causes named, of {len(measured)} programs with one fault", named, ""),
        at_most(
            "lines before the causes, all reports together", sum(aim.cost for aim in measured), GOAL_LINES, unit=""
        ),
        Row("lines of all reports", sum(len(aim.lines) for aim in measured), ""),
    ]


def main() -> int:
    """Print a line a program, then the figures; return 1 when the goal is missed."""
    parser = argparse.ArgumentParser(description="Say how many lines stand before the cause.")
    parser.add_argument("assignments", nargs="*", choices=[*WORDS, []], help="default: all")
    parser.add_argument("--keep", type=Path, help="write the reports into this folder")
    options = parser.parse_args()
    measured = []
    for aim in aims(options.assignments or tuple(WORDS)):
        measured.append(aim)
        print(f"{'-' if aim.before is None else aim.before:>3} of {len(aim.lines):>3}  {aim.program}", flush=True)
        if options.keep:
            path = options.keep / f"{aim.program}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(aim.lines) + "\n", encoding="utf-8")
    return report(figures(measured))


if __name__ == "__main__":
    sys.exit(main())
