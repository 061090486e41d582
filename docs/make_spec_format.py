"""Make ``docs/spec-format.md`` and ``docs/kinds/*.md`` from the models that read a spec and the kinds of cases.

Every key stands there with its type, its default and what it means. Each kind of case has a page of its own, with the
records that only its keys hold.

    python docs/make_spec_format.py [--check]

With ``--check`` nothing is written, and the exit status is 1 when a file is not what would be written.
"""
# ruff: noqa: INP001, T201 - a script, not a module of the program

from __future__ import annotations

import json
import posixpath
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.judge.near_misses import NEAR_MISSES
from harness.language import languages
from harness.language.base import Language
from harness.spec.format.kinds import COMMON, CaseKind, kinds
from harness.spec.format.schema import spec_schema

FOLDER = Path(__file__).parent
TARGET = FOLDER / "spec-format.md"

_BEGIN = """\
<!-- Made by docs/make_spec_format.py from harness/spec/format and harness/judge/checkers -->

# The spec format

All keys of `specs/<assignment>/spec.yaml`; [writing a spec](writing-a-spec.md) shows them by example, and
`harness schema --install` makes editors complete them. An unknown key is an error.

A **name** is lower case with dashes, such as `usage-text`. Durations are written `250 ms`, `2 s`, `1 min`; sizes
`64 KiB`, `16 MiB`, `1 GiB`. A command is a list of words; no shell reads it.
"""
_QUANTITIES = {"2 s": "duration", "64 MiB": "size", "20x reference, at least 2 s": "`20x reference, at least 2 s`"}
_PLAIN = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
_PLURALS = {"text": "texts", "integer": "integers", "name": "names"}
_KINDS = """\
## Kinds of cases

One key says what a case does; without any of these it runs the program. A kind takes the keys that its page lists, and
those of every case above.

"""
_KIND_PAGE = """\
<!-- Made by docs/make_spec_format.py -->

# Cases: TITLE

DOCUMENTATION GUIDE

"""
_CHECKERS = """\
## Checkers

What `stdout`, `stderr` and a file in `produces` must be: an exact text, or one of these (without `check`: `text`). All
take `message`, several the others of:

"""
_VALUES = """\
## Values

What a call hands over and what it must give, written as YAML has it; `1e-6`, `.nan` and `.inf` are numbers. Types
count: `true` is not `1`, `1` is not `1.0`, a list is not a set. What a language cannot distinguish is the same:
JavaScript has one type of number, Java and JavaScript have no tuples, C has numbers for truth. For the rest:

- `!tuple [1, a]`: a tuple; a list in languages without
- `!set [1, 2]`: a set
- `!map {1: a}`, `!map [[[1, 2], a]]`: a mapping; as pairs where YAML takes no such key. `{1: a}` alone is one too
- `!bytes "a\\xff"`, `!bytes [97, 255]`: bytes, each character of the text one
- `!text "*"`: this text, also where `"*"` would be any value, or `$x` a variable
- `!var B`: the variable `B` inside a list; `$B` means it as an argument
- `!any`: expected: any value, as `"*"`
- `!unordered [1, 2]`: expected: these items in any order, in a list, a tuple or a set
- `!sequence [1, 2]`: expected: these items in this order, in a list or a tuple
- `!approx 3.14`: expected: within a millionth of this number; `!approx {value: 3.14, absolute: 0.01}`
- `!check near`: expected: what `near(value)` of `checks.py` accepts: it returns true, or says what is wrong
- `!linked [1, 2]`: expected (C): nodes that point to each other and hold these values, several as a mapping
"""
_USUAL_WAYS = """\
## The usual ways

How a program is built and started where the spec has no `build`. `{main}` is the file, class or program to start. A C
or C++ program with undefined behaviour may do another thing without `-O2`.

| language | files | built by | started by |
|---|---|---|---|
"""
_NEAR_MISSES = """\
## Near misses

The names that `near_misses` may use, and what a student reads:

"""


def pages() -> str:
    """Return the whole document."""
    records, checkers = _records()
    home = _homes(records)
    parts = [_BEGIN, *(_record(name, records[name], checkers) for name in _common(records) if name not in checkers)]
    parts.insert(parts.index(_record("Case", records["Case"], checkers)) + 1, _kinds())
    parts += [*_checkers(checkers), _VALUES, _USUAL_WAYS + "".join(map(_usual_way, languages().values()))]
    parts.append(_NEAR_MISSES + "".join(f"- `{miss.name}`: {miss.sentence}\n" for miss in NEAR_MISSES.values()))
    return _linked("\n".join(parts), "spec-format.md", home)


