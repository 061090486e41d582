"""The report formats: one module each, named as the format is, with ``render(document) -> bytes``.

A module may say more of its format:

- ``ENDING``: the file ending that chooses it, such as ``".xml"``; empty if it is chosen by its name alone. Without
  it the ending is the module's name.
- ``READER``: who a whole report is for when ``--for`` does not say; ``staff`` without it.
- ``chunks(document) -> Iterator[bytes]``: the same piece by piece, so that the report of a large class is never in
  memory as a whole.
- ``APPENDED``: environment variable -> a function of the document and of the number of bytes that the file has already;
  what it returns is appended to the file that the variable names, where it is set.
- ``WHOLE_CLASS``: true where it is of the whole class and of whole grades only, whoever reads it, and goes back into a
  learning system: no ``--only``, no ``{student}``, and ``--for`` changes nothing. Students get only their part.
- ``FROM_THE_START``: true where the file is written from the start of a run of one submission on, as its system may end
  the run at any time.
- ``ONE_ASSIGNMENT``: true where it takes one assignment at a time.
- ``remarks(document) -> Iterable[str]``: lines for the user on what is not in it, and why.

Each learning system's file of grades is such a format too: ``canvas``, ``moodle`` and the other modules of
``harness.course.learning_systems``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import ModuleType

from msgspec import Struct

from harness.model.errors import UsageError
from harness.model.family import member_names
from harness.reports.document import Document
from harness.reports.visible_to import Reader

Render = Callable[[Document], bytes]
RenderChunks = Callable[[Document], Iterable[bytes]]
RenderAppended = Callable[[Document, int], bytes]
Remarks = Callable[[Document], Iterable[str]]


class Format(Struct, frozen=True):
    """A report format, as its module says."""

    name: str
    render: Render
    chunks: RenderChunks
    """The report piece by piece."""
    ending: str
    """The file ending that chooses it, in lower case; empty if only its name does."""
    reader: Reader
    appended: Mapping[str, RenderAppended]
    remarks: Remarks
    whole_class: bool
    one_assignment: bool
    from_the_start: bool = False


def names() -> list[str]:
    """The names of the formats that there are, sorted."""
    return member_names(__path__) + _grade_files()


def _grade_files() -> list[str]:
    from harness.course.learning_systems import GRADE_FILES  # noqa: PLC0415 - loads every learning system

    return sorted(GRADE_FILES)


def named(name: str) -> Format:
    """The format of this name; UsageError with the known names when there is none."""
    if name not in member_names(__path__):
        if name in _grade_files():
            return _grade_file(name)
        import difflib  # noqa: PLC0415 - few names are misspelt

        near = difflib.get_close_matches(name, names(), 1)
        guess = f'; did you mean "{near[0]}"?' if near else ""
        raise UsageError(f'there is no report format "{name}"{guess} (known: {", ".join(names())})')
    module = importlib.import_module(f"{__name__}.{name}")
    render: Render = module.render
    return Format(
        name,
        render,
        getattr(module, "chunks", lambda document: (render(document),)),
        _ending(module, name),
        getattr(module, "READER", "staff"),
        getattr(module, "APPENDED", {}),
        getattr(module, "remarks", _no_remarks),
        getattr(module, "WHOLE_CLASS", False),
        getattr(module, "ONE_ASSIGNMENT", False),
        getattr(module, "FROM_THE_START", False),
    )


def _no_remarks(_document: Document) -> Iterable[str]:
    return ()


def _grade_file(name: str) -> Format:
    """The format of a learning system's file of grades."""
    from harness.reports.upload.system_files import remarks, render  # noqa: PLC0415 - loads every learning system

    def chunks(document: Document) -> Iterable[bytes]:
        return (render(name, document),)

    return Format(
        name=name,
        render=partial(render, name),
        chunks=chunks,
        ending="",
        reader="staff",
        appended={},
        remarks=partial(remarks, name),
        whole_class=True,
        one_assignment=True,
    )


def _ending(module: ModuleType, name: str) -> str:
    ending: str = getattr(module, "ENDING", f".{name}")
    return ending


def suffixes() -> list[str]:
    """The file endings that choose a format, sorted."""
    return sorted(filter(None, (named(name).ending for name in names())))


def by_ending(path: str) -> Format:
    """The format for a file name by its ending; UsageError with the known endings when there is none."""
    likely = path.lower().rpartition(".")[2]
    for name in sorted(names(), key=lambda name: name != likely):  # the one of this name first: no other is imported
        report_format = named(name)
        if report_format.ending and path.lower().endswith(report_format.ending):
            return report_format
    if likely == "pdf":
        raise UsageError(
            f"{path}: no report format has this ending; write a .html file and print it to a PDF in a browser"
        )
    raise UsageError(
        f"{path}: no report format has this ending; known: {', '.join(suffixes())}; "
        f"FORMAT:FILE names one of: {', '.join(names())}"
    )
