"""JavaScript functions called by Node, hostile ones too, and calls counted in a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.language.driver import NotCallable, drivers
from harness.model.result import CallResult, CallsReport
from tests.language.calling import call, call_result, reports, traced
from tests.support import write

CPU = {"limits": {"cpu": "1 s"}}


def result(root: Path, source: str, function: str, *args: Any, name: str = "prog.js") -> CallResult:
    return call_result(root, "javascript", {name: source}, function, *args)


def cases(root: Path, source: str, *cases: dict[str, Any], **files: str) -> list[CallsReport]:
    return reports(root, "javascript", {"prog.js": source, **files}, *cases)


def test_values_come_back_with_their_types(tmp_path: Path) -> None:
    expected = {
        "null": None,
        "undefined": None,
        "true": True,
        "1": 1,
        "-0": 0,
        "1.5": 1.5,
        "1e300": 1e300,
        "2 ** 53": 2**53,
        "10n ** 30n": 10**30,
        "NaN": {"!number": "nan"},
        "-Infinity": {"!number": "-inf"},
        "'é\"\\n\\u0000'": 'é"\n\0',
        "'\\ud800'": "\\ud800",
        "[1, [true, null]]": [1, [True, None]],
        "({a: [1]})": {"a": [1]},
        "({'!set': [1]})": {"!map": [["!set", [1]]]},
        "new Map([[1, 2]])": {"!map": [[1, 2]]},
        "new Map([['a', 2]])": {"a": 2},
        "new Set([3])": {"!set": [3]},
        "Buffer.from('x')": {"!bytes": "eA=="},
        "new Float64Array([1.5])": [1.5],
        "new Date(0)": {"!repr": "1970-01-01T00:00:00.000Z"},
        "Object.create(null)": {},
        "new (class Point { x = 1; })()": {"!repr": "Point { x: 1 }"},
        "Symbol('s')": {"!repr": "Symbol(s)"},
        "'x'.repeat(2000000)": {"!repr": "a value too large to be shown"},
        "new Array(3)": [None, None, None],
    }
    body = "".join(f"function f{number}() {{ return {text}; }}\n" for number, text in enumerate(expected))
    (report,) = cases(tmp_path, body, {"calls": [call(f"f{number}") for number in range(len(expected))]})
    assert [entry.returned for entry in report.results] == list(expected.values())


def test_a_value_that_holds_itself_and_one_that_lies_come_to_an_end(tmp_path: Path) -> None:
    source = """\
        function self(a) { a.push(a); return a; }
        function deep() { let a = []; for (let i = 0; i < 9999; i++) a = [a]; return a; }
        function trap() {
            return new Proxy({}, { ownKeys() { throw 1; }, get() { throw 2; }, getPrototypeOf() { throw 3; } });
        }
        function json() { Array.prototype.toJSON = () => 7; Object.prototype.toJSON = () => 7; return [1]; }
    """
    (report,) = cases(tmp_path, source, {"calls": [call("self", [1]), call("deep"), call("trap"), call("json")]})
    assert report.results[0].after == ([1, {"!repr": "..."}],)
    assert str(report.results[1].returned).startswith("[[[[")
    assert report.results[2].returned == {"!repr": "a value that cannot be shown"}
    assert report.results[3].returned == [1]


def test_names_of_every_kind_are_found_exported_or_not(tmp_path: Path) -> None:
    source = """\
        #!/usr/bin/env node
        'use strict';
        let a = () => 1; const b = function () { return 2; }; var c = async () => 3;
        class D { static e() { return 4; } }
        function Mixed() { return typeof this; }
        if (require.main === module) process.exit(7);
        const helper = require('./helper');
        throw new Error("late");
        let never = () => 9;
    """
    calls = [call("a"), call("b"), call("c"), {**call("e"), "of": "D"}, call("(?i)MIXED"), call("other|second")]
    files = {"helper.js": "exports.other = () => 'exported';\nfunction hidden() { return 'hidden'; }\n"}
    (report,) = cases(tmp_path, source, {"calls": [*calls, call("hidden"), call("never")]}, **files)
    returned = [entry.returned for entry in report.results]
    assert returned == [1, 2, 3, 4, "undefined", "exported", "hidden", None]
    missing = "there is no function never in prog.js (prog.js ended early: Error: late)"
    assert report.results[-1].missing == missing


@pytest.mark.parametrize(
    "files",
    [
        {"prog.mjs": "import { two } from './2.mjs';\nconst f = () => two * 2;\n", "2.mjs": "export const two = 2;\n"},
        {"prog.js": "export default function () {}\nexport const f = () => 4;\n"},
        {"prog.js": "const f = () => 4;\nexport { f as g };\n", "package.json": '{"type": "module"}'},
        {"prog.js": "export const f = () => 4;\nawait 0;\nthrow 1;\n", "package.json": '{"type": "module"}'},
        {"prog.cjs": "module.exports = { f: () => 4 };\n"},
        {"a/other.js": "function g() {}\n", "a/prog.js": "function f() { return 4; }\n"},
    ],
)  # fmt: skip
def test_modules_of_either_kind(tmp_path: Path, files: dict[str, str]) -> None:
    (report,) = reports(tmp_path, "javascript", files, {"calls": [call("f")]})
    assert [entry.returned for entry in report.results] == [4]


def test_the_required_file_goes_first(tmp_path: Path) -> None:
    files = {"a.js": "function f() { return 'a'; }\n", "b.js": "function f() { return 'b'; }\n"}
    (report,) = reports(tmp_path, "javascript", files, {"calls": [call("f")]}, more="files: {required: [b.js]}")
    assert report.results[0].returned == "b"


def test_variables_of_the_file_are_set_and_read(tmp_path: Path) -> None:
    source = "let n = 1; var m = [1]; const k = 5; function f() { n += 1; return n; }\n"
    ok = {"set": {"n": 7, "none?": 1, "m": {"!set": [2]}}, "get": {"n": 8, "m": "*", "k": 5, "gone": 1}}
    outcome = cases(tmp_path, source, {**ok, "calls": [call("f")]}, {"set": {"k": 1}, "calls": [call("f")]})
    assert outcome[0].results[0].returned == 8
    assert outcome[0].fields == {"n": 8, "m": {"!set": [2]}, "k": 5}
    assert outcome[1].results[0].missing == "there is no variable k that can be set"


def test_output_of_every_kind_is_taken_and_there_is_no_input(tmp_path: Path) -> None:
    source = """\
        const fs = require('fs');
        console.log("loading");
        function f() {
            console.log("a %d", 1); process.stdout.write(Buffer.from("b\\n")); fs.writeSync(1, "c\\n");
            fs.writeFileSync("/dev/stdout", "d\\n"); console.error("not this"); console.table([]);
            return fs.readFileSync(0, "utf8") + process.argv.length;
        }
        function g() { fs.writeFileSync("made.txt", "x"); return fs.readFileSync("made.txt", "utf8"); }
    """
    (report,) = cases(tmp_path, source, {"calls": [call("f"), call("g")]})
    assert report.results[0].stdout.startswith(b"a 1\nb\nc\nd\n")
    assert (report.results[0].returned, report.results[1].returned) == ("2", "x")


def test_exceptions_are_reported_by_type_bases_and_message(tmp_path: Path) -> None:
    source = """\
        class Bad extends RangeError {}
        function a() { throw new Bad("no"); }
        function b() { throw "text"; }
        async function c() { throw new TypeError("later"); }
        function d() { const e = new Error("x"); e.name = "Named"; throw e; }
        function e() { throw null; }
        function f() { return f(); }
        function g() { throw { get message() { throw 1; } }; }
        function ok() { return 1; }
    """
    (report,) = cases(tmp_path, source, {"calls": [call(name) for name in ("a", "b", "c", "d", "e", "f", "g", "ok")]})
    shown = [(entry.raised, entry.message, entry.bases) for entry in report.results]
    assert shown[0] == ("Bad", "no", ("RangeError", "Error"))
    assert shown[1] == ("string", "text", ())
    assert shown[2] == ("TypeError", "later", ("Error",))
    assert shown[3] == ("Error", "x", ("Named",))
    assert shown[4][0] == "null"
    assert shown[5][:2] == ("RangeError", "Maximum call stack size exceeded")
    assert shown[6][0] == "Object"
    assert shown[7][0] is None


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("process.exit(0)", {"status": 0}),
        ("process.exit(3)", {"status": 3}),
        ("for (;;) {}", {"limit": "cpu"}),
        ("return new Promise(() => {})", {}),
        ("setTimeout(() => { throw 1; }); return new Promise((done) => setTimeout(done, 60000))", {"status": 1}),
        ("const a = []; for (;;) a.push(new Array(1000).fill({}))", {"limit": "memory"}),
        ("while (true) require('fs').writeFileSync('x', '')", {"limit": "cpu"}),
        ("process.kill(process.pid, 'SIGKILL'); for (;;) {}", {"signal": 9}),
        ("/^(a+)+$/.test('a'.repeat(60) + 'b')", {"limit": "cpu"}),
    ],
)  # fmt: skip
def test_a_call_that_ends_everything_ends_its_own_case_alone(tmp_path: Path, body: str, end: dict[str, Any]) -> None:
    source = f"function f() {{ {body} }}\nfunction ok() {{ return 1; }}\n"
    # Each program meets the limit that is meant first: the one that fills the memory has time for it on any machine.
    limits = {"limits": {"cpu": "60 s", "wall": "300 s", "memory": "256 MB"}} if "push" in body else CPU
    bad, good = cases(
        tmp_path, source, {"calls": [call("ok"), call("f"), call("ok")], **limits}, {"calls": [call("ok")]}
    )
    assert [entry.returned for entry in bad.results] == [1]
    assert bad.ended is not None
    assert dict(bad.end) == end
    assert (good.ended, good.results[0].returned) == (None, 1)


def test_what_a_case_changes_is_gone_in_the_next(tmp_path: Path) -> None:
    source = """\
        let n = 0;
        function spoil() { n = 5; JSON.stringify = () => "x"; Array.isArray = () => true; Map.prototype.get = () => 1;
            Object.keys = () => []; String.prototype.replace = () => "no"; process.stdout.write = () => true;
            globalThis.seen = 1; Buffer.concat = null; Reflect.apply = null; Array.prototype.push = null; }
        function look() { return [n, typeof seen, JSON.stringify([1])]; }
    """
    calls = {"calls": [call("look")]}
    spoilt, fresh = cases(tmp_path, source, {"calls": [call("spoil")]}, calls)
    assert len(spoilt.results) <= 1
    assert fresh.results[0].returned == [0, "undefined", "[1]"]


def test_a_file_that_does_not_compile_and_none_at_all(tmp_path: Path) -> None:
    missing = result(tmp_path / "a", "function f( {\n", "f").missing
    assert missing is not None
    assert missing.startswith("there is no function f in prog.js (prog.js ended early: SyntaxError: ")
    with pytest.raises(NotCallable, match="there is no JavaScript file"):
        reports(tmp_path / "b", "javascript", {"a.txt": ""}, {"calls": [call("f")]})


def test_calls_are_counted_and_the_run_is_as_it_was(tmp_path: Path) -> None:
    source = "const g = () => 1;\nfunction f(n) { g(); return n && f(n - 1); }\nf(3);\nprocess.exit(4);\n"
    workdir, apart = write(tmp_path / "box", {"prog.js": source}), tmp_path / "apart"
    apart.mkdir()
    seen, counts = traced(workdir, "javascript", ("node", "prog.js", "arg"), apart)
    assert (seen.exit, counts) == (4, {"f": 4, "g": 4})
    with pytest.raises(NotCallable, match="not started by node"):
        drivers()["javascript"].trace_commands(workdir, (("./prog.js",),), "report")


# ---- Programs of several modules

STATS = "function mean(xs) { return xs.reduce((a, b) => a + b, 0) / xs.length; }\nmodule.exports = { mean };\n"
CLI = (
    'const { mean } = require("./stats");\nif (process.argv.length < 9) { process.exit(2); }\nconsole.log(mean([1]));\n'
)


@pytest.mark.parametrize("folder", ["", "lib/"])
@pytest.mark.parametrize("cli", [CLI, "throw new Error('no');\nmean([1]);\n", "mean([1]); while (true) {}\n"])
def test_a_module_that_only_uses_the_function_is_not_loaded(tmp_path: Path, folder: str, cli: str) -> None:
    files = {f"{folder}stats.js": STATS, f"{folder}cli.js": cli}
    found = call_result(tmp_path, "javascript", files, "mean", [1, 3])
    assert (found.returned, found.raised) == (2, None)


@pytest.mark.parametrize(
    "main",
    [
        "process.exit(mean([1]) === 1 ? 0 : 1);",
        "async function main() { await null; process.exit(0); }\nmain();",
        "(async () => { await null; mean([1]); })().then(() => process.exit(0));",
        "process.exitCode = 3;\nprocess.exit();",
    ],
)
def test_an_end_of_the_program_while_it_loads_ends_no_call(tmp_path: Path, main: str) -> None:
    found = result(tmp_path, f"{STATS}{main}\n", "mean", [1, 3])
    assert (found.returned, found.raised) == (2, None)


def test_an_end_of_the_program_in_a_module_ends_no_call(tmp_path: Path) -> None:
    source = "export function mean(xs) { return xs[0]; }\nif (true) process.exit(1);\n"
    assert result(tmp_path, source, "mean", [4], name="stats.mjs").returned == 4


def test_an_end_of_the_program_in_a_call_is_the_calls(tmp_path: Path) -> None:
    (report,) = cases(tmp_path, "function f() { process.exit(3); }\n", {"calls": [call("f")]})
    assert (report.ended, report.results) == ("the call ended the whole program (exit status 3)", ())
