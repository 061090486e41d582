"""Read the hostile submissions of ``submissions.yaml``: they attack what the grader asks and what it believes."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from tests.attacks.untouched import assert_untouched
from tests.support import course, loaded, write

HONEST = "zoe"
_USUAL = ("WA", "RTE", "TLE", "MLE", "OLE")


@dataclass(frozen=True)
class Hostile:
    """One hostile submission."""

    name: str
    files: dict[str, str]
    verdicts: frozenset[Verdict]


@dataclass(frozen=True)
class HostileClass:
    """A class of one language: its spec, its hostile students, and an honest one."""

    language: str
    spec: str
    honest: dict[str, str]
    hostile: tuple[Hostile, ...]

    def grades(self, isolation: Isolation) -> dict[str, Grade]:
        """Grade all, the honest one last, after all that the others may have left; return the grades by name.

        Raises AssertionError when that changes anything on the machine.
        """
        with assert_untouched() as root:
            assignment = loaded(course(root / "course", self.spec), goldens=False)
            eve = write(root / "eve", {"golden": "EXPECTED\n", "forged": "as it was\n"})
            eve.chmod(0o777)
            (eve / "forged").chmod(0o666)
            everybody = {**{submission.name: submission.files for submission in self.hostile}, HONEST: self.honest}
            submissions = []
            for name, files in everybody.items():
                texts = {path: text.replace("EVE", str(eve)) for path, text in files.items()}
                submissions.append(Submission(name, assignment.id, write(root / "submissions" / name, texts)))
            with scratch(root) as scratch_folder:
                grader = Grader(
                    {assignment.id: assignment},
                    isolation,
                    scratch_folder,
                    2,
                    needs_confirmation=lambda _submission: False,
                )
                grader.run(submissions)
                return {grade.student: grade for grade in grader.grades()}


@cache
def classes() -> dict[str, HostileClass]:
    """Return all classes by language."""
    documents = yaml.safe_load(Path(__file__).with_name("submissions.yaml").read_text(encoding="utf-8"))
    classes_by_language = {}
    for language, document in documents.items():
        hostile = tuple(
            Hostile(
                attack["name"], attack["files"], frozenset(Verdict[name] for name in attack.get("verdicts", _USUAL))
            )
            for attack in document["attacks"]
        )
        classes_by_language[language] = HostileClass(
            language, textwrap.dedent(document["spec"]), document["honest"], hostile
        )
    return classes_by_language
