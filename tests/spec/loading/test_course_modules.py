"""The Python modules of a course: each course has its own, whatever another one in the same process is called."""

from __future__ import annotations

import marshal
import pickle
import sys
import traceback
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.course.assignments import load_cached
from harness.model.errors import SpecError
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import assignment_ids
from harness.spec.loading.course_modules import functions_of
from tests.support import course, loaded, write

USES_SHARED = """\
from _shared.limits import LIMIT

def at_import():
    return LIMIT

def at_call():
    from _shared import limits
    import _shared.limits as same_module
    assert limits is same_module
    return limits.LIMIT
"""


def versions(tmp_path: Path, checks: str = USES_SHARED) -> tuple[Path, Path]:
    """Two folders of one course, which differ in what they share."""
    first, second = (course(tmp_path / name, beside={"checks.py": checks}) for name in ("v1", "v2"))
    for root, limit in ((first, 1), (second, 2)):
        write(root / "specs" / "_shared", {"__init__.py": "", "limits.py": f"LIMIT = {limit}\n"})
    return first, second


def call(assignment: Assignment, name: str, *values: object) -> Any:
    return assignment.functions[name](*values)


def test_a_second_version_of_a_course_uses_its_own_shared_modules(tmp_path: Path) -> None:
    first, second = map(loaded, versions(tmp_path))
    assert [call(first, "at_import"), call(second, "at_import")] == [1, 2]


def test_courses_used_alternately_import_their_own_modules_at_call_time_too(tmp_path: Path) -> None:
    first, second = map(loaded, versions(tmp_path))
    assert [call(version, "at_call") for version in (first, second, first, second)] == [1, 2, 1, 2]


def test_a_shared_module_that_changed_is_loaded_again(tmp_path: Path) -> None:
    root, _ = versions(tmp_path)
    before = loaded(root)
    write(root / "specs" / "_shared", {"limits.py": "LIMIT = 3\n"})
    assert [call(version, "at_import") for version in (loaded(root), before)] == [3, 1]
    assert call(load_cached(root / "specs", "sum"), "at_import") == 3


def test_nothing_that_another_course_could_import_is_left(tmp_path: Path) -> None:
    path, modules = list(sys.path), set(sys.modules)
    for version in map(loaded, versions(tmp_path)):
        call(version, "at_call")
    assert sys.path == path
    assert all(name.startswith("grade_course_") for name in set(sys.modules) - modules)


def test_checks_may_be_a_package_and_shared_modules_packages(tmp_path: Path) -> None:
    root = course(
        tmp_path,
        name="week-2.1",
        beside={
            "checks/__init__.py": 'from .reading import read, shown\n__all__ = ["read"]\n',
            "checks/reading.py": "from _shared.boards.rows import rows\nshown = read = rows\n",
        },
    )
    package = {"boards/__init__.py": "", "boards/rows.py": "from .marks import QUEEN\ndef rows(): return QUEEN\n"}
    write(root / "specs" / "_shared", package | {"boards/marks.py": "QUEEN = 'Q'\n"})
    assignment = loaded(root, "week-2.1")
    assert set(assignment.functions) == {"read"}
    assert call(assignment, "read") == "Q"


def test_dataclasses_and_their_annotations_work(tmp_path: Path) -> None:
    record = "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom typing import ClassVar\n"
    record += "@dataclass(frozen=True, slots=True)\nclass Square:\n    row: int\n    size: ClassVar[int] = 8\n"
    root = course(tmp_path, beside={"checks.py": record + "def square(row):\n    return Square(row)\n"})
    assert repr(call(loaded(root), "square", 3)) == "Square(row=3)"