def _records() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return all records of the schema by name, and those of them that are checkers."""
    records: dict[str, Any] = spec_schema(variables=False)["$defs"]
    return records, {name: record for name, record in records.items() if "check" in record.get("properties", {})}


def _common(records: dict[str, Any]) -> list[str]:
    """Return the records that a spec holds whatever its cases do."""
    keys = {key: value for key, value in records["Case"]["properties"].items() if key in COMMON}
    return _reached(["Spec"], {**records, "Case": {"properties": keys}})


def _own_records(name: str, records: dict[str, Any]) -> list[str]:
    """Return the records that only keys of one kind hold; the plain run comes first, and shares its own."""
    order = ["run", *(other for other in kinds() if other != "run")]
    earlier = [key for other in order[: order.index(name)] for key in kinds()[other].takes | {other}]
    properties = records["Case"]["properties"]
    known = {*_common(records), *_reached_by(earlier, properties, records)}
    own = kinds()[name].takes | {name}
    return [
        found
        for found in _reached_by([key for key in properties if key in own], properties, records)
        if found not in known
    ]


def _reached_by(keys: list[str], properties: dict[str, Any], records: dict[str, Any]) -> list[str]:
    held = [reference for key in keys if key in properties for reference in _references(properties[key])]
    return [name for name in _reached(list(dict.fromkeys(held)), records) if "check" not in records[name]["properties"]]


def _homes(records: dict[str, Any]) -> dict[str, str]:
    """Return the anchor of each record that is on the page of a kind -> that page."""
    return {record.lower(): f"kinds/{name}.md" for name in kinds() for record in _own_records(name, records)}


def _linked(text: str, page: str, homes: dict[str, str]) -> str:
    """Return the text with links to records that lead from this page to where they stand."""

    def link(match: re.Match[str]) -> str:
        home = homes.get(match[1], "spec-format.md")
        path = "" if home == page else posixpath.relpath(home, posixpath.dirname(page) or ".")
        return f"]({path}#{match[1]})"

    return re.sub(r"\]\(#([\w-]+)\)", link, text)


def _usual_way(language: Language) -> str:
    """Return a language's row; a way that is tried where the one before it does not build comes after ``else``."""
    ways = (language.recipe(["FILES"]), *language.fallback_recipes(["FILES"]))
    built = [" && ".join(f"`{shlex.join(command)}`" for command in way.commands) for way in ways]
    started = f"`{' '.join(ways[0].run[0])}`"
    files = ", ".join(f"`{suffix}`" for suffix in language.suffixes)
    return f"| `{language.name}` | {files} | {', else '.join(filter(None, built))} | {started} |\n"


def _checkers(checkers: dict[str, Any]) -> Iterator[str]:
    """Yield the part on checkers: first the keys that several take in the same words, then each with its own keys."""
    lines = {name: _keys(name, record, checkers) for name, record in checkers.items()}
    count = Counter(line for keys in lines.values() for line in keys.values())
    shared = {line: key for keys in lines.values() for key, line in keys.items() if count[line] > 1}
    yield _CHECKERS + "".join(f"{line}\n" for line in shared)
    for name, keys in sorted(lines.items(), key=lambda pair: _tag(checkers[pair[0]])):
        own = [line for line in keys.values() if line not in shared]
        also = [f"`{key}`" for key, line in keys.items() if line in shared and count[line] < len(lines)]
        rows = [*own, f"- And {', '.join(also)}."] if also else own
        paragraphs = [f"### `check: {_tag(checkers[name])}`", _text(checkers[name]), "\n".join(rows)]
        yield "\n\n".join(filter(None, paragraphs)) + "\n"


def _kinds() -> str:
    """Return the table of kinds."""
    rows = (f"- [`{name}`](kinds/{name}.md): {_documentation(kind)}\n" for name, kind in kinds().items())
    return _KINDS + "".join(rows)


def _documentation(kind: CaseKind) -> str:
    return " ".join((kind.__doc__ or "").replace("``", "`").split())


