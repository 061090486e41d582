"""Programs of a problem of DMOJ: what makes its data, what checks an output, what talks with the student's program."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.authoring.importing.checks import checks
from harness.authoring.importing.contest_packages.course_program import FOLDER, CourseProgram, course_program, run_once
from harness.authoring.importing.contest_packages.dmoj_unsupported import only_there
from harness.authoring.importing.contest_packages.own_validator import OwnInteractor, OwnValidator
from harness.authoring.importing.dmoj_data import Data
from harness.authoring.importing.fields import Fields, file_below
from harness.authoring.importing.package import Faults
from harness.language.cpp.language import STANDARDS as CPP_STANDARDS
from harness.model.invocation import ResolvedLimits

_PLACES = {
    "{input_file}": "<input>", "{output_file}": "<output>", "{answer_file}": "<answer>",
}  # fmt: skip
_CHECKERS = {
    "default": "{input_file} {output_file} {answer_file}",
    "testlib": "{input_file} {output_file} {answer_file}",
    "coci": "{input_file} {output_file} {answer_file}",
    "peg": "{answer_file} {output_file} {input_file}",
}
"""Who reads what a checker says -> what it is started with."""
_INTERACTORS = {
    "default": "{input_file} {answer_file}",
    "coci": "{input_file} {answer_file}",
    "testlib": "{input_file} /dev/null {answer_file}",
}
_UNBUFFERED = ("stdbuf", "-o0")
"""In front of a compiled interactor: those of DMOJ need not flush what they write."""
_SECONDS, _KIB = 20, 524288
"""The limits of a generator, unless it states others, as DMOJ has them."""
_LARGEST = 1 << 30
_PART = "submission.o"
_NO_VERDICT = (
    "lang", "language", "feedback", "cached", "unbuffered", "time_limit", "memory_limit", "compiler_time_limit",
    "preprocessing_time",
)  # fmt: skip


class Programs:
    """The programs of one problem, each built once."""

    def __init__(self, folder: Path, faults: Faults) -> None:
        """``folder``: where their sources lie."""
        self._folder, self._faults = folder, faults
        self._built: dict[str, CourseProgram | None] = {}
        self._judges: dict[str, OwnValidator | OwnInteractor | None] = {}

    def generated(self, settings: object, args: object, given: bytes, place: str) -> tuple[bytes, bytes]:
        """What a generator makes of its arguments and its input: the input of a case, and the expected output."""
        fields = self._fields(settings, f"{place}.generator", "source")
        flags, own = self._words(fields, "flags"), self._words(fields, "args")
        program = self._program(fields.raw("source"), flags, fields.place)
        cpu_s, memory = fields.number("time_limit", _SECONDS), fields.number("memory_limit", _KIB)
        limits = ResolvedLimits(cpu=cpu_s, wall=3 * cpu_s, memory=int(memory) << 10, output=_LARGEST)
        fields.end()
        words = [*map(str, args)] if isinstance(args, list) else []
        if program is None:
            return b"", b""
        return run_once(program, words or list(own), given, limits, fields.place, self._faults)

    def checker(self, settings: object, worth: float, place: str) -> Mapping[str, Any]:
        """The checker of an output that a program judges; ``worth``: the points, of which it may give a part."""
        validator = self._judge(settings, f"{place}.checker.args", _CHECKERS, OwnValidator)
        return validator.keys((), worth)["stdout"] if validator else {}

    def interactor(self, settings: object, worth: float, place: str) -> Mapping[str, Any]:
        """Keys of a case in which a program talks with the student's."""
        interactor = self._judge(settings, f"{place}.interactive", _INTERACTORS, OwnInteractor)
        return interactor.keys((), worth) if interactor else {}

    def python_checker(self, name: str, args: Mapping[str, Any], worth: float, place: str) -> Mapping[str, Any]:
        """The checker of an output that a function ``check`` of the problem's judges."""
        judge = self._python_judge("check", name, OwnValidator, f"{place}.checker")
        return judge.keys((f"{worth:g}", json.dumps(args)), worth)["stdout"] if judge else {}

    def custom_judge(self, name: str, worth: float, place: str) -> Mapping[str, Any]:
        """Keys of a case in which a class ``Grader`` of the problem's talks with the student's program."""
        judge = self._python_judge("interact", name, OwnInteractor, f"{place}.custom_judge")
        return judge.keys((f"{worth:g}", "{}"), worth) if judge else {}

    def files(self) -> dict[str, bytes]:
        """What lies beside the spec."""
        judges = [judge for judge in self._judges.values() if judge]
        return {name: content for judge in judges for name, content in judge.files().items()}

    def executable(self) -> list[str]:
        """Those of the files that are started."""
        return [name for judge in self._judges.values() if judge for name in judge.executable]

    def _python_judge(
        self, mode: str, name: str, kind: type[OwnValidator | OwnInteractor], place: str
    ) -> OwnValidator | OwnInteractor | None:
        """What starts a file written against DMOJ's own code, with the adapter beside it."""
        key = f"{mode} {name}"
        if key not in self._judges:
            path = file_below(self._folder, name)
            content = None if path is None else path.read_bytes()
            reasons = ["there is no such file in the folder"] if content is None else list(only_there(content, mode))
            for reason in reasons:
                self._faults.add(place, f"{name}: {reason}")
            folder = f"{FOLDER}-{mode}"
            files = {f"{folder}/judge.py": checks("dmoj_python"), f"{folder}/{mode}er.py": content or b""}
            start = ("<python>", "-B", f"<here>/{folder}/judge.py", mode, f"{mode}er.py")
            self._judges[key] = None if reasons else kind(CourseProgram(start, files))
        return self._judges[key]

    def _judge(
        self,
        settings: object,
        place: str,
        contracts: Mapping[str, str],
        kind: type[OwnValidator | OwnInteractor],
    ) -> OwnValidator | OwnInteractor | None:
        key = repr((settings, kind.__name__))
        if key not in self._judges:
            fields = self._fields(settings, place, "files")
            flags, contract = self._words(fields, "flags"), fields.text("type", "default")
            if contract not in contracts:
                self._faults.add(f"{place}.type", f"{contract} is not known; known are {', '.join(contracts)}")
            words = fields.text("args_format_string", contracts.get(contract, ""))
            program = self._program(fields.raw("files"), flags, place)
            fields.end()
            for name, sign in _PLACES.items():
                words = words.replace(name, sign)
            args = tuple(shlex.split(words))
            unbuffered = kind is OwnInteractor and fields.raw("unbuffered") is not False
            if program and unbuffered and len(program.start) == 1:
                program = replace(program, start=(*_UNBUFFERED, *program.start))
            self._judges[key] = kind(program, contract, args) if program else None
        return self._judges[key]

    def _fields(self, settings: object, place: str, sources: str) -> Fields:
        """The settings; one that is only a file, or a list of them, names the sources."""
        fields = Fields(settings if isinstance(settings, Mapping) else {sources: settings}, place, self._faults)
        fields.ignore(*_NO_VERDICT)
        return fields

    def _words(self, fields: Fields, key: str) -> tuple[str, ...]:
        return tuple(map(str, fields.items(key)))

    def _program(self, names: object, flags: Sequence[str], place: str) -> CourseProgram | None:
        listed = [str(name) for name in (names if isinstance(names, list) else [names])]
        key = repr((listed, flags))
        if key not in self._built:
            paths = [self._folder / name for name in listed]
            missing = [path.name for path in paths if not path.is_file()]
            if missing or not paths[0].resolve().is_relative_to(self._folder.resolve()):
                self._faults.add(place, f"there is no file {' and '.join(missing) or paths[0]} in the folder")
                return None
            folder = FOLDER if not self._built else f"{FOLDER}-{len(self._built) + 1}"
            self._built[key] = course_program(paths[0], self._faults, paths, flags, folder)
        return self._built[key]


