"""Import of pairs: what a problem package asks for beyond pairs is refused by name, and plain packages are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.import_pairs import import_pairs
from harness.authoring.importers import importers
from harness.model.errors import UsageError
from tests.support import write

PAIR = {"data/secret/1.in": "1\n", "data/secret/1.ans": "1\n"}
NOWHERE = "pairs of files would lose it"
BY_KATTIS = f"{NOWHERE}; use harness import kattis FOLDER"
DMOJ = f"{NOWHERE}; use harness import dmoj FOLDER"


@pytest.mark.parametrize(
    ("files", "place", "advice"),
    [
        ({"problem.yaml": "type: interactive\n"}, "problem.yaml: type: interactive", BY_KATTIS),
        ({"problem.yaml": "type: [scoring, submit-answer]\n"}, "problem.yaml: type: scoring submit-answer", NOWHERE),
        ({"problem.yaml": "validation: custom interactive\n"}, "validation: custom interactive", BY_KATTIS),
        (
            {"problem.yaml": "validator_flags: float_tolerance 1e-6\n"},
            "validator_flags",
            BY_KATTIS,
        ),
        ({"output_validators/v.py": ""}, "output_validators: its own validator", BY_KATTIS),
        ({"data/secret/testdata.yaml": "grading: custom\n"}, "testdata.yaml: settings of a test group", BY_KATTIS),
        (
            {"problem.yaml": "name: x\n", "data/secret/a/2.in": "", "data/secret/a/2.ans": ""},
            "a: a test group",
            BY_KATTIS,
        ),
        (
            {"domjudge-problem.ini": "timelimit = 2\nspecial_compare = x\n"},
            "domjudge-problem.ini:2: special_",
            NOWHERE,
        ),
        ({"init.yml": "checker: floats\ntest_cases: []\n"}, "init.yml: checker", DMOJ),
        ({"init.yml": "test_cases:\n- batched: []\n  points: 5\n"}, "init.yml: batched", DMOJ),
    ],
)
def test_what_pairs_would_lose_is_refused_by_name(
    tmp_path: Path, files: dict[str, str], place: str, advice: str
) -> None:
    write(tmp_path / "there", PAIR | files)
    with pytest.raises(UsageError) as caught:
        import_pairs(tmp_path / "there", tmp_path / "specs", "sum", "any")
    assert place in str(caught.value)
    assert str(caught.value).endswith(f": {advice}")
    assert not (tmp_path / "specs").exists()


def test_the_importer_that_is_named_reads_the_package(tmp_path: Path) -> None:
    settings = "validator_flags: float_tolerance 1e-6\nlimits: {time_limit: 1}\n"
    write(tmp_path / "there", PAIR | {"problem.yaml": settings})
    with pytest.raises(UsageError, match="pairs of files would lose it; use harness import kattis FOLDER"):
        import_pairs(tmp_path / "there", tmp_path / "specs", "sum", "any")
    assert importers()["kattis"].read(tmp_path / "there").spec["cases"]


@pytest.mark.parametrize(
    "files",
    [
        {"problem.yaml": "name: Sum\nvalidation: default\nlimits: {memory: 512}\n"},
        {"problem.yaml": "type: pass-fail\n"},
        {"init.yml": "test_cases:\n- {in: 1.in, out: 1.out, points: 5}\n"},
        {"domjudge-problem.ini": "timelimit = 2\n"},
    ],
)
def test_plain_packages_are_taken(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path / "there", PAIR | files)
    assert import_pairs(tmp_path / "there", tmp_path / "specs", "sum", "any").groups == {"data-secret": 1}
