"""The kinds of cases, as far as a spec has to know them: each is a module of ``harness/grading/kinds``, found by name.

The name of the module is the key that makes a case one of its kind: a case with ``calls`` is of the kind
``harness/grading/kinds/calls.py``; a case without any such key runs the program.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

import msgspec
from msgspec import Meta

import harness
from harness.model.family import member_names
from harness.spec.format.model import Case, CaseDefaults, Spec

if TYPE_CHECKING:
    from harness.spec.format.assignment import Assignment, PlannedCase
    from harness.spec.yaml.location import KeyPath, Problem
    from harness.spec.yaml.source import Source

_PACKAGE = "harness.grading.kinds"
_FOLDER = Path(harness.__file__).parent.joinpath(*_PACKAGE.split(".")[1:])
RUN = "run"
"""The kind of a case without a key of another kind."""
COMMON = frozenset({"clause", "name", "for", "weight", "visibility", "follows", "exists", "needs"})
"""Keys that a case of any kind may have."""
PROCESS = frozenset({"run", "args", "files", "limits"})
"""Keys of a process that is started."""
WRITTEN = frozenset({"stdout", "stderr", "exit", "ending", "produces", "near_misses"})
"""Keys of what a process leaves."""


class CaseKind:
    """What a kind of case is; its docstring says it to the author of a spec."""

    key: ClassVar[str]
    """The key that makes a case one of this kind."""
    takes: ClassVar[frozenset[str]] = frozenset()
    """The keys that such a case may have beside its own and those of every case."""
    why_not: ClassVar[Mapping[str, str]] = {}
    """Keys that it does not take, and what an author does instead of them."""
    guide: ClassVar[str] = ""
    """Where the documents show it by example."""
    options: ClassVar[type | None] = None
    """The record or type below ``key``, where ``Case`` has no field of that name."""
    looks_at_build: ClassVar[bool] = False
    """Whether it looks at what the build makes besides a program that can be started."""
    shares_process: ClassVar[bool] = False
    """Whether all such cases of a submission are handed over together, as one process does them."""
    is_traced: ClassVar[bool] = False
    """Whether the run is watched from inside, which takes longer."""
    has_run_time: ClassVar[bool] = False
    """Whether its CPU time is that of the program on the case's input."""
    may_be_left_out: ClassVar[bool] = False
    """Whether further cases of a clause that is lost need not be run: what they find explains no other case."""

    def starts_program(self, _case: Case) -> bool:
        """Whether it starts the program that the build makes, so that there has to be one."""
        return False

    def needs_build(self, _case: Case) -> bool:
        """Whether it looks at what the build makes, and not only at what was handed in."""
        return True

    def tools(self, _assignment: Assignment, _case: Case) -> Iterable[str]:
        """The tools that it takes besides those of the build and of its ``run``, ``sanitize`` and ``clock``."""
        return ()

    def starts_usually(self, _case: Case) -> bool:
        """Whether the case does nothing else than to start the program, in the way that the submission is started."""
        return False

    def can_be_repeated(self, _case: Case) -> bool:
        """Whether the run can be repeated under another tool, by its own program and its own input."""
        return False

    def shared_run(self, _case: Case) -> str:
        """All that decides a run of this case, as a key: cases with the same key may be judged by one run.

        Empty for a case that has a run of its own.
        """
        return ""

    def same_start(self, _case: Case) -> str:
        """All that a program can see of its run, as a key: cases with the same key may differ in limits and judging.

        Empty for a case that starts nothing that another one starts, too.
        """
        return ""

    def runs(self, _assignment: Assignment, case: Case) -> int:
        """How many processes a case starts one after the other, at most, each within the limits of the case."""
        return case.runs * max(1, len(case.attempts or ()))

    def expects_something(self, _case: Case) -> bool:
        """Whether there is anything that a program can do wrong."""
        return True

    def program_folders(self, _case: Case) -> Iterable[str]:
        """Folders beside the spec whose programs decide the verdict."""
        return ()

    def problems(self, _source: Source, _assignment: Assignment, _case: Case, _path: KeyPath) -> Iterator[Problem]:
        """Every problem of an entry of the cases, before its variables are filled in."""
        yield from ()

    def planned_problems(self, _source: Source, _planned: PlannedCase, _assignment: Assignment) -> Iterator[Problem]:
        """Every problem of a case whose variables are filled in."""
        yield from ()

    def all_keys(self) -> frozenset[str]:
        """Every key that such a case may have."""
        return COMMON | self.takes | {self.key}


