"""The values of a spec's YAML, with their lines: what PyYAML's nodes say."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from harness.model.errors import SpecError
from harness.model.patterns import lazy_regex
from harness.spec.yaml.location import KeyPath, Location, Problem, single_line
from harness.spec.yaml.positions import LIST, key_text
from harness.spec.yaml.source import DEEPEST
from harness.spec.yaml.value_notation import InvalidTag, tagged

_MAX_DEPTH = 50
_SIGNS = frozenset("+-0123456789")
_MAX_VALUES = 500_000
"""A spec of a thousand cases has some ten thousand."""


def loader(yaml: Any, path: Path) -> Any:
    """PyYAML's safe loader with a cache of tags, those of plain scalars by their text: keys repeat a thousand times.

    ``path``: how messages name the file. The loader raises SpecError where lists and mappings are nested too deeply, or
    there is too much.
    """
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    scalar, tags = yaml.ScalarNode, dict[Any, Any]()
    parents: list[Any] = [None]
    nodes = 0

    class Loader(base):  # type: ignore[misc]
        """A loader without resolvers by path: what is called before each node counts it."""

        def descend_resolver(self, parent: Any, key: Any) -> None:
            nonlocal nodes
            nodes += 1
            if parent is not parents[-1]:
                _climb(parents, parent)
            if len(parents) > DEEPEST or nodes > 2 * _MAX_VALUES:  # a value may have a key
                line = (key if isinstance(key, yaml.Node) else parent).start_mark.line + 1
                raise SpecError(f"{path}:{line}: nested too deeply or too large")

        ascend_resolver = staticmethod(int)  # nothing, in the least time

        def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
            known_by = value if kind is scalar and implicit[0] else kind
            if known_by not in tags:
                tags[known_by] = super().resolve(kind, value, implicit)
            return tags[known_by]

    Loader.add_multi_constructor("!", _construct_tagged)
    return Loader


def _climb(parents: list[Any], parent: Any) -> None:
    """Make ``parent`` the last of the nodes that stand open: it is one of them, or lies in the last."""
    if parent not in parents:
        parents.append(parent)
    while parents[-1] is not parent:
        parents.pop()


def _construct_tagged(loader: Any, suffix: str, node: Any) -> Any:
    """The value of a tag of ours where PyYAML constructs what is around it, as with a merged mapping."""
    if node.id == "scalar":
        resolved = loader.resolve(type(node), node.value, (not node.style, bool(node.style)))
        return tagged(f"!{suffix}", loader.construct_object(type(node)(resolved, node.value)))
    construct = loader.construct_sequence if node.id == "sequence" else loader.construct_mapping
    return tagged(f"!{suffix}", construct(node, deep=True))


def unused_anchors(path: Path, text: bytes) -> list[Problem]:
    """A problem for each ``&name`` before words that no ``*name`` uses: a text whose first word would be lost."""
    if b"&" not in text or not re.search(rb"(?:^|[\s\[{,])&\w", text):
        return []
    import yaml  # noqa: PLC0415 - see _parsed

    tokens = list(yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    used = {token.value for token in tokens if isinstance(token, yaml.AliasToken)}
    return [
        Problem(
            Location(path, token.start_mark.line + 1, column=token.start_mark.column + 1),
            f'"&{token.value}" gives a name to what follows it, and no "*{token.value}" uses it; a text that '
            "begins with & needs quotes",
        )
        for token, behind in pairwise(tokens)
        if isinstance(token, yaml.AnchorToken)
        and isinstance(behind, yaml.ScalarToken)
        and behind.plain
        and token.value not in used
    ]


_TEXT, _MAPPING, _MERGE = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "map", "merge"))
_BINARY = "tag:yaml.org,2002:binary"
_EXPONENT = lazy_regex(r"[-+]?\d+(?:\.\d*)?[eE][-+]?\d+")
"""A number such as ``1e-6``, which YAML 1.1 takes for a text."""
_TYPOGRAPHIC = lazy_regex(
    "[\u201c\u201e\u2018\u201a\u00ab\u00bb][^\u201c-\u201e\u2018-\u201a\u00ab\u00bb]*[\u201c\u201d\u2018\u2019\u00bb\u00ab]"
)
"""A text between the quotes that word processors make."""
_DISGUISED = lazy_regex("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]")
"""A character that looks like a blank, or like nothing, and is none."""


class Reader(Struct):
    """Turns PyYAML's nodes into values in one walk; unusual nodes are left to PyYAML itself."""

    path: Path
    loader: Any
    written: dict[int, str] = field(default_factory=dict)
    """The text of scalars that are no texts, by the id of their node."""
    merged: dict[int, list[Any]] = field(default_factory=dict)
    """The keys and values of unusual mappings, by the id of their node, as PyYAML puts what is merged among them."""
    problems: list[Problem] = field(default_factory=list)
    twice: set[KeyPath] = field(default_factory=set)
    """The keys that occur twice; what is in them occurs twice as a matter of course."""
    count: int = 0
    plain: dict[tuple[str, str], Any] = field(default_factory=dict)
    """The values of scalars by tag and text, each of which cannot be changed."""
    usual_keys: set[str] = field(default_factory=set)
    """Texts of keys with which nothing is wrong."""

    def value(self, node: Any, key_path: KeyPath) -> Any:
        """The value of a node."""
        self.count += 1
        if len(key_path) > _MAX_DEPTH or self.count > _MAX_VALUES:  # aliases can make a few lines endless
            raise SpecError(f"{self.path}:{node.start_mark.line + 1}: nested too deeply or too large")
        if node.tag == _TEXT and node.id == "scalar":
            return node.value if node.style else self._plain_text(node, key_path)
        if node.tag.startswith("!") or node.tag == _BINARY:
            return self._tagged(node, key_path)
        if node.tag == LIST and node.id == "sequence":
            return self._list(node, key_path)
        if node.id == "mapping":
            pairs = self._pairs(node, key_path)
            if pairs is not None:
                return pairs
            self.merged.setdefault(id(node), [*node.value])
        return self._number(node) if node.id == "scalar" else self.loader.construct_object(node, deep=True)

    def _number(self, node: Any) -> Any:
        """The value of a scalar that is no text."""
        self.written[id(node)] = node.value
        known = (node.tag, node.value)
        if known not in self.plain:
            try:
                self.plain[known] = self.loader.construct_object(node, deep=True)
            except ValueError:
                return node.value  # the thirteenth month: whoever takes it says what a date looks like
        return self.plain[known]

    def _refuse(self, node: Any, key_path: KeyPath, message: str) -> None:
        self.problems.append(Problem(Location(self.path, node.start_mark.line + 1, key_path), message))

    def _plain_text(self, node: Any, key_path: KeyPath) -> str | float:
        """The value of a scalar without quotes that YAML takes for a text."""
        if not node.value.isascii() and _TYPOGRAPHIC.fullmatch(node.value):
            self._refuse(
                node,
                key_path,
                "typographic quotes are part of the text in YAML; write "
                f"\"{node.value[1:-1]}\", or '{node.value}' where they are meant",
            )
        text: str = node.value
        if text[:1] not in _SIGNS or not _EXPONENT.fullmatch(text):
            return text
        self.written[id(node)] = node.value
        return float(node.value)

    def _list(self, node: Any, key_path: KeyPath) -> list[Any]:
        """The items of a list; one in brackets that is the words of several lines, without quotes, is a problem."""
        items = [self.value(item, (*key_path, index)) for index, item in enumerate(node.value)]
        for index, item in enumerate(node.value if node.flow_style else ()):
            if item.id == "scalar" and not item.style and item.start_mark.line != item.end_mark.line:
                words = single_line(item.value)[:60]
                message = f'the lines are one text here, "{words}"; a comma is missing, or put it in quotes'
                self._refuse(item, (*key_path, index), message)
        return items

    def _tagged(self, node: Any, key_path: KeyPath) -> Any:
        """The value of a node with a tag of ours."""
        tag, content = node.tag, None
        if tag == _BINARY:
            tag, content = "!bytes", self.loader.construct_object(node, deep=True)
        elif node.id == "scalar":
            node.tag = self.loader.resolve(type(node), node.value, (not node.style, bool(node.style)))
            content = self.value(node, key_path)
        else:
            node.tag = LIST if node.id == "sequence" else _MAPPING
            content = self.value(node, key_path)
        node.tag = tag  # an alias comes here again
        try:
            return tagged(tag, content)
        except InvalidTag as error:
            self._refuse(node, key_path, f"{tag}: {error}")
            return f"{tag} {node.value}".strip() if node.id == "scalar" else content

    def _refuse_key(self, key: Any, key_path: KeyPath) -> bool:
        """Note what is wrong with a key by itself; return whether anything is."""
        if key.tag.startswith("!"):
            self._refuse(key, key_path, f"a key has no tag such as {key.tag}; take it out")
            return True
        if key.id == "scalar" and (disguise := _DISGUISED.match(key.value)):
            character, word = f"U+{ord(disguise[0]):04X}", key.value[1:].strip()
            message = f'the character {character} before "{word}" only looks like a blank; indent with blanks'
            self._refuse(key, (), message)
            return True
        if key.id == "scalar":
            self.usual_keys.add(key.value)
        return False

    def _pairs(self, node: Any, key_path: KeyPath) -> dict[Any, Any] | None:
        """The value of a mapping; None when its keys are unusual."""
        pairs: dict[Any, Any] = {}
        is_usual, before, usual_keys = node.tag == _MAPPING, dict[str, Any](), self.usual_keys
        texts_fit = len(key_path) < _MAX_DEPTH
        for key, item in node.value:
            text = key.value
            if text.__class__ is not str or key.tag != _TEXT or text not in usual_keys:
                text = key_text(key)
                if self._refuse_key(key, (*key_path, text)):
                    continue
                is_usual = is_usual and key.tag != _MERGE and key.id == "scalar"
            if text in before:
                self._refuse_twice(key, (*key_path, text), before[text])
            before[text] = key
            if texts_fit and item.tag == _TEXT and item.style and item.id == "scalar":
                self.count += 1
                value = item.value
            else:
                value = self.value(item, (*key_path, text))
            if is_usual:
                pairs[text if key.tag == _TEXT else self.loader.construct_object(key)] = value
        return pairs if is_usual else None

    def _refuse_twice(self, key: Any, key_path: KeyPath, first: Any) -> None:
        """Note a key that occurs twice, unless it is in one that does."""
        if not any(key_path[:length] in self.twice for length in range(len(key_path))):
            self.twice.add(key_path)
            line = first.start_mark.line + 1
            self._refuse(key, key_path, f'the key "{key_path[-1]}" occurs twice (first in line {line})')
