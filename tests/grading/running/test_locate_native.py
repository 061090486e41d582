"""Where a C or C++ program is that does not end: it is built again with hooks, and no callee that ends is blamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.cpp.language import LANGUAGE as CPP
from harness.model.finding import Place
from tests.grading.running.test_locate import located

CALLEE = """\
static int step(int k) { int s = 0; for (int i = 0; i < 3000; i++) { s ^= i * k; }
    return s & 1 ? s : k; }
int main(int c, char **) {
    int n = c;
    while (n != 0) {
        n = step(n) | 1;
    }
}
"""
INNER_LOOP = """\
int main(int c, char **) {
    volatile int n = c;
    for (;;) {
        for (int i = 0; i < 9999; i++) n ^= i;
    }
}
"""
INNER_LINES = """\
int main(int c, char **) {
    bool done = false;
    while (!done) {
        for (int i = 0; i < 9999; i++) {
            c ^= i;
        }
    }
}
"""
METHOD = """\
#include <vector>
struct Board {
    int n;
    std::vector<int> v;
    void place(int k) {
        do {
            v.push_back(n ^= k);
            v.pop_back();
        } while (k > 0);
    }
};
int main(int c, char **) { Board b{0, {}}; b.place(c); }
"""
RECURSION = """\
long fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main() { return fib(90) == 3; }
"""
LIBRARY = """\
#include <algorithm>
#include <vector>
int main() {
    std::vector<int> v(300000);
    for (size_t i = 0; ; i++)
        std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
}
"""
ALL_LIBRARY = """\
#include <algorithm>
#include <vector>
int main() {
    std::vector<int> v(20000);
    std::sort(v.begin(), v.end(), [&](int a, int b) { return std::count(v.begin(), v.end(), a) > b; });
}
"""
GOTO = """\
#include <string>
int main() {
again:
    std::string s(100, 'x');
    if (s.size()) goto again;
}
"""
EXCEPTIONS = """\
#include <vector>
int search(std::vector<int>& v) {
    for (int x : v) {
        while (x >= 0) { try { throw x; } catch (int) { } }
    }
    return 0;
}
int main() { std::vector<int> v{1, 2}; return search(v); }
"""
LONGJMP = """\
#include <csetjmp>
jmp_buf place;
void f(int k) { if (k == 0) longjmp(place, 1); f(k - 1); }
int main() {
    setjmp(place);
    while (true)
        f(3);
}
"""
PROGRAMS = {
    CALLEE: ("    while (n != 0) {", "main", True),
    INNER_LOOP: ("    for (;;) {", "main", True),
    INNER_LINES: ("    while (!done) {", "main", True),
    METHOD: ("        do {", "Board::place", True),
    RECURSION: ("    return n < 2 ? n : fib(n - 1) + fib(n - 2);", "fib", False),
    LIBRARY: ("    for (size_t i = 0; ; i++)", "main", True),
    ALL_LIBRARY: ("    std::sort(v.begin(), v.end(), [&](int a, int b) {", "main", False),
    GOTO: ("", "main", False),
    EXCEPTIONS: ("        while (x >= 0) { try {", "search", True),
    LONGJMP: ("    while (true)", "main", True),
}
C_PROGRAM = (
    "#include <string.h>\nint main(int c, char **v) {\n    while (strlen(v[0]) > 0) {\n    }\n    return c;\n}\n"
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_cpp_program(program: str, tmp_path: Path) -> None:
    source, function, in_loop = PROGRAMS[program]
    found = located(tmp_path, "cpp", {"main.cpp": program})
    assert found.where.source.decode().startswith(source)
    assert (found.where.path, found.where.function, found.in_loop) == ("main.cpp", function, in_loop)


def test_a_c_program_built_by_a_makefile_elsewhere_and_started_by_a_script(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "Makefile": "all:\n\tmake -C src\n",
        "src/Makefile": "../program: turn.o\n\t$(CC) -o $@ $^\n",
        "src/turn.c": C_PROGRAM,
    }
    found = located(tmp_path, "any", files)
    assert (found.where.path, found.where.line, found.where.function) == ("src/turn.c", 3, "main")
    assert found.in_loop


@pytest.mark.parametrize("options", ["-static", "-O0", "-O3", "-no-pie"])
def test_other_options(options: str, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "Makefile": f"main: main.cpp\n\tg++ {options} -o main main.cpp\n",
        "main.cpp": CALLEE,
    }
    found = located(tmp_path, "any", files)
    assert (found.where.line, found.in_loop) == (5, True)


@pytest.mark.parametrize("options", ["-s", "&& strip main", "; ln -sf /bin/yes main"])
def test_a_program_without_a_table_of_lines_has_no_place(options: str, tmp_path: Path) -> None:
    recipe = f"main: main.cpp\n\tg++ -o main main.cpp {options}\n"
    found = located(tmp_path, "any", {"Makefile": recipe, "main.cpp": CALLEE})
    assert found.where == Place()


THREAD = "#include <thread>\n#include <unistd.h>\nint main() { std::thread([] { for (;;) getppid(); }).join(); }\n"
CHILD = "#include <unistd.h>\n#include <sys/wait.h>\nint main() { if (fork() == 0) for (;;) getppid(); wait(0); }\n"
NO_SIGNALS = """\
#include <csignal>
#include <unistd.h>
int main() { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, nullptr); for (;;) getppid(); }
"""


@pytest.mark.parametrize("program", ["int main() { return 5; }\n", THREAD, CHILD, NO_SIGNALS])
def test_what_ends_or_cannot_be_located_has_no_place(program: str, tmp_path: Path) -> None:
    assert located(tmp_path, "cpp", {"main.cpp": program}).where == Place()


@pytest.mark.parametrize(
    ("written", "function"),
    [
        ("main at /tmp/x.cpp:9\n", "main"),
        ("Board::place(int, int) at /tmp/x.cpp:9 (discriminator 2)\n", "Board::place"),
        ("main::{lambda(int)#1}::operator()(int) const at /tmp/x.cpp:9\n", "main"),
        ("?? at /usr/include/c++/12/vector:3\nmain at /tmp/x.cpp:9\n", "main"),
    ],
)
def test_frames(written: str, function: str) -> None:
    assert CPP.innermost_frame(written.encode(), ["x.cpp"]) == Place(path="x.cpp", line=9, function=function)
