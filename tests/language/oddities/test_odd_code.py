"""Code that is seldom meant is named by its line, and what may well be meant is not."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
from harness.language.oddities.odd_code import odd_code
from harness.model.finding import UNUSED_PARAMETER, Finding

TEXTS = 'class Main {{\n  // a == "b"\n  static boolean f(String[] args) {{\n    return {}\n;  }}\n}}\n'
FIELD = "class Main {{\n  int[] rows;\n  void start(int n) {{\n    {}\n  }}\n}}\n"
LOOP = "class Main {{\n  int f(int n) {{\n    while (n < 9) {{\n      n++;\n      {}\n    }}\n    return n;\n  }}\n}}\n"
BOARD = "using Rows = vector<int>;\nvoid place(Rows {}rows, int n) {{\n    rows[n] = 1;\n}}\nint a = place(0, 0);\n"
GLOBAL = "mt19937 gen;\nvoid start() {{\n    {}\n}}\nint a = start();\n"
TURNS = "def f(rows):\n    for row in rows:\n        {}\n        return row\n\n\nf([])\n"
COPIES = "class Main {{\n  static int last;\n  static void swap(int p, int q) {{\n    {}\n    q = 1;\n  }}\n}}\n"
CONDITION = "def f(mode):\n    if mode == 'a' {}:\n        mode = ''\n    return mode\n\n\nf('')\n"
SOLVE = (
    "class Main {{\n  static boolean solve(int n) {{\n    if (n == 0) return true;\n    for (int i = 0; i < n; i++) {{"
    "\n      {}\n    }}\n    return false;\n  }}\n  static boolean is = {};\n}}\n"
)
SEARCH = (
    "def search(n):\n    if n == 0:\n        return 1\n    total = 0\n    for i in range(n):\n        {}\n"
    "    return total\n\n\n{}\n"
)
DEFAULT = "def f(n, found={}):\n    if n > 0:\n        f(n - 1, found)\n    {}\n    return found\n\n\nf(3)\n"
READ = "int main() {{\n    int n = 0;\n    while ({}) {{\n        {}\n    }}\n}}\n"
READS = """\
int q[8];
void run() {{ show(q); }}
int main() {{
    int i;
    while ({}) {{
        for (i = 0; i < 8; i++) {}
        run();
    }}
}}
"""
COUNTER = (
    "count = 0\n\n\ndef search(n):\n    global count\n    {}\n    return {}\n\n\nprint(search(3))\n"
    "\n\ndef main():\n    print()\n"
)
START = "def place():\n    return 1\n\n\ndef main():\n    {}\n\n\n{}\n"


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("Main.java", TEXTS.format('args[0] == "-v"'), ("texts", 4, "")),
        ("Main.java", TEXTS.format('args[0] !=  "-v"'), ("texts", 4, "")),
        ("Main.java", TEXTS.format('args[0].equals("-v")'), None),
        ("Main.java", TEXTS.format('"-v".equals(args[0])  // not args[0] == "-v"'), None),
        ("Main.java", TEXTS.format("args[0] == null"), None),
        ("Main.java", FIELD.format("int[] rows = new int[n];"), ("hides-field", 4, "rows")),
        ("Main.java", FIELD.format("int[] rows = new int[n]; this.rows = rows;"), None),
        ("Main.java", FIELD.format("rows = new int[n]; int[] columns = new int[n];"), None),
        ("Main.java", FIELD.format("n = n;"), ("sets-itself", 4, "n")),
        ("Main.java", FIELD.format("rows[n] += rows[n];"), None),
        ("Main.java", FIELD.format("rows[n] = rows[n]++;"), ("sets-old-value", 4, "rows[n]++")),
        ("Main.java", FIELD.format("rows[n] = rows[0]++;"), None),
        ("Main.java", COPIES.format("p = q;"), ("own-copies", 3, "swap")),
        ("Main.java", COPIES.format("last = p;"), None),
        ("Main.java", COPIES.format("show(p);"), None),
        ("main.cpp", "void swap(int p, int q) {\n    int old = p; p = q; q = old;\n}\n", ("own-copies", 1, "swap")),
        ("main.cpp", "void swap(int& p, int q) {\n    int old = p; p = q; q = old;\n}\n", None),
        ("main.py", "def swap(p, q):\n    p, q = q, p\n\n\nswap(1, 2)\n", ("own-copies", 1, "swap")),
        ("main.py", "def swap(p, q):\n    p[0], q[0] = q[0], p[0]\n\n\nswap([1], [2])\n", None),
        ("main.py", "def swap(p, q):\n    p, q = q, p\n    return p, q\n\n\nswap(1, 2)\n", None),
        ("Main.java", SOLVE.format("solve(n - 1);", "solve(3)"), ("lost-answer", 5, "solve")),
        (
            "Main.java",
            SOLVE.format("if (n > 9) { solve(n - 1); return true; }", "solve(3)"),
            ("lost-answer", 5, "solve"),
        ),
        ("Main.java", SOLVE.format("if (solve(n - 1)) return true;", "solve(3)"), None),
        ("Main.java", SOLVE.format("solve(n - 1); if (full()) return true;", "solve(3)"), None),
        ("Main.java", SOLVE.format("} solve(n - 1); {", "solve(3)"), None),  # whether it went on may be asked
        ("Main.java", SOLVE.format("list.solve(n - 1);", "solve(3)"), None),
        ("Main.java", SOLVE.format("solve(n - 1);", "true"), None),  # nothing asks for the answer
        ("main.py", SEARCH.format("search(n - 1)", "print(search(3))"), ("lost-answer", 6, "search")),
        (
            "main.py",
            SEARCH.format("if n > 9: search(n - 1); return 4", "print(search(3))"),
            ("lost-answer", 6, "search"),
        ),
        ("main.py", SEARCH.format("total += search(n - 1)", "print(search(3))"), None),
        ("main.py", SEARCH.format("search(n - 1); total += 1", "print(search(3))"), None),
        ("main.py", SEARCH.format("board.search(n - 1)", "print(search(3))"), None),
        ("main.py", SEARCH.format("search(n - 1)", "search(3)"), None),
        ("main.py", DEFAULT.format("[]", "found.append(n)"), ("kept-default", 1, "found")),
        ("main.py", DEFAULT.format("set()", "found.add(n)"), ("kept-default", 1, "found")),
        ("main.py", DEFAULT.format("[]", "found.append(n); found.pop()"), None),
        ("main.py", DEFAULT.format("[]", "found = found + [n]"), None),
        ("main.py", DEFAULT.format("set()", "if n not in found: found.add(n)"), None),  # a store of what was seen
        ("main.py", DEFAULT.format("{}", "found.update({n: n})"), None),
        ("main.py", DEFAULT.format("None", "found.append(n)"), None),
        ("main.py", DEFAULT.format("[]", "if not found: found.append(n)"), None),
        ("main.py", DEFAULT.format("[]", "found.append(n); found[:] = []"), None),
        ("main.py", DEFAULT.format("[]", "found.append(n); print(any(x == n for x in found))"), None),
        ("main.py", DEFAULT.format("[]", "found.append(n); g = lambda found: found.append(1)"), None),
        ("main.py", DEFAULT.format("[]", "found.append(n); return len(found)"), ("kept-default", 1, "found")),
        (
            "main.py",
            "def f(n, *, found=[]):\n    found.append(n)\n    return found\n\n\nf(3)\n",
            ("kept-default", 1, "found"),
        ),
        ("main.py", CONDITION.format("or 'b'"), ("always-true", 2, "'b'")),
        ("main.py", CONDITION.format("or mode == 'b'"), None),
        ("main.py", CONDITION.format("or 0").replace("return mode", "return mode or 'b'"), None),
        ("main.cpp", "bool f(char c) {\n    return c == 'y' || 'Y';\n}\n", ("always-true", 2, "'Y'")),
        ("main.cpp", "#if A || 1\nbool f(char c) {\n    return c == 'y' || c == 'Y';\n}\n#endif\n", None),
        ("main.cpp", GLOBAL.format("mt19937 gen(time(0));"), ("hides-global", 3, "gen")),
        ("main.cpp", GLOBAL.format("mt19937 gen(time(0)); use(gen);"), None),
        ("main.cpp", GLOBAL.format("gen.seed(time(0));"), None),
        ("main.cpp", BOARD.format("").replace("void ", "int& "), ("copy", 2, "rows")),
        ("main.cpp", BOARD.format("").replace("void ", "int* "), ("copy", 2, "rows")),
        ("Main.java", LOOP.format("return n;"), ("one-turn", 5, "")),
        ("Main.java", LOOP.format("if (n > 3) return n;"), None),
        ("Main.java", LOOP.format("if (n > 3) continue; return n;"), None),
        ("main.cpp", BOARD.format(""), ("copy", 2, "rows")),
        ("main.cpp", BOARD.format("&"), None),
        ("main.cpp", BOARD.format("").replace("place", "other"), ("copy", 2, "rows")),
        (
            "main.cpp",  # the copy may be meant, and the assignment does not ask for the function
            BOARD.format("").replace("place", "other").replace("= 1;", "= 1; show(rows);"),
            None,
        ),
        ("main.cpp", READ.format("!cin.eof()", "cin >> n; f(n);"), ("untested-read", 3, "cin >> n")),
        ("main.cpp", READ.format("not std::cin.eof()", "std::cin >> n; f(n);"), ("untested-read", 3, "std::cin >> n")),
        ("main.cpp", READ.format("!cin.eof()", "getline(cin, s); f(s);"), ("untested-read", 3, "getline(cin, s)")),
        ("main.cpp", READ.format(" ! cin.eof ( ) ", "cin >> n; f(n);"), ("untested-read", 3, "cin >> n")),
        ("main.cpp", READ.format("!(cin.eof())", "cin >> n; f(n);"), ("untested-read", 3, "cin >> n")),
        ("main.cpp", READ.format("cin.eof() == false", "cin >> n; f(n);"), ("untested-read", 3, "cin >> n")),
        ("main.cpp", READ.format("cin.good()", "cin >> n; f(n);"), ("untested-read", 3, "cin >> n")),
        ("main.cpp", READ.format("cin", "cin >> n; f(n);"), ("untested-read", 3, "cin >> n")),
        ("main.cpp", READ.format("cin.eof()", "cin >> n; f(n);"), None),
        ("main.cpp", READ.format("going", "cin >> n; f(n);"), None),
        (
            "main.c",
            READ.format("!feof(stdin)", 'scanf("%d", &n); f(n);'),
            ("untested-read", 3, 'scanf("%d", &n) == 1'),
        ),
        (
            "main.cpp",
            READ.format("!feof(stdin)", 'scanf("%d", &n); f(n);'),
            ("untested-read", 3, 'scanf("%d", &n) == 1'),
        ),
        (
            "main.c",
            READS.format("!feof(in)", 'fscanf(in, "%d", &q[i]);'),
            ("untested-reads", 5, 'fscanf(in, "%d", &q[i])'),
        ),
        ("main.cpp", READS.format("!in.eof()", "{ in >> q[i]; }"), ("untested-reads", 5, "in >> q[i]")),
        ("main.cpp", READS.format("in.good()", "in >> q[i];"), ("untested-reads", 5, "in >> q[i]")),
        ("main.cpp", READS.format("!in.eof()", "in >> q[i]; if (!in) return 0;"), None),
        ("main.cpp", READS.format("!in.eof()", "if (!(in >> q[i])) return 0;"), None),
        ("main.cpp", READS.format("!in.eof()", "in >> q[i];").replace("  run();", "  puts(s);"), None),
        ("main.c", READS.format("!feof(in)", 'fscanf(in, "%d ", &q[i]);'), None),
        ("main.cpp", READ.format("!cin.eof()", "cin >> n; if (cin) f(n);"), None),
        ("main.cpp", READ.format("!cin.eof()", "cin >> n; if (cin.fail()) break; f(n);"), None),
        ("main.cpp", READ.format("!cin.eof()", "n = 0; cin >> n; if (n > 0) f(n);"), None),
        ("main.cpp", READ.format("!cin.eof()", "if (cin >> n) f(n);"), None),
        ("main.cpp", READ.format("!cin.eof()", "f(n); cin >> n;"), None),  # read before the loop
        ("main.cpp", READ.format("cin >> n", "f(n);"), None),
        ("main.cpp", READ.format("!cin.eof()", "cin >> n >> ws; f(n);"), None),  # it reads on to the next value
        ("main.cpp", READ.format("!feof(stdin)", 'scanf("%d ", &n); f(n);'), None),
        ("main.cpp", READ.format("!cin.eof()", "cin >> n; switch (n) { case 1: f(n); }"), None),
        ("main.cpp", READ.format("!cin.eof()", "cin >> n; bool is = n > 0; if (is) f(n);"), None),
        ("main.cpp", READ.format("!cin.eof()", "cin.exceptions(7); cin >> n; f(n);"), None),
        ("main.cpp", READ.format("!other.eof()", "cin >> n; f(n);"), None),
        ("main.py", COUNTER.format("count += 1", "count"), ("kept-global", 6, "count")),
        ("main.py", COUNTER.format("count = count + 1", "count"), ("kept-global", 6, "count")),
        ("main.py", COUNTER.format("count += 1", "count - 4"), None),  # what it had before may be taken off
        ("main.py", COUNTER.format("old = count; count += 1; print(count - old)", "count"), None),
        ("main.py", COUNTER.format("count = 0; count += 1", "count"), None),
        ("main.py", COUNTER.format("count += 1", "count") + "    global count\n    count = 0\n", None),
        ("main.py", COUNTER.format("count += 1", "count") + "\n\nfor count in range(3): search(3)\n", None),
        ("main.py", COUNTER.format("count += 1", "count").replace("    global count\n", ""), None),
        ("main.py", TURNS.format("print(row)"), ("one-turn", 4, "")),
        ("main.py", TURNS.format("if not row: continue"), None),
        ("main.py", TURNS.replace("        {}\n", ""), None),  # the first one is what is wanted
        ("main.py", START.format("place() is 'up'", "main()"), ("same-object", 6, "")),
        ("main.py", START.format("place() is not None is not False", "main()"), None),
        ("main.py", START.format("place()", "main()"), None),
        ("main.py", START.format("place()", "SIZE = 8"), ("never-started", 0, "")),
        ("main.py", "while True:\n    pass\n", None),
        ("main.py", START.format("pass", "main()"), ("never-called", 1, "place")),
        ("main.py", START.format("table['place']()", "main()"), None),
        ("main.py", "def f(:\n", None),
        ("main.py", "def f(n):\n    return " + "-" * 90 + "n\n\n\nf(1)\n", None),
    ],
)
def test_what_is_seldom_meant_is_named(name: str, source: str, found: tuple[str, int, str] | None) -> None:
    odd = next((odd for odd in odd_code({name: source.encode()}, ["place"]) if odd.what != UNUSED_PARAMETER), None)
    assert (odd and (odd.what, odd.line, odd.name)) == found


def test_the_read_that_has_to_go_is_named_by_its_line() -> None:
    """Who replaces the condition of the loop alone skips every second value."""
    odd = next(odd_code({"main.cpp": READ.format("!cin.eof()", "cin >> n;\n        f(n);").encode()}, []))
    note = Finding.of("suspicious-code", what=odd.what, name=odd.name, also=odd.also)
    assert translator().sentence(note).startswith("the read in line 4 fails at the end of the input")


@pytest.mark.parametrize("other", ["place();", "java.util.function.Consumer<Integer> f = Main::place;"])
def test_a_function_that_another_file_names_is_called(other: str) -> None:
    source = b"class Main {\n  static void place(int... n) { }\n}\n"
    user = f"class Other {{ void run() {{ {other} }} }}".encode()
    assert [odd.what for odd in odd_code({"Main.java": source}, ["place"])] == ["never-called"]
    assert [*odd_code({"Main.java": source, "Other.java": user}, ["place"])] == []


@pytest.mark.parametrize("read", ["scanf();", "fscanf(f);", "fscanf();", 'scanf("%d");', 'scanf("%d%*[ \\n]", &n);'])
def test_a_read_that_lacks_its_arguments_or_reads_to_the_next_is_passed_over(read: str) -> None:
    source = f"int main(void) {{ int n; while (!feof(stdin)) {{ {read} add(n); }} }}\n".encode()
    assert not [odd for odd in odd_code({"sum.c": source}, ()) if odd.what.startswith("untested")]
