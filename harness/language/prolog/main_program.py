"""Goals of a Prolog program: ``swipl -g GOAL -t halt FILE``."""

from __future__ import annotations

import json
import re
from typing import Any

from harness.language.main_program import CallStep, CallSteps, MainProgram
from harness.model.patterns import lazy_regex
from harness.model.shell import join, quote

_SUFFIXES = (".pl", ".pro", ".prolog")
_FILE = "try_it.pl"
_DIRECTIVE = lazy_regex(rb"^:-[ \t]*(\w+)", re.MULTILINE)
_DECLARATIONS = {
    "use_module", "module", "dynamic", "discontiguous", "table", "op", "set_prolog_flag", "ensure_loaded", "consult",
    "multifile", "style_check", "include",
}  # fmt: skip
_VARIABLE = lazy_regex(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|\b([A-Z_]\w*)")


def main_program(calls: CallSteps) -> MainProgram | None:
    """Return the command; a file that halts when it is loaded is loaded without its directives that do so."""
    files = [path for path in calls.parsed.files if path.lower().endswith(_SUFFIXES)]
    goals = [word for step in calls.calls for word in ("-g", quote(_goal(step)))]
    running = _running_directives(calls.parsed.files[files[0]]) if len(files) == 1 else []
    if not running:
        return MainProgram(f"swipl {' '.join(goals)} -t halt {join(tuple(files))}") if files else None
    pattern = "|".join(f"^:- *{word}" for word in running)
    without = f"grep -vE {quote(pattern)} {quote(files[0])} > {_FILE}"
    return MainProgram(f"swipl {' '.join(goals)} -t halt {_FILE}", commands=(without,))


def _running_directives(source: bytes) -> list[str]:
    """The directives that run something, of a program that may halt."""
    if b"halt" not in source:
        return []
    words = {word.decode() for word in _DIRECTIVE.findall(source)}
    return sorted(words - _DECLARATIONS)


def _goal(step: CallStep) -> str:
    terms = [_term(value) for value in step.call.args]
    goal = f"{step.name}({', '.join(terms)})" if terms else step.name
    names = [name for term in terms for name in _VARIABLE.findall(term) if name and name != "_"]
    names = list(dict.fromkeys(names))
    if step.call.first is not None:
        goal = f"limit({step.call.first}, {goal})"
    shown = "writeln(true)" if not names else f"(print({names[0] if len(names) == 1 else '-'.join(names)}), nl)"
    return f"forall({goal}, {shown})"


def _term(value: Any) -> str:
    """An argument as Prolog writes it; a text of the spec is a term already."""
    if isinstance(value, list):
        return f"[{', '.join(map(_term, value))}]"
    return value if isinstance(value, str) else json.dumps(value)
