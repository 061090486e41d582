"""C functions called by their types as the compiler knows them, hostile ones too, and calls counted in a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.language.c.dwarf import DebugInformation
from harness.language.driver import NotCallable
from harness.model.result import CallResult, CallsReport
from tests.language.calling import call, reports, traced
from tests.support import write

CPU = {"limits": {"cpu": "1 s"}}
HEAD = "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"


def cases(root: Path, source: str, *cases: dict[str, Any], **files: str) -> list[CallsReport]:
    return reports(root, "c", {"prog.c": HEAD + source, **files}, *cases)


def results(root: Path, source: str, *calls: dict[str, Any], **case: Any) -> tuple[CallResult, ...]:
    looked_at = [{"after": ["*"] * len(step["args"]), **step} if step.get("args") else step for step in calls]
    (report,) = cases(root, source, {"calls": looked_at, **case})
    assert report.ended is None
    return report.results


def test_numbers_texts_and_truths_of_every_type(tmp_path: Path) -> None:
    source = """\
        typedef unsigned long natural; typedef enum { RED, GREEN = 5 } color; enum { ANONYMOUS };
        int8_t small(int8_t n) { return n; } uint8_t byte(uint8_t n) { return n; }
        natural large(natural n) { return n; }
        long long wide(long long n) { return n; } float real(float x) { return x / 4; }
        long double more(long double x) { return x; }
        char letter(char c) { return c + 1; } _Bool truth(_Bool b) { return !b; }
        color next(color c) { return c == RED ? GREEN : RED; }
        const char *text(char *s) { s[0] = 'X'; return s; } char *none(const char *s) { return (char *)s; }
        double nan_(void) { return 0.0 / 0.0; } void nothing(void) {} unsigned plain(unsigned n) { return n; }
        char *odd(void) { return "\\xff"; } size_t length(const void *data) { return strlen(data); }
        int old(a, b) int a; int b; { return a - b; }
        int many(int n, ...) { return n; }
    """
    outcome = results(
        tmp_path, source, call("small", -128), call("byte", 255), call("large", 2**64 - 1), call("wide", -(2**63)),
        call("real", 1), call("more", 1.5), call("letter", "a"), {"function": "truth", "args": [True]},
        call("next", "RED"),
        call("next", 5), call("text", "abc"), call("none", None), call("nan_"), call("nothing"), call("plain", 7),
        call("odd"), call("length", "abc"), call("old", 3, 1), call("many", 3),
    )  # fmt: skip
    assert [entry.missing for entry in outcome] == [None] * len(outcome)
    assert [entry.returned for entry in outcome] == [
        -128, 255, 2**64 - 1, -(2**63), 0.25, 1.5, "b", False, 5, 0, "Xbc", None, {"!number": "nan"}, None, 7,
        {"!bytes": "/w=="}, 3, 2, 3,
    ]  # fmt: skip
    assert outcome[10].after == ("Xbc",)


def test_what_cannot_be_called_is_reported(tmp_path: Path) -> None:
    source = """\
        int f(int8_t n) { return n; } int g(char *s) { return 0; } int h(struct hidden *p) { return p == NULL; }
        int pair(int a, int b) { return a; } int chosen(int (*f)(int)) { return 0; }
    """
    outcome = results(
        tmp_path, source, call("f", 128), call("f", "x"), call("f", 1.5), call("g", [1, 2]), call("g", 3),
        call("h", {}), call("h", None), call("pair", 1), call("absent|none"), call("chosen", "f"),
    )  # fmt: skip
    assert [entry.missing for entry in outcome] == [
        "f cannot be called: it takes signed char as argument 1 and is called with 128",
        "f cannot be called: it takes signed char as argument 1 and is called with a text",
        "f cannot be called: it takes signed char as argument 1 and is called with 1.5",
        None,
        None,
        "h cannot be called: it takes struct hidden * as argument 1 and is called with an object",
        None,
        "pair cannot be called: it takes 2 arguments and is called with 1",
        "there is no function absent or none",
        "chosen cannot be called: it takes function * as argument 1 and is called with a text",
    ]


def test_arrays_and_pointers_are_memory_of_their_elements(tmp_path: Path) -> None:
    source = """\
        void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i * i; }
        void divide(int a, int b, int *quotient, int *rest) { *quotient = a / b; *rest = a % b; }
        int *made(int n) { int *a = malloc(n * sizeof *a); fill(a, n); return a; }
        int *same(int *a) { a[0] = 9; return a; }
        void grid(double **rows, int n) { rows[n - 1][0] = 7; }
        void fixed(int m[2][2]) { m[1][1] = 5; }
        char **words(char **w, int n) { w[0] = "first"; return w; }
        void join(char *to, const char *from) { strcat(to, from); }
        void bytes(unsigned char *b, int n) { b[n - 1] = 255; }
        int nothing(int *a) { return a == NULL; }
    """
    outcome = results(
        tmp_path, source, call("fill", [0, 0, 0], 3), call("divide", 7, 2, 0, 0), {**call("made", 4), "elements": 4},
        call("same", [1, 2]), call("grid", [[1.0], [2.0, 3.0]], 2), call("fixed", [1, 2, 3, 4]),
        call("words", ["a", "b"], 2), call("join", "ab", "cd"), call("bytes", [1, 2], 2), call("nothing", None),
        call("made", 4),
    )  # fmt: skip
    assert [entry.missing for entry in outcome[:5]] == [None] * 5
    assert outcome[0].after[0] == [0, 1, 4]
    assert outcome[1].after == (7, 2, 3, 1)
    assert outcome[2].returned == [0, 1, 4, 9]
    assert (outcome[3].returned, outcome[3].after) == ([9, 2], ([9, 2],))
    assert outcome[4].after[0] == [[1.0], [7.0, 3.0]]
    assert (outcome[6].returned, outcome[7].after[0]) == (["first", "b"], "abcd")
    assert outcome[8].after[0] == [1, 255]
    assert outcome[9].returned == 1
    assert outcome[10].returned == {"!repr": "a int *"}


def test_structures_go_in_and_come_back_as_mappings(tmp_path: Path) -> None:
    source = """\
        typedef struct { int x; double y[2]; char name[8]; } Point;
        struct pair { Point a, *b; unsigned bits : 3; };
        union either { int i; float f; };
        static Point moved(Point p, int by) { p.x += by; return p; }
        void move(Point *p) { p->x = 7; strcpy(p->name, "moved"); }
        int sum(const Point points[], int n) { int s = 0; while (n--) s += points[n].x; return s; }
        struct pair nested(Point a) { struct pair p = {a, malloc(sizeof a)}; *p.b = a; p.b->x = 2; return p; }
        union either e(void) { union either u = {1}; return u; }
    """
    point = {"x": 1, "y": [0.5, 1.5], "name": "p"}
    outcome = results(
        tmp_path, source, call("moved", point, 2), call("move", {"x": 1}), call("sum", [{"x": 1}, {"x": 2}], 2),
        call("nested", point), call("e"), call("moved", {"z": 1}, 1),
    )  # fmt: skip
    assert outcome[0].returned == {**point, "x": 3}
    assert outcome[1].after == ({"x": 7, "y": [0.0, 0.0], "name": "moved"},)
    assert outcome[2].returned == 3
    assert outcome[3].returned == {"a": point, "b": {**point, "x": 2}}
    assert outcome[4].returned == {"!repr": "a union either"}
    assert outcome[5].missing == "moved cannot be called: it takes Point as argument 1 and is called with an object"


LIST = """\
    struct node { int value; struct node *next; };
    struct node *push(struct node *head, int value) {
        struct node *new = malloc(sizeof *new); new->value = value; new->next = head; return new;
    }
    struct node *ring(struct node *head) { head->next = head; return head; }
    typedef struct list { struct dnode *first; int size; } List;
    struct dnode { char *text; struct dnode *prev, *next; };
    List *list_new(void) { return calloc(1, sizeof(List)); }
    void list_add(List *list, const char *text) {
        struct dnode *new = calloc(1, sizeof *new); new->text = strdup(text); new->next = list->first;
        if (list->first) list->first->prev = new;
        list->first = new; list->size++;
    }
    typedef struct tree { int key; struct tree *left, *right; } *Tree;
    Tree insert(Tree t, int key) {
        if (t == NULL) { t = calloc(1, sizeof *t); t->key = key; return t; }
        if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
        return t;
    }
    int total(const struct node *n) { return n ? n->value + total(n->next) : 0; }
    void *opaque(void) { return malloc(4); } int is_opaque(void *p) { return p != NULL; }
