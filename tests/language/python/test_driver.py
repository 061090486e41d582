"""Python functions called by the real interpreter, hostile ones too, and calls counted in a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from harness.language.driver import NotCallable, drivers
from harness.model.result import CallResult, CallsReport
from tests.language.calling import call, call_result, reports, traced
from tests.support import write

MEMORY = "it used memory that is not its own, or called itself without end"
CPU = {"limits": {"cpu": "1 s"}}


def result(root: Path, source: str | bytes, function: str, *args: Any) -> CallResult:
    return call_result(root, "python", {"prog.py": source}, function, *args)


def cases(root: Path, source: str, *cases: dict[str, Any], **files: str) -> list[CallsReport]:
    return reports(root, "python", {"prog.py": source, **{f"{name}.py": text for name, text in files.items()}}, *cases)


# ---- Values


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("None", None),
        ("True", True),
        ("1", 1),
        ("-10**30", -(10**30)),
        ("1.0", 1.0),
        ("1e300", 1e300),
        ("'é\"\\n\\x00'", 'é"\n\0'),
        ("[1, [True, None]]", [1, [True, None]]),
        ("(1, (2,))", {"!tuple": [1, {"!tuple": [2]}]}),
        ("{'a': [1]}", {"a": [1]}),
        ("{1: 2}", {"!map": [[1, 2]]}),
        ("{'!set': [1]}", {"!map": [["!set", [1]]]}),
        ("{3}", {"!set": [3]}),
        ("frozenset({2, 1})", {"!set": [1, 2]}),
        ("b'x'", {"!bytes": "eA=="}),
        ("bytearray(b'x')", {"!bytes": "eA=="}),
        ("float('nan')", {"!number": "nan"}),
        ("float('-inf')", {"!number": "-inf"}),
        ("object()", {"!repr": "<object object>"}),
        ("10**5000", {"!repr": "<an object of type int>"}),
        ("'\\ud800'", "\\ud800"),
        ("[0] * 2_000_000", {"!repr": "a value too large to be shown"}),
        ("collections.namedtuple('P', 'x y')(1, 2)", {"!tuple": [1, 2]}),
        ("collections.OrderedDict(a=1)", {"a": 1}),
        ("enum.IntEnum('E', 'A').A", 1),
    ],
)
def test_values_come_back_with_their_types(tmp_path: Path, expression: str, expected: object) -> None:
    returned = result(tmp_path, f"import collections, enum\ndef f():\n    return {expression}\n", "f").returned
    assert (returned, type(returned)) == (expected, type(expected))


def test_a_value_that_holds_itself_comes_to_an_end(tmp_path: Path) -> None:
    source = "def f(a):\n    a.append(a)\n    b = []\n    for _ in range(9999):\n        b = [b]\n    return b\n"
    outcome = result(tmp_path, source, "f", [1])
    assert outcome.after == ([1, {"!repr": "..."}],)
    assert str(outcome.returned).startswith("[[[[")


def test_an_object_is_shown_without_its_address_and_never_trusted(tmp_path: Path) -> None:
    source = """\
        class Plain: pass
        class Bad:
            def __repr__(self): raise SystemExit
        class Long:
            def __repr__(self): return "x" * 10**6
        class Liar(list):
            def __iter__(self): return iter([1])
            def __eq__(self, other): return True
        def f(): return [Plain(), Bad(), Long(), Liar([7, 8])]
    """
    plain, bad, long, liar = result(tmp_path, source, "f").returned
    assert plain["!repr"].endswith(".Plain object>")
    assert bad == {"!repr": "<an object of type Bad>"}
    assert long == {"!repr": "x" * 1000}
    assert liar == [7, 8]


def test_tuples_go_in_and_arguments_are_fresh_and_their_state_comes_back(tmp_path: Path) -> None:
    source = "def f(a, b):\n    b.append(len(b))\n    return type(a).__name__\n"
    calls = [call("f", {"!tuple": [1]}, []), call("f", {"!tuple": [1]}, [], repeat=3)]
    (report,) = cases(tmp_path, source, {"calls": calls})
    assert [(entry.returned, entry.after) for entry in report.results] == [("tuple", ({"!tuple": [1]}, [0]))] * 2


def test_a_variable_is_one_object_in_all_calls_that_name_it(tmp_path: Path) -> None:
    source = "def put(b, n):\n    b.append(n)\ndef same(a, b):\n    return a is b\n"
    calls = [call("put", "$B", 1), call("put", "$B", 2, repeat=2), call("same", "$B", "$B"), call("same", "$B", [])]
    (report,) = cases(tmp_path, source, {"let": {"B": [0]}, "calls": calls})
    assert [entry.after[0] for entry in report.results] == [[0, 1], [0, 1, 2, 2], [0, 1, 2, 2], [0, 1, 2, 2]]
    assert [entry.returned for entry in report.results[2:]] == [True, False]


def test_variables_of_the_module_are_set_and_read(tmp_path: Path) -> None:
    source = "from helper import *\nn = 1\ndef f():\n    global n\n    n += 1\n    return n\n"
    helper = "size = 3\ndef g():\n    return size\n"
    case = {"set": {"n": 7, "size": 5}, "get": {"n": 8, "none": "*", "size": 5}, "calls": [call("f"), call("g")]}
    (report,) = cases(tmp_path, source, case, helper=helper)
    assert [entry.returned for entry in report.results] == [8, 5]
    assert report.fields == {"n": 8, "size": 5}


def test_each_case_finds_fresh_state(tmp_path: Path) -> None:
    source = "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n"
    outcome = cases(tmp_path, source, {"calls": [call("f"), call("f")]}, {"calls": [call("f")]})
    assert [[entry.returned for entry in report.results] for report in outcome] == [[1, 2], [1]]


# ---- What a call prints and raises


def test_output_is_taken_from_every_way_to_stdout(tmp_path: Path) -> None:
    source = """\
        import os, sys
        from sys import stdout
        print("loading")
        def f():
            stdout.write("a")
            print("é")
            stdout.flush()
            os.write(1, b"\\xff\\n")
            os.system("echo shell")
            sys.stderr.write("no")
        def g(): print("g", end="")
    """
    (report,) = cases(tmp_path, source, {"calls": [call("f"), call("g"), call("g", repeat=2)]})
    assert [entry.stdout for entry in report.results] == ["aé\n".encode() + b"\xff\nshell\n", b"g", b"g"]


def test_output_is_capped(tmp_path: Path) -> None:
    assert result(tmp_path, "def f():\n    print('x' * 3_000_000)\n", "f").stdout == b"x" * (1 << 20)


def test_a_closed_stdout_loses_nothing_of_the_next_call(tmp_path: Path) -> None:
    source = "import os\ndef f():\n    os.close(1)\ndef g():\n    print('g')\n"
    (report,) = cases(tmp_path, source, {"calls": [call("f"), call("g")]})
    assert [entry.stdout for entry in report.results] == [b"", b"g\n"]


def test_reading_stdin_finds_its_end(tmp_path: Path) -> None:
    assert result(tmp_path, "def f():\n    return input()\n", "f").raised == "EOFError"


@pytest.mark.parametrize(
    ("statement", "raised", "message"),
    [
        ("raise ValueError('no é')", "ValueError", "no é"),
        ("raise Own", "Own", ""),
        ("import sys; sys.exit(3)", "SystemExit", "3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("return f()", "RecursionError", "maximum recursion depth exceeded"),
        ("raise Silent", "Silent", ""),
    ],
)
def test_exceptions_are_reported_by_their_simple_names(
    tmp_path: Path, statement: str, raised: str, message: str
) -> None:
    source = f"""\
        class Own(Exception): pass
        class Silent(Exception):
            def __str__(self): raise self
        def f():
            print("before")
            {statement}
    """
    outcome = result(tmp_path, source, "f")
    assert outcome.raised == raised
    assert outcome.message.startswith(message)
    assert outcome.returned is None
    assert outcome.stdout.startswith(b"before\n")


def test_a_class_may_hold_functions_that_take_no_object(tmp_path: Path) -> None:
    source = "class Solver:\n    f = staticmethod(lambda: 1)\n    @classmethod\n    def g(cls):\n        return 2\n"
    (report,) = cases(tmp_path, source, {"calls": [call("f"), call("g")]})
    assert [entry.returned for entry in report.results] == [1, 2]
    (report,) = cases(tmp_path, f"{source}class Other(Solver):\n    f = staticmethod(int)\n", {"calls": [call("f")]})
    assert report.results[0].missing  # no one can say which


def test_the_driver_takes_nothing_of_the_depth_of_recursion(tmp_path: Path) -> None:
    source = "import sys\ndef f(n):\n    return n if n == 0 else f(n - 1)\nlimit = sys.getrecursionlimit\n"
    assert result(tmp_path, source, "f", 990).returned == 0


def test_wrong_arguments_are_an_exception(tmp_path: Path) -> None:
    outcome = result(tmp_path, "def f(a):\n    pass\n", "f")
    assert outcome.raised == "TypeError"
    assert "missing 1 required positional argument: 'a'" in outcome.message


# ---- Finding functions


def test_spellings_and_letter_case(tmp_path: Path) -> None:
    calls = [call("aB|a_b"), call("(?i)AB|A_B"), call("ab")]
    (report,) = cases(tmp_path, "def a_b():\n    return 1\n", {"calls": calls})
    assert [(entry.function, entry.returned) for entry in report.results[:2]] == [("a_b", 1)] * 2
    assert report.results[2].missing == "there is no function ab in prog.py"


def test_what_is_missing_is_reported(tmp_path: Path) -> None:
    source = "class Solver:\n    def f(self):\n        pass\ng = 3\nh = lambda: 4\n"
    (report,) = cases(tmp_path, source, {"calls": [call("f"), call("g"), call("h")]})
    assert [entry.missing for entry in report.results] == [
        "there is no function f in prog.py; the class Solver has one, but it must be a function of the module",
        "there is no function g in prog.py",
        None,
    ]
    assert report.results[2].returned == 4


@pytest.mark.parametrize(
    "loading",
    [
        "import sys\nif len(sys.argv) != 1 or True:\n    print('Usage')\n    sys.exit(2)\n",
        "quit()\n",
        "raise ValueError('x')\n",
        "n = int(input('n? '))\n",
        "import os\nos._exit(3)\n",
        "import os\nos.abort()\n",
        "while True:\n    pass\n",
    ],
)
def test_a_module_that_ends_while_it_is_loaded_is_still_callable(tmp_path: Path, loading: str) -> None:
    source = f"import math\nK = 2\ndef f(n):\n    return math.sqrt(n) * K + g()\n{loading}\ndef g():\n    return 1\n"
    (report,) = cases(tmp_path, source, {"calls": [call("f", 4)], **CPU})
    assert report.ended is None
    assert report.results[0].returned == 5.0


@pytest.mark.parametrize(("isolated", "loads"), [(False, 1), (True, 0)])
def test_what_is_endless_when_it_is_loaded_and_called_is_not_loaded_again(
    tmp_path: Path, isolated: bool, loads: int
) -> None:
    source = """
        import os
        def spin():
            while True: pass
        def loads():
            return len(open("mark").read()) if os.path.exists("mark") else 0
        open("mark", "a").write("x")
        spin()
        """
    spec: list[dict[str, Any]] = [{"calls": [call(name)], **CPU, "isolated": isolated} for name in ("spin", "loads")]
    late, counted = cases(tmp_path, dedent(source), *spec)
    assert late.end == {"limit": "cpu"}
    assert counted.results[0].returned == loads


SLOW_TO_LOAD = """
    import os, time
    def wait(seconds):
        end = time.process_time() + seconds
        while time.process_time() < end: pass
    def marks():
        return len(open("mark").read())
    def spin():
        while True: pass
    def square(n):
        return squares[n]
    squares = []
    open("mark", "a").write("x")
    for n in range(4):
        wait({wait})
        squares.append(n * n)
    """


@pytest.mark.parametrize("isolated", [False, True])
def test_a_case_that_may_take_longer_has_the_module_loaded_again(tmp_path: Path, isolated: bool) -> None:
    limits = {"limits": {"cpu": "6 s"}}
    spec: list[dict[str, Any]] = [
        {"calls": [call("spin")], **CPU, "isolated": isolated},
        {"calls": [call("square", 3)], **limits, "isolated": isolated},
    ]
    late, squared = cases(tmp_path, dedent(SLOW_TO_LOAD.format(wait=0.4)), *spec)
    assert late.end == {"limit": "cpu"}
    assert squared.results[0].returned == 9


@pytest.mark.parametrize(("last", "raised"), [(2, [None]), (9, ["IndexError"])])
def test_a_call_that_fails_with_definitions_alone_has_the_module_loaded_once_more(
    tmp_path: Path, last: int, raised: list[str | None]
) -> None:
    source = dedent(SLOW_TO_LOAD.format(wait=f"9 if marks() < {last} else 0"))
    spec: list[dict[str, Any]] = [{"calls": [each], **CPU} for each in (call("spin"), call("square", 3))]
    late, squared = cases(tmp_path, source, *spec)
    assert late.end == {"limit": "cpu"}
    assert [result.raised for result in squared.results] == raised


def test_a_module_that_runs_on_import_gets_a_number_and_its_output_is_set_aside(tmp_path: Path) -> None:
    source = "import sys\ndef f():\n    return n, __name__\nn = int(sys.argv[1])\nprint('solving', n)\n"
    outcome = result(tmp_path, source, "f")
    assert (outcome.returned, outcome.stdout) == ({"!tuple": [1, "prog"]}, b"")


def test_arguments_of_the_case_run_the_program_as_main_first(tmp_path: Path) -> None:
    source = "import sys\ndef f():\n    return [n, *sys.argv]\nif __name__ == '__main__':\n    n = int(sys.argv[1])\n"
    (report,) = cases(tmp_path, source, {"args": ["4"], "calls": [call("f")]})
    assert report.results[0].returned == [4, "prog.py", "4"]


def test_what_ended_the_loading_is_reported_where_a_function_is_missing(tmp_path: Path) -> None:
    outcome = result(tmp_path, "raise ValueError('oh')\n", "f")
    assert outcome.missing == "there is no function f in prog.py (prog.py ended early: ValueError: oh)"


def test_a_source_that_cannot_be_compiled_is_reported(tmp_path: Path) -> None:
    missing = result(tmp_path, "def f(:\n", "f").missing
    assert missing is not None
    assert missing.startswith("there is no function f in prog.py (prog.py cannot be compiled: invalid syntax")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig"])
def test_sources_of_any_encoding_and_line_ends(tmp_path: Path, encoding: str) -> None:
    source = "# -*- coding: latin-1 -*-\r\ndef f():\r\n\treturn 'é'\r\n"
    source = source if encoding == "latin-1" else source.partition("\n")[2]
    assert result(tmp_path, source.encode(encoding), "f").returned == "é"


def test_functions_imported_from_helpers_are_found(tmp_path: Path) -> None:
    source = "from board import place, show\nimport search\n"
    files = {
        "board": "def place():\n    return 'place'\ndef show():\n    return 'show'\n",
        "search": "from board import *\ndef find():\n    return 'find ' + place()\n",
    }
    calls = [call("place"), call("show"), call("find")]
    (report,) = cases(tmp_path, source, {"calls": calls}, **files)
    assert [entry.returned for entry in report.results] == ["place", "show", "find place"]


def test_the_file_that_is_required_comes_first(tmp_path: Path) -> None:
    files = {
        "a.py": "def f():\n    return 'a'\ndef g():\n    pass\n",
        "queens.py": "def f():\n    return 'q'\n",
        "test_queens.py": "from queens import *\n",
    }
    case = {"calls": [call("f")]}
    (report,) = reports(tmp_path, "python", files, case, more="files: {required: [queens.py|Queens.py]}")
    assert report.results[0].returned == "q"


def test_the_file_that_is_required_in_any_folder_comes_first(tmp_path: Path) -> None:
    files = {"a.py": "def f():\n    return 'a'\ndef g():\n    pass\n", "pa2/Queens.py": "def f():\n    return 'q'\n"}
    case = {"calls": [call("f")]}
    (report,) = reports(tmp_path, "python", files, case, more='files: {required: ["**/Queens.py"]}')
    assert report.results[0].returned == "q"


def test_the_file_that_defines_most_comes_first(tmp_path: Path) -> None:
    files = {"a.py": "def f():\n    return 'a'\n", "b.py": "def f():\n    return 'b'\ndef g():\n    return 'b'\n"}
    (report,) = reports(tmp_path, "python", files, {"calls": [call("f"), call("g")]})
    assert [entry.returned for entry in report.results] == ["b", "b"]


def test_no_python_file_cannot_be_called(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="no Python file"):
        reports(tmp_path, "python", {"a.txt": "x"}, {"calls": [call("f")]})


@pytest.mark.parametrize(
    "name", ["json", "ast", "typing", "resource", "sitecustomize", "usercustomize", "driver", "contextlib"]
)
def test_a_file_of_any_name_shadows_nothing_of_the_driver_and_is_the_students_own(tmp_path: Path, name: str) -> None:
    files = {
        "prog.py": f"import {name}\ndef f():\n    return {name}.mine()\n",
        f"{name}.py": "def mine():\n    return 'mine'\n",
    }
    if name in sys.builtin_module_names or name == "sitecustomize":
        files["prog.py"] = "def f():\n    return 'mine'\n"  # the interpreter has its own already
    assert call_result(tmp_path, "python", files, "f").returned == "mine"


# ---- Hostile ones


def test_what_a_student_patches_is_not_the_drivers(tmp_path: Path) -> None:
    source = """\
        import builtins, json, os, sys, binascii
        def wrong(*args, **more): return "wrong"
        for module in (json, os, binascii):
            for name in list(vars(module)):
                if callable(getattr(module, name)):
                    setattr(module, name, wrong)
        for name in ("print", "len", "type", "isinstance", "issubclass", "repr", "str", "id", "map", "list", "max"):
            setattr(builtins, name, wrong)
        class Deaf:
            def write(self, text): pass
            def flush(self): raise SystemExit
        sys.stdout = Deaf()
        sys.setrecursionlimit(10**6)
        def f(a):
            a.append(2)
            return (1, True, "x")
    """
    outcome = result(tmp_path, source, "f", [1])
    assert (outcome.returned, outcome.after, outcome.raised) == ({"!tuple": [1, True, "x"]}, ([1, 2],), None)


def test_lines_on_stdout_are_no_report(tmp_path: Path) -> None:
    line = '{"case": 0, "call": 0, "function": "f", "returned": 42, "after": [], "stdout": ""}'
    outcome = result(tmp_path, f"def f():\n    print('''{line}''')\n    return 1\n", "f")
    assert outcome.returned == 1
    assert outcome.stdout == line.encode() + b"\n"


FORGED = """\
    import os
    def f():
        for fd in range(3, 20):
            for line in ('{"end": 0, "get": {}}', '[]', '{"begin": [1]}', '{"begin": 9}', 'x', '[' * 99999,
                         '{"case": 0, "call": "0"}', '{"end": 0}', '{"begin": 1}', '{"end": 1}'):
                try:
                    os.write(fd, (line + "\\n").encode())
                except OSError:
                    pass
        return 1
    def g():
        return 2
