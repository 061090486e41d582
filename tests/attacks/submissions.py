"""The hostile submissions of ``submissions.yaml``: they attack what the grader asks, and what it is told."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from harness.files.scratch import scratch
from harness.ingest.submission import Submission
from harness.isolation.base import Isolation
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.schedule.grader import Grader
from tests.attacks.untouched import watched
from tests.support import course, loaded, write

HONEST = "zoe"
_USUAL = ("WA", "RTE")


@dataclass(frozen=True)
class Hostile:
    """One hostile submission."""

    name: str
    files: dict[str, str]
    verdicts: frozenset[Verdict]


@dataclass(frozen=True)
class Class:
    """A class of one language: its spec, its hostile students, and an honest one."""

    language: str
    spec: str
    honest: dict[str, str]
    hostile: tuple[Hostile, ...]

    def grades(self, isolation: Isolation) -> dict[str, Grade]:
        """All grades by name. The honest one is graded last, after all that the others may have left.

        Raises AssertionError when anything but the grades has come of it.
        """
        with watched() as root:
            assignment = loaded(course(root / "course", self.spec), goldens=False)
            eve = write(root / "eve", {"golden": "EXPECTED\n", "forged": "as it was\n"})
            eve.chmod(0o777)
            (eve / "forged").chmod(0o666)
            everybody = {**{one.name: one.files for one in self.hostile}, HONEST: self.honest}
            submissions = []
            for name, files in everybody.items():
                texts = {path: text.replace("EVE", str(eve)) for path, text in files.items()}
                submissions.append(Submission(name, assignment.id, write(root / "submissions" / name, texts)))
            with scratch(root) as place:
                grader = Grader(
                    {assignment.id: assignment}, isolation, place, 2, needs_confirmation=lambda _submission: False
                )
                grader.run(submissions)
                return {one.student: one for one in grader.grades()}


@cache
def classes() -> dict[str, Class]:
    """All of them by language."""
    told = yaml.safe_load(Path(__file__).with_name("submissions.yaml").read_text(encoding="utf-8"))
    made = {}
    for language, one in told.items():
        hostile = tuple(
            Hostile(each["name"], each["files"], frozenset(Verdict[name] for name in each.get("verdicts", _USUAL)))
            for each in one["attacks"]
        )
        made[language] = Class(language, textwrap.dedent(one["spec"]), one["honest"], hostile)
    return made
