"""``coderunner``: a question of Moodle's CodeRunner, exported as Moodle XML, of a type that comes with it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.checks import checks_of
from harness.authoring.importing.package import Faults, Package, UniqueNames
from harness.authoring.importing.shell_tests import cleaned, matches
from harness.model.errors import UsageError

_TYPES = {
    "python3": ("python", "answer.py", ""),
    "python3_w_input": (
        "python",
        "answer.py",
        "__saved_input__ = input\ndef input(prompt=''):\n    s = __saved_input__(prompt)\n    print(s)\n    return s\n",
    ),
    "c_program": ("c", "answer.c", ""),
    "cpp_program": ("cpp", "answer.cpp", ""),
    "java_program": ("java", "*.java", ""),
}
"""Type -> language, what is handed in, and what is before it."""
_TEST = "coderunner_test.py"
_PRECHECK_ONLY = "1"
_SHOWN = "SHOW"
_LARGEST = 16 << 20
_REFUSED = ("template", "templateparams", "sandboxparams", "prototypeextra")
_DEFAULT_SECONDS, _DEFAULT_MIB = 5, 512


def read(source: Path) -> Package:
    """Read the one question of CodeRunner in a file; what takes a template is refused."""
    path = _file_of(source)
    questions = [question for question in _root(path).findall("question") if question.get("type") == "coderunner"]
    if len(questions) != 1:
        raise UsageError(f"{path}: expected one question of CodeRunner, got {len(questions)}; export each alone")
    faults, question = Faults(), questions[0]
    kind = _text(question, "coderunnertype")
    if kind not in _TYPES:
        faults.add(f"{path}: coderunnertype", f"{kind} is not read; known are {', '.join(_TYPES)}")
    for name in _REFUSED:
        if _text(question, name).strip() not in ("", "{}", "[]"):
            faults.add(f"{path}: {name}", "templates and what they use are not read")
    if question.find(".//file") is not None:
        faults.add(f"{path}: file", "files that are added to a question are not read")
    faults.stop()
    language, handed_in, before = _TYPES[kind]
    whole = _text(question, "allornothing") != "0"
    names = UniqueNames()
    tests = [test for test in question.iter("testcase") if test.get("testtype") != _PRECHECK_ONLY]
    cases = [
        {"name": names.of(_text(test, "testcode/text"), "test")}
        | _case(test, _text(question, "grader"), before if language == "python" else None, path, faults)
        | ({} if whole else {"weight": float(test.get("mark") or 1)})
        for test in tests
        if whole or float(test.get("mark") or 1) > 0
    ]
    if not cases:
        faults.add(path, "there is no test in it")
    faults.stop()
    title = " ".join(_text(question, "name/text").split()) or path.stem
    points = float(_text(question, "defaultgrade") or 1)
    seconds, memory = _text(question, "cputimelimitsecs"), _text(question, "memlimitmb")
    clauses, cases = _clauses(cases, points, whole=whole)
    spec = {
        "title": title,
        "language": language,
        "files": {"required": [handed_in]},
        "limits": {"cpu": f"{seconds or _DEFAULT_SECONDS} s", "memory": f"{memory or _DEFAULT_MIB} MiB"},
        "clauses": clauses,
        "cases": cases,
    }
    answer = _text(question, "answer")
    name = handed_in.replace("*", _class_of(answer))
    return Package(
        spec, checks_of(cases, "outputs") | ({f"accepted/answer/{name}": answer.encode()} if answer.strip() else {})
    )


def _clauses(
    cases: list[dict[str, Any]], points: float, *, whole: bool
) -> tuple[Mapping[str, Any], list[dict[str, Any]]]:
    """One clause; where all tests count together, hidden ones are another, which it requires."""
    tests: dict[str, Any] = {"text": "The tests of the question pass.", "points": points}
    is_mixed = 0 < sum("visibility" in case for case in cases) < len(cases)
    if not whole or not is_mixed:
        return {"tests": tests | ({"aggregation": "min"} if whole else {})}, [
            case | {"clause": "tests"} for case in cases
        ]
    hidden = {"text": "The hidden tests of the question pass.", "points": 0, "aggregation": "min"}
    names = ["hidden-tests" if "visibility" in case else "tests" for case in cases]
    clauses = {"hidden-tests": hidden, "tests": tests | {"aggregation": "min", "requires": ["hidden-tests"]}}
    return clauses, [case | {"clause": name} for case, name in zip(cases, names, strict=True)]


def _case(test: ET.Element, grader: str, before: str | None, path: Path, faults: Faults) -> dict[str, Any]:
    """A test; ``before``: what is before a program to which its code is added, None if none is."""
    code, expected, stdin = (_text(test, f"{name}/text") for name in ("testcode", "expected", "stdin"))
    if grader in ("", "EqualityGrader", "NearEqualityGrader"):
        stdout = cleaned(expected, nearly=grader == "NearEqualityGrader")
    elif grader == "RegexGrader":
        stdout = matches(f"(?ms:{expected.rstrip()})", f"{path}: expected", faults, trim=False)
    else:
        faults.add(f"{path}: grader", f"{grader} is not read")
        stdout = {}
    keys: dict[str, Any] = {"stdout": stdout, "stderr": "", "exit": 0} | ({"stdin": stdin} if stdin else {})
    if before is None and code.strip():
        faults.add(f"{path}: testcode", "code of a test is read in Python alone")
    elif before is not None:
        program = f"{before}exec(compile(open('answer.py', encoding='utf-8').read(), 'answer.py', 'exec'))\n{code}\n"
        keys |= {"run": ["python3", _TEST], "files": {_TEST: program}}
    return keys | ({} if _text(test, "display/text") in ("", _SHOWN) else {"visibility": "hidden"})


def _class_of(source: str) -> str:
    match = re.search(r"public\s+(?:final\s+)?class\s+(\w+)", source) or re.search(r"\bclass\s+(\w+)", source)
    return match[1] if match else "Main"


def _text(element: ET.Element, path: str) -> str:
    return element.findtext(path) or ""


def _root(path: Path) -> ET.Element:
    """The root of the file; declarations, in which a few lines may stand for any number, are refused."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST or b"<!DOCTYPE" in content or b"<!ENTITY" in content or b"\0" in content:
            raise UsageError(f"{path}: this is no question of Moodle's: too large, or with declarations")
        return ET.fromstring(content)  # noqa: S314 - see above
    except (OSError, ET.ParseError, ValueError, LookupError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None


def _file_of(source: Path) -> Path:
    paths = sorted(source.glob("*.xml")) if source.is_dir() else [source]
    if len(paths) != 1:
        raise UsageError(f"{source}: expected one file of Moodle XML, got {len(paths)}")
    return paths[0]


def _recognises(folder: Path) -> bool:
    paths = sorted(folder.glob("*.xml"))
    if len(paths) != 1 or not paths[0].is_file():
        return False
    with paths[0].open("rb") as file:
        return b'type="coderunner"' in file.read(_LARGEST)


IMPORTER = Importer("coderunner", "a question of Moodle's CodeRunner, as Moodle XML", read, _recognises)