"""


def test_forged_lines_in_the_report_earn_nothing_and_break_nothing(tmp_path: Path) -> None:
    case = {"calls": [call("f"), call("g")]}
    waits = "limits: {wall: 10 s}\n"  # for somebody who reads what it wrote
    outcome = reports(tmp_path, "python", {"prog.py": FORGED}, case, {"calls": [call("g")]}, more=waits)
    assert outcome[0].ended == "the program ended before the call was over"
    assert outcome[0].results == ()
    assert outcome[1].ended == "the program ended before the call was over"


@pytest.mark.parametrize(
    ("statement", "ended"),
    [
        ("os._exit(5)", "the call ended the whole program (exit status 5)"),
        ("os._exit(0)", "the call ended the whole program (exit status 0)"),
        ("os.kill(os.getpid(), 11)", f"the program crashed by signal 11 ({MEMORY})"),
        ("os.kill(os.getpid(), 9)", "the program crashed by signal 9 (it was ended from outside)"),
        ("[0 for _ in iter(int, 1)]", "it did not come back within the CPU time that it may use, and was ended"),
    ],
)
def test_a_call_that_ends_everything_ends_its_own_case_alone(tmp_path: Path, statement: str, ended: str) -> None:
    source = f"import os\ndef good():\n    return 1\ndef bad():\n    {statement}\n"
    good = {"calls": [call("good")]}
    outcome = cases(tmp_path, source, good, {"calls": [call("good"), call("bad"), call("good")], **CPU}, good, good)
    assert [report.ended for report in outcome] == [None, ended, None, None]
    assert [[entry.returned for entry in report.results] for report in outcome] == [[1]] * 4


def test_many_endless_calls_blame_no_other_case(tmp_path: Path) -> None:
    source = "def good():\n    return 1\ndef bad():\n    while True:\n        pass\n"
    bad = {"calls": [call("bad")], "limits": {"cpu": "3 s"}}
    good = {"calls": [call("good")]}
    outcome = cases(tmp_path, source, bad, good, bad, good)
    endless = "it did not come back within the CPU time that it may use, and was ended"
    assert [report.ended for report in outcome] == [endless, None] * 2


def test_a_killed_driver_is_started_again_for_what_is_left(tmp_path: Path) -> None:
    source = "import os\ndef good():\n    return 1\ndef bad():\n    os.kill(os.getppid(), 9)\n    while True: pass\n"
    good = {"calls": [call("good")]}
    outcome = cases(tmp_path, source, good, {"calls": [call("bad")], **CPU}, good)
    assert [report.ended is None for report in outcome] == [True, False, True]
    assert outcome[2].results[0].returned == 1


def test_processes_and_threads_of_a_call_do_not_report(tmp_path: Path) -> None:
    source = """\
        import os, threading, time
        def f():
            threading.Thread(target=time.sleep, args=(100,)).start()
            return os.fork() > 0
        def g(): return 2
    """
    (report,) = cases(tmp_path, source, {"calls": [call("f"), call("g")]})
    assert [entry.returned for entry in report.results] == [True, 2]


def test_too_much_of_everything_ends_the_case(tmp_path: Path) -> None:
    source = "def f():\n    print('x' * 10**6)\n    return 'y' * 10**6\ndef g():\n    return 1\n"
    outcome = cases(tmp_path, source, {"calls": [call("f")] * 9}, {"calls": [call("g")]})
    assert outcome[0].ended == "all that the calls returned and printed is too much"
    assert outcome[1].results[0].returned == 1


# ---- Counting calls


COUNTED = """\
    import sys, threading
    import helper
    def f(n):
        return f(n - 1) if n else 0
    def numbers():
        yield from range(5)
    def main():
        f(int(sys.argv[1]))
        list(numbers())
        thread = threading.Thread(target=f, args=(1,))
        thread.start()
        thread.join()
        alias()
        helper.g()
        print(sys.argv, __name__, sys.stdin.read())
        print("err", file=sys.stderr)
    alias = lambda: None
    if __name__ == "__main__":
        main()
