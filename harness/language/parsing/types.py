"""One spelling for each type of Java and C++, however it was written."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct, field

from harness.model.patterns import lazy_regex

_TOKEN = lazy_regex(r"[^\W\d]\w*|::|&&|\.\.\.|\d+|[<>,*&()\[\].?@]")
_COMMENT = lazy_regex(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_IGNORED = {"class", "struct", "enum", "union", "typename", "final", "volatile", "register", "constexpr", "static",
            "inline", "extern", "virtual", "mutable"}  # fmt: skip
_WHOLE = {"unsigned", "signed", "int", "long", "short", "char"}
_FIXED = {"uint": "unsigned", "uint32_t": "unsigned", "int32_t": "int", "int64_t": "long", "uint64_t": "unsigned long",
          "size_t": "unsigned long"}  # fmt: skip
"""Names of the library for types of the language, as this platform's compilers have them."""
_DEEPEST = 20


def canonical_type(text: str, aliases: Mapping[str, str] | None = None, *, java: bool = False) -> str:
    """A parameter's or a result's type in its one spelling: ``const vector<vector<bool>>&``.

    Namespaces and packages are left out, ``const`` stands in front, ``unsigned int`` is ``unsigned``, an alias gives
    way to its type. A ``const`` that the caller cannot see (of a copy) is left out; in C++ an array parameter is a
    pointer.
    """
    reader = _Reader(_TOKEN.findall(_COMMENT.sub(" ", text)), {**_FIXED, **(aliases or {})} if not java else {})
    spelling = reader.type(decay=not java)
    return spelling if re.search(r"[*&\]]$", spelling) else spelling.removeprefix("const ")


class _Reader(Struct):
    """Reads one type off a list of tokens."""

    tokens: list[str]
    aliases: Mapping[str, str]
    depth: int = 0
    words: list[str] = field(default_factory=list)

    def type(self, *, decay: bool = False) -> str:
        """The type up to a comma, a closing bracket or the end."""
        self.words, const, after = [], False, ""
        while self.tokens and self.tokens[0] not in (">", ",", ")"):
            mark = self.tokens.pop(0)
            if mark == "const":
                const = const or not after  # after a * it is the pointer's own, which the caller cannot see
            elif mark in ("*", "&", "&&"):
                after += mark
            elif mark == "...":
                after += "[]"
            elif mark == "[":
                inner = self._until("]")
                pointer = "(*)" if self.tokens[:1] == ["["] else "*"
                after += pointer if decay and "[" not in after and "(" not in after else f"[{inner}]"
                decay = False
            elif mark == "(":
                after += f"({','.join(self._list(')'))})"
            elif mark == "@":
                self.tokens[:1] = []
            else:
                self._word(mark)
        return self._spelling(const, after)

    def _word(self, mark: str) -> None:
        if mark in ("::", "."):
            if self.words:
                self.words.pop()
        elif mark == "<":
            self.words[-1:] = [f"{''.join(self.words[-1:])}<{','.join(self._list('>'))}>"]
        elif mark not in _IGNORED and mark != "]":
            self.words.append(mark)

    def _list(self, end: str) -> list[str]:
        types, outer = [], self.words
        while self.tokens and self.tokens[0] != end:
            types.append(self.type())
            if self.tokens and self.tokens[0] != end:
                self.tokens.pop(0)
        self.tokens[:1] = []
        self.words = outer
        return types

    def _until(self, end: str) -> str:
        inner = ""
        while self.tokens and (mark := self.tokens.pop(0)) != end:
            inner += mark
        return inner

    def _spelling(self, const: bool, after: str) -> str:
        name = _whole_number(self.words) if self.words and _WHOLE.issuperset(self.words) else " ".join(self.words)
        if name in self.aliases and self.depth < _DEEPEST:
            inner = _Reader(_TOKEN.findall(self.aliases[name]), self.aliases, self.depth + 1).type()
            const, name = const or inner.startswith("const "), inner.removeprefix("const ")
        return f"{'const ' if const else ''}{name}{after}"


def _whole_number(words: list[str]) -> str:
    """``unsigned int``, ``int unsigned`` and ``unsigned`` are one type."""
    size = "long " * words.count("long") or ("short" if "short" in words else "char" if "char" in words else "")
    if "unsigned" in words:
        return f"unsigned {size}".strip()
    return ("signed char" if size == "char" and "signed" in words else size.strip()) or "int"
