"""Read ``course.yaml``; errors name file, line and path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

from harness.course.policy.model import AssignmentPolicy, Category, Late, OwnCheckRule, Policy
from harness.model.errors import SpecError, suggestion
from harness.spec.conversion.convert import convert
from harness.spec.format.folder import SPEC_FILE, assignment_ids
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source, parse, read, with_written_keys

NAME = "course.yaml"
OF_STUDENTS = ("extensions", "handed_in", "tokens_spent", "without_check")
"""The keys of an assignment whose keys are students."""


def load_policy(specs: Path, assignments: Iterable[str] | None = None) -> Policy:
    """The rules in the file beside the folder of specs; those of a course without one when there is none.

    ``assignments``: the ids that they may name; None: those of the folder.

    Raises:
        SpecError: with a line for each problem.

    """
    path = specs.resolve().parent / NAME
    if not path.is_file():
        return Policy()
    source, policy = policy_of(read(path))
    known = assignment_ids(specs) if assignments is None else assignments
    problems = [*_problems(source, policy, list(known)), *_unknown_clauses(source, policy, specs)]
    if problems:
        raise SpecError("\n".join(map(str, problems)))
    return policy


def policy_of(source: Source) -> tuple[Source, Policy]:
    """The rules in a source, and that source with the names in it as they are written; SpecError if it holds none."""
    by_student = [("assignments", "*", name) for name in OF_STUDENTS]
    source = with_written_keys(source, *by_student, ("grades",), ("late_tokens", "more"))  # ``0042`` is no number
    return source, Policy() if source.value is None else convert(source, Policy)


def rules_text(specs: Path) -> bytes:
    """The bytes of the course's rules; empty if it has none."""
    path = specs.resolve().parent / NAME
    return path.read_bytes() if path.is_file() else b""


def own_check_of(policy: Policy, assignment: str) -> OwnCheckRule:
    """Which check of one's own a hand-in for an assignment takes to count."""
    return policy.assignments.get(assignment, AssignmentPolicy()).own_check or policy.own_check


def zone_of(policy: Policy) -> ZoneInfo:
    """The course's time zone."""
    return ZoneInfo(policy.time_zone)


def _problems(source: Source, policy: Policy, known: list[str]) -> Iterator[Problem]:
    try:
        zone_of(policy)
    except (ValueError, OSError, KeyError):
        yield Problem(
            source.at(("time_zone",)), f'there is no time zone "{policy.time_zone}"; write such as Europe/Berlin'
        )
    yield from _late_problems(source, ("late",), policy.late)
    for name, rules in policy.assignments.items():
        where = ("assignments", name)
        yield from _unknown(source, where, [name], known)
        if rules.late is not None:
            yield from _late_problems(source, (*where, "late"), rules.late)
        yield from _due_problems(source, where, rules)
        yield from _missing_rules(source, where, rules, policy)
    yield from _total_problems(source, policy, known)
    for number, drop in enumerate(policy.drop):
        yield from _unknown(source, ("drop", number, "of"), drop.of, known)
        if drop.lowest >= len(set(drop.of)):
            yield Problem(
                source.at(("drop", number)), f"of {len(set(drop.of))} assignments {drop.lowest} cannot be dropped"
            )


def _unknown(source: Source, where: KeyPath, names: Iterable[str], known: list[str]) -> Iterator[Problem]:
    for name in names:
        if name not in known:
            yield Problem(source.at(where), f'there is no assignment "{name}"{suggestion(name, known)}')


def _total_problems(source: Source, policy: Policy, known: list[str]) -> Iterator[Problem]:
    """What makes no total of it: an assignment that would count twice, or never."""
    dropped = Counter(name for drop in policy.drop for name in set(drop.of))
    for name, times in dropped.items():
        if times > 1:
            yield Problem(
                source.at(("drop",)), f'"{name}" is in several rules; only one may say how many of it are dropped'
            )
    if policy.categories and policy.drop:
        yield Problem(source.at(("drop",)), "with categories each of them says how many it drops")
    places = Counter[str]()
    yield from _category_problems(source, ("categories",), policy.categories, known, places)
    for name in known if policy.categories else ():
        rules = policy.assignments.get(name, AssignmentPolicy())
        if places[name] > 1:
            yield Problem(source.at(("categories",)), f'"{name}" is in several categories')
        if not places[name] and rules.weight:
            yield Problem(
                source.at(("categories",)), f'"{name}" is in no category; if it counts nothing, give it weight: 0'
            )
    least = [(points, letter) for letter, points in policy.grades.items()]
    if least and min(least)[0] > 0:
        yield Problem(source.at(("grades",)), f"below {min(least)[0]:g} percent there is no grade; give the last one 0")
    for points, times in Counter(points for points, _ in least).items():
        if times > 1:
            yield Problem(source.at(("grades",)), f"two grades take {points:g} percent")