"""


def run(workdir: Path, apart: Path, source: str, *args: str, way: tuple[str, ...] = ("python3",)) -> Any:
    import textwrap  # noqa: PLC0415

    write(workdir, {"prog.py": textwrap.dedent(source), "helper.py": "def g():\n    sorted([2, 1])\n"})
    return traced(workdir, "python", (*way, "prog.py", *args), apart, b"in")


def test_calls_are_counted_and_the_run_is_as_it_was(workdir: Path, apart: Path) -> None:
    seen, counts = run(workdir, apart, COUNTED, "4")
    assert counts == {"f": 7, "numbers": 1, "main": 1, "alias": 1, "g": 1}
    assert (seen.stdout, seen.stderr, seen.exit) == (b"['prog.py', '4'] __main__ in\n", b"err\n", 0)


@pytest.mark.parametrize(
    ("statement", "status", "err"),
    [
        ("sys.exit(3)", 3, b""),
        ("sys.exit('Usage')", 1, b"Usage\n"),
        ("quit()", 0, b""),
        ("threading.Timer(0.1, f, (0,)).start()", 0, b""),
        ("atexit.register(f, 0)", 0, b""),
    ],
)
def test_the_report_is_written_however_the_program_ends(
    workdir: Path, apart: Path, statement: str, status: int, err: bytes
) -> None:
    source = f"import atexit, sys, threading\ndef f(n):\n    pass\nf(1)\n{statement}\n"
    seen, counts = run(workdir, apart, source)
    assert (seen.exit, seen.stderr) == (status, err)
    assert counts == {"f": 2 if "f," in statement else 1}


def test_an_uncaught_exception_is_reported_as_by_the_interpreter(workdir: Path, apart: Path) -> None:
    seen, counts = run(workdir, apart, "def f():\n    return 1 // 0\nf()\n")
    assert seen.exit == 1
    path = os.fsencode(workdir.resolve() / "prog.py")
    assert seen.stderr.startswith(b'Traceback (most recent call last):\n  File "%b", line 3, in <module>' % path)
    assert seen.stderr.endswith(b"ZeroDivisionError: integer division or modulo by zero\n")
    assert b"tracer" not in seen.stderr
    assert counts == {"f": 1}


def test_options_of_the_interpreter_and_files_that_start_by_name(workdir: Path, apart: Path) -> None:
    seen, counts = run(workdir, apart, "def f():\n    pass\nf()\nprint(1)\n", way=("python3", "-X", "utf8", "-u"))
    assert (seen.stdout, counts) == (b"1\n", {"f": 1})
    write(workdir, {"own": "#!/usr/bin/env python3\ndef f():\n    pass\nf()\nf()\n"})
    assert traced(workdir, "python", ("./own",), apart)[1] == {"f": 2}


@pytest.mark.parametrize("way", [("python3", "-m", "prog"), ("python3", "-c", "1"), ("./absent",), ("make",)])
def test_ways_that_cannot_be_traced_are_reported(workdir: Path, way: tuple[str, ...]) -> None:
    with pytest.raises(NotCallable, match="python3"):
        drivers()["python"].trace_commands(workdir, (way,), "report")


def test_a_students_modules_stand_before_the_tracers(workdir: Path, apart: Path) -> None:
    write(workdir, {"functools.py": "def mine():\n    return 'mine'\n", "threading.py": "x = 1\n"})
    seen, counts = run(workdir, apart, "import functools, threading\nprint(functools.mine(), threading.x)\n")
    assert (seen.stdout, counts) == (b"mine 1\n", {"mine": 1})


# ---- What a case can see of the others

SPY = """
import re

