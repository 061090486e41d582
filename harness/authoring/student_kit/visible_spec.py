"""The spec of a kit: what students may see of an assignment's, as far as it can be judged on their machines.

The text is made again from the parsed nodes, so no comment stays. A clause that only hidden cases judge is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

import yaml

from harness.authoring.student_kit.visible_part import VisiblePart
from harness.judge.checkers import checker_of
from harness.judge.messages import catalogue
from harness.judge.near_misses import NEAR_MISSES
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import SPEC_FILE
from harness.spec.format.model import Case
from harness.spec.loading.validate import names_kind

_AT_COURSE = "It is judged at the course only."
_LEFT_OUT_KEYS = frozenset({"examples", "oracle", "reference", "hidden_total", "hidden_failures"})
"""What proves the spec, and what says how much there is that is hidden."""
_NAMING_CLAUSES = frozenset({"follows", "needs", "requires"})
_MERGE = "tag:yaml.org,2002:merge"


def spec_text(assignment: Assignment, part: VisiblePart, modules: Iterable[bytes] = ()) -> bytes:
    """The text of the kit's ``spec.yaml``.

    A hint for a kind of finding that neither the harness nor the kit's ``modules`` name is not in it.
    """
    text = (assignment.folder / SPEC_FILE).read_text(encoding="utf-8")
    root: Any = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # as the spec is loaded
    shown = {planned.entry for planned in part.cases}
    any_hidden = len(part.cases) + len(part.elsewhere) < len(assignment.cases)
    _take_out_merges(root)
    left_out = _LEFT_OUT_KEYS | ({"known_values"} if any_hidden else set())
    root.value = [(key, value) for key, value in root.value if key.value not in left_out]
    for key, value in root.value:
        if key.value == "cases":
            if isinstance(value, yaml.SequenceNode):
                for planned in part.cases:
                    _fill_in_variant(value.value[planned.entry], planned.case)
                value.value = [case for index, case in enumerate(value.value) if index in shown]
            _only_judged(value, part.judged)
        elif key.value == "clauses":
            value.value = [(name, clause) for name, clause in value.value if name.value in part.known]
            for name, clause in value.value:
                _only_judged(clause, part.judged)
                _set_points(clause, name.value, part)
        elif key.value == "defaults":
            _only_judged(value, part.judged)
    _take_out_hints(root, [module.decode() for module in modules])
    _write_as_block(root)
    written = yaml.serialize(root, Dumper=yaml.SafeDumper, allow_unicode=True, width=120)  # anchors get new names
    return f"# The visible part of the contract, made by a program.\n{written}".encode()


def _fill_in_variant(entry: yaml.Node, case: Case) -> None:
    """Write a student's own input into an entry instead of the function that drew it."""
    if not any(key.value == "variants" for key, _ in entry.value):
        return
    own: dict[str, Any] = {"args": list(case.args), "stdin": case.stdin, "files": dict(case.files)}
    checker = checker_of(case.stdout or "")
    kept = [(key, value) for key, value in entry.value if key.value not in ("variants", "stdout", *own)]
    stdout = next((value for key, value in entry.value if key.value == "stdout"), None)
    if stdout is None:
        own["stdout"] = checker.expected_text()
    else:  # a node may be in several places
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
    """Take out the hints for what no function of the kit finds, and no trial of what was built."""
    known = {*NEAR_MISSES, *catalogue(), *(verdict.name for verdict in Verdict), *_hints_of_tries(root)}
    clauses = next(value for key, value in root.value if key.value == "clauses")
    for _name, clause in clauses.value:
        for key, hints in clause.value:
            if key.value == "hints":
                hints.value = [
                    (kind, text)
                    for kind, text in hints.value
                    if kind.value in known or any(names_kind(module, kind.value) for module in modules)
                ]


def _hints_of_tries(root: yaml.Node) -> Iterator[str]:
    """The keys of hints that the build's trials choose."""
    build = next((value for key, value in root.value if key.value == "build"), None)
    recipes = build.value if isinstance(build, yaml.SequenceNode) else ()
    for recipe in recipes:
        tries = next((value.value for key, value in recipe.value if key.value == "tries"), ())
        yield from (value.value for test in tries for key, value in test.value if key.value == "hint")


def _write_as_block(node: yaml.Node) -> None:
    """Give each collection lines of its own: PyYAML's parser in Python takes less inside brackets than that in C."""
    if isinstance(node, yaml.CollectionNode):
        node.flow_style = False
        for part in node.value:
            for child in part if isinstance(part, tuple) else (part,):
                _write_as_block(child)


def _take_out_merges(node: yaml.Node) -> None:
    """Write what ``<<`` merges into a mapping as keys of its own; what the mapping overrides goes."""
    if isinstance(node, yaml.SequenceNode):
        for part in node.value:
            _take_out_merges(part)
    elif isinstance(node, yaml.MappingNode):
        own, merged = [], []
        for key, value in node.value:
            _take_out_merges(value)
            sources = value.value if isinstance(value, yaml.SequenceNode) else [value]
            if key.tag == _MERGE:
                merged += [pair for source in sources for pair in source.value]
            else:
                own.append((key, value))
        inherited = {key.value: (key, value) for key, value in reversed(merged)}  # the first mapping counts
        node.value = [*(inherited | {key.value: (key, value) for key, value in own}).values()]


def _only_judged(node: yaml.Node, judged: Container[str]) -> None:
    """Take clauses that the kit does not judge out of the keys that name clauses."""
    if isinstance(node, yaml.SequenceNode):
        for part in node.value:
            _only_judged(part, judged)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value in _NAMING_CLAUSES and isinstance(value, yaml.SequenceNode):
                value.value = [clause for clause in value.value if clause.value in judged]
            elif key.value == "near_misses" and isinstance(value, yaml.MappingNode):
                value.value = [(name, target) for name, target in value.value if _stays(target, judged)]
        node.value = [
            (key, value) for key, value in node.value if key.value not in _NAMING_CLAUSES or _names(value, judged)
        ]


def _names(value: yaml.Node, judged: Container[str]) -> bool:
    """Whether some clause is left there."""
    return bool(value.value) and (not isinstance(value.value, str) or value.value in judged)


def _stays(target: yaml.Node, judged: Container[str]) -> bool:
    return target.tag != "tag:yaml.org,2002:str" or target.value in judged


def _set_points(clause: yaml.Node, name: str, part: VisiblePart) -> None:
    """Write what the clause is worth here; of one that only the course judges, that it does."""
    keys = {"points"} if name in part.points else {"points", "hint", "hints", "gate"}
    value = [(key, content) for key, content in clause.value if key.value not in keys]
    if name in part.points:
        value.append((_scalar("points"), _scalar(f"{part.points[name]:g}", "float")))
    elif name not in part.judged:
        value.append((_scalar("untestable"), _scalar(_AT_COURSE)))
    clause.value = value


def _scalar(text: str, kind: str = "str") -> yaml.ScalarNode:
    tag = "int" if kind == "float" and text.isdigit() else kind
    return yaml.ScalarNode(f"tag:yaml.org,2002:{tag}", text)
