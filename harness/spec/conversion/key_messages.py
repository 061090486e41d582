"""The sentences for keys that are unknown or missing: the key that was meant, where it belongs, what is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.model.errors import nearest, suggestion

_MEANT: Mapping[str, Mapping[str, str]] = {
    "Spec": {
        "name": "title",
        "lang": "language",
        "tests": "cases",
        "test_cases": "cases",
        "testcases": "cases",
        "rubric": "clauses",
        "criteria": "clauses",
        "requirements": "clauses",
        "rules": "clauses",
        "compile": "build",
        "solution": "reference",
        "description": "handout",
    },
    "Clause": {
        "description": "text",
        "title": "text",
        "name": "text",
        "marks": "points",
        "score": "points",
        "weight": "points",
        "feedback": "hint",
        "message": "hint",
    },
    "Case": {
        "id": "name",
        "title": "name",
        "input": "stdin",
        "output": "stdout",
        "expected": "stdout",
        "expect": "stdout",
        "expected_output": "stdout",
        "arguments": "args",
        "argv": "args",
        "command": "run",
        "cmd": "run",
        "exit_code": "exit",
        "exit_status": "exit",
        "returncode": "exit",
        "status": "exit",
        "error": "stderr",
        "interaction": "dialogue",
        "parameters": "for",
        "variables": "for",
    },
    "Files": {"files": "required", "names": "required", "needed": "required", "exclude": "ignored"},
    "FileContent": {"content": "text", "contents": "text", "path": "file", "name": "file"},
    "Recipe": {"compile": "commands", "command": "commands", "build": "commands", "start": "run", "output": "makes"},
    "Limits": {"time": "cpu", "timeout": "cpu", "seconds": "cpu", "mem": "memory", "ram": "memory"},
    "Exchange": {"prompt": "expect", "output": "expect", "wait": "expect", "input": "send", "answer": "send"},
    "Call": {
        "name": "function",
        "method": "function",
        "object": "of",
        "class": "new",
        "as": "keep",
        "arguments": "args",
        "params": "args",
        "expected": "returns",
        "result": "returns",
        "return": "returns",
        "throws": "raises",
        "exception": "raises",
        "prints": "stdout",
        "output": "stdout",
    },
    "MutantNote": {"because": "why", "reason": "why", "clauses": "also"},
    "Survivor": {"because": "why", "reason": "why"},
    "Text": {"value": "text", "expected": "text"},
    "Regex": {"regex": "pattern", "text": "pattern", "expression": "pattern"},
    "Tokens": {"epsilon": "tolerance", "precision": "tolerance", "value": "text", "expected": "text"},
    "Csv": {"separator": "delimiter", "sep": "delimiter", "epsilon": "tolerance", "value": "text", "expected": "text"},
    "Lines": {"lines": "text", "value": "text", "expected": "text"},
    "AnyOf": {"any": "texts", "options": "texts", "values": "texts"},
    "Python": {"name": "function", "params": "options", "arguments": "options"},
}
"""The words of other tools, by record, and ours."""

_WRITE: Mapping[str, Mapping[str, str]] = {
    "Spec": {
        "timeout": "limits: {cpu: 2 s}",
        "points": "points belong to clauses: clauses: {NAME: {text: ..., points: 10}}",
        "required_files": "files: {required: [...]}",
    },
    "Case": {
        "timeout": "limits: {cpu: 2 s}",
        "time_limit": "limits: {cpu: 2 s}",
        "points": "points belong to the clause; cases share them in proportion to weight",
        "score": "points belong to the clause; cases share them in proportion to weight",
        "marks": "points belong to the clause; cases share them in proportion to weight",
        "hidden": "visibility: hidden",
        "visible": "visibility: visible",
        "contains": 'stdout: {check: regex, pattern: "(?s).*WORD.*"}',
        "regex": "stdout: {check: regex, pattern: ...}",
        "check": "stdout: {check: ...}",
        "golden": "stdout: {golden: true}",
        "ignore": "stdout: {text: ..., ignore: [...]}",
        "tolerance": "stdout: {check: tokens, text: ..., tolerance: 0.01}",
        "function": "calls: [{function: ..., args: [...], returns: ...}]",
        "hint": "a hint belongs to the clause",
        "text": "a text belongs to the clause",
    },
    "Text": {
        "ignore_case": "ignore: [case]",
        "case_sensitive": "ignore: [case]",
        "ignore_whitespace": "check: tokens, or ignore: [trailing-blanks, final-newline]",
        "strip": "ignore: [trailing-blanks, final-newline]",
    },
}
"""The same for what is written in another form."""

_NAMES: Mapping[str, str] = {
    "Spec": "the spec itself",
    "Clause": "a clause",
    "Case": "a case",
    "Files": "files",
    "Recipe": "an entry of build",
    "Limits": "limits",
    "CaseDefaults": "defaults",
    "Call": "an entry of calls",
    "Exchange": "an entry of dialogue",
    "SourceRules": "source",
    "InputWay": "an entry of attempts",
    "Example": "an entry of examples",
    "Signature": "source.functions",
}
"""Where a key of a record stands, in the order in which they are looked through."""

_MISSING: Mapping[tuple[str, str], str] = {
    ("Spec", "title"): "such as title: Sums",
    ("Spec", "language"): "such as language: python",
    ("Spec", "clauses"): "what the handout asks for: clauses: {sum: {text: It prints the sum., points: 10}}",
    ("Spec", "cases"): 'what is run: cases: [{name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}]',
    ("Clause", "text"): "what the handout asks for, in one line",
    ("Case", "name"): "each case has one of its own, such as name: two-numbers",
    ("Case", "clause"): "the name of the clause that the case stands for",
    ("Regex", "pattern"): "the regular expression",
    ("Python", "function"): "a function of checks.py",
    ("Call", "function"): "the function that is called",
    ("Example", "case"): "the full name of a case",
}

_CHECKERS: Mapping[str, str] = {
    "exact": "text",
    "equal": "text",
    "equals": "text",
    "string": "text",
    "diff": "text",
    "contains": '{check: regex, pattern: "(?s).*WORD.*"}',
    "includes": '{check: regex, pattern: "(?s).*WORD.*"}',
    "match": "regex",
    "matches": "regex",
    "regexp": "regex",
    "pattern": "regex",
    "number": "tokens",
    "numbers": "tokens",
    "float": "tokens",
    "floats": "tokens",
    "words": "tokens",
    "whitespace": "tokens",
    "tolerance": "tokens",
    "table": "csv",
    "rows": "csv",
    "tsv": "csv",
    "unordered": "lines",
    "sorted": "lines",
    "set": "lines",
    "any": "one-of",
    "any-of": "one-of",
    "oneof": "one-of",
    "function": "python",
    "custom": "python",
    "script": "python",
}


def meant_key(record: Any, key: Any) -> str | None:
    """The key of a record that an unknown one is a slip for, or another tool's word for; None if that is open."""
    if not isinstance(key, str):
        return None
    known, word = _keys(record), key.lower().replace("-", "_")
    if word in _WRITE.get(record.cls.__name__, {}):
        return None
    return _synonym(record, word) or next((name for name in known if name == word), None) or nearest(key, known, 0.7)


