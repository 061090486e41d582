"""The spec of a kit: what students may see of an assignment's, as far as it can be judged on their machines.

The text is made again from the parsed nodes, so no comment stays. A clause that only hidden cases judge is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import yaml
from msgspec import Struct
from msgspec.structs import asdict, replace

from harness.course.ingest.matching.variants import StudentVariants, Variant
from harness.grading.running.by_reference import with_variant
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers import checker_of
from harness.judge.checkers.base import BaseChecker
from harness.judge.messages import catalogue
from harness.judge.near_misses import NEAR_MISSES
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase, near_miss_clauses
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.model import Case
from harness.spec.loading.validate import names_kind

_AT_COURSE = "It is judged at the course only."
_LEFT_OUT_KEYS = frozenset({"examples", "oracle", "reference", "hidden_total", "hidden_failures"})
"""What proves the spec, and what says how much there is that is hidden."""


class VisiblePart(Struct, frozen=True):
    """What of an assignment goes into a kit."""

    cases: tuple[PlannedCase, ...]
    """The cases that the kit judges."""
    elsewhere: tuple[PlannedCase, ...]
    """The visible cases that only the course can judge."""
    points: dict[str, float]
    """What each clause is worth in the kit."""
    total: float
    """The points that a student may know of."""


def records(value: Any) -> Iterator[Struct]:
    """Every record inside a value, the value itself first."""
    if isinstance(value, Struct):
        yield value
        yield from records(list(asdict(value).values()))
    elif isinstance(value, dict):
        yield from records(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from records(part)


def functions_of_case(case: Case) -> set[str]:
    """The functions of ``checks.py`` that judge a case."""
    checkers = (record for record in records(case) if isinstance(record, BaseChecker))
    return {name for checker in checkers for name in checker.function_names()} | ({case.results, case.across} - {""})


def visible_part(assignment: Assignment, refused: Iterable[str] = ()) -> VisiblePart:
    """Choose the cases; those whose functions are ``refused`` are judged at the course only."""
    hidden = {planned.entry for planned in assignment.cases if planned.case.visibility not in (None, "visible")}
    visible = [planned for planned in assignment.cases if planned.entry not in hidden]
    away = {planned.entry for planned in visible if _needs_course(planned.case, frozenset(refused))}
    while True:  # what is left out may take the clause with it that another case charges
        shown = [planned for planned in visible if planned.entry not in away]
        known = _known_clauses(assignment, visible)
        further = {planned.entry for planned in shown if not known.issuperset(near_miss_clauses(planned.case))}
        if not further:
            break
        away |= further
    shares = _shares(assignment, visible)
    elsewhere = tuple(planned for planned in visible if planned.entry in away)
    points = _shares(assignment, shown)
    total_is_shown = assignment.spec.hidden_total == "shown"
    every = [clause.points for clause in assignment.clauses.values() if not clause.manual and not clause.untestable]
    return VisiblePart(tuple(shown), elsewhere, points, round(sum(every if total_is_shown else shares.values()), 6))


def with_variants(
    assignment: Assignment, student: StudentVariants, workspace: Workspace
) -> tuple[Assignment, dict[str, Variant]]:
    """The assignment with a student's variants in its visible cases, and these variants by case.

    What the reference prints for a variant goes out with it, as the expected output of a visible case does.
    """
    cases, variants = list(assignment.cases), dict[str, Variant]()
    entries = [planned.entry for planned in cases]
    for index, planned in enumerate(assignment.cases):
        drawing = planned.case.variants
        is_alone = entries.count(planned.entry) == 1 and planned.case.variables is None
        variant = student.drawn.get(drawing.function) if drawing is not None else None
        if variant is not None and is_alone and planned.case.visibility in (None, "visible"):
            cases[index] = with_variant(planned, variant, assignment, workspace)
            variants[planned.name] = variant
    return replace(assignment, cases=tuple(cases)), variants


def _needs_course(case: Case, refused: frozenset[str]) -> bool:
    """Whether it takes the reference, the wrong programs, a program of the course's, or a function that stays there."""
    away = case.time or case.by_reference or case.tests or case.interactor
    return bool(away) or not refused.isdisjoint(functions_of_case(case))


def _shares(assignment: Assignment, cases: Iterable[PlannedCase]) -> dict[str, float]:
    """What these cases are worth, by clause; a clause without cases of its own is worth all of its points."""
    total: dict[str, float] = defaultdict(float)
    shown: dict[str, float] = defaultdict(float)
    for rule in _build_clauses(assignment):
        total[rule] += 1
        shown[rule] += 1
    for planned in assignment.cases:
        total[planned.case.clause] += planned.case.weight
    cases = list(cases)
    for planned in cases:
        shown[planned.case.clause] += planned.case.weight
    charged = {name for planned in cases for name in near_miss_clauses(planned.case)}
    shares = {}
    for name, clause in assignment.clauses.items():
        if name in shown:
            shares[name] = round(clause.points * shown[name] / total[name], 6)
        elif name in charged and name not in total:
            shares[name] = clause.points
    return shares


def _build_clauses(assignment: Assignment) -> list[str]:
    """The clauses of the cases named ``files`` and ``build``."""
    build = next((recipe.clause for recipe in assignment.spec.build if recipe.clause), None)
    return [clause for clause in (assignment.spec.files.clause, build) if clause]


def _known_clauses(assignment: Assignment, visible: Iterable[PlannedCase]) -> set[str]:
    """The clauses that a kit may name: those of visible cases, and those that no hidden case judges."""
    names = {planned.case.clause for planned in visible} | set(_build_clauses(assignment))
    judged = {planned.case.clause for planned in assignment.cases}
    return names | (set(assignment.clauses) - judged)