def test_another_process_loads_the_functions_for_itself(tmp_path: Path) -> None:
    for root, limit in zip(versions(tmp_path), (1, 2), strict=True):
        load_cached(root / "specs", "sum")
        functions = load_cached(root / "specs", "sum").functions
        assert pickle.loads(pickle.dumps(functions))["at_call"]() == limit  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("LIMIT = 1\n\nSIZE = 1 / 0\n", ":3: ZeroDivisionError: division by zero"),
        ("LIMIT =\n", ":1: SyntaxError: "),
        ("from _shared.limit import LIMIT\n", ":1: ModuleNotFoundError: No module named '_shared.limit'"),
        ("from _shared.nothing import LIMIT\n", ":1: ImportError: cannot import name 'LIMIT' from '_shared.nothing' ("),
    ],
)
def test_a_shared_module_that_cannot_be_loaded_is_named_with_its_line(
    tmp_path: Path, module: str, expected: str
) -> None:
    root, _ = versions(tmp_path)
    write(root / "specs" / "_shared", {"limits.py": module, "nothing.py": ""})
    for _ in range(2):
        with pytest.raises(SpecError) as caught:
            loaded(root)
        assert str(caught.value).startswith(f"{root}/specs/_shared/limits.py{expected}")


def test_a_traceback_names_file_line_and_text(tmp_path: Path) -> None:
    root = course(tmp_path, beside={"checks.py": "from _shared.half import half\n"})
    write(root / "specs" / "_shared", {"half.py": "def half(number):\n    return number // 0\n"})
    with pytest.raises(ZeroDivisionError) as caught:
        call(loaded(root), "half", 3)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno, last.line) == (f"{root}/specs/_shared/half.py", 2, "return number // 0")


def test_bytecode_that_lies_about_is_neither_read_nor_written(tmp_path: Path) -> None:
    root, _ = versions(tmp_path)
    import py_compile  # noqa: PLC0415 - only here

    path = root / "specs" / "_shared" / "limits.py"
    py_compile.compile(str(path), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    write(path.parent, {"limits.py": "LIMIT = 4\n"})
    assert call(loaded(root), "at_import") == 4
    assert not list((root / "specs" / "sum").rglob("__pycache__"))


def test_shared_modules_are_no_assignment(tmp_path: Path) -> None:
    root, _ = versions(tmp_path)
    write(root / "specs" / "_shared", {"spec.yaml": "title: no assignment\n"})
    assert assignment_ids(root / "specs") == ["sum"]


class _Cache(dict[str, bytes]):
    """A cache of bytecode that knows what was put into it."""

    def put(self, key: str, content: bytes) -> None:
        assert key not in self, "what is there was compiled again"
        self[key] = content


def test_modules_are_compiled_once_for_each_source(tmp_path: Path) -> None:
    root, cache = versions(tmp_path)[0], _Cache()
    assert _loaded_afresh(root, cache)["at_import"]() == 1
    count = len(cache)
    assert count == 3  # the checks, the package that is shared, and its module
    assert _loaded_afresh(root, cache)["at_import"]() == 1
    assert len(cache) == count
    write(root / "specs" / "_shared", {"limits.py": "LIMIT = 7\n"})
    assert _loaded_afresh(root, cache)["at_import"]() == 7
    assert len(cache) == count + 1


def test_bytecode_is_taken_from_the_cache_unless_it_is_none(tmp_path: Path) -> None:
    root, cache = versions(tmp_path)[0], _Cache()
    _loaded_afresh(root, cache)
    limits = next(
        key for key, code in cache.items() if b"limits.py" in code and b"LIMIT" in code and b"at_" not in code
    )
    for kept, expected in (
        (marshal.dumps(compile("LIMIT = 5\n", "limits.py", "exec")), 5),
        (marshal.dumps("no code"), 1),
        (b"damaged", 1),
        (b"", 1),
    ):
        entries = dict(cache) | {limits: kept}
        assert (
            _loaded_afresh(root, SimpleNamespace(get=entries.get, put=entries.__setitem__))["at_import"]() == expected
        )


def _loaded_afresh(root: Path, cache: Any) -> Any:
    """The functions, as a process that has not loaded them before gets them."""
    for name in [name for name in sys.modules if name.startswith("grade_course_")]:
        del sys.modules[name]
    return functions_of(root / "specs" / "sum", cache)