def remember(secret):
    return len(secret)

def spy():
    # a character class keeps the pattern itself from being what it looks for
    secret, ranges = re.compile(b"SEC[R]ET-OF-ANOTHER-CASE"), []
    with open("/proc/self/maps") as maps:
        for line in maps:
            addresses, rights = line.split()[:2]
            if rights.startswith("rw"):
                ranges.append([int(address, 16) for address in addresses.split("-")])
    with open("/proc/self/mem", "rb", 0) as memory:
        for begin, end in ranges:
            try:
                memory.seek(begin)
                if secret.search(memory.read(end - begin)):
                    return True
            except OSError:
                pass
    return False
"""


def spied(root: Path, **keys: Any) -> Any:
    """Whether a case that is first sees in its process's memory what another case passes."""
    spy = {"calls": [call("spy")]}
    both = cases(root, SPY, spy, {"calls": [call("remember", "SECRET-OF-ANOTHER-CASE")], **keys})
    assert both[1].results[0].returned == len("SECRET-OF-ANOTHER-CASE")
    return both[0].results[0].returned


def test_a_case_cannot_see_the_arguments_of_an_isolated_one(tmp_path: Path) -> None:
    assert spied(tmp_path / "shared") is True  # else this test could not fail
    assert spied(tmp_path / "isolated", isolated=True) is False