def signature_grader(
    settings: object, data: Data, place: str, faults: Faults
) -> tuple[Mapping[str, Any], Mapping[str, bytes]]:
    """Keys of the spec, and files, of a problem for which functions in C or C++ are handed in, as a header says.

    The course's program calls them; a ``main`` of the student's has another name, unless it is allowed.
    """
    fields = Fields(settings, f"{place}.signature_grader", faults)
    names = {key: fields.text(key) for key in ("entry", "header")}
    hidden = () if fields.raw("allow_main") else ("-Dmain=main_of_the_submission",)
    fields.end()
    files: dict[str, bytes] = {}
    for key, name in names.items():
        content = data.content(name) if name else None
        if content is None:
            faults.add(f"{fields.place}.{key}", f"there is no such file in the folder or in its archive: {name}")
        files[f"grader/{name}"] = content or b""
    entry, header = (f"grader/{name}" for name in names.values())
    given = {names["header"]: {"file": header}, entry: {"file": entry}}
    build = [
        {
            "commands": [
                [*compiler, "-DSIGNATURE_GRADER", "-include", names["header"], *hidden, "-r", "-o", _PART, sources],
                [*compiler, "-DSIGNATURE_GRADER", "-I.", "-o", "program", _PART, "-x", language, entry, *libraries],
            ],
            "run": [["./program"]],
        }
        for language, compiler, sources, libraries in (
            ("c++", ("g++", "-O2", f"-std={CPP_STANDARDS[0]}"), "{files:*.cc|*.cpp|*.cxx|*.C|*.c++}", ()),
            ("c", ("gcc", "-O2"), "{files:*.c}", ("-lm",)),
        )
    ]
    return {"given": given, "build": build}, files
