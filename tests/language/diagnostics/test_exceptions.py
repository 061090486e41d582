"""Exceptions of the real interpreters are recognised, and explained by sentences that are short and true."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from harness.grading.verdicts.ending import judge_ending
from harness.judge.messages import catalogue
from harness.judge.messages.phrases import messages_of
from harness.judge.messages.translator import translator
from harness.language.cpp.language import LANGUAGE as CPP
from harness.language.diagnostics.exceptions import explain_exception
from harness.language.java.language import LANGUAGE as JAVA
from harness.language.javascript.language import LANGUAGE as JAVASCRIPT
from harness.language.python.language import LANGUAGE as PYTHON
from harness.model.finding import Finding
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Crash, Observation
from harness.model.verdict import Verdict

MOST_WORDS = 20


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("reached end of file while parsing", "file-ends"),
        ("expected '}' at end of input", "file-ends"),
        ("expected initializer before 'while'", "semicolon-above"),
        ("IndentationError: unexpected indent", "indentation"),
        ("existence_error: f/3: Unknown procedure: g/2", "no-predicate"),
        ("existence_error: Unknown procedure: g/2\nHowever, there are definitions for:\ng/3", "near-predicate"),
        ("resource_error: Stack limit (0.5Gb) exceeded\nStack sizes: local: 0.5Gb", "recursion"),
    ],
)
def test_what_compilers_and_prolog_say(error: str, reason: str) -> None:
    assert explain_exception(error).reason == reason


PROGRAMS = {
    "{}['n']": "The dictionary or set holds no 'n'.",
    "set().remove(3)": "The dictionary or set holds no 3.",
    "[].pop()": "It is empty, so nothing can be taken from it.",
    "set().pop()": "It is empty, so nothing can be taken from it.",
    "[1][1]": "There is no item with this index: the first has index 0, the last has the length minus 1.",
    "print(total)": "Nothing is called total here: is it misspelt, or set later or in another function?",
    "def f():\n    n += 1\nn = 0\nf()": "This function sets n itself, and uses it here while it has no value.",
    "None[0]": "The value here is None. A function without return gives None.",
    "print('a').lower()": "The value here is None. A function without return gives None.",
    "for i in 5: pass": "A value of type int has no items to go through.",
    "(5)()": "A value of type int is no function and cannot be called.",
    "1 + None": "A value that is used here is None. A function without return gives None.",
    "None < 1": "A value that is used here is None. A function without return gives None.",
    "1 + 'a'": "+ does not work with a value of type int and one of type str.",
    "1 < 'a'": "< does not work with a value of type int and one of type str.",
    "'a' + 1": "Text and a value of type int cannot be joined by +; str(...) makes text of a value.",
    "def f(a): pass\nf()": "f is called with fewer arguments than it needs.",
    "def f(a): pass\nf(1, 2)": "f is called with more arguments than it takes.",
    "[1]['a']": "An index must be a whole number; here it is of type str.",
    "int('4.5')": "int() cannot read the text '4.5' as a whole number.",
    "float('x')": "float() cannot read the text 'x' as a number.",
    "a, b = 1, 2, 3": "The number of values does not fit the number of names that get them.",
    "[].index(1)": "The list does not hold the value that is looked for or removed.",
    "[].push(1)": "A value of type list has nothing called push: is it misspelt, or another value than you think?",
    "1 / 0": "Here something is divided by zero.",
    "1 % 0": "Here something is divided by zero.",
    "def f(): f()\nf()": "f is called in itself again and again: does it always reach a case where it stops?",
    "def f(n):\n    if n >= 0: g(n)\ndef g(n):\n    f(abs(n))\nf(3)": (
        "f and g are called in each other again and again: do they always reach a case where that stops?"
    ),
    "import nmpy": "Python finds no module nmpy: is it misspelt, not handed in, or not installed here?",
    "open('no.txt')": (
        "The program reads 'no.txt', and there is no such file or folder. Without \"w\", open makes no file."
    ),
    "open('no/no.txt', 'w')": "There is no file or folder 'no/no.txt' where the program looks for it.",
    "open('main.py').write('x')": 'The file was opened to read. To write to it, open it with "w".',
    "open('main.py', 'rb').write(b'x')": 'The file was opened to read. To write to it, open it with "w".',
    "open('out.txt', 'w').read()": 'The file was opened to write. To read it, open it without "w".',
    "int(input())": "The program asks for input, and there is none, or no more.",
    "for k in (d := {1: 2}): d[3] = 4": "A collection is changed while a loop goes through it.",
    # what a program raises itself means what its author says
    "raise KeyError('n')": "",
    "def f(a):\n    if a: raise IndexError('list index out of range')\nf(1)": "",
    "raise ValueError('no queen there')": "",
    "import sys\nsys.exit('ValueError: x')": None,
}


def explanation(crash: Crash | None, trace: bytes) -> str | None:
    if crash is None:
        return None
    known = explain_exception(crash.error, crash.where.source, trace)
    return translator().explanation(Finding.of("uncaught-exception", reason=known.reason, **known.params))


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_exception_of_python_is_explained(program: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(program + "\n", encoding="utf-8")
    run = subprocess.run(["python3", "main.py"], cwd=tmp_path, capture_output=True, check=False, input=b"")
    crash = PYTHON.crash(Observation((), b"", run.stderr, run.returncode), ["main.py"])
    assert explanation(crash, run.stderr) == PROGRAMS[program]


JAVASCRIPT_LINES = {
    "[1][5].size": "size is looked for in a value that is undefined: it has no properties.",
    "null.size = 1": "size is looked for in a value that is null: it has no properties.",
    "print(1)": "Nothing is called print here: is it misspelt, or set later or in another function?",
    "later(1); const later = 2;": "later is used here before its declaration is done.",
    "const a = []; a.add(1);": "a.add is no function here: is it misspelt, or another value than you think?",
    "const a = 1; a += 1;": (
        "A variable that is declared with const keeps its first value: let makes one that may change."
    ),
    "(function f() { f(); })()": "f is called in itself again and again: does it always reach a case where it stops?",
    "require('fs').readFileSync('no.txt')": "There is no file or folder 'no.txt' where the program looks for it.",
    "throw new Error('no queen')": "",
}


@pytest.mark.parametrize("program", JAVASCRIPT_LINES)
def test_an_exception_of_javascript_is_explained(program: str, tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text(program + "\n", encoding="utf-8")
    run = subprocess.run(["node", "main.js"], cwd=tmp_path, capture_output=True, check=False, input=b"")
    crash = JAVASCRIPT.crash(Observation((), b"", run.stderr, run.returncode), ["main.js"])
    assert explanation(crash, run.stderr) == JAVASCRIPT_LINES[program]


JAVA_LINES = {
    "int[] a = new int[5]; a[5] = 1;": "There is no item with index 5: the length is 5, and the first index is 0.",
    "new ArrayList<Integer>().get(0);": "There is no item with index 0: the length is 0, and the first index is 0.",
    '"abc".substring(2, 7);': "No part of the text has these indices; its first character has index 0.",
    "String s = null; s.length();": (
        "The value used here is null: it is no object, and has no methods, fields or items."
    ),
    'Integer.parseInt("x1");': 'The text "x1" cannot be read as a number of the kind asked for.',
    'Object o = "a"; Integer i = (Integer) o;': (
        "The object is of class java.lang.String and not of class java.lang.Integer."
    ),
    "main(args);": "main is called in itself again and again: does it always reach a case where it stops?",
    "int zero = 0; int x = 1 / zero;": "Here something is divided by zero.",
    "new Scanner(System.in).nextInt();": "The program asks for input, and there is none, or no more.",
    "new Scanner(System.in).nextLine();": "The program asks for input, and there is none, or no more.",
    'new Scanner("x").nextInt();': "The next word of the input is not of the kind that the program asks for.",
    "new ArrayDeque<Integer>().removeFirst();": "The program asks for an item, and there is none, or no more.",
    "new Stack<Integer>().pop();": "It is empty, so nothing can be taken from it.",
    "int n = -1; int[] b = new int[n];": "An array cannot have -1 items.",
    "List.of(1).add(2);": (
        "This object does not allow this operation; a list made by List.of, for example, cannot be changed."
    ),
    'new java.io.FileReader("no.txt");': "There is no file or folder no.txt where the program looks for it.",
    'if (args != null) throw new IllegalStateException("no queen");': "",
}


@pytest.fixture(scope="module")
def java_classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that runs the line whose number is its argument."""
    folder = tmp_path_factory.mktemp("java")
    lines = "\n".join(f"case {number}: {{ {text} break; }}" for number, text in enumerate(JAVA_LINES))
    body = f"switch (Integer.parseInt(args[0])) {{\n{lines}\n}}"
    main = f"public static void main(String[] args) throws Exception {{\n{body}\n}}"
    (folder / "Main.java").write_text(f"import java.util.*;\nclass Main {{\n{main}\n}}\n", encoding="utf-8")
    subprocess.run(["javac", "Main.java"], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize("number", range(len(JAVA_LINES)), ids=list(JAVA_LINES))
def test_an_exception_of_java_is_explained(number: int, java_classes: Path) -> None:
    command: list[str | Path] = ["java", "-cp", java_classes, "Main", str(number)]
    run = subprocess.run(command, cwd=java_classes, capture_output=True, check=False, input=b"")
    crash = JAVA.crash(Observation((), b"", run.stderr, run.returncode), ["Main.java"])
    assert crash is not None
    assert not crash.error.startswith(("Exception in", "java."))
    assert explanation(crash, run.stderr) == list(JAVA_LINES.values())[number]


CPP_LINES = {
    "std::vector<int> v(3); v.at(10);": (
        "std::out_of_range: vector::_M_range_check: __n (which is 10) >= this->size() (which is 3)",
        "There is no item with index 10: the length is 3, and the first index is 0.",
    ),
    "std::vector<int> v(3); int i = 0; v.at(i - 1);": (
        "std::out_of_range: vector::_M_range_check: __n (which is 18446744073709551615) >= this->size() (which is 3)",
        "The index is below 0: C++ shows such a number as a very large one.",
    ),
    "std::array<int, 2> v{}; v.at(argc + 5);": (
        "std::out_of_range: array::at: __n (which is 7) >= _Nm (which is 2)",
        "There is no item with index 7: the length is 2, and the first index is 0.",
    ),
    'std::string("abc").at(3);': (
        "std::out_of_range: basic_string::at: __n (which is 3) >= this->size() (which is 3)",
        "There is no item with index 3: the length is 3, and the first index is 0.",
    ),
    'std::string("abc").substr(7);': (
        "std::out_of_range: basic_string::substr: __pos (which is 7) > this->size() (which is 3)",
        "No part of the text has these indices; its first character has index 0.",
    ),
    "std::map<int, int>().at(1);": ("std::out_of_range: map::at", "The map has no entry with this key."),
    "std::unordered_map<int, int>().at(1);": (None, "The map has no entry with this key."),
    'std::stoi("x");': ("std::invalid_argument: stoi", "stoi cannot read its text as a number."),
    'std::stoi("99999999999999");': ("std::out_of_range: stoi", "The number in the text is too large for stoi."),
    "throw std::bad_alloc();": ("std::bad_alloc", "The program asks for more memory than it may have."),
    'throw std::runtime_error("no\\nqueen");': ("std::runtime_error: no", ""),
    'throw std::logic_error("");': ("std::logic_error", ""),
    "throw 42;": ("int", "A value of type int is thrown, and nothing catches it."),
    'throw std::string("x");': ("std::string", "A value of type std::string is thrown, and nothing catches it."),
    "struct Full {}; throw Full();": ("main::Full", ""),
}
NO_EXCEPTIONS = {
    "std::abort();": -6,
    "std::terminate();": -6,
    "std::cerr << \"terminate called after throwing an instance of 'int'\\n\"; return 1;": 1,
    "std::cerr << \"terminate called after throwing an instance of 'int'\\n\"; return 0;": 0,
    "raise(SIGSEGV);": -11,
}


@pytest.fixture(scope="module")
def cpp_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that runs the line whose number is its argument."""
    folder = tmp_path_factory.mktemp("cpp")
    names = ["array", "csignal", "cstdlib", "iostream", "map", "stdexcept", "string", "unordered_map", "vector"]
    lines = [f"case {number}: {{ {text} break; }}" for number, text in enumerate((*CPP_LINES, *NO_EXCEPTIONS))]
    source = [f"#include <{name}>" for name in names]
    source += ["int main(int argc, char** argv) { switch (std::stoi(argv[1])) {", *lines, "} }"]
    (folder / "a.cc").write_text("\n".join(source), encoding="utf-8")
    subprocess.run(["g++", "-std=c++17", "-w", "-o", "program", "a.cc"], cwd=folder, check=True)
    return folder / "program"


def observed(program: Path, number: int) -> Observation:
    run = subprocess.run([program, str(number)], capture_output=True, check=False)
    code = run.returncode
    return Observation((), b"", run.stderr, None if code < 0 else code, -code if code < 0 else None)


@pytest.mark.parametrize("number", range(len(CPP_LINES)), ids=list(CPP_LINES))
def test_an_uncaught_exception_of_cpp_is_named_and_explained(number: int, cpp_program: Path) -> None:
    observation = observed(cpp_program, number)
    error, meaning = list(CPP_LINES.values())[number]
    crash = CPP.crash(observation)
    assert crash is not None
    assert error in (None, crash.error)
    assert explanation(crash, observation.stderr) == meaning
    judgement = judge_ending(observation, ResolvedLimits(), crash)
    assert judgement is not None
    assert (judgement.verdict, judgement.findings[0].kind) == (Verdict.RTE, "uncaught-exception")


@pytest.mark.parametrize("number", range(len(NO_EXCEPTIONS)), ids=list(NO_EXCEPTIONS))
def test_what_is_no_uncaught_exception_of_cpp(number: int, cpp_program: Path) -> None:
    observation = observed(cpp_program, len(CPP_LINES) + number)
    code = observation.exit if observation.signal is None else -observation.signal
    assert code == list(NO_EXCEPTIONS.values())[number]
    assert CPP.crash(observation) is None


def test_an_exception_of_cpp_after_a_shell_and_after_a_line_without_an_end() -> None:
    stderr = b"n: terminate called after throwing an instance of 'std::logic_error'\n  what():  x y\nAborted\n"
    assert CPP.crash(Observation((), b"", stderr, 134)) == Crash("std::logic_error: x y")


def test_the_exception_is_named_whatever_stands_below_it(tmp_path: Path) -> None:
    program = "import atexit, sys\natexit.register(lambda: print('bye', file=sys.stderr))\nraise ValueError('a\\nb')\n"
    (tmp_path / "main.py").write_text(program, encoding="utf-8")
    run = subprocess.run(["python3", "main.py"], cwd=tmp_path, capture_output=True, check=False)
    crash = PYTHON.crash(Observation((), b"", run.stderr, run.returncode), ["main.py"])
    assert crash is not None
    assert crash.error == "ValueError: a"


def test_an_explanation_is_short() -> None:
    explanations = {kind: phrase for kind, phrase in catalogue().items() if kind.startswith("explain-")}
    assert len(explanations) > MOST_WORDS
    sentences = [text for phrase in explanations.values() for texts in messages_of(phrase) for text in texts]
    assert [text for text in sentences if len(re.findall(r"\S+", text)) > MOST_WORDS] == []


@pytest.mark.parametrize("noise", ["KeyError: " + "'" * 100_000, "a.b" * 100_000, "TypeError: " + "(" * 100_000])
def test_a_hostile_message_has_no_explanation(noise: str) -> None:
    assert explain_exception(noise).reason == ""


def test_a_variable_whose_name_is_not_known_is_not_shown() -> None:
    said = 'Cannot store to int array because "<local1>" is null'
    stderr = f'Exception in thread "main" java.lang.NullPointerException: {said}\n'.encode()
    crash = JAVA.crash(Observation((), b"", stderr, 1), ())
    assert crash is not None
    assert crash.error == "NullPointerException: Cannot store to int array"
