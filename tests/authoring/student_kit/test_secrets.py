"""Nothing hidden leaves in a kit: secrets are planted all over a course, and looked for in every byte of the kit."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.authoring.student_kit.kit import Kit, student_kit
from harness.course.assignments import load_course
from harness.course.ingest.matching.variants import read_variants
from harness.grading.schedule.tasks import Worker
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined

SPEC = """\
# SECRET-spec-comment
title: Sums
language: python
oracle: oracle_SECRET
build: [{run: [[python3, sums.py]]}]
clauses:
  told:
    text: The sum is printed.
    points: 12
    hint: Add them up.
    hints: {SECRET-hint-kind: SECRET-hint-text}
  secret-clause:
    text: SECRET-clause-text
    handout: SECRET-clause-handout
    points: 17.3125   # SECRET-points-comment
    hint: SECRET-clause-hint
known_values: {SECRET-value: SECRET-meaning}
examples: [{case: seen, accept: [SECRET-example], reject: []}]
cases:
  - {clause: told, name: seen, stdin: "1 2\\n", stdout: {check: python, function: seen}, follows: [secret-clause]}
  - {clause: told, name: golden-seen, stdin: "1 1\\n", stdout: {check: text, golden: true}}
  - {clause: told, name: secret-hidden, weight: 6.0625, visibility: hidden, args: [SECRET-argument],
     stdin: SECRET-stdin, stdout: {check: python, function: secret_check, options: {text: SECRET-option}}}
  - {clause: told, name: secret-file, visibility: after_due_date, stdin: {file: input/secret-name.txt},
     files: {SECRET-file-name: SECRET-file-text}, stdout: {check: text, golden: true}}
  - {clause: told, name: examples, tests: {runner: pairs, against: wrong, inputs: inputs_SECRET}}
  - {clause: told, name: own, variants: {function: variant_SECRET}, stdout: {check: tokens}}
  - {clause: told, name: secret-own, variants: {function: hidden_SECRET}, visibility: hidden}
  - clause: secret-clause
    name: "secret-{n}"
    for: {n: [SECRET-variable]}
    visibility: after_published
    stdout: {check: regex, pattern: SECRET-pattern}
"""
CHECKS = '''\
"""SECRET-module-docstring."""

from _shared.plain import plain

HIDDEN = "SECRET-constant"  # SECRET-comment


def seen(run, expected):
    """SECRET-docstring."""
    # SECRET-comment-inside
    yield from plain(run)


def secret_check(run, expected, text):
    yield HIDDEN + "SECRET-in-function" + "SECRET-hint-kind"


def inputs_SECRET():
    return ["40961 1\\n", "40962 1\\n"]


def variant_SECRET(random):
    return "SECRET-variant"


def hidden_SECRET(random):
    return "SECRET-hidden-variant"


def oracle_SECRET(args, stdin):
    return None
'''
SHARED = 'def plain(run):\n    return []\n\n\ndef other():\n    return "SECRET-shared"\n'
REST = {
    "specs/sums/golden/golden-seen.stdout": "2\n",
    "specs/sums/golden/secret-file.stdout": "SECRET-golden",
    "specs/sums/input/secret-name.txt": "SECRET-input",
    "specs/sums/mutants/wrong/sums.py": "SECRET-mutant",
    "specs/sums/accepted/right/sums.py": "SECRET-accepted",
    "specs/sums/mutants.yaml": "{}  # SECRET-mutants",
    "specs/_shared/__init__.py": "",
    "specs/_shared/plain.py": SHARED,
    "specs/sums/wrong/SECRET-program/sums.py": "# SECRET-wrong\nprint(27183)",
    "specs/sums/variants.json": json.dumps(
        {
            "students": [
                {
                    "roster": {"login": "mia"},
                    "drawn": {
                        "variant_SECRET": {"stdin": "70 7\n", "values": {"for-mia": 1}},
                        "hidden_SECRET": {"stdin": "SECRET", "values": {"SECRET": "SECRET"}},
                    },
                },
                {
                    "roster": {"login": "SECRET-other-student"},
                    "drawn": {"variant_SECRET": {"stdin": "SECRET-other-input"}},
                },
            ]
        }
    ),
    "specs/other/spec.yaml": "# SECRET-other-assignment",
    "reference/sums/first/sums.py": "# SECRET-reference\nprint(sum(map(int, input().split())))",
    "course.yaml": "# SECRET-course",
    "roster.csv": "SECRET-student",
}
NUMBERS = (b"17.3125", b"6.0625", b"secret-", b"40961", b"40962", b"40963", b"27183")
"""What is elsewhere too: points, inputs that examples may have, outputs of the reference and of a wrong program."""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    files = {"specs/sums/spec.yaml": SPEC, "specs/sums/checks.py": CHECKS, **REST}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def members(content: bytes, at: str = "") -> Iterator[tuple[str, bytes]]:
    """Every file of a zip and of the zips in it, unpacked."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for entry in archive.infolist():
            data = archive.read(entry)
            yield f"{at}{entry.filename}{entry.comment!r}{entry.extra!r}", data
            if zipfile.is_zipfile(io.BytesIO(data)):
                yield from members(data, f"{entry.filename}!")


def own(content: bytes) -> list[tuple[str, bytes]]:
    """The kit's files without the harness and the packages that it carries."""
    return [(name, data) for name, data in members(content) if "!lib/" not in name and not name.endswith(".zip")]


def kit_of(course: Path) -> Kit:
    assignment = load_course(course / "specs", ("sums",))["sums"]
    with scratch(course) as place:
        workspace = Worker({"sums": assignment}, Unconfined(), place).workspace("kit")
        mia = read_variants(assignment.folder)[0]
        return student_kit(assignment, workspace, mia)


def test_no_planted_secret_is_in_the_kit(course: Path) -> None:
    kit = kit_of(course).content
    assert b"SECRET" not in kit
    for name, data in members(kit):
        assert "SECRET" not in name
        assert b"SECRET" not in data, name
    for name, data in own(kit):
        assert not [text for text in NUMBERS if text in data or text.decode() in name], name


def test_what_is_visible_is_in_the_kit(course: Path) -> None:
    kit = dict(own(kit_of(course).content))
    everything = b"".join(kit.values())
    for text in (
        b"The sum is printed.",
        b"golden-seen",
        b"def seen",
        b"def plain",
        b"Add them up.",
        b"70 7",
        b"'77",
        b"for-mia",
    ):
        assert text in everything


def test_the_secrets_are_where_the_test_looks(course: Path) -> None:
    """A kit made of the whole course would fail the test above."""
    everything = b"".join(path.read_bytes() for path in course.rglob("*") if path.is_file())
    assert everything.count(b"SECRET") > 25
    assert all(text in everything for text in NUMBERS if text != b"40963")  # an output alone stands nowhere


def test_a_secret_in_plain_sight_is_found(course: Path) -> None:
    """What the author lets students see goes out: the search does find texts inside of the inner zip."""
    spec = course / "specs/sums/spec.yaml"
    spec.write_text(SPEC.replace("The sum is printed.", "SECRET-plain"), encoding="utf-8")
    kit = kit_of(course).content
    assert any(b"SECRET-plain" in data for name, data in members(kit) if name.startswith("kit/kit.zip!"))


def test_points_that_can_be_seen_are_those_of_visible_cases(course: Path) -> None:
    part = kit_of(course).course.part
    share = 12 * 3 / (1 + 1 + 6.0625 + 1 + 1 + 1 + 1)
    assert part.points == {"told": pytest.approx(share, abs=1e-5)}
    assert part.total == pytest.approx(share * 4 / 3, abs=1e-5)
