"""The JavaScript driver: each case calls functions in a worker thread of Node; calls are counted by V8 itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from harness.language.driver import FOLDER, CalledNames, Driver, NotCallable, copy_program
from harness.language.javascript.language import JavaScript
from harness.model.result import ValueRules
from harness.sandbox.files.scratch import regular_files


class JavaScriptDriver(Driver):
    """Calls functions of the files in the folder, exported or not."""

    language = "javascript"
    program = ("driver.cjs", "program.cjs", "values.cjs", "worker.cjs")
    rules = ValueRules(
        one_number=True,
        list_as_tuple=True,
        text_keys=True,
        type_names={
            "int": "number", "float": "number", "str": "string", "bool": "boolean",
            "none": "null", "list": "array", "dict": "object",
        },
    )  # fmt: skip

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:  # noqa: ARG002 - found later
        """No commands: a file is compiled when it is loaded."""
        if not any(path.endswith(JavaScript.suffixes) for path in regular_files(workdir)):
            raise NotCallable(f"there is no JavaScript file (its name would end in {', '.join(JavaScript.suffixes)})")
        self.copy_driver(workdir)
        return ()

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """Start Node without what it would say about features that may change."""
        return ("node", "--no-warnings", f"{FOLDER}/driver.cjs", report)

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The first way that starts a file with Node."""
        return (), _required(workdir, ways, ("tracer.cjs",), report)

    def locate_command(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str, seconds: float, span: float
    ) -> tuple[str, ...]:
        """As ``trace_commands``, with a thread that looks at the calls of the main one."""
        facts = json.dumps({"report": report, "seconds": seconds, "span": span})
        return _required(workdir, ways, ("locator.cjs", "look.cjs"), facts)


def _required(workdir: Path, ways: tuple[tuple[str, ...], ...], names: tuple[str, ...], facts: str) -> tuple[str, ...]:
    """The first way that starts a file with Node, with the first of these files before; all of them are copied."""
    for way in ways:
        if Path(way[0]).name == "node":
            folder = copy_program(workdir, "javascript/program", names)
            (folder / "report").write_text(facts, encoding="utf-8")
            return (way[0], "--require", f"./{FOLDER}/{names[0]}", *way[1:])
    raise NotCallable("the program is not started by node and the name of a file")


DRIVER = JavaScriptDriver()
