"""``watch_calls.py`` of the recursive queens: what it loads, and that generators are known without ``inspect``."""

import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support import ROOT

WATCH = ROOT / "specs" / "cse30-pa2" / "input" / "watch_calls.py"


@pytest.fixture(name="watch")
def watch_calls() -> ModuleType:
    """The program, loaded as a module."""
    spec = importlib.util.spec_from_file_location("watch_calls", WATCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["inspect", "dis", "hashlib"])
def test_a_watched_program_does_not_wait_for_large_modules(tmp_path: Path, name: str) -> None:
    (tmp_path / WATCH.name).write_bytes(WATCH.read_bytes())
    program = (
        f"import sys\ndef findSolutions(B, i, mode):\n    print({name!r} in sys.modules)\nfindSolutions([[0]], 1, '')\n"
    )
    (tmp_path / "Queens.py").write_text(program, encoding="utf-8")
    # without site, which may load modules of its own
    command = [sys.executable, "-I", "-S", WATCH.name, "4"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert result.stdout == b"False\n", result.stderr


def test_generators_have_the_flag_that_inspect_names(watch: ModuleType) -> None:
    assert watch.GENERATOR == inspect.CO_GENERATOR


def test_a_generator_that_hands_out_a_value_has_not_ended(watch: ModuleType) -> None:
    seen: list[bool] = []

    def numbers() -> object:
        yield 1

    def profile(frame: object, event: str, _arg: object) -> None:
        if event == "return" and getattr(frame, "f_code", None) is numbers.__code__:
            seen.append(watch.yields(frame))

    sys.setprofile(profile)
    try:
        list(numbers())  # type: ignore[call-overload]
    finally:
        sys.setprofile(None)
    assert seen == [True, False]