"""


def test_pointers_that_are_kept_are_handed_over_and_looked_into(tmp_path: Path) -> None:
    steps = [
        {**call("push", None, 1), "keep": "one"},
        {**call("push", "$one", 2), "keep": "head"},
        {"of": "$head", "fields": {"value": 2, "next": "*", "none": 1}},
        call("total", "$head"),
        {**call("list_new"), "keep": "list"},
        call("list_add", "$list", "a"),
        call("list_add", "$list", "b"),
        {"of": "$list", "fields": {"size": 2, "first": "*"}},
        {**call("insert", None, 5), "keep": "tree"},
        {**call("insert", "$tree", 3), "keep": "tree"},
        call("insert", "$tree", 8),
        call("ring", "$one"),
        {**call("opaque"), "keep": "o"},
        call("is_opaque", "$o"),
        call("total", {"value": 4, "next": {"value": 5}}),
    ]
    outcome = results(tmp_path, LIST, *steps)
    linked = {"!linked": {"nodes": [{"value": 2}, {"value": 1}], "link": "next"}}
    assert outcome[1].returned == linked
    assert outcome[2].fields == {"value": 2, "next": {"!linked": {"nodes": [{"value": 1}], "link": "next"}}}
    assert outcome[3].returned == 3
    assert outcome[7].fields == {
        "size": 2,
        "first": {"!linked": {"nodes": [{"text": "b"}, {"text": "a"}], "link": "next"}},
    }
    leaf = {"left": None, "right": None}
    assert outcome[10].returned == {"key": 5, "left": {"key": 3, **leaf}, "right": {"key": 8, **leaf}}
    assert outcome[11].returned["!linked"]["nodes"] == [{"value": 1}, {"!repr": "it goes round"}]
    assert (outcome[13].returned, outcome[14].returned) == (1, 9)


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("exit(0);", {"status": 0}),
        ("abort();", {"signal": 6}),
        ("*(volatile int *)8 = 1;", {"signal": 11}),
        ("for (;;);", {"limit": "cpu"}),
        ("f();", {"signal": 11}),
    ],
)
def test_a_call_that_ends_everything_ends_its_own_case_alone(tmp_path: Path, body: str, end: dict[str, Any]) -> None:
    source = f"void f(void) {{ {body} }}\nint ok(void) {{ return 1; }}\n"
    bad, good = cases(tmp_path, source, {"calls": [call("ok"), call("f")], **CPU}, {"calls": [call("ok")]})
    assert [entry.returned for entry in bad.results] == [1]
    assert dict(bad.end) == end
    assert (good.ended, good.results[0].returned) == (None, 1)


def test_a_pointer_to_nowhere_ends_its_case_alone(tmp_path: Path) -> None:
    source = "char *f(void) { return (char *)8; }\nint ok(void) { return 1; }\n"
    bad, good = cases(tmp_path, source, {"calls": [call("f")]}, {"calls": [call("ok")]})
    assert dict(bad.end) == {"signal": 11}
    assert good.results[0].returned == 1


def test_several_sources_names_of_the_driver_and_a_main(tmp_path: Path) -> None:
    files = {
        "list.h": "int helper(int);\n#define call broken\n#define shown 7\n",
        "list.c": '#include "list.h"\n#define void int\nint helper(int n) { return n + 1; }\nint report, functions;\n',
        "broken.c": "int broken( {\n",
        "test.c": "int main(void) { return 3; }\n",
    }
    source = '#include "list.h"\nint f(int n) { return helper(n) + shown; }\nint main(void) { return f(1); }\n'
    (report,) = cases(tmp_path, source, {"calls": [call("f", 1), call("helper", 1), call("(?i)F", 2)]}, **files)
    assert [entry.returned for entry in report.results] == [9, 2, 10]


def test_nothing_that_compiles_and_nothing_at_all(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="error: expected"):
        reports(tmp_path / "a", "c", {"a.c": "int f( {"}, {"calls": [call("f")]})
    with pytest.raises(NotCallable, match="there is no C source file"):
        reports(tmp_path / "b", "c", {"a.txt": ""}, {"calls": [call("f")]})


def test_calls_are_counted_and_the_run_is_as_it_was(tmp_path: Path) -> None:
    source = (
        "static int g(int n) { return n; }\nint f(int n) { return g(n) ? f(n - 1) : 4; }\nint main() { return f(3); }\n"
    )
    workdir, apart = write(tmp_path / "box", {"prog.c": source, "prog": "\x7fELF"}), tmp_path / "apart"
    (workdir / "prog").chmod(0o755)
    apart.mkdir()
    seen, counts = traced(workdir, "c", ("./prog",), apart)
    assert (seen.exit, counts) == (4, {"main": 1, "f": 4, "g": 4})


UNIT = """\
 <0><1>: Abbrev Number: 1 (DW_TAG_compile_unit)
 <1><2>: Abbrev Number: 2 (DW_TAG_subprogram)
    <3>   DW_AT_name        : (string) f
    <4>   DW_AT_type        : (ref4) <0x9>
 <1><9>: Abbrev Number: 3 (DW_TAG_{})
    <a>   DW_AT_type        : (ref4) <0x9>
