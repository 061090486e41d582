"""The JavaScript driver: each case calls functions in a worker thread of Node; calls are counted by V8 itself."""

from __future__ import annotations

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
        for way in ways:
            if Path(way[0]).name == "node":
                folder = copy_program(workdir, "javascript/program", ("tracer.cjs",))
                (folder / "report").write_text(report, encoding="utf-8")
                return (), (way[0], "--require", f"./{FOLDER}/tracer.cjs", *way[1:])
        raise NotCallable("the program is not started by node and the name of a file")


DRIVER = JavaScriptDriver()