def test_an_isolated_case_sees_no_other_arguments_and_shares_no_run(tmp_path: Path) -> None:
    remember = {"calls": [call("remember", "SECRET-OF-ANOTHER-CASE")]}
    spy = {"calls": [call("spy")]}
    results = cases(tmp_path, SPY, remember, {**spy, "isolated": True}, spy)
    assert [report.results[0].returned for report in results] == [22, False, True]


# ---- Packages

SALES = {
    "sales/__init__.py": "",
    "sales/model.py": "class Sale:\n    def __init__(self, price):\n        self.price = price\n",
    "sales/reader.py": (
        "from .model import Sale\n\ndef read(text):\n    return [Sale(int(word)).price for word in text.split()]\n"
    ),
    "sales/report.py": "from sales.reader import read\n\ndef total(text):\n    return sum(read(text))\n",
    "sales/cli.py": "from .report import total\nprint(total(input()))\n",
}


@pytest.mark.parametrize("prefix", ["", "src/", "a/b/"])
@pytest.mark.parametrize("function", ["sales.reader.read", "read"])
def test_a_function_of_a_module_of_a_package(tmp_path: Path, prefix: str, function: str) -> None:
    files = {f"{prefix}{path}": text for path, text in SALES.items()}
    assert call_result(tmp_path, "python", files, function, "1 2").returned == [1, 2]


