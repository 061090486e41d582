"""A run that is known is not made again, and leaves the same files; whatever may change it makes it run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.calling.calls import call_all
from harness.grading.workspace.run_memory import RunMemory
from harness.grading.workspace.workspace import Workspace
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Invocation]:
    """Make new folders for one more run of the same program."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADE_CACHE", raising=False)

    def make() -> Invocation:
        folder = tmp_path / f"run-{len([*tmp_path.iterdir()])}"
        for name in ("work", "home"):
            (folder / name).mkdir(parents=True)
        (folder / "work/a.c").write_text("int main() {}")
        return Invocation(("make",), folder / "work", folder / "home", ResolvedLimits(cpu=2.0), b"in", collect=("*",))

    return make


def runs(
    invocation: Invocation, memory: RunMemory | None = None, observation: Observation | None = None, name: str = "a.o"
) -> bool:
    """Whether the command was run; then it wrote one file."""
    done = []

    def observe_now() -> Observation:
        done.append(True)
        (invocation.workdir / "out").mkdir(exist_ok=True)
        (invocation.workdir / "out" / name).write_bytes(b"object")
        return observation or Observation(("make",), b"made", exit=0, cpu_s=1.0)

    seen = (memory or RunMemory("facts", reads=True)).observe(invocation, observe_now)
    assert seen.stdout == b"made"
    assert (invocation.workdir / "out" / name).read_bytes() == b"object"
    return bool(done)


def test_the_same_run_is_taken_with_its_files(place: Callable[[], Invocation]) -> None:
    assert [runs(place()), runs(place())] == [True, False]


@pytest.mark.parametrize(
    "change",
    [
        lambda run: replace(run, stdin=b"other"),
        lambda run: replace(run, command=("make", "all")),
        lambda run: replace(run, clock="@2001-01-01 00:00:00 i1,0"),
        lambda run: replace(run, limits=ResolvedLimits(cpu=0.5)),  # the run that is known took longer
        lambda run: replace(run, limits=ResolvedLimits(cpu=2.0, memory=1 << 20)),
        lambda run: (run.workdir / "a.c").write_text("int main() { return 1; }") and run,
        lambda run: (run.workdir / "a.c").chmod(0o700) or run,
        lambda run: (run.home / ".profile").write_text("x") and run,
    ],
)
def test_what_may_change_a_run_makes_it_run(
    place: Callable[[], Invocation], change: Callable[[Invocation], Invocation]
) -> None:
    runs(place())
    assert runs(change(place()))


def test_other_facts_a_whole_proof_and_a_second_time_run(place: Callable[[], Invocation]) -> None:
    runs(place())
    assert runs(place(), RunMemory("other tools", reads=True))
    assert runs(place(), RunMemory("facts", reads=False))
    memory = RunMemory("facts", reads=True)
    assert [runs(place(), memory), runs(place(), memory)] == [False, True]


def test_an_ended_run_is_taken_only_for_limits_that_are_no_larger(place: Callable[[], Invocation]) -> None:
    runs(place(), observation=Observation(("make",), b"made", ended_by=Limit.CPU, cpu_s=2.0))
    assert not runs(replace(place(), limits=ResolvedLimits(cpu=1.0, wall=15.0)))
    assert runs(replace(place(), limits=ResolvedLimits(cpu=9.0)))


def test_a_run_that_names_its_folder_is_not_kept(place: Callable[[], Invocation]) -> None:
    first = place()
    runs(first, observation=Observation(("make",), b"made", str(first.workdir).encode(), exit=0))
    assert runs(place())


def test_links_are_not_kept(place: Callable[[], Invocation]) -> None:
    for _ in range(2):
        invocation = place()
        (invocation.workdir / "link").symlink_to("a.c")
        assert runs(invocation)


CALLS = """\
title: Tokens
language: python
clauses: {token: {text: A token., points: 10}}
cases:
  - {name: one, clause: token, calls: [{function: token, args: [], returns: 1}]}
  - {name: two, clause: token, calls: [{function: token, args: [], returns: 2}]}
  - {name: three, clause: token, calls: [{function: token, args: [%s], returns: 3}]}
"""
PROGRAM = "import uuid\ndef token(*args):\n    return str(uuid.uuid4())\n"


@pytest.mark.usefixtures("place")
def test_calls_are_known_whatever_is_expected_and_whoever_shares_their_process(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / "built/prog.py").write_text(PROGRAM)

    def tokens(argument: int, *indices: int) -> list[object]:
        """What the calls of these cases returned."""
        assignment = loaded(course(tmp_path / f"course-{argument}", CALLS % argument))
        workspace = Workspace(tmp_path / "scratch", Unconfined(), memory=RunMemory("facts", reads=True))
        cases = {index: assignment.cases[index] for index in indices}
        batch = call_all(assignment, cases, tmp_path / "built", workspace)
        return [batch.reports[index].results[0].returned for index in indices]

    first = tokens(1, 0, 2)
    assert tokens(1, 0, 1, 2) == [first[0], first[0], first[1]]
    assert tokens(2, 2, 0)[1] == first[0]
    assert tokens(2, 2)[0] != first[1]
