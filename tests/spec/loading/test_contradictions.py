"""What cannot mean anything is refused, with the line of its key, and underlined by the schema where it can be."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from harness.model.errors import SpecError
from tests.support import ROOT, course, loaded, write

SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "spec.schema.json").read_text(encoding="utf-8")))
CHECKS = {
    "checks.py": "def numbers(random):\n    return ''\ndef agree(runs):\n    return ()\n",
    "no.json": "{",
    "mutants/other-wrong/main.py": "",
    "1.in": "1",
}


def spec_text(language: str, case: str, top: str = "") -> str:
    keys = case.split("\n")
    keys = keys if any(key.startswith("name:") for key in keys) else ["name: c", *keys]
    head = "  - clause: sum\n" + "".join(f"    {key}\n" for key in keys)
    rest = "  - {name: rest, clause: other, stdout: {check: regex, pattern: '.*'}}\n"
    clauses = "clauses:\n  sum: {text: The sum., points: 4}\n  other: {text: In form., points: 4}\n"
    return f"title: t\nlanguage: {language}\n{clauses}{top}cases:\n{head}{rest}"


def said(root: Path, text: str, *, reference: bool = False) -> list[str]:
    course(root, text, beside=CHECKS)
    if reference:
        write(root / "reference" / "sum" / "own", {"main.py": ""})
    with pytest.raises(SpecError) as error:
        loaded(root)
    return str(error.value).replace(f"{root}/specs/sum/", "").splitlines()


def hold(root: Path, text: str, place: str, message: str, *, reference: bool = False) -> None:
    """One line is said, of this place, with the number of the line on which its key stands."""
    key = place.removeprefix("cases[0].").partition(".")[0].partition("[")[0]
    number = next(at for at, row in enumerate(text.splitlines(), 1) if row.strip().startswith(f"{key}:"))
    (line,) = said(root, text, reference=reference)
    assert line.startswith(f"spec.yaml:{number}: {place}: "), line
    assert message in line


NOTHING_RIGHT = [
    ("python", "exit: []", "exit", "there is nothing in"),
    ("python", "exit: [0, 0]", "exit[1]", "occurs twice"),
    ("python", "stdout: x\nlimits: {cpu: 0s}", "limits.cpu", "no program keeps below a limit of nothing"),
    ("python", "stdout: x\nlimits: {memory: 0MiB}", "limits.memory", "no program keeps below"),
    ("python", "stdout: x\nlimits: {output: 0.0 B}", "limits.output", "no program keeps below"),
    ("python", "stdout: x\ntime: 0x reference", "time", "no program keeps below"),
    ("python", 'stdout: x\ntime: "2x reference, at least 0 s"', "time", "no program keeps below"),
    ("python", "stdout: x\nfor: {}", "for", "there is nothing in"),
    ("python", "stdout: x\nfor: []", "for", "there is nothing in"),
    ("c", "stdout: x\nsanitize: []", "sanitize", "there is nothing in"),
    ("python", "calls: [{function: f, args: [1], after: []}]", "calls[0].after", "there is nothing in"),
    ("python", "source: {functions: {}}", "source.functions", "there is nothing in"),
    ("python", "source: {recursive: []}", "source.recursive", "there is nothing in"),
]
CANNOT_START = [
    ("python", "stdout: x\nrun: []", "run", "there is nothing in"),
    ("python", 'stdout: x\nrun: [""]', "run", "there is no program to start"),
    ("python", 'stdout: x\nrun: [ls, "a\\0b"]', "run", "the character NUL"),
    ("python", 'stdout: x\nargs: ["a\\0b"]', "args", "the character NUL"),
    ("python", 'stdout: x\nattempts: [{args: ["a\\0b"]}]', "attempts[0].args", "the character NUL"),
    ("python", 'stdout: x\nfiles: {"a\\0b": x}', "files.a\\x00b", "the character NUL"),
    ("python", "stdout: x\nfiles: {/a: x}", "files./a", "does not lie in the folder of the program"),
    ("python", 'stdout: x\nfiles: {"": x}', "files.", "does not lie in the folder of the program"),
    ("python", "stdout: x\nfiles: {a/: x}", "files.a/", "is the name of a folder"),
    ("python", "produces: {'*.txt': x}", "produces.*.txt", "not as a pattern"),
    ("python", "stdout: x\noutput_files: [../x]", "output_files", "does not lie in the folder of the program"),
    ("python", "stdout: x\noutput_files: [/x]", "output_files", "does not lie in the folder of the program"),
    ("python", "stdout: x\nstdin: {}", "stdin", 'give exactly one of "text" and "file"'),
    ("python", "stdout: x\nfiles: {a: {}}", "files.a", 'give exactly one of "text" and "file"'),
    ("python", "from: {}", "from", "there is nothing in"),
    ("python", "from: {expected: '*.out'}", "from", 'give "input", "args" or both'),
]
TOGETHER = [
    ("python", "run: [make, clean]\nexit: 0\ncleans: true", "exit", "the exit status does not matter"),
    ("python", "stdout: x\nexit: 1\nending: any", "exit", "the exit status does not matter"),
    ("python", "dialogue: [{expect: a, hang_up: true}]\nexit: 0", "exit", "the exit status does not matter"),
    ("python", "stdout: x\ntime: 5x reference\nending: any", "time", "may be stopped at its limit"),
    ("python", "stdout: x\ntime: 5x reference\nlimits: {cpu: 2 s}", "limits.cpu", '"time" is the CPU limit'),
    ("python", "stdout: x\nattempts: [{args: [a]}, {args: [a]}]", "attempts[1]", "the same way as attempts[0]"),
    ("python", "generate: {function: numbers}\nattempts: [{stdin: x}]", "attempts[0].stdin", "makes the input"),
    ("python", "exit: 0\nnear_misses: {blanks: 0.5}", "near_misses", "no output is compared"),
    ("python", "exit: 0\noutput_files: [a]", "output_files", "stdout, which is not judged"),
    ("python", "calls: [{function: f}]\nstdout: {golden: true}", "stdout", "calls have no golden"),
    ("c", "calls: [{function: f, raises: X}]", "calls[0].raises", "C has no exceptions"),
    ("python", "calls: [{function: f, reads: 5}]", "calls[0].reads", "in Java only"),
    ("python", "calls: [{function: f, tolerance: 0.1}]", "calls[0].tolerance", "give one of them"),
    ("python", "calls: [{function: f, truth: number}]", "calls[0].truth", "give one of them"),
    ("python", "calls: [{function: f, returns: 1, tolerance: {}}]", "calls[0].tolerance", "there is nothing in it"),
    ("python", "source: {variables: {n: int}}", "source.variables", "judged in java only"),
    ("java", "source: {one_file: '*.c'}", "source.one_file", "judged in c and cpp only"),
    ("script", "source: {forbidden_calls: [eval]}", "source.forbidden_calls", "and python only"),
]
UNDERLINED = [*NOTHING_RIGHT, *CANNOT_START, *TOGETHER]
TOLD = [
    ("python", "stdout: x\nlimits: {memory: 0.5 B}", "limits.memory", "no program keeps below"),
    ("python", "stdout: x\nlimits: {memory: 1 KiB}", "limits.memory", "no program starts in less than 64 KiB"),
    ("python", "stdout: x\nlimits: {cpu: 5 s, wall: 1 s}", "limits.cpu", "wall: 1 s comes first"),
    ("python", "stdout: longer\nlimits: {output: 5 B}", "stdout", "longer than the limit output: 5 B"),
    ("python", "trace: {f: 5..3}", "trace.f", "no number lies in 5..3; write 3..5"),
    ("python", "trace: {f: 1..2 or 5..3}", "trace.f", "no number lies in 5..3"),
    ("java", "calls: [{function: f, reads: 5..3}]", "calls[0].reads", "no number lies in 5..3"),
    ("prolog", "calls: [{function: f, inferences: 5..3}]", "calls[0].inferences", "no number lies in 5..3"),
    ("prolog", "calls: [{function: f, args: [X], solutions: [1, 2], first: 1}]", "calls[0].first", "1 are asked for"),
    ("python", "calls: [{function: f, args: [1], after: [1, 2]}]", "calls[0].after", "the call has 1 arguments"),
    ("python", "let: {N: 1}\ncalls: [{function: f}]", "let.N", 'no call is given "$N"'),
    ("python", "stdout: x\nfiles: {a: x, a/b: y}", "files", '"a" cannot be a file where "a/b" lies in it'),
    ("python", "stdout: x\nfiles: {a: x, ./a: y}", "files", '"a" and "./a" are the same file'),
    ("python", "built: {a: file, a/b: file}", "built", '"a" cannot be a file where "a/b" lies in it'),
    ("python", "produces: {a: x, a/b: y}", "produces", '"a" cannot be a file where "a/b" lies in it'),
    ("python", "stdout: x\nfiles: {" + 256 * "a" + ": x}", "files." + 256 * "a", "at most 255 bytes"),
    ("python", "files: {a: x}\nproduces: {a: x}", "produces.a", "a program that does nothing is right"),
    ("python", "stdout: x\nfollows: sum", "follows", "the case's own clause"),
    ("python", "stdout: x\nneeds: [sum]", "needs", 'no other case judges "sum"'),
    ("python", "stdout: x\nneeds: []", "needs", "there is nothing in"),
    ("python", "stdout: x\nexists: {}", "exists", "there is nothing in"),
    ("python", "stdout: x\nexists: {mentions: {'*.md': []}}", "exists.mentions.*.md", "there is nothing in"),
    ("python", "stdout: x\nexists: {declared: {'*.c': '*.h'}}", "exists.declared", "judged in c and cpp only"),
    ("python", "stdout: x\nnear_misses: {blanks: sum}", "near_misses.blanks", "the case's own clause"),
    ("python", "stdout: x\nattempts: []", "attempts", "there is nothing in"),
    ("python", "stdout: x\nnear_misses: {}", "near_misses", "there is nothing in"),
    ("python", "stdout: x\nargs: [a]\nattempts: [{}, {args: [a]}]", "attempts[1]", "the same way as attempts[0]"),
    ("python", "stdout: x\nfor: {n: [1]}", "for", 'the variable "n" is nowhere'),
    ("python", "name: c-{n}\nstdout: x\nfor: {n: [1, 2]}", "for", "its 2 cases are the same except for their names"),
    ("python", 'name: c-{n}\nstdout: "{n}"\nfor: [{n: 1, m: 2}, {n: 3, m: 4}]', "for", 'variable "m" is nowhere'),
    ("prolog", "run: [make, clean]\ncleans: true", "cleans", "nothing is built here"),
    ("python", "lint: {tool: checkstyle}", "lint.tool", "checkstyle reads **/*.java, and the language is python"),
    ("python", "lint: {tool: ruff, files: ['*.java']}", "lint.files[0]", "ruff reads no such files"),
    ("python", "tests: {runner: pytest, files: [../x.py]}", "tests.files", 'no file of a submission matches "../x.py"'),
    ("python", "source: {mentions: {'*.md': []}}", "source.mentions.*.md", "there is nothing in"),
    ("python", "source: {header: {files: '*.py', words: 0, id: false}}", "source.header", "no comment is asked for"),
    ("python", "source: {calls: {f: [g]}, forbidden_calls: [g]}", "source.forbidden_calls", '"g" is forbidden here'),
    ("python", "source: {recursive: [f], forbidden_calls: [f]}", "source.forbidden_calls", '"f" is forbidden here'),
    ("python", "stdout: {check: json, file: no.json}", "stdout", "the expected text is no JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "case", "place", "message"), [*UNDERLINED, *TOLD])
def test_what_cannot_mean_anything_is_refused(
    tmp_path: Path, language: str, case: str, place: str, message: str
) -> None:
    reference = any(key in case for key in ("time:", "generate:", "tests:"))
    hold(tmp_path, spec_text(language, case), f"cases[0].{place}", message, reference=reference)


@pytest.mark.parametrize(("language", "case", "place", "message"), UNDERLINED)
def test_an_editor_underlines_it(language: str, case: str, place: str, message: str) -> None:
    del place, message
    sound = spec_text(language, "stdout: x")
    assert list(SCHEMA.iter_errors(yaml.safe_load(sound))) == []
    assert list(SCHEMA.iter_errors(yaml.safe_load(spec_text(language, case)))) != []


@pytest.mark.parametrize(
    ("top", "place", "message"),
    [
        ("files: {required: [a], forbidden: [a]}\n", "files.forbidden", '"a" is required, and must not be'),
        ("files: {required: [a.py], ignored: ['*.py']}\n", "files.ignored", '"a.py" is required, and is left out'),
        ("files: {clause: sum}\n", "files.clause", "no file is required or forbidden"),
        ("files: {required: [../a]}\n", "files.required", 'no file of a submission matches "../a"'),
        ("files: {required: [a, a]}\n", "files.required[1]", "occurs twice"),
        ("build: [{commands: [[]]}]\n", "build[0].commands[0]", "there is no program to start"),
        ("build: [{run: [['']]}]\n", "build[0].run[0]", "there is no program to start"),
        ("build: [{makes: [/x]}]\n", "build[0].makes", "does not lie in the folder of the program"),
        ("given: {a: {text: x}, a/b: {text: y}}\n", "given", '"a" cannot be a file where "a/b" lies in it'),
        ("limits: {cpu: 9 s, wall: 2 s}\n", "limits.cpu", "wall: 2 s comes first"),
        ("defaults: {attempts: []}\n", "defaults.attempts", "there is nothing in"),
        ("defaults: {exit: []}\n", "defaults.exit", "there is nothing in"),
        ("examples: [{case: c}]\n", "examples[0]", "there is no example"),
        ("examples: [{case: c, accept: [a], reject: [a]}]\n", "examples[0]", "cannot be both accepted and rejected"),
        ("oracle: numbers\n", "oracle", "no case has a golden"),
    ],
)
def test_what_cannot_mean_anything_outside_of_cases_is_refused(
    tmp_path: Path, top: str, place: str, message: str
) -> None:
    hold(tmp_path, spec_text("python", "stdout: x", top), place, message)


def test_a_clause_that_nothing_judges_has_no_gate_and_one_reason(tmp_path: Path) -> None:
    text = spec_text("python", "stdout: x").replace(
        "clauses:\n", "clauses:\n  style: {text: t, manual: m, gate: true}\n"
    )
    assert said(tmp_path, text)[0].startswith("spec.yaml:4: clauses.style.gate: no case judges this clause")
    text = text.replace("gate: true", "untestable: u")
    assert said(tmp_path, text) == [
        "spec.yaml:4: clauses.style: a person scores it, or nothing can; say one of the two"
    ]


def test_a_clause_that_no_case_judges_explains_no_failure(tmp_path: Path) -> None:
    text = spec_text("python", "stdout: x\nfollows: style").replace(
        "clauses:\n", "clauses:\n  style: {text: t, manual: m}\n"
    )
    (line,) = said(tmp_path, text)
    assert line == 'spec.yaml:11: cases[0].follows: no case judges "style", so that it never explains a failure'


def test_a_time_limit_needs_a_reference(tmp_path: Path) -> None:
    hold(tmp_path, spec_text("python", "stdout: x\ntime: 5x reference"), "cases[0].time", "there is no reference in ")


def test_the_students_own_program_is_not_replaced(tmp_path: Path) -> None:
    text = spec_text("python", "stdout: x\nfiles: {main.py: y}").replace(
        "cases:\n", "files: {required: [main.py, notes.txt]}\ncases:\n"
    )
    (line,) = said(tmp_path / "case", text)
    assert line.startswith("spec.yaml:11: cases[0].files.main.py: it replaces the student's own program")
    text = spec_text("python", "stdout: x", "given: {main.py: {text: y}}\nfiles: {required: [main.py]}\n")
    hold(tmp_path / "given", text, "given", "every file that is required is replaced")


def test_examples_are_of_a_case_that_compares_stdout(tmp_path: Path) -> None:
    text = spec_text("python", "exit: 0", "examples: [{case: c, accept: [a]}]\n")
    hold(tmp_path, text, "examples[0].case", 'the case "c" compares no stdout')


@pytest.mark.parametrize(
    ("language", "case", "top"),
    [
        ("python", "stdout: {check: absent}", ""),  # nothing may come on a stream
        ("python", "stdout: x\nfiles: {a: x}\nproduces: {a: x}", ""),  # it is left as it was
        ("python", "files: {a: x}\nproduces: {a: {check: absent}}", ""),
        ("python", "attempts: []\nnear_misses: {}\nexit: 0", "defaults: {attempts: [{}], near_misses: {blanks: 1}}\n"),
        ("python", "stdout: x\nlimits: {wall: 2 s}", ""),  # below the usual CPU limit: it is stopped sooner
        ("python", "stdout: x\nlimits: {wall: 2 s}", "limits: {cpu: 9 s}\n"),
        ("python", "trace: {f: 0..}", ""),  # whether the function is there to be counted
        ("python", "run: [make, clean]\ncleans: true", ""),  # the build leaves compiled files
        ("python", "stdout: x\nfiles: {main.py: y}", "files: {required: [main.py, own.py]}\n"),  # starts own.py
        ("python", "stdout: x\nfiles: {data.csv: y}", "files: {required: [main.py, data.csv]}\n"),
        ("python", "lint: {tool: shellcheck, files: ['*.sh']}", ""),
        ("python", "lint: {tool: shellcheck}", "files: {required: [run.sh]}\n"),
        ("python", "name: c-{what}\nstdout: '{n}'\nfor: [{what: one, n: 1}, {what: two, n: 2}]", ""),  # a label
        ("python", "name: c-{n}\ndialogue: [{expect: a}]\nfor: {n: 1..3}", ""),  # several tries
        ("python", "name: c-{n}\nruns: 2\nacross: agree\nfor: {n: 1..3}", ""),  # a function reads its variables
        ("python", "calls: [{function: f, args: [1, 2], after: [3]}]", ""),  # the second is not judged
        ("python", "stdout: x\nending: any\nexit: any", ""),
    ],
)  # fmt: skip
def test_what_can_be_meant_is_accepted(tmp_path: Path, language: str, case: str, top: str) -> None:
    text = spec_text(language, case, top)
    assert list(SCHEMA.iter_errors(yaml.safe_load(text))) == []
    assert len(loaded(course(tmp_path, text, beside=CHECKS)).cases) > 1


def test_a_default_exit_status_is_not_for_a_case_without_one(tmp_path: Path) -> None:
    text = spec_text("python", "stdout: x\nending: any", "defaults: {exit: 0}\n")
    crashed, usual = loaded(course(tmp_path, text)).cases
    assert (crashed.case.exit, usual.case.exit) == (None, 0)


def test_points_that_the_worst_case_decides_reveal_nothing_of_hidden_cases(tmp_path: Path) -> None:
    text = """\
title: Sums
language: python
clauses:
  sum: {text: t, points: 1, aggregation: min}
cases:
  - {name: a, clause: sum, stdout: "1\\n"}
  - {name: b, clause: sum, stdout: "1\\n", visibility: hidden}
"""
    assert said(tmp_path, text)[0].startswith("spec.yaml:4: clauses.sum.aggregation: some of its cases are visible")
    loaded(course(tmp_path, text.replace(", visibility: hidden", "")))