def _category_problems(
    source: Source, where: tuple[str, ...], categories: Mapping[str, Category], known: list[str], places: Counter[str]
) -> Iterator[Problem]:
    """What is wrong in categories and those within; ``places`` counts where an assignment stands."""
    for name, category in categories.items():
        own = (*where, name)
        places.update(category.of)
        yield from _unknown(source, (*own, "of"), category.of, known)
        if not category.of and not category.categories:
            yield Problem(source.at(own), "nothing is in it")
        if category.drop >= max(1, len(category.of)) and category.drop:
            yield Problem(
                source.at((*own, "drop")), f"of {len(category.of)} assignments {category.drop} cannot be dropped"
            )
        yield from _category_problems(source, (*own, "categories"), category.categories, known, places)


def _unknown_clauses(source: Source, policy: Policy, specs: Path) -> Iterator[Problem]:
    """Gates and extra credit of clauses that the assignment does not have: they would never count."""
    for name, rules in policy.assignments.items():
        named: list[tuple[KeyPath, str]] = [
            (("gates", at, "clause"), gate.clause) for at, gate in enumerate(rules.gates)
        ]
        named += [(("extra", at), clause) for at, clause in enumerate(rules.extra)]
        known = _clauses(specs / name) if named else None
        for path, clause in named:
            if known is not None and clause not in known:
                advice = suggestion(clause, known) or f"; there are {', '.join(known)}"
                yield Problem(source.at(("assignments", name, *path)), f'there is no clause "{clause}"{advice}')


def _clauses(folder: Path) -> list[str] | None:
    """The clauses of an assignment; None if its spec cannot be read, which is reported when it is graded."""
    try:
        value = parse(folder / SPEC_FILE).value
    except SpecError:
        return None
    clauses = value.get("clauses") if isinstance(value, dict) else None
    return [str(name) for name in clauses] if isinstance(clauses, dict) else None


def _missing_rules(
    source: Source, where: tuple[str, ...], rules: AssignmentPolicy, policy: Policy
) -> Iterator[Problem]:
    """Keys that say nothing without another one."""
    if policy.late_tokens is None and (rules.late_tokens is not None or rules.tokens_spent):
        yield Problem(source.at(where), "how many late tokens a student has is said by late_tokens of the course")
    if rules.without_check and (rules.own_check or policy.own_check) == "none":
        yield Problem(source.at((*where, "without_check")), "own_check asks for no check of one's own")


def _due_problems(source: Source, where: tuple[str, ...], rules: AssignmentPolicy) -> Iterator[Problem]:
    if rules.due is None and rules.extensions:
        yield Problem(source.at((*where, "extensions")), "an extension takes a due time")
    if rules.due is None and (rules.late_tokens or rules.tokens_spent):
        yield Problem(source.at(where), "late tokens take a due time")
    if rules.due is None and rules.late is not None:
        yield Problem(source.at((*where, "late")), "a rule for late work takes a due time")


def _late_problems(source: Source, where: tuple[str, ...], late: Late) -> Iterator[Problem]:
    if late.tiers and (late.points_a_day or late.percent_a_day):
        yield Problem(source.at(where), "either tiers or an amount a day")
    if late.tiers and late.rejected_after is not None:
        yield Problem(source.at(where), "after the last tier work is rejected; leave rejected_after out")
    ends = [days * 1440 + minutes for days, minutes in (tier.until for tier in late.tiers)]
    if any(later <= end for end, later in pairwise(ends)):
        yield Problem(source.at((*where, "tiers")), "each tier must end later than the one before")
    limits = [tier.at_most for tier in late.tiers]
    if limits != sorted(limits, reverse=True):
        yield Problem(source.at((*where, "tiers")), "at_most must not rise from tier to tier")
