"""``pytest specs/``: each case of a spec is a test of the reference, or of another submission.

pytest loads this in every project of an environment that has the harness, so it imports nothing of ours, and does
nothing, until a folder of specs, an assignment in it or its ``spec.yaml`` is named on the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

SPEC_FILE = "spec.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names another submission than the references."""
    group = parser.getgroup("grade", "cases of specs as tests (pytest specs/)")
    group.addoption(
        "--submission",
        metavar="PATH",
        help="run the cases of specs on this folder (or PATH/ID, where there is one for the assignment), "
        "not on the references",
    )


def _named_specs(config: pytest.Config) -> Iterator[Path]:
    """The folders of assignments that the user named, alone or by the folder of specs that holds them."""
    for argument in config.args:
        path = (config.invocation_params.dir / str(argument).partition("::")[0]).resolve()
        path = path.parent if path.name == SPEC_FILE else path
        if (path / SPEC_FILE).is_file():
            yield path
        elif path.name == "specs" and path.is_dir():
            yield from (spec.parent for spec in path.glob(f"*/{SPEC_FILE}"))


_NAMED = pytest.StashKey[frozenset[Path]]()


def pytest_configure(config: pytest.Config) -> None:
    """Look at what the user named."""
    config.stash[_NAMED] = frozenset(_named_specs(config))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what else lies in an assignment's folder: students' tests and wrong programs are no tests of ours."""
    named = config.stash[_NAMED]
    if collection_path.name != SPEC_FILE and collection_path.parent in named:
        return True
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A spec that the user named."""
    if file_path.name != SPEC_FILE or file_path.parent not in parent.config.stash[_NAMED]:
        return None
    from harness.app.pytest_plugin.cases import SpecFile  # noqa: PLC0415 - only now is anything of ours loaded

    return SpecFile.from_parent(parent, path=file_path)