"""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense\n <0><b>: Abbrev\n",
        " <1><2>: Abbrev Number: 1 (DW_TAG_typedef)\n    <3>   DW_AT_type        : (ref4) <0x2>\n",
        UNIT.format("typedef"),
        UNIT.format("pointer_type"),
        UNIT.format("const_type"),
        UNIT.format("array_type"),
    ],
)
def test_odd_debug_information_comes_to_an_end(text: str) -> None:
    assert len(list(DebugInformation(text).functions({"f"}))) <= 1


def test_memory_that_a_call_frees_is_not_looked_at(tmp_path: Path) -> None:
    source = """\
        struct node { int value; struct node *next; };
        struct node *push(struct node *h, int v) {
            struct node *n = malloc(sizeof *n); n->value = v; n->next = h; return n;
        }
        int clear(struct node *h) {
            int n = 0;
            while (h) { struct node *next = h->next; memset(h, 1, sizeof *h); free(h); h = next; n++; }
            return n;
        }
    """
    steps = [{**call("push", None, 1), "keep": "l"}, {**call("push", "$l", 2), "keep": "l"}, call("clear", "$l")]
    (report,) = cases(tmp_path, source, {"calls": [*steps, call("clear", {"value": 1, "next": {"value": 2}})]})
    assert (report.ended, [entry.returned for entry in report.results[2:]]) == (None, [2, 2])


def test_types_that_lead_through_thousands_of_types_are_the_students_own(tmp_path: Path) -> None:
    chain = "typedef int *p0;\n" + "".join(f"typedef p{number} *p{number + 1};\n" for number in range(3000))
    with pytest.raises(NotCallable, match="nested too deeply"):
        cases(tmp_path, f"{chain}int f(p3000 p) {{ return 0; }}\n", {"calls": [call("f", None)]})
