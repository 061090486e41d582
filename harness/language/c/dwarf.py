"""Functions and their types in the debug information of a compiled C source, from ``readelf``'s text."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from harness.model.patterns import lazy_regex

_ENTRY = lazy_regex(r"^ <(\d+)><([0-9a-f]+)>: Abbrev Number: \d+(?: \(DW_TAG_(\w+)\))?")
_ATTRIBUTE = lazy_regex(r"^    <[0-9a-f]+>\s+DW_AT_(\w+)\s*:\s?(.*)$")
_FORMS = lazy_regex(r"^(?:\([^)]*\) ?)*(?:: ?)?")
_REFERENCE = lazy_regex(r"<0x([0-9a-f]+)>")
_IDENTIFIER = lazy_regex(r"[A-Za-z_]\w*")
_KINDS = {
    "pointer_type": "POINTER",
    "structure_type": "STRUCT",
    "union_type": "UNION",
    "enumeration_type": "ENUM",
    "array_type": "ARRAY",
    "subroutine_type": "FUNCTION",
}
_ENCODINGS = {
    "2": "BOOLEAN", "4": "REAL", "5": "SIGNED", "6": "SIGNED", "7": "UNSIGNED", "8": "UNSIGNED",
}  # fmt: skip
_WORDS = {"STRUCT": "struct", "UNION": "union", "ENUM": "enum"}
_DEEPEST = 120
"""Names of names of types that are followed."""


class Entry(Struct):
    """One entry of the debug information."""

    offset: int
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Entry] = field(default_factory=list)

    def text(self, name: str) -> str:
        """An attribute's value without its form; empty if there is none."""
        return _FORMS.sub("", self.attributes.get(name, ""), count=1).strip()

    def number(self, name: str) -> int | None:
        """An attribute that is a number; None if there is none."""
        words = self.text(name).split()
        try:
            return int(words[0], 0) if words else None
        except ValueError:
            return None

    @property
    def type(self) -> int | None:
        """The offset of the entry's type; None for ``void``."""
        match = _REFERENCE.search(self.attributes.get("type", ""))
        return int(match[1], 16) if match else None


class Member(Struct, frozen=True):
    """A field of a structure, or a constant of an enumeration, whose value is then the offset."""

    name: str
    type: int
    """The number of its type in the table."""
    offset: int


class CType(Struct):
    """A type of C, without its ``typedef`` names and qualifiers."""

    kind: str
    name: str
    """As it may be written in C: ``int``, ``struct node *``; not for every kind."""
    size: int
    of: int = -1
    """The number of the type that a pointer points at, or that an array holds."""
    count: int = 0
    """The elements of an array."""
    members: tuple[Member, ...] = ()


class CFunction(Struct, frozen=True):
    """A function that a source defines."""

    name: str
    returns: int
    """The number of a type in the table; -1 for ``void``."""
    parameters: tuple[int, ...]


class DebugInformation:
    """The functions of a source and the table of types that they need."""

    def __init__(self, text: str) -> None:
        """Parse what ``readelf --debug-dump=info`` printed."""
        self.types: list[CType] = []
        self._roots = list(_parse(text))
        self._entries = {entry.offset: entry for entry in _all(self._roots)}
        self._numbers: dict[tuple[int | None, str], int] = {}

    def functions(self, wanted: set[str]) -> Iterator[CFunction]:
        """Yield the functions with these names in lower case, their types in the table."""
        for unit in self._roots:
            for entry in unit.children:
                name = entry.text("name")
                if entry.tag == "subprogram" and "declaration" not in entry.attributes and name.lower() in wanted:
                    inner = [child for child in entry.children if child.tag == "formal_parameter"]
                    returns = -1 if entry.type is None else self._number(entry.type)
                    yield CFunction(name, returns, tuple(self._number(child.type) for child in inner))

    def _number(self, offset: int | None, alias: str = "", depth: int = 0) -> int:
        """The number of a type in the table, which it is put into when it is asked for first."""
        entry = self._entries.get(offset) if offset is not None else None
        if entry is not None and depth < _DEEPEST and entry.tag in ("const_type", "volatile_type", "restrict_type"):
            return self._number(entry.type, alias, depth + 1)
        if entry is not None and depth < _DEEPEST and entry.tag == "typedef":
            return self._number(entry.type, entry.text("name"), depth + 1)
        key = (offset, alias if entry is not None and not entry.text("name") else "")
        if key not in self._numbers:
            self._numbers[key] = len(self.types)
            shell = _shell(entry, alias)
            self.types.append(shell)  # first of all, as a type may hold pointers to itself
            if entry is not None:
                self._complete(shell, entry)
        return self._numbers[key]

    def _complete(self, completed: CType, entry: Entry) -> None:
        if completed.kind == "POINTER":
            completed.of = self._number(entry.type)
            completed.name = f"{self.types[completed.of].name} *"
        elif completed.kind == "ARRAY":
            completed.of, completed.count = self._number(entry.type), 1
            for child in entry.children:
                bound = child.number("upper_bound")
                completed.count *= 0 if bound is None else min(max(bound + 1, 0), 1 << 20)
            completed.name = f"{self.types[completed.of].name} []"
            completed.size = self.types[completed.of].size * completed.count
        elif completed.kind in _WORDS:
            completed.members = tuple(self._members(entry))

    def _members(self, entry: Entry) -> Iterator[Member]:
        for child in entry.children:
            name = child.text("name")
            if child.tag == "enumerator":
                yield Member(name, -1, child.number("const_value") or 0)
            elif child.tag == "member" and name and "bit_size" not in child.attributes:
                yield Member(name, self._number(child.type), child.number("data_member_location") or 0)


def _shell(entry: Entry | None, alias: str) -> CType:
    """A type without the types that it holds."""
    if entry is None:
        return CType("VOID", "void", 0)
    name, size = entry.text("name"), entry.number("byte_size") or 0
    if entry.tag == "base_type":
        encoding = entry.text("encoding").split()
        kind = "CHAR" if name == "char" else _ENCODINGS.get(encoding[0] if encoding else "", "OTHER")
        return CType(kind, name, size)
    kind = _KINDS.get(entry.tag, "OTHER")
    if kind in _WORDS:
        return CType(kind, f"{_WORDS[kind]} {name}" if _IDENTIFIER.fullmatch(name) else alias, size)
    return CType(kind, "function" if kind == "FUNCTION" else name, size)


def _parse(text: str) -> Iterator[Entry]:
    """Yield the compilation units; entries below the fields and parameters, such as local variables, are kept too."""
    above: list[Entry] = []
    for line in text.splitlines():
        match = _ENTRY.match(line)
        if match:
            depth, tag = int(match[1]), match[3]
            del above[depth:]
            if tag is None:
                continue
            entry = Entry(int(match[2], 16), tag)
            if depth == 0:
                yield entry
            elif above:
                above[-1].children.append(entry)
            above.append(entry)
        elif above and (attribute := _ATTRIBUTE.match(line)):
            above[-1].attributes[attribute[1]] = attribute[2]


def _all(entries: list[Entry]) -> Iterator[Entry]:
    pending = list(entries)
    while pending:
        entry = pending.pop()
        yield entry
        pending += entry.children