@cache
def kind_names() -> tuple[str, ...]:
    """The keys that make a case one of a kind, sorted; the first is that of a plain run."""
    names = member_names([str(_FOLDER)])
    return (RUN, *(name for name in names if name != RUN))


@cache
def kind_named(name: str) -> CaseKind:
    """The kind whose key this is."""
    kind: CaseKind = importlib.import_module(f"{_PACKAGE}.{name}").KIND
    return kind


def kinds() -> dict[str, CaseKind]:
    """Every kind by its key."""
    return {name: kind_named(name) for name in kind_names()}


@cache
def all_case_keys() -> frozenset[str]:
    """Every key that a case of some kind may have."""
    return frozenset[str]().union(*(kind.all_keys() for kind in kinds().values()))


@cache
def refused_keys(kind: CaseKind) -> frozenset[str]:
    """Every key of a case that one of this kind may not have."""
    return all_case_keys() - kind.all_keys()


def kind_of_keys(entry: Mapping[Any, Any]) -> CaseKind:
    """The kind of a case as it stands in the file."""
    return kind_named(next((name for name in kind_names()[1:] if name in entry), RUN))


def kind_of(case: Case) -> CaseKind:
    """The kind of a case."""
    for name in kind_names()[1:]:
        if getattr(case, name, None):
            return kind_named(name)
    return kind_named(RUN)


def why_no_exit(case: Case) -> str:
    """What a case says by which its exit status does not matter; empty if that is judged."""
    if case.cleans:
        return "cleans: true"
    if case.ending == "any":
        return "ending: any"
    last = case.dialogue[-1] if case.dialogue else None
    if last is not None and last.hang_up:
        return "hang_up: true"
    return "end: waiting" if last is not None and last.end == "waiting" else ""


def defaults_for(case: Case, defaults: CaseDefaults) -> dict[str, Any]:
    """What a case has by ``defaults``: what it does not say itself, as far as its kind takes it."""
    keys = _keys_with_defaults(kind_of(case))
    without_exit = "exit" in keys and why_no_exit(case)
    return {
        key: getattr(defaults, key)
        for key in keys
        if getattr(case, key) is None and not (without_exit and key == "exit")
    }


@cache
def _keys_with_defaults(kind: CaseKind) -> tuple[str, ...]:
    return tuple(key for key in CaseDefaults.__struct_fields__ if key in kind.all_keys())


@cache
def case_model() -> type[Case]:
    """The model of a case, with the keys of every kind."""
    own = [kind for kind in kinds().values() if kind.options is not None]
    if not own:
        return Case
    fields: list[Any] = [
        (kind.key, Annotated[kind.options | None, Meta(description=kind.__doc__ or "")], None)
        for kind in own
        if kind.options is not None
    ]
    case = msgspec.defstruct("Case", fields, bases=(Case,), module=__name__, **_SETTINGS)
    case.__qualname__ = "ExtendedCase"
    return cast("type[Case]", case)


@cache
def spec_model() -> type[Spec]:
    """The model of a spec, whose cases have the keys of every kind."""
    case = case_model()
    if case is Case:
        return Spec
    spec = msgspec.defstruct("Spec", [("cases", tuple[case, ...])], bases=(Spec,), module=__name__, **_SETTINGS)  # type: ignore[valid-type]
    spec.__qualname__ = "ExtendedSpec"
    return cast("type[Spec]", spec)


_SETTINGS: dict[str, Any] = {"frozen": True, "forbid_unknown_fields": True, "kw_only": True}


def __getattr__(name: str) -> Any:
    """The models with the keys of further kinds, by which pickle finds them."""
    if name == "ExtendedSpec":
        return spec_model()
    if name == "ExtendedCase":
        return case_model()
    raise AttributeError(name)