def spec_text(assignment: Assignment, part: VisiblePart, modules: Iterable[bytes] = ()) -> bytes:
    """The text of the kit's ``spec.yaml``.

    A hint for a kind of finding that neither the harness nor the kit's ``modules`` name is not in it.
    """
    text = (assignment.folder / SPEC_FILE).read_text(encoding="utf-8")
    root: Any = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # as the spec is loaded
    shown = {planned.entry for planned in part.cases}
    any_hidden = len(part.cases) + len(part.elsewhere) < len(assignment.cases)
    known = _known_clauses(assignment, (*part.cases, *part.elsewhere))
    left_out = _LEFT_OUT_KEYS | ({"known_values"} if any_hidden else set())
    root.value = [(key, value) for key, value in root.value if key.value not in left_out]
    for key, value in root.value:
        if key.value == "cases":
            if isinstance(value, yaml.SequenceNode):
                for planned in part.cases:
                    _fill_in_variant(value.value[planned.entry], planned.case)
                value.value = [case for index, case in enumerate(value.value) if index in shown]
            _only_known(value, known)
        elif key.value == "clauses":
            value.value = [(name, clause) for name, clause in value.value if name.value in known]
            for name, clause in value.value:
                _set_points(clause, name.value, assignment, part)
        elif key.value == "defaults":
            _only_known(value, known)
    _take_out_hints(root, [module.decode() for module in modules])
    _write_as_block(root)
    written = yaml.serialize(root, Dumper=yaml.SafeDumper, allow_unicode=True, width=120)  # anchors get new names
    return f"# The visible part of the contract, made by a program.\n{written}".encode()


def _fill_in_variant(entry: yaml.Node, case: Case) -> None:
    """Write a student's own input into an entry in place of the function that drew it."""
    if not any(key.value == "variants" for key, _ in entry.value):
        return
    own: dict[str, Any] = {"args": list(case.args), "stdin": case.stdin, "files": dict(case.files)}
    checker = checker_of(case.stdout or "")
    kept = [(key, value) for key, value in entry.value if key.value not in ("variants", "stdout", *own)]
    stdout = next((value for key, value in entry.value if key.value == "stdout"), None)
    if stdout is None:
        own["stdout"] = checker.expected_text()
    else:  # a node may stand in several places
        text = (
            [(_scalar("text"), _scalar(checker.expected_text() or ""))]
            if "text" in type(checker).__struct_fields__
            else []
        )
        kept.append((_scalar("stdout"), yaml.MappingNode(stdout.tag, [*stdout.value, *text])))
    for key, value in own.items():
        node = yaml.compose(yaml.safe_dump(value)) if value or key == "stdout" else None
        kept += [] if node is None else [(_scalar(key), node)]
    entry.value = kept


def _take_out_hints(root: yaml.Node, modules: Sequence[str]) -> None:
    """Take out the hints for what no function of the kit finds."""
    known = {*NEAR_MISSES, *catalogue(), *(verdict.name for verdict in Verdict)}
    clauses = next(value for key, value in root.value if key.value == "clauses")
    for _name, clause in clauses.value:
        for key, hints in clause.value:
            if key.value == "hints":
                hints.value = [
                    (kind, text)
                    for kind, text in hints.value
                    if kind.value in known or any(names_kind(module, kind.value) for module in modules)
                ]


def _write_as_block(node: yaml.Node) -> None:
    """Give each collection lines of its own: PyYAML's parser in Python takes less inside brackets than that in C."""
    if isinstance(node, yaml.CollectionNode):
        node.flow_style = False
        for part in node.value:
            for child in part if isinstance(part, tuple) else (part,):
                _write_as_block(child)


def _only_known(node: yaml.Node, known: set[str]) -> None:
    """Take clauses out of ``follows`` and ``near_misses`` that only hidden cases judge."""
    if isinstance(node, yaml.SequenceNode):
        for part in node.value:
            _only_known(part, known)
        return
    if not isinstance(node, yaml.MappingNode):
        return
    kept = []
    for key, value in node.value:
        if key.value == "follows" and isinstance(value, yaml.SequenceNode):
            value.value = [clause for clause in value.value if clause.value in known]
        elif key.value == "near_misses" and isinstance(value, yaml.MappingNode):
            value.value = [(name, target) for name, target in value.value if _stays(target, known)]
        names_known = bool(value.value) and (not isinstance(value.value, str) or value.value in known)
        if key.value != "follows" or names_known:
            kept.append((key, value))
    node.value = kept


def _stays(target: yaml.Node, known: set[str]) -> bool:
    return target.tag != "tag:yaml.org,2002:str" or target.value in known


def _set_points(clause: yaml.Node, name: str, assignment: Assignment, part: VisiblePart) -> None:
    """Write what the clause is worth here; of one that only the course judges, that it does."""
    model = assignment.clauses[name]
    keys = {"points"} if name in part.points else {"points", "hint", "hints", "gate"}
    value = [(key, content) for key, content in clause.value if key.value not in keys]
    if name in part.points:
        value.append((_scalar("points"), _scalar(f"{part.points[name]:g}", "float")))
    elif not model.manual and not model.untestable:
        value.append((_scalar("untestable"), _scalar(_AT_COURSE)))
    clause.value = value


def _scalar(text: str, kind: str = "str") -> yaml.ScalarNode:
    tag = "int" if kind == "float" and text.isdigit() else kind
    return yaml.ScalarNode(f"tag:yaml.org,2002:{tag}", text)