def kind_pages() -> dict[Path, str]:
    """Return the page of each kind of case, by its file."""
    records, checkers = _records()
    homes = _homes(records)
    properties, plain = records["Case"]["properties"], kinds()["run"]
    pages = {}
    for name, kind in kinds().items():
        title = "a plain run" if name == "run" else f"`{name}`"
        guide = f"[By example](../{kind.guide})." if kind.guide else ""
        text = _KIND_PAGE.replace("KEY", name).replace("TITLE", title).replace("DOCUMENTATION", _documentation(kind))
        text = text.replace(" GUIDE", f" {guide}" if guide else "")
        own = [key for key in properties if key in kind.takes | {name} and key not in COMMON]
        same = [f"`{key}`" for key in own if name != "run" and key in plain.takes]
        rows = [
            _key(key, properties[key], checkers, needed=key == name != "run") for key in own if f"`{key}`" not in same
        ]
        rows += [f"- Of [a plain run](run.md): {', '.join(same)}."] if same else []
        parts = [text + "\n".join(rows) + "\n"]
        parts += [_record(record, records[record], checkers) for record in _own_records(name, records)]
        pages[FOLDER / "kinds" / f"{name}.md"] = _linked("\n".join(parts), f"kinds/{name}.md", homes)
    return pages


def _reached(first: list[str], records: dict[str, Any]) -> list[str]:
    """Return the names of the records in the order in which a reader of the first ones meets them."""
    names = [*first]
    for name in names:  # grows while it is walked
        names += [reference for reference in dict.fromkeys(_references(records[name])) if reference not in names]
    return names


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].rpartition("/")[2]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def _record(name: str, record: dict[str, Any], checkers: dict[str, Any]) -> str:
    return "\n".join([f"## {name}", "", _text(record), "", *_keys(name, record, checkers).values()]) + "\n"


def _text(record: dict[str, Any]) -> str:
    return str(record.get("description", "")).replace("``", "`")


def _keys(name: str, record: dict[str, Any], checkers: dict[str, Any]) -> dict[str, str]:
    """Return a line for each key of a record."""
    return {
        key: _key(key, value, checkers, needed=key in record.get("required", ()))
        for key, value in record.get("properties", {}).items()
        if key != "check" and (name != "Case" or key in COMMON)
    }


def _tag(record: dict[str, Any]) -> str:
    check = record["properties"]["check"]
    return str(check.get("const") or check["enum"][0])


def _key(key: str, value: dict[str, Any], checkers: dict[str, Any], *, needed: bool) -> str:
    default = value.get("default")
    written = default if isinstance(default, str) else json.dumps(default)
    usual = f"; default `{written}`" if default and not isinstance(default, dict) else ""
    text = value.get("description", "").replace("``", "`").removeprefix("True: ")
    text = text[:1].upper() + text[1:] if text[:1] != "`" else text
    return f"- **`{key}`** ({_type(value, checkers)}{'; **needed**' if needed else usual}): {text}".rstrip(": ")


def _type(value: dict[str, Any], checkers: dict[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return "[checker](#checkers)" if name in checkers else f"[{name}](#{name.lower()})"
    if "enum" in value or "anyOf" in value:
        choices = [f"`{choice}`" for choice in value.get("enum", ())]
        choices += [_type(choice, checkers) for choice in value.get("anyOf", ()) if choice.get("type") != "null"]
        return " or ".join(dict.fromkeys(choices)) if "anyOf" in value else ", ".join(choices)
    inner = value.get("items") or value.get("additionalProperties")
    if value.get("type") in ("array", "object"):
        if value["type"] == "array" and isinstance(inner, dict) and _scalar(inner) in _PLURALS:
            return _PLURALS[_scalar(inner)]
        kind = "list" if value["type"] == "array" else "mapping"
        link = "of" if kind == "list" else "to"
        return f"{kind} {link} {_type(inner, checkers)}" if isinstance(inner, dict) else kind
    return _scalar(value)


def _scalar(value: dict[str, Any]) -> str:
    if value.get("examples"):
        return _QUANTITIES[value["examples"][0]]
    if value.get("pattern", "").startswith("^[a-z]"):
        return "name"
    kinds = value.get("type", "")
    return _PLAIN.get(kinds[0] if isinstance(kinds, list) else kinds, "anything")


def main(arguments: list[str]) -> int:
    """Write the document, or check it; the exit status."""
    texts = {TARGET: pages(), **kind_pages()}
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in FOLDER.glob("kinds/*.md") if path not in texts]
    if arguments == ["--check"]:
        for path in stale:
            print(f"docs/{path.relative_to(FOLDER)}: stale; run: python docs/make_spec_format.py")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        if path in texts:
            path.write_text(texts[path], encoding="utf-8")
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
