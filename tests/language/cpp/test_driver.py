"""C++ functions called through the real compiler, crashing ones too, and calls counted in a run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from harness.grading.calling.driver_process import run_prepare_command
from harness.grading.workspace.workspace import Workspace
from harness.language.cpp.driver import CppDriver
from harness.language.cpp.symbols import Symbol, parse_symbols
from harness.language.driver import Attempt, CalledNames, NotCallable, drivers
from harness.model.result import CallResult, CallsReport
from harness.sandbox.isolation.none import Unconfined
from tests.language.calling import call, reports, traced
from tests.support import CountingIsolation, write

MEMORY = "it used memory that is not its own, or called itself without end"


def cases(root: Path, source: str, *cases: dict[str, Any], **files: str) -> list[CallsReport]:
    return reports(root, "cpp", {"prog.cc": source, **{f"{name}.cc": text for name, text in files.items()}}, *cases)


def results(root: Path, source: str, *calls: dict[str, Any], **files: str) -> tuple[CallResult, ...]:
    (report,) = cases(root, source, {"calls": list(calls)}, **files)
    assert report.ended is None
    return report.results


VALUES = """\
    #include <array>
    #include <limits>
    #include <string>
    #include <vector>
    using namespace std;
    template <class T> using Board = vector<vector<T>>;
    bool truth(bool a) { return !a; }
    int whole(const int& a) { return a; }
    unsigned natural(const unsigned& a) { return a; }
    long long wide(long long a) { return a; }
    unsigned char small(unsigned char a) { return a; }
    double real(double a) { return a / 2; }
    float lesser(float a) { return a; }
    char letter(char a) { return a + 1; }
    string text(const string& a) { return a + "\\""; }
    const char* fixed() { return "fixed"; }
    const char* none() { return nullptr; }
    string bytes() { return "\\xff\\xc3\\xa9\\n"; }
    double odd() { return numeric_limits<double>::infinity(); }
    void nothing() {}
    vector<int> numbers(vector<int> a) { a.push_back(9); return a; }
    Board<bool> flags(const Board<bool>& a) { return a; }
    const vector<string>& words(const vector<string>& a) { return a; }
    array<int, 2> pair(array<int, 2>& a) { a[0] = 7; return a; }
    void moved(vector<int>&& a) { a.clear(); }
    int quiet(int a) noexcept { return a; }
    static int hidden(int a) { return a + 1; }
    namespace { int unnamed(int a) { return a + 2; } }
    namespace nq { inline namespace v1 { int spaced(int a) { return a + 3; } } }
    extern "C" int plain(int a) { return a + 4; }
    struct Thing { int a; };
    Thing made() { return {1}; }
    vector<Thing> many() { return {{1}}; }
    int main() { return hidden(unnamed(1)); }
"""

WANTED = [
    (call("truth", *[False]), True),
    (call("whole", -5), -5),
    (call("natural", 4000000000), 4000000000),
    (call("wide", -(2**62)), -(2**62)),
    (call("small", 200), 200),
    (call("real", 3), 1.5),
    (call("real", 4.0), 2.0),
    (call("lesser", 0.5), 0.5),
    (call("letter", "a"), "b"),
    (call("text", "é\n"), 'é\n"'),
    (call("fixed"), "fixed"),
    (call("none"), None),
    (call("bytes"), {"!bytes": "/8OpCg=="}),
    (call("odd"), {"!number": "inf"}),
    (call("nothing"), None),
    (call("numbers", [1, 2]), [1, 2, 9]),
    (call("flags", [[True], [], [False, True]]), [[True], [], [False, True]]),
    (call("words", ["a", "𝄞"]), ["a", "𝄞"]),
    (call("pair", [1, 2]), [7, 2]),
    (call("moved", [1]), None),
    (call("quiet", 1), 1),
    (call("hidden", 1), 2),
    (call("unnamed", 1), 3),
    (call("spaced", 1), 4),
    (call("plain", 1), 5),
    (call("(?i)TRUTH|Truth", *[True]), False),
    (call("absent|whole", 2), 2),
    (call("made"), {"!repr": "a Thing"}),
    (call("many"), [{"!repr": "a Thing"}]),
]


def test_values_of_every_type_go_in_and_come_back(tmp_path: Path) -> None:
    outcome = results(tmp_path, VALUES, *(entry for entry, _ in WANTED))
    assert [entry.missing for entry in outcome] == [None] * len(WANTED)
    returned = [(entry.returned, type(entry.returned)) for entry in outcome]
    assert returned == [(value, type(value)) for _, value in WANTED]
    after = {entry.function: entry.after for entry in outcome}
    assert after["numbers"] == ([1, 2],)  # a copy was changed
    assert after["pair"] == ([7, 2],)
    assert after["moved"] == ([],)
    assert after["truth"] == (True,)


UNUSABLE = """\
    #include <vector>
    class Board { public: bool inside(int) { return true; } };
    bool own(Board* board, int) { return board; }
    template <class T> T shape(T a) { return a; }
    int good(int a) { return shape(a); }
    int over(int a) { return a; }
    int over(int a, int b) { return a + b; }
    bool over(const std::vector<bool>& a) { return a.empty(); }
    void nat(unsigned) {}
    int main() { return Board().inside(1); }
"""


def test_what_cannot_be_called_is_reported_and_the_rest_is(tmp_path: Path) -> None:
    outcome = results(
        tmp_path,
        UNUSABLE,
        call("inside", 1),
        call("own", 1, 1),
        call("shape", 1),
        call("absent|none"),
        call("good", 1, 2),
        call("good", "x"),
        call("good", *[True]),
        call("good", 2**40),
        call("nat", -1),
        call("good", [1]),
        call("good", 1),
        call("over", 1),
        call("over", 1, 2),
        call("over", []),
        call("over", "x"),
    )
    assert [entry.missing for entry in outcome] == [
        "inside cannot be called: it is a member of Board, but it must be a function of its own",
        "own cannot be called: it takes Board* as argument 1 and is called with 1",
        "shape cannot be called: it is a template",
        "there is no function absent or none",
        "good cannot be called: it takes 1 argument and is called with 2",
        "good cannot be called: it takes int as argument 1 and is called with a text",
        "good cannot be called: it takes int as argument 1 and is called with true",
        "good cannot be called: it takes int as argument 1 and is called with 1099511627776",
        "nat cannot be called: it takes unsigned int as argument 1 and is called with -1",
        "good cannot be called: it takes int as argument 1 and is called with a list",
        None,
        None,
        None,
        None,
        "over cannot be called: it takes vector<bool> as argument 1 and is called with a text",
    ]
    assert [entry.returned for entry in outcome[10:14]] == [1, 1, 3, True]


def test_a_variable_is_one_object_whatever_type_a_function_takes_it_as(tmp_path: Path) -> None:
    source = """\
        #include <vector>
        using Board = std::vector<std::vector<int>>;
        const Board* first;
        void put(Board& b, int n) { first = &b; b[0].push_back(n); }
        bool same(const Board& a, const Board& b) { return &a == first && &a == &b; }
        void longs(std::vector<std::vector<long>>& b) { b.clear(); }
        int main() {}
    """
    calls = [
        call("put", "$B", 1),
        call("put", "$B", 2, repeat=2),
        call("same", "$B", "$B"),
        call("same", "$B", []),
        call("longs", "$B"),
        call("same", "$B", "$B"),
    ]
    (report,) = cases(tmp_path, source, {"let": {"B": [[0]]}, "calls": calls})
    outcome = report.results
    assert [entry.after[0] for entry in outcome] == [[[0, 1]], [[0, 1, 2, 2]], [[0, 1, 2, 2]], [[0, 1, 2, 2]], [], []]
    assert [outcome[2].returned, outcome[3].returned] == [True, False]


def test_output_of_every_kind_is_taken(tmp_path: Path) -> None:
    source = """\
        #include <cstdio>
        #include <iostream>
        #include <unistd.h>
        void f() { std::cout << "a" << 1; std::printf("b\\n"); std::cerr << "no"; }
        void g() { std::ios::sync_with_stdio(false); std::cout << "fast"; }
        void h() { if (write(1, "\\xff", 1)) {} for (int i = 0; i < 3000000; ++i) std::putchar('x'); }
        void closed() { close(1); }
        int main() {}
    """
    outcome = results(tmp_path, source, call("f"), call("closed"), call("f", repeat=2), call("g"), call("h"))
    assert [entry.stdout for entry in outcome[:4]] == [b"a1b\n", b"", b"a1b\n", b"fast"]
    assert outcome[4].stdout == b"\xff" + b"x" * ((1 << 20) - 1)


def test_exceptions_are_reported_by_their_simple_names(tmp_path: Path) -> None:
    source = """\
        #include <stdexcept>
        #include <vector>
        namespace mine { struct Own {}; struct Error : std::runtime_error { using runtime_error::runtime_error; }; }
        void a() { throw std::out_of_range("far"); }
        void b() { throw mine::Own(); }
        void c() { throw 3; }
        void d() { throw mine::Error("own"); }
        int e(const std::vector<int>& v) { return v.at(5); }
        int main() {}
    """
    outcome = results(tmp_path, source, *map(call, "abcd"), call("e", [1]))
    assert [entry.raised for entry in outcome] == ["out_of_range", "Own", "int", "Error", "out_of_range"]
    assert [entry.message for entry in outcome[:4]] == ["far", "", "", "own"]


CRASHES = """\
    #include <cstdlib>
    #include <unistd.h>
    #include <vector>
    int calls = 0;
    int good() { return ++calls; }
    int null() { int* none = nullptr; return *none; }
    int deep(int n) { volatile int more[1000]; more[0] = n; return deep(n + 1) + more[0]; }
    void leave() { std::exit(3); }
    void quick() { _exit(0); }
    void give_up() { std::abort(); }
    void thrown() noexcept { throw 1; }
    int divided(int a) { return 7 / a; }
    void endless() { for (volatile int i = 0;; i = i + 1) {} }
    bool forked() { return fork() > 0; }
    int main() {}
"""


def test_a_call_that_ends_everything_ends_its_own_case_alone(tmp_path: Path) -> None:
    names = ["null", "leave", "quick", "give_up", "thrown"]
    bad = [{"calls": [call("good"), call(name), call("good")]} for name in names]
    deep = {"calls": [call("deep", 1)]}
    divided = {"calls": [call("divided", 0)]}
    endless = {"calls": [call("endless")], "limits": {"cpu": "1 s"}}
    good = {"calls": [call("good"), call("good")]}
    outcome = cases(tmp_path, CRASHES, *bad, deep, divided, endless, good)
    assert [report.ended for report in outcome] == [
        f"the program crashed by signal 11 ({MEMORY})",
        "the call ended the whole program (exit status 3)",
        "the call ended the whole program (exit status 0)",
        "the program crashed by signal 6 (it gave up by itself, as for an exception that nothing catches)",
        "the program crashed by signal 6 (it gave up by itself, as for an exception that nothing catches)",
        f"the program crashed by signal 11 ({MEMORY})",
        "the program crashed by signal 8 (an arithmetic error, such as a division by zero)",
        "it did not come back within the CPU time that it may use, and was ended",
        None,
    ]
    assert [entry.returned for entry in outcome[0].results] == [1]
    assert [entry.returned for entry in outcome[-1].results] == [1, 2]


def test_a_process_that_a_call_makes_does_not_report(tmp_path: Path) -> None:
    outcome = results(tmp_path, CRASHES, call("forked"), call("good"))
    assert [entry.returned for entry in outcome] == [True, 1]


NAMES = """\
    #define N 8
    #define text banana
    #define list(x) x
    #define name "name"
    #define Json 5
    using namespace std;
    int array = 1, data = 2, size = 3, string = 4, pair = 5, vector = 6, function = 7;
    int count(int n) { return n + array + data + size + string + pair + vector + function; }
    struct Slot { int Value; };
    int functions(int quoted) { return quoted; }
    int main(int argc, char* argv[]) { return argc + functions(1) + N + Json; }
"""


def test_names_and_macros_of_the_student_meet_nothing_of_the_driver(tmp_path: Path) -> None:
    outcome = results(tmp_path, NAMES, call("count", 1), call("functions", 2))
    assert [entry.returned for entry in outcome] == [29, 2]


def test_functions_of_several_sources_and_a_second_main(tmp_path: Path) -> None:
    header = "#pragma once\nint f(int);\nint g(int);\nint help(int);\n"
    sources = {
        "prog.cc": '#include "prog.h"\nint f(int a) { return help(a) + 1; }\nint main() { return f(1); }\n',
        "more.cpp": '#include "prog.h"\nint g(int a) { return f(a) + 1; }\n',
        "help me.cc": '#include "prog.h"\nint help(int a) { return a * 10; }\n',
        "test.cc": '#include "prog.h"\nint f(int a) { return -1; }\nint main() { return g(1); }\n',
        "broken.cc": "int broken(\n",
        "prog.h": header,
    }
    (report,) = reports(tmp_path, "cpp", sources, {"calls": [call("f", 1), call("g", 1), call("broken", 1)]})
    assert [entry.returned for entry in report.results] == [11, 12, None]
    assert report.results[2].missing == "there is no function broken"


def test_a_newer_standard_is_tried(tmp_path: Path) -> None:
    source = "#include <concepts>\nint f(std::integral auto a) { return a; }\nint g(int a) { return f(a); }\n"
    assert results(tmp_path, source, call("g", 2))[0].returned == 2


UNFORESEEN = {
    "made by a macro": "#define MAKE(name) int name(int a) { return a + 1; }\nMAKE(f)\n",
    "the other branch": "#if 0\nint f(int a) { return a; }\n#else\n#define g f\nint g(int a) { return 3; }\n#endif\n",
    "in a namespace": "namespace nq { int f(int a) { return a + 1; } }\n",
    "an overload": "int f(int a, int b) { return b; }\nint f(int a) { return a + 1; }\n",
}
"""Functions that the text of the source alone does not tell of, or not rightly."""


@pytest.mark.parametrize("source", UNFORESEEN.values(), ids=UNFORESEEN)
def test_functions_are_found_whatever_the_source_looks_like(tmp_path: Path, source: str) -> None:
    assert results(tmp_path, source, call("f", 2))[0].returned == 3


@pytest.mark.parametrize("heading", ["void start(const unsigned& n)", "void start(int n) noexcept"])
def test_globals_are_what_the_program_sets_them_to_before_the_call(tmp_path: Path, heading: str) -> None:
    source = f"""\
        #include <iostream>
        #include <string>
        using namespace std;
        int side, others;
        {heading} {{ others = n - 1; }}
        int wrapped(int k) {{ return k % side + 10 * others; }}
        int main() {{ int n; while (cin >> n) {{ side = n; start(n); }} }}
    """
    start, *wrapped = results(
        tmp_path, source, call("start", 5), call("wrapped", 7), call("start", 4), call("wrapped", 7)
    )
    assert [result.returned for result in (start, *wrapped)] == [None, 42, None, 33]


def test_a_plain_source_is_compiled_once(tmp_path: Path) -> None:
    workdir = write(tmp_path / "box", {"prog.cc": "static int f(int a) { return a; }\nint main() {}\n"})
    workspace = Workspace(tmp_path / "place", Unconfined())
    compiled = []
    for command in drivers()["cpp"].prepare_commands(workdir, CalledNames(("f|F",))):
        run_prepare_command(command, workdir, tmp_path, workspace)
        compiled += [word for word in command if word.endswith((".cc", ".cpp")) and "driver" not in word]
    assert compiled == [".grade/glue0.cc"]


def test_the_driver_is_compiled_once_for_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)  # nothing is kept beside the interpreter
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    created = []
    for number in range(2):
        workdir = write(tmp_path / f"box{number}", {"one.cc": "int one() { return 1; }\n"})
        home = write(tmp_path / f"home{number}", {})
        for command in CppDriver().prepare_commands(workdir, CalledNames(("one",))):
            run_prepare_command(command, workdir, home, Workspace(tmp_path / "place", Unconfined()))
            created.append((number, ".grade/driver.cc" in command))
        assert (workdir / ".grade" / "program").is_file()
    assert created.count((0, True)) == 1
    assert created.count((1, True)) == 0


def test_the_same_source_is_compiled_once_for_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file beside it, or other functions that are called, may make another program of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    isolation = CountingIsolation()

    def prepare(name: str, files: dict[str, str], *functions: str) -> tuple[bool, bytes]:
        """Whether the source is compiled, and the program."""
        workspace = Workspace(tmp_path / "place", isolation)
        workdir = write(tmp_path / name, files)
        isolation.started.clear()
        for command in drivers()["cpp"].prepare_commands(workdir, CalledNames(functions)):
            run_prepare_command(command, workdir, write(tmp_path / f"home-{name}", {}), workspace)
        compiled = any(".grade/glue0.cc" in command for command in isolation.started)
        return compiled, (workdir / ".grade/program").read_bytes()

    files = {
        "one.cc": '#include "two.h"\nint one() { return TWO; }\nint two() { return 2; }\n',
        "two.h": "#define TWO 2\n",
    }
    compiled, program = prepare("first", files, "one")
    assert compiled
    assert prepare("second", files, "one") == (False, program)
    assert prepare("other-function", files, "two")[0]
    compiled, changed = prepare("changed", files | {"two.h": "#define TWO 3\n"}, "one")
    assert compiled
    assert changed != program


def test_what_fails_in_one_step_is_compiled_in_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it is known from the build cache that it fails."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)
    isolation = CountingIsolation()
    macro = "#define MAKE(name) namespace own { int name() { return 1; } }\nMAKE(one)\n"
    for number in range(2):
        workdir = write(tmp_path / f"box{number}", {"one.cc": f"#if 0\nint one() {{ return 1; }}\n#endif\n{macro}"})
        isolation.started.clear()
        for command in drivers()["cpp"].prepare_commands(workdir, CalledNames(("one",))):
            run_prepare_command(
                command, workdir, write(tmp_path / f"home{number}", {}), Workspace(tmp_path / "place", isolation)
            )
        assert (workdir / ".grade/program").is_file()
        assert any(command[0] == "sh" for command in isolation.started)
        assert any(".grade/glue0.cc" in command and "-Wfatal-errors" in command for command in isolation.started) == (
            number == 0
        )


def test_an_attempt_that_a_limit_ended_is_the_end(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "place", Unconfined())
    workdir = write(tmp_path / "box", {})
    run_prepare_command(Attempt(("sh", "-c", "exit 3")), workdir, write(tmp_path / "home", {}), workspace)
    with pytest.raises(NotCallable):
        run_prepare_command(Attempt(("sh", "-c", "kill -9 $$")), workdir, tmp_path / "home", workspace)


def test_what_does_not_compile_cannot_be_called(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="expected"):
        cases(tmp_path, "int f( {", {"calls": [call("f")]})


def test_no_source_cannot_be_called(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="no C"):
        reports(tmp_path, "cpp", {"a.txt": "x"}, {"calls": [call("f")]})


# ---- Counting calls


COUNTED = """\
    #include <cstdlib>
    #include <iostream>
    #include <string>
    #include <vector>
    static int twice(int a) { return a * 2; }
    namespace { struct Board { std::vector<int> cells; int at(int i) const { return cells.at(i); } }; }
    template <class T> T shape(T a) { return a; }
    int f(int n) { return n == 0 ? 0 : f(n - 1) + twice(n); }
    int never() { return 1; }
    int main(int argc, char* argv[])
    {
        std::string line;
        while (std::getline(std::cin, line)) { std::cout << line << ' ' << f(std::stoi(line)) << '\\n'; }
        std::cerr << argc << argv[1];
        Board board{{1, 2}};
        if (argc == 3) { std::exit(board.at(1) + shape(4)); }
        return shape(3);
    }
"""


def run(workdir: Path, apart: Path, *args: str) -> Any:
    import textwrap  # noqa: PLC0415

    other = "int twice(int);\nint main() { return twice(1); }\n"
    write(workdir, {"prog.cc": textwrap.dedent(COUNTED), "another.cc": other, "prog": b"\x7fELF"})
    return traced(workdir, "cpp", ("./prog", *args), apart, b"3\n1\n")


@pytest.mark.parametrize(("args", "status", "more"), [(("x",), 3, {}), (("x", "y"), 6, {"at": 1})])
def test_calls_are_counted_and_the_run_is_as_it_was(
    workdir: Path, apart: Path, args: tuple[str, ...], status: int, more: dict[str, int]
) -> None:
    seen, counts = run(workdir, apart, *args)
    assert counts is not None
    assert {name: counts.get(name) for name in ("main", "f", "twice", "shape", "never")} == {
        "main": 1,
        "f": 6,
        "twice": 4,
        "shape": 1,
        "never": None,
    }
    assert counts.get("at") == more.get("at")
    assert "getline" not in counts
    stderr = f"{len(args) + 1}x".encode()
    assert (seen.stdout, seen.stderr, seen.exit) == (b"3 12\n1 2\n", stderr, status)


@pytest.mark.parametrize("way", [("make", "execute"), ("./absent",), ("../prog",)])
def test_ways_that_cannot_be_traced_are_reported(workdir: Path, way: tuple[str, ...]) -> None:
    write(workdir.parent, {"prog": "x"})
    with pytest.raises(NotCallable, match="no program"):
        drivers()["cpp"].trace_commands(workdir, (way,), "report")


def test_no_main_cannot_be_traced(workdir: Path, apart: Path) -> None:
    write(workdir, {"prog.cc": "int f() { return 1; }\n", "prog": "x"})
    with pytest.raises(NotCallable, match="main"):
        traced(workdir, "cpp", ("./prog",), apart)


def test_symbols_are_read_as_nm_writes_them() -> None:
    lines = [
        "0000000000001139 T isSafe(std::vector<std::vector<bool, std::allocator<bool> > > const&, int const&)",
        "0000000000000010 t (anonymous namespace)::Board::at(int) const",
        "0000000000000020 W int nq::shape<int, std::pair<int, int> >(int)",
        "0000000000000030 T main",
        "0000000000000040 W std::vector<int, std::allocator<int> >::operator[](unsigned long)",
        "0000000000000050 t f(int) [clone .cold]",
        "0000000000000060 b counter",
        "                 U strlen",
        "0000000000000070 T text[abi:cxx11](bool (*)(int))",
        "0000000000000080 t main::{lambda(int)#1}::operator()(int) const",
        "nonsense",
    ]
    board = "std::vector<std::vector<bool, std::allocator<bool> > > const&, int const&"
    assert list(parse_symbols("\n".join(lines))) == [
        Symbol(0x1139, "", "isSafe", board),
        Symbol(0x10, "Board", "at", "int", constant=True),
        Symbol(0x20, "nq", "shape", "int", template=True),
        Symbol(0x30, "", "main", None),
        Symbol(0x70, "", "text", "bool (*)(int)"),
    ]


def test_what_a_lambda_is_made_into_is_no_function_of_its_own() -> None:
    nm_output = (
        "0000000000000010 T isSafe(std::vector<bool> const&, int const&)\n"
        "0000000000000020 t isSafe(std::vector<bool> const&, int const&)::{lambda(int)#1}::operator()(int) const\n"
    )
    assert [symbol.name for symbol in parse_symbols(nm_output)] == ["isSafe"]


# ---- Objects


OBJECTS = """\
    #include <map>
    #include <set>
    #include <memory>
    #include <string>
    #include <vector>
    struct Point { int x = 1; double y = 2; };
    class Shape { public: virtual ~Shape() {} virtual double area() const = 0; protected: std::string name = "shape"; };
    class Box : public Shape {
        double side;
    public:
        explicit Box(double side) : side(side) { name = "box"; }
        Box(double side, const std::string& label) : side(side) { name = label; }
        double area() const override { return side * side; }
        double& ref() { return side; }
        const std::string& label() const { return name; }
        Box& grow(double by = 1) { side += by; return *this; }
        Box* self() { return this; }
        Box copy() const { return *this; }
        bool same(const Box* other) const { return other == this; }
        static Box unit() { return Box(1); }
        int over(int) { return 1; }
        int over(const std::string&) const { return 2; }
    private:
        int hidden(Point p) { return p.x; }
    };
    class Only { Only() {} public: static Only* make() { return new Only; } int value() { return 7; } };
    class NoCopy { std::unique_ptr<int> n; public: NoCopy(int n) : n(new int(n)) {} int get() { return *n; } };
    class Deep { std::vector<Box*> boxes; public: void add(Box* box) { boxes.push_back(box); }
        double sum() const { double s = 0; for (auto* box : boxes) s += box->area(); return s; } };
"""


def test_objects_of_every_kind(tmp_path: Path) -> None:
    steps = [
        {"new": "Box", "args": [2.0], "keep": "box", "fields": {"side": 2.0, "name|label": "box", "none": 0}},
        {"of": "$box", "function": "area"},
        {"of": "$box", "function": "grow", "args": [1.0], "keep": "same"},
        {"of": "$same", "function": "area"},
        {"of": "$box", "function": "same", "args": ["$same"]},
        {"of": "$box", "function": "copy", "keep": "other"},
        {"of": "$other", "function": "same", "args": ["$box"]},
        {"of": "$other", "function": "over", "args": ["x"]},
        {"of": "$other", "function": "over", "args": [1]},
        {"of": "Box", "function": "unit", "keep": "unit"},
        {"of": "$unit", "fields": {"side": 1.0}},
        {"new": "Box", "args": [1.5, "mine"], "keep": "mine"},
        {"of": "$mine", "function": "label"},
        {"new": "Point", "keep": "point", "fields": {"x": 1, "y": 2.0}},
        {"of": "$box", "function": "hidden", "args": ["$point"]},
        {"of": "Only", "function": "make", "keep": "only"},
        {"of": "$only", "function": "value"},
        {"new": "NoCopy", "args": [5], "keep": "no"},
        {"of": "$no", "function": "get"},
        {"new": "Deep", "keep": "deep"},
        {"of": "$deep", "function": "add", "args": ["$box"]},
        {"of": "$deep", "function": "add", "args": ["$same"]},
        {"of": "$deep", "function": "sum"},
    ]
    wrong = [
        {"new": "Shape"},
        {"new": "Box", "args": ["x"]},
        {"new": "Circle"},
        {"of": "Box", "function": "area"},
        {"of": "Circle", "function": "area"},
        {"function": "area"},
    ]
    report, *others = reports(
        tmp_path, "cpp", {"a.cpp": OBJECTS}, {"calls": steps}, *({"calls": [step]} for step in wrong)
    )
    assert [result.missing for result in report.results] == [None] * len(steps)
    assert report.results[0].fields == {"side": 2.0, "name|label": "box"}
    assert report.results[13].fields == {"x": 1, "y": 2.0}
    returned = [report.results[at].returned for at in (1, 3, 4, 6, 7, 8, 12, 14, 16, 18, 22)]
    assert returned == [4.0, 9.0, True, False, 2, 1, "mine", 1, 7, 5, 18.0]
    assert [other.results[0].missing for other in others] == [
        "Shape cannot be called: it is abstract",
        "Box cannot be called: it takes double as argument 1 and is called with a text",
        "there is no class Circle",
        "there is no method area in the class Box",
        "there is no class Circle",
        "area cannot be called: it is a member of Box, but it must be a function of its own",
    ]


def test_a_class_in_a_header_and_a_source(tmp_path: Path) -> None:
    files = {
        "counter.h": "class Counter { int n = 0; public: void add(int); int get() const { return n; } };\n",
        "counter.cpp": '#include "counter.h"\nvoid Counter::add(int by) { n += by; }\n',
        "main.cpp": '#include "counter.h"\nint main() { Counter c; c.add(1); return c.get(); }\n',
    }
    steps = [
        {"new": "Counter", "keep": "c"},
        {"of": "$c", "function": "add", "args": [3]},
        {"of": "$c", "function": "get"},
        {"of": "$c", "fields": {"n": 3}},
    ]
    (report,) = reports(tmp_path, "cpp", files, {"calls": steps})
    assert [result.missing for result in report.results] == [None] * 4
    assert (report.results[2].returned, report.results[3].fields) == (3, {"n": 3})


# ---- Templates

STACK = """\
#pragma once
#include <stdexcept>
#include <vector>
template <typename T>
class Stack {
    std::vector<T> items;
public:
    Stack() = default;
    explicit Stack(const std::vector<T>& first) : items(first) {}
    void push(const T& item);
    T pop();
    int size() const { return static_cast<int>(items.size()); }
};
template <typename T>
void Stack<T>::push(const T& item) { items.push_back(item); }
template <typename T>
T Stack<T>::pop() {
    if (items.empty()) throw std::out_of_range("empty");
    T last = items.back();
    items.pop_back();
    return last;
}
"""
STACK_STEPS = [
    {"new": "Stack<int>", "keep": "s"},
    {"of": "$s", "function": "push", "args": [4]},
    {"of": "$s", "function": "pop"},
    {"of": "$s", "function": "pop", "raises": "out_of_range"},
    {"new": "Stack<string>", "args": [["a", "b"]], "keep": "t", "fields": {"items": ["a", "b"]}},
    {"of": "$t", "function": "pop"},
    {"of": "$t", "function": "size"},
]
GENERIC = """\
#include <utility>
#include <vector>
template <class T> T most(const std::vector<T>& items) { T best = items[0]; for (auto& i : items) if (best < i) best = i; return best; }
template <class A, class B = A> struct Both { A a{}; B b{}; A sum() const { return a + b; } };
template <int N> int times(int n) { return N * n; }
int plain(int n) { return n + 1; }
struct Point { int x = 3; };
"""  # noqa: E501 - as students write


@pytest.mark.parametrize(
    "files",
    [
        {"stack.h": STACK},
        {
            "stack.hpp": STACK,
            "main.cpp": '#include "stack.hpp"\nint main() { Stack<int> s; s.push(1); return s.pop(); }\n',
        },
        {"stack.cpp": STACK, "other.cpp": "int main() { return 0; }\n"},
    ],
)
def test_a_class_template_is_called_with_its_arguments(tmp_path: Path, files: dict[str, str]) -> None:
    (report,) = reports(tmp_path, "cpp", files, {"calls": STACK_STEPS})
    assert [result.missing for result in report.results] == [None] * len(STACK_STEPS)
    assert [report.results[at].returned for at in (2, 5, 6)] == [4, "b", 1]
    assert (report.results[3].raised, report.results[4].fields) == ("out_of_range", {"items": ["a", "b"]})


def test_function_templates_and_what_stands_beside_them(tmp_path: Path) -> None:
    steps = [
        {"function": "most<int>", "args": [[3, 9]]},
        {"function": "most<std::string>", "args": [["a", "b"]]},
        {"function": "times<3>", "args": [2]},
        {"function": "plain", "args": [2]},
        {"new": "Both<int>", "keep": "b", "fields": {"a": 0}},
        {"of": "$b", "function": "sum"},
        {"new": "Point", "keep": "p", "fields": {"x": 3}},
    ]
    (report,) = reports(tmp_path, "cpp", {"a.cpp": GENERIC}, {"calls": steps})
    assert [result.missing for result in report.results] == [None] * len(steps)
    assert [report.results[at].returned for at in (0, 1, 2, 3, 5)] == [9, "b", 6, 3, 0]
    assert [report.results[at].fields for at in (4, 6)] == [{"a": 0}, {"x": 3}]


def test_a_template_that_cannot_be_made_costs_no_other(tmp_path: Path) -> None:
    source = GENERIC.replace("template <class T> T most", "template <class T, class U> U most")
    steps = [
        {"function": "times<3>", "args": [2]},
        {"function": "most<int>", "args": [[3, 9]]},
        {"function": "plain", "args": [1]},
        {"new": "Both<int>"},
        {"new": "Queue<int>"},
        {"function": "plain<int>", "args": [1]},
    ]
    (report,) = reports(tmp_path, "cpp", {"a.cpp": source}, {"calls": steps})
    assert [result.missing for result in report.results] == [
        None,
        "there is no function most<int>",
        None,
        None,
        "there is no class Queue<int>",
        "there is no function plain<int>",
    ]


def test_a_class_template_that_is_not_asked_for_hides_no_fields(tmp_path: Path) -> None:
    steps = [{"new": "Point", "keep": "p", "fields": {"x": 3}}]
    source = GENERIC.replace("struct Both", "\nstruct Both")
    (report,) = reports(tmp_path, "cpp", {"a.cpp": source}, {"calls": steps})
    assert report.results[0].fields == {"x": 3}


def test_constructors_that_need_no_arguments(tmp_path: Path) -> None:
    source = """\
        class Kept { int n = 5; public: Kept() = default; explicit Kept(int n) : n(n) {} };
        class Usual { int n; public: Usual(int n = 6) : n(n) {} };
        class Bare { int n; public: explicit Bare(int n) : n(n) {} };
    """
    steps: list[dict[str, Any]] = [
        {"new": name, "keep": name.lower(), "fields": {"n": 0}} for name in ("Kept", "Usual")
    ]
    steps += [
        {"new": name, "args": [7], "keep": name.lower(), "fields": {"n": 7}} for name in ("Kept", "Usual", "Bare")
    ]
    report, bare = reports(tmp_path, "cpp", {"a.cpp": source}, {"calls": steps}, {"calls": [{"new": "Bare"}]})
    assert [result.missing for result in report.results] == [None] * len(steps)
    assert [result.fields for result in report.results] == [{"n": number} for number in (5, 6, 7, 7, 7)]
    assert bare.results[0].missing == "Bare cannot be called: it takes 1 argument and is called with 0"


DEFAULTS = """\
    #include <string>
    #include <vector>
    int area(int w, int h = 0);
    int area(int w, int h) { return h ? w * h : w * w; }
    std::vector<int> head(const std::vector<int>& v, std::size_t n = 2, bool back = false) {
        std::vector<int> r(v.begin(), v.begin() + n);
        return back ? std::vector<int>() : r;
    }
    int both(int a, int b) { bool same = (a == b); return same; }
    class Box {
        double s;
    public:
        Box(double s, int n = 1, std::string label = "x=1;") : s(s * n) {}
        double grow(double by = 1) { return s += by; }
        double size(int times = 2) const { return s * times; }
        static int unit(int n = 4) { return n; }
    };
"""


def test_arguments_that_have_defaults_may_be_left_out(tmp_path: Path) -> None:
    steps = [
        call("area", 3),
        call("area", 3, 2),
        call("head", [1, 2, 3]),
        call("head", [1, 2, 3], 1),
        {"new": "Box", "args": [2.0], "keep": "b"},
        {"of": "$b", "function": "grow"},
        {"of": "$b", "function": "grow", "args": [2.0]},
        {"of": "$b", "function": "size"},
        {"of": "Box", "function": "unit"},
        {"new": "Box", "args": [2.0, 3], "keep": "c", "fields": {"s": 6.0}},
    ]
    wrong = [call("both", 1), call("area"), {"new": "Box"}]
    report, *others = reports(
        tmp_path, "cpp", {"a.cpp": DEFAULTS}, {"calls": steps}, *({"calls": [step]} for step in wrong)
    )
    assert [result.missing for result in report.results] == [None] * len(steps)
    returned = [report.results[at].returned for at in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert returned == [9, 6, [1, 2], [1], 3.0, 5.0, 10.0, 4]
    assert report.results[9].fields == {"s": 6.0}
    assert [other.results[0].missing for other in others] == [
        "both cannot be called: it takes 2 arguments and is called with 1",
        "area cannot be called: it takes 2 arguments and is called with 0",
        "Box cannot be called: it takes 3 arguments and is called with 0",
    ]


def test_a_plain_source_with_a_default_is_called(tmp_path: Path) -> None:
    source = "int area(int w, int h = 2) { return w * h; }\n"
    assert [result.returned for result in results(tmp_path, source, call("area", 3), call("area", 3, 3))] == [6, 9]
