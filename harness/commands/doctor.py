"""``harness doctor``: what this machine has and lacks, and which assignments can be graded here."""

from __future__ import annotations

from pathlib import Path

from tabulate import tabulate

from harness.drivers.java_asm import ASM, ASM_PACKAGE, missing_asm
from harness.isolation.base import Level
from harness.model.errors import SpecError, UsageError
from harness.plan.build_cache import MAX_BYTES, user_cache
from harness.plan.course import load_course
from harness.plan.packages import install_command, language_tools
from harness.plan.toolchain import tools_of, version
from harness.schedule.isolation_probe import isolate
from harness.spec.assignment import Assignment
from harness.spec.folder import find_specs


def doctor(*, specs: Path | None) -> int:
    """Print what is installed; return 0 when every assignment of the course can be graded here, else 1."""
    required = [tool.name for tool in language_tools().values() if tool.required]
    rows = [
        (tool, version(tool) or "missing", "" if version(tool) else install_command([tool]))
        for tool in (*required, "bwrap")
    ]
    rows.append(
        (ASM.name, "missing", f"apt-get install {ASM_PACKAGE}") if missing_asm() else (str(ASM), ASM.resolve().stem, "")
    )
    print(tabulate(rows, ("tool", "version", "to install"), "simple", disable_numparse=True))  # noqa: T201
    choice = isolate(afresh=True)
    print(f"\nIsolation here: {choice.isolation.level}")  # noqa: T201
    print(*(f"  not {line}\n" for line in choice.refused), sep="")  # noqa: T201
    print(*(f"  slower than it could be: {line}\n" for line in choice.slower), sep="")  # noqa: T201
    print(_describe_cache(choice.isolation.level))  # noqa: T201
    try:
        course = load_course(specs or find_specs(Path.cwd()), goldens=False)
    except SpecError as error:
        print(error)  # noqa: T201
        return 1
    except UsageError as error:
        print(f"No course: {error}")  # noqa: T201
        return 0
    verdicts = [(name, _verdict(assignment)) for name, assignment in course.items()]
    print(tabulate(verdicts, ("assignment", "can be graded here"), "simple"))  # noqa: T201
    return 0 if all(verdict == "yes" for _, verdict in verdicts) else 1


def _describe_cache(level: Level) -> str:
    """Where builds are cached, and how large the cache is."""
    cache = user_cache()
    if cache is None:
        return "Kept from run to run: nothing (no folder that this user alone can write, or GRADE_CACHE=off)\n"
    unused = "; builds are not kept without a sandbox" if not level.confines_writes else ""
    limit_mib = MAX_BYTES // 1024**2
    return f"Kept from run to run: {cache.folder}, {cache.size() / 1024**2:.1f} MiB of at most {limit_mib}{unused}\n"


def _verdict(assignment: Assignment) -> str:
    lacking = [tool for tool in tools_of(assignment) if version(tool) is None]
    if not lacking:
        return f"no, {missing_asm()}" if missing_asm() and _counts_in_java(assignment) else "yes"
    unknown = [tool for tool in lacking if not install_command([tool])]
    ways = [install_command(lacking)] if len(unknown) < len(lacking) else []
    ways += [f"install {' and '.join(unknown)} below /usr"] if unknown else []
    return f"no, {', '.join(lacking)} missing: {'; '.join(ways)}"


def _counts_in_java(assignment: Assignment) -> bool:
    """Whether a case counts calls or reads of arrays in Java, which takes ASM."""
    counting = any(
        planned.kind.is_traced or any(call.reads is not None for call in planned.case.calls)
        for planned in assignment.cases
    )
    return counting and assignment.spec.language == "java"
