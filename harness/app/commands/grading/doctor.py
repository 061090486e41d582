"""``harness doctor``: what this machine has and lacks, and which assignments can be graded here."""

from __future__ import annotations

import os
from pathlib import Path

from tabulate import tabulate

from harness.course.assignments import load_course
from harness.grading.schedule.isolation_probe import isolate
from harness.language.tools.build_cache import MAX_BYTES, user_cache
from harness.language.tools.case_tools import cases_by_tool, lacking_by_case, shown_cases, shown_name
from harness.language.tools.packages import install_command, language_tools, tool_file
from harness.language.tools.toolchain import tools_of, version
from harness.model.errors import SpecError, UsageError
from harness.sandbox.isolation.base import Level
from harness.spec.format.assignment import Assignment, Course
from harness.spec.format.folder import find_specs

_APPARMOR_LIMIT = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
"""Where it says 1, as on Ubuntu from 23.10 on, only programs with a profile may make user namespaces."""
_APPARMOR_ADVICE = """\
  AppArmor keeps bubblewrap from user namespaces. This allows them to bubblewrap alone:
    printf 'abi <abi/4.0>,\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {{ userns, }}\\n' |
      {sudo}tee /etc/apparmor.d/bwrap
    {sudo}apparmor_parser -r /etc/apparmor.d/bwrap
"""


def doctor(*, specs: Path | None) -> int:
    """Print what is installed; return 0 when every assignment of the course can be graded here, else 1."""
    course, problem = _load(specs)
    required = [tool.name for tool in language_tools().values() if tool.required]
    named = [tool for assignment in course.values() for tool in tools_of(assignment)]
    rows = [_row(tool) for tool in dict.fromkeys((*required, "bwrap", "ASM", *named))]
    print(tabulate(rows, ("tool", "version", "to install"), "simple", disable_numparse=True))  # noqa: T201
    choice = isolate(again=True)
    print(f"\nIsolation here: {choice.isolation.level.in_full}")  # noqa: T201
    print(*(f"  not {line}\n" for line in choice.refused), sep="")  # noqa: T201
    print(*(f"  slower than it could be: {line}\n" for line in choice.slower), sep="")  # noqa: T201
    works = choice.isolation.level.name in ("A", "B")
    print(apparmor_advice(_APPARMOR_LIMIT, bubblewrap_works=works), end="")  # noqa: T201
    print(_describe_cache(choice.isolation.level))  # noqa: T201
    if problem is not None:
        print(problem if isinstance(problem, SpecError) else f"No course: {problem}")  # noqa: T201
        return int(isinstance(problem, SpecError))
    verdicts = [(name, _verdict(assignment)) for name, assignment in course.items()]
    print(tabulate(verdicts, ("assignment", "can be graded here"), "simple"))  # noqa: T201
    return 0 if all(verdict == "yes" for _, verdict in verdicts) else 1


def apparmor_advice(limit: Path, *, bubblewrap_works: bool) -> str:
    """What lets bubblewrap work where AppArmor refuses user namespaces; nothing if it works or has no such limit."""
    if bubblewrap_works or not limit.is_file() or limit.read_text(encoding="ascii").strip() != "1":
        return ""
    return _APPARMOR_ADVICE.format(sudo="" if os.geteuid() == 0 else "sudo ")


def _load(specs: Path | None) -> tuple[Course, UsageError | None]:
    """The course; if it cannot be loaded, none of it, and why."""
    try:
        return load_course(specs or find_specs(Path.cwd()), goldens=False), None
    except UsageError as error:
        return {}, error


def _row(tool: str) -> tuple[str, str, str]:
    """A tool with its version, or with what installs it."""
    known = version(tool)
    return (shown_name(tool), known, "") if known else (shown_name(tool), "missing", install_command([tool]))


def _describe_cache(level: Level) -> str:
    """Where builds are cached, and how large the cache is."""
    cache = user_cache()
    if cache is None:
        return "Kept from run to run: nothing (no folder that this user alone can write, or GRADE_CACHE=off)\n"
    unused = "; builds are not kept without a sandbox" if not level.confines_writes else ""
    limit_mib = MAX_BYTES // 1024**2
    return f"Kept from run to run: {cache.folder}, {cache.size() / 1024**2:.1f} MiB of at most {limit_mib}{unused}\n"


def _verdict(assignment: Assignment) -> str:
    """``yes``, or what is missing, how it is installed, and which cases need it where others do not."""
    by_case = lacking_by_case(assignment)
    of_all = set.intersection(*map(set, by_case.values())) if len(by_case) == len(assignment.cases) else set()
    lacking = [tool for tool in tools_of(assignment) if tool_file(tool) is None]
    needed = [tool for tool in lacking if tool in of_all or tool not in cases_by_tool(by_case)]
    verdict = f"no, {_missing(needed)}" if needed else "yes"
    some = [
        f"{_missing([tool])} ({shown_cases(names)})"
        for tool, names in cases_by_tool(by_case).items()
        if tool not in needed
    ]
    return "; ".join([verdict if needed or not some else "except for some cases", *some])


def _missing(tools: list[str]) -> str:
    """What is missing and how it is installed."""
    unknown = [tool for tool in tools if not install_command([tool])]
    ways = [install_command(tools)] if len(unknown) < len(tools) else []
    ways += [f"install {' and '.join(unknown)} below /usr"] if unknown else []
    return f"{', '.join(map(shown_name, tools))} missing: {'; '.join(ways)}"