def _synonym(record: Any, word: str) -> str | None:
    meant = _MEANT.get(record.cls.__name__, {}).get(word)
    return meant if meant in _keys(record) else None


def unknown_key(record: Any, key: Any, value: Any) -> str:
    """An unknown key of a record: what was meant, where it belongs, or all known keys."""
    text = f'unknown key "{key}"'
    if isinstance(key, bool) and "of" in _keys(record):
        word, meaning = ("on", "true") if key else ("off", "false")
        return f'unknown key "{word}", which YAML takes for {meaning}; it is called "of" here'
    return text + next(_advice(record, key, value) if isinstance(key, str) else _all_keys(record))


def _advice(record: Any, key: str, value: Any) -> Iterator[str]:
    """What may be said about an unknown key, the surest first."""
    name, word, known = record.cls.__name__, key.lower().replace("-", "_"), _keys(record)
    written = _WRITE.get(name, {}).get(word)
    if written:
        yield f"; {written if written.startswith(('points', 'a ')) else f'write {written}'}"
    meant = meant_key(record, key)
    if meant is not None:
        yield f'; it is called "{meant}" here' if meant == _synonym(record, word) else f'; did you mean "{meant}"?'
    if "limits" in known and word in _spec_records()["Limits"]:
        yield f" here; write limits: {{{word}: {value}}}"
    elsewhere = _elsewhere(record, key)
    if elsewhere:
        yield f" here; {elsewhere}"
    if value is None and record.tag:
        yield f'; a text in braces needs quotes: "{{{key}}}"'
    near = nearest(key, known, 0.5)
    if near:
        yield f'; did you mean "{near}"?'
    yield from _all_keys(record)


def _all_keys(record: Any) -> Iterator[str]:
    yield f"; known keys: {', '.join(_keys(record))}"


def _keys(record: Any) -> list[str]:
    tag = [record.tag_field] if record.tag_field else []
    return [*tag, *(field.encode_name for field in record.fields)]


def _elsewhere(record: Any, key: str) -> str:
    """Where a key is known that is not known here: at other checkers, or elsewhere in a spec."""
    from harness.judge.checkers import FAMILY  # noqa: PLC0415 - only an error needs it

    if record.tag:
        tags = [checker.__struct_config__.tag for checker in FAMILY if key in checker.__struct_encode_fields__]
        return f'"{key}" is for check: {" or ".join(map(str, tags))}' if tags else ""
    names = [place for name, place in _NAMES.items() if key in _spec_records().get(name, ())]
    return f"it belongs to {' or '.join(names[:2])}" if record.cls.__name__ in _NAMES and names else ""


def _spec_records() -> dict[str, tuple[str, ...]]:
    """The keys of every record of a spec, by the record's name."""
    from harness.spec.format.model import Spec  # noqa: PLC0415 - the spec's model is not every file's
    from harness.spec.format.schema import records_of  # noqa: PLC0415 - only an error needs it

    return {name: record.__struct_encode_fields__ for name, record in records_of(Spec).items()}


def missing_key(record: Any, name: str) -> str:
    """A key that a record needs."""
    advice = _MISSING.get((record.cls.__name__, name))
    return f'the key "{name}" is missing{f"; {advice}" if advice else ""}'


def no_checker(tag: Any, tags: list[Any]) -> str:
    """A name that no checker has."""
    known = sorted(map(str, tags))
    if not isinstance(tag, str):
        return f"expected the name of a checker, got {tag!r}; checkers: {', '.join(known)}"
    meant = _CHECKERS.get(tag.lower().replace("_", "-"), "")
    if meant.startswith("{"):
        return f'there is no checker "{tag}"; write {meant}; checkers: {", ".join(known)}'
    advice = f'; did you mean "{meant}"?' if meant in known else suggestion(tag, known)
    return (
        f'there is no checker "{tag}"{advice} Checkers: {", ".join(known)}'
        if advice
        else (f'there is no checker "{tag}"; checkers: {", ".join(known)}')
    )
