"""``check.py examples`` of a student's kit: hold examples against sealed answers; no program is run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.grading.running.sealed_examples import LARGEST, Sealed, example_inputs, look_up, output_name
from harness.model.escape import single_line
from harness.model.patterns import matching
from harness.sandbox.files.scratch import read_bounded

_VALID = "valid"
_WRONG = "another output is right for this input"
_ELSEWHERE = "its input is none of those that can be checked here; the course looks at it"
_ALONE = "there is no output beside it, or more than 1 MiB, so it does not count"
_NONE = "no examples are here: an example is an input such as 1.in, and its output beside it, 1.out"


def check_examples(cases: Mapping[str, Any], work: Path) -> int:
    """Print how good the examples in a folder are, for each case; return 0 if each case is complete, else 1.

    ``cases``: the sealed answers by the case's name, as the kit has them.
    """
    complete = [_check(name, msgspec.convert(sealed, Sealed), work) for name, sealed in cases.items()]
    return 0 if all(complete) else 1


def _check(name: str, sealed: Sealed, work: Path) -> bool:
    """Whether all examples are valid, and each wrong program is caught."""
    names = submission_files(work)
    files = {file for pattern in sealed.files for file in matching(names, pattern)}
    results = {given: _result(sealed, work, given, output_name(given, files)) for given in example_inputs(files)}
    count = Counter(result for result, _ in results.values())
    caught = frozenset[int]().union(*(numbers for _, numbers in results.values()))
    valid = f"valid {count[_VALID]} of {count[_VALID] + count[_WRONG]}"
    lines = [f"{name}: {valid}; catches {len(caught)} of {sealed.programs} wrong programs"]
    lines += [f"  {single_line(given)}: {result}" for given, (result, _) in results.items() if result != _VALID]
    lines += [] if results else [f"  {_NONE}"]
    print("\n".join(lines), flush=True)  # noqa: T201 - the command's output
    return 0 < count[_VALID] == len(results) and len(caught) == sealed.programs


def _result(sealed: Sealed, work: Path, given: str, output: str | None) -> tuple[str, frozenset[int]]:
    """What is to be said about an example, and which wrong programs it catches."""
    contents = [read_bounded(work, file, LARGEST) for file in (given, output) if file is not None]
    texts = [content for content in contents if content is not None and len(content) <= LARGEST]
    if len(texts) < len((given, output)):
        return _ALONE, frozenset()
    example = look_up(sealed, *texts)
    if not example.known:
        return _ELSEWHERE, frozenset()
    return _VALID if example.valid else _WRONG, example.caught