@pytest.mark.parametrize("init", ["from .reader import read\n", "from sales import report\n", None])
def test_functions_of_several_modules_of_a_package(tmp_path: Path, init: str | None) -> None:
    files = SALES | {"sales/__init__.py": init or ""}
    if init is None:
        del files["sales/__init__.py"]
    steps = [call("sales.report.total", "1 2"), call("sales.reader.read", "3")]
    steps += [{"new": "sales.model.Sale", "args": [4], "fields": {"price": 4}}]
    (report,) = reports(tmp_path, "python", files, {"calls": steps})
    assert [entry.missing for entry in report.results] == [None, None, None]
    assert [entry.returned for entry in report.results[:2]] == [3, [3]]
    assert report.results[2].fields == {"price": 4}


def test_a_function_of_a_package_itself(tmp_path: Path) -> None:
    files = {"sales/__init__.py": "from .model import rate\n\ndef tax(x):\n    return x * rate\n"}
    files["sales/model.py"] = "rate = 2\n"
    assert call_result(tmp_path, "python", files, "sales.tax", 4).returned == 8


def test_a_module_of_a_package_that_ends_early_keeps_its_functions(tmp_path: Path) -> None:
    files = SALES | {"sales/reader.py": SALES["sales/reader.py"] + "raise SystemExit(3)\n"}
    assert call_result(tmp_path, "python", files, "sales.reader.read", "1 2").returned == [1, 2]


@pytest.mark.parametrize(
    ("function", "why"),
    [
        ("sales.reader.write", "there is no function sales.reader.write in sales/reader.py"),
        ("sales.nothing.read", "No module named 'sales.nothing'"),
        ("json.loads", "there is no function json.loads"),
        ("os.path.join", "there is no function os.path.join"),
    ],
)
def test_what_is_not_in_the_module_named_is_missing(tmp_path: Path, function: str, why: str) -> None:
    missing = call_result(tmp_path, "python", SALES, function, "1").missing
    assert missing is not None
    assert why in missing
