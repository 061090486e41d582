"""Every kind of case and every key: the key is taken and bites, or it is refused with its line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from harness.model.errors import SpecError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.spec.format.kinds import COMMON, RUN, all_case_keys, kinds
from tests.grading.kinds.cells import BESIDE, PROGRAMS, REFUSED, TABLES, Entry, KindTable
from tests.support import ROOT, case_of, course, graded, loaded, write

SCHEMA = json.loads((ROOT / "docs" / "spec.schema.json").read_text(encoding="utf-8"))
SCHEMA_ERRORS = jsonschema.Draft202012Validator(SCHEMA)
CLAUSES = {"sum": {"text": "The sum is printed.", "points": 4}, "other": {"text": "In form.", "points": 4}}
OTHER = {"name": "rest", "clause": "other", "stdout": {"check": "regex", "pattern": "(?s).*"}}


def spec_text(table: KindTable, *entries: Entry, **more: Any) -> str:
    cases = [{key: value for key, value in entry.items() if value is not None} for entry in entries]
    spec = {"title": "Sums", "language": table.language, "clauses": CLAUSES, "cases": [*cases, OTHER], **more}
    return yaml.safe_dump(spec, sort_keys=False)


def named(table: KindTable, name: str, entry: Entry) -> Entry:
    return {"name": name, "clause": "sum", **table.base, **entry}


def programs() -> Iterator[tuple[str, str]]:
    for kind, table in TABLES.items():
        for program in dict.fromkeys(cell.program or table.program for cell in table.cells.values()):
            yield kind, program


def test_the_table_is_whole() -> None:
    assert TABLES.keys() == kinds().keys()
    for name, table in TABLES.items():
        assert table.cells.keys() | REFUSED.keys() == kinds()[name].all_keys(), name
    assert REFUSED.keys() == COMMON


@pytest.mark.parametrize(("kind", "program"), list(programs()))
def test_a_key_that_is_taken_bites(tmp_path: Path, kind: str, program: str) -> None:
    table = TABLES[kind]
    cells = {key: cell for key, cell in table.cells.items() if (cell.program or table.program) == program}
    entries = [named(table, f"{key}-right", cell.right) for key, cell in cells.items()]
    entries += [named(table, f"{key}-wrong", cell.wrong) for key, cell in cells.items()]
    grade = graded_with(tmp_path, spec_text(table, *entries), program, table.reference or program)
    verdicts = {key: (verdict(grade, f"{key}-right"), verdict(grade, f"{key}-wrong")) for key in cells}
    passed = {key for key, (right, _) in verdicts.items() if right is Verdict.AC}
    failed = {key for key, (_, wrong) in verdicts.items() if wrong not in (Verdict.AC, Verdict.JE, Verdict.SK)}
    assert (passed, failed) == (set(cells), set(cells)), {
        key: [finding.kind for finding in case_of(grade, f"{key}-{side}").findings]
        for key, pair in verdicts.items()
        for side, each in zip(("right", "wrong"), pair, strict=True)
        if (each is Verdict.AC) is (side == "wrong")
    }


def graded_with(root: Path, text: str, program: str, reference: str) -> Grade:
    course(root, text, beside=BESIDE)
    write(root / "reference" / "sum" / "own", PROGRAMS[reference])
    return graded(loaded(root), write(root / "ann", PROGRAMS[program]), jobs=2)


def verdict(grade: Grade, name: str) -> Verdict:
    return case_of(grade, name).verdict


def refused() -> Iterator[tuple[str, str]]:
    for name, kind in kinds().items():
        others = kinds().keys() if name == RUN else ()  # with such a key it is a case of that kind
        for key in sorted(all_case_keys() - kind.all_keys() - {*others}):
            yield name, key


def value_of(key: str) -> Any:
    """A value that the key has somewhere in the table."""
    tables = TABLES.values()
    rows = (row for table in tables for cell in table.cells.values() for row in (cell.right, cell.wrong, table.base))
    return next(row[key] for row in rows if row.get(key))


@pytest.mark.parametrize(("kind", "key"), list(refused()))
def test_any_other_key_is_refused_with_its_line(tmp_path: Path, kind: str, key: str) -> None:
    table = TABLES[kind]
    text = spec_text(table, {**named(table, "c", {}), key: value_of(key)})
    assert list(SCHEMA_ERRORS.iter_errors(yaml.safe_load(text))) != []
    course(tmp_path, text, beside=BESIDE)
    write(tmp_path / "reference" / "sum" / "own", PROGRAMS[table.program])
    with pytest.raises(SpecError) as error:
        loaded(tmp_path)
    # Of two kinds the first by name is taken for the case's.
    refused_key = max(kind, key) if key in kinds() and key != RUN else key
    line = next(number for number, row in enumerate(text.splitlines(), 1) if row.startswith(f"  {refused_key}:"))
    assert f'spec.yaml:{line}: cases[0].{refused_key}: "{refused_key}" ' in str(error.value)


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("key", REFUSED)
def test_the_keys_of_every_case(tmp_path: Path, kind: str, key: str) -> None:
    table = TABLES[kind]
    write(tmp_path / "reference" / "sum" / "own", PROGRAMS[table.program])
    taken, wrong = REFUSED[key]
    name = "c-{n}" if key == "for" else "c"
    right = {**named(table, name, {}), key: taken}
    loaded(course(tmp_path, spec_text(table, right), beside=BESIDE))
    with pytest.raises(SpecError) as error:
        loaded(course(tmp_path, spec_text(table, {**right, key: wrong}), beside=BESIDE))
    assert "cases[0]" in str(error.value)


@pytest.mark.parametrize("kind", TABLES)
def test_what_is_not_written_is_why_a_case_failed(tmp_path: Path, kind: str) -> None:
    table = TABLES[kind]
    wrong = next(cell.wrong for key, cell in table.cells.items() if key == kind or key not in ("limits", "time"))
    entries = [
        named(table, name, {**change, "exists": {"mentions": {"*": [word]}}})
        for name, change, word in (
            ("wrong", wrong, "."),
            ("not-written", wrong, "never written"),
            ("right-elsewhere", {}, "never written"),
        )
    ]
    grade = graded_with(tmp_path, spec_text(table, *entries), table.program, table.reference or table.program)
    rows = {row.name: row for row in grade.cases}
    assert (rows["wrong"].score, rows["not-written"].score, rows["right-elsewhere"].verdict) == (0, 0, Verdict.AC)
    assert [finding.kind for finding in rows["not-written"].findings] == ["not-mentioned"]
    assert rows["wrong"].findings != rows["not-written"].findings


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize(
    ("key", "value"), [("exit", 0), ("near_misses", {"blanks": 0.5}), ("attempts", [{}]), ("output_files", ["a"])]
)
def test_defaults_that_fit_no_case_are_refused(tmp_path: Path, kind: str, key: str, value: object) -> None:
    table = TABLES[kind]
    entry = named(table, "c", {})
    text = spec_text(table, entry, defaults={key: value})
    spec = yaml.safe_load(text)
    spec["cases"] = [entry, {**entry, "name": "d", "clause": "other"}]
    course(tmp_path, yaml.safe_dump(spec), beside=BESIDE)
    write(tmp_path / "reference" / "sum" / "own", PROGRAMS[table.program])
    if key in kinds()[kind].all_keys():
        loaded(tmp_path)
        return
    with pytest.raises(SpecError, match=f'defaults.{key}: no case of this spec takes "{key}"'):
        loaded(tmp_path)


@pytest.mark.parametrize(
    ("language", "entry", "message"),
    [
        ("c", {"calls": [{"function": "f"}], "args": ["x"]}, "args: functions in c see no arguments"),
        ("java", {"calls": [{"function": "f"}], "args": ["x"]}, "args: functions in java see no arguments"),
        ("cpp", {"calls": [{"function": "f"}], "set": {"n": 1}}, "set: no variables of a program in cpp can be set"),
        ("cpp", {"calls": [{"function": "f"}], "get": {"n": 1}}, "get: no variables of a program in cpp can be set"),
        ("c", {"calls": [{"function": "f"}], "get": {"n": 1}}, "get: no variables of a program in c can be set"),
        ("bash", {"calls": [{"function": "f"}]}, 'calls: no functions of the language "bash" can be called'),
        ("prolog", {"trace": {"f": 1}}, "trace: this cannot be seen in a program in prolog; languages: c, cpp"),
        ("any", {"trace": {"f": 1}}, "trace: this cannot be seen in a program in any"),
        ("python", {"no_overflow": 9}, "no_overflow: this cannot be seen in a program in python; languages: java"),
        ("python", {"generate": {"function": "numbers"}, "stdout": "5"}, "say at most how it is compared"),
        ("python", {"calls": []}, 'calls: there is nothing in "calls"'),
        ("python", {"built": {}}, 'built: there is nothing in "built"'),
    ],
)
def test_what_the_language_or_the_value_cannot_do_is_reported(
    tmp_path: Path, language: str, entry: Entry, message: str
) -> None:
    text = yaml.safe_dump(
        {
            "title": "t",
            "language": language,
            "clauses": CLAUSES,
            "cases": [{"name": "c", "clause": "sum", **entry}, OTHER],
        }
    )
    write(tmp_path / "reference" / "sum" / "own", PROGRAMS["echo"])
    with pytest.raises(SpecError) as error:
        loaded(course(tmp_path, text, beside=BESIDE))
    assert message in str(error.value)
