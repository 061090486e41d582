"""Group the causes of a class: what many students got wrong in the same way is shown once, with their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from msgspec import Struct, field

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.finding import Finding
from harness.model.grade import Grade
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import class_causes
from harness.reports.html.environment import sentence
from harness.reports.text.headline import headline, without_marks

MOST_GROUPS = 5_000
"""Different causes of an assignment that are counted; later ones have no group."""
_MOST_OUTPUTS = 200
"""Different wrong outputs of a group that are counted."""
_LONGEST_OUTPUT = 4096

Output = tuple[bytes | None, bytes | None]
"""What was expected, and what came."""


class CauseGroup(Struct):
    """What several students have in common."""

    sentences: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    outputs: Counter[Output] = field(default_factory=Counter)
    students: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    """The positions of the students' grades."""
    lost: float = 0.0
    """The points that it costs all of them together."""
    blocks: int = 0
    """Of how many students it keeps the program from an answer."""
    number: int = 0
    """From 1, the most frequent first."""

    def add(self, cause: Cause, student: str, row: int, words: Translator) -> None:
        """Count a student in."""
        finding = cause.finding
        title, *more = map(without_marks, headline(finding, words))  # a group shows no picture
        self.sentences[sentence(title if len(more) != 1 else f"{title}. {more[0]}")] += 1
        self.clauses.update(cause.clauses)
        self.students.append(student)
        self.rows.append(row)
        self.lost += cause.lost
        self.blocks += cause.blocks
        output = _output(finding)
        if output != (None, None) and (output in self.outputs or len(self.outputs) < _MOST_OUTPUTS):
            self.outputs[output] += 1

    @property
    def sentence(self) -> str:
        """What is said about it most often."""
        return self.sentences.most_common(1)[0][0]


def _output(finding: Finding) -> Output:
    if finding.where.source:
        return None, None
    sides = (finding.expected, finding.actual)
    expected, actual = (None if side is None else side[:_LONGEST_OUTPUT] for side in sides)
    return expected, actual


class CauseGroups(Struct):
    """The groups of an assignment."""

    by_fault: dict[Hashable, CauseGroup] = field(default_factory=dict)

    def add(self, grade: Grade, row: int, words: Translator) -> None:
        """Count the causes of a grade in; each of its faults once."""
        for fault, cause in class_causes(grade).items():
            if fault not in self.by_fault and len(self.by_fault) >= MOST_GROUPS:
                continue
            self.by_fault.setdefault(fault, CauseGroup()).add(cause, single_line(grade.student), row, words)

    def numbered(self) -> Sequence[CauseGroup]:
        """All groups, those of most students first, and what costs more before what costs less."""
        ordered = sorted(self.by_fault.values(), key=lambda group: (-len(group.students), -round(group.lost, 6)))
        for number, group in enumerate(ordered, 1):
            group.number = number
        return ordered
