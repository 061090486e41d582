"""Find every part of a YAML value that does not fit its model, with words for an author who knows only the documents.

It runs only where the conversion has failed. It also fixes what can mean only one thing: a number in a list of texts
is the text as it is written, and ``1e-6`` is a number, which YAML 1.1 takes for a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct, field, inspect

from harness.model.errors import nearest
from harness.model.patterns import lazy_regex
from harness.spec.conversion import entry_messages
from harness.spec.conversion.key_messages import meant_key, missing_key, no_checker, unknown_key
from harness.spec.conversion.type_messages import mismatch
from harness.spec.yaml.location import KeyPath
from harness.spec.yaml.source import Source

_FLOAT = lazy_regex(r"[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+")


class Misfit(Struct, frozen=True):
    """A part of the value that does not fit."""

    key_path: KeyPath
    message: str


def type_check(source: Source, value: Any, model: type, key_path: KeyPath = ()) -> tuple[Any, list[Misfit]]:
    """The value without what does not fit, fixed where that is plain, and the misfits in the order of the model.

    A record that lacks a key that it needs is kept where it stands in a list. ``key_path``: where the value stands.
    """
    check = _TypeCheck(source)
    return check.checked(value, inspect.type_info(model), key_path), check.misfits


def members(info: Any) -> tuple[Any, ...]:
    """The types of a union; the type itself if it is none."""
    inner = info.type if isinstance(info, inspect.Metadata) else info
    return tuple(inner.types) if isinstance(inner, inspect.UnionType) else (inner,)


_Collections = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType)


class _TypeCheck(Struct):
    source: Source
    misfits: list[Misfit] = field(default_factory=list)

    def refuse(self, key_path: KeyPath, message: str) -> Any:
        self.misfits.append(Misfit(key_path, message))
        return UNSET

    def checked(self, value: Any, info: Any, key_path: KeyPath, *, word: bool = False) -> Any:
        """The value as far as it fits, ``UNSET`` if nothing of it does. ``word``: it stands in a list of texts."""
        types = members(info)
        if any(isinstance(member, inspect.AnyType) for member in types):
            return value
        if isinstance(value, dict):
            return self._mapping(value, types, key_path)
        if isinstance(value, list):
            return self._list(value, types, key_path)
        return self._scalar(value, types, key_path, word=word)

    def _mapping(self, value: dict[Any, Any], types: tuple[Any, ...], key_path: KeyPath) -> Any:
        records = [member for member in types if isinstance(member, inspect.StructType)]
        variable = entry_messages.variable_of(value)
        if variable is not None and any(isinstance(member, inspect.StrType) for member in types):
            return self.refuse(key_path, entry_messages.braces(variable))
        if records:
            record = self._record_type(value, records, key_path)
            return UNSET if record is None else self._record(value, record, key_path)
        mapping = next((member for member in types if isinstance(member, inspect.DictType)), None)
        if mapping is None:
            return self.refuse(key_path, mismatch(types, value, self.source.written(key_path)))
        return self._dictionary(value, mapping, key_path)

    def _record_type(self, value: Mapping[Any, Any], records: list[Any], key_path: KeyPath) -> Any:
        field_name = records[0].tag_field
        if field_name is None or len(records) == 1:
            return records[0]
        tags = [record.tag for record in records]
        tag = value.get(field_name, "text")
        if tag == "text":  # it stands there also if none is written
            misspelt = [item for key, item in value.items() if key != field_name and nearest(key, [field_name], 0.7)]
            tag = next((item for item in misspelt if item in tags), tag)
        chosen = next((record for record in records if record.tag == tag), None)
        if chosen is None:
            self.refuse((*key_path, field_name), no_checker(tag, tags))
        return chosen

    def _record(self, value: Mapping[Any, Any], record: Any, key_path: KeyPath) -> Any:
        fields = {member.encode_name: member for member in record.fields}
        kept: dict[Any, Any] = {}
        begins = {key: self.source.line((*key_path, str(key))) or 0 for key in value}
        cut = entry_messages.cut_at_commas(value, fields, begins)
        for key, item in value.items():
            if key in cut:
                if cut[key]:
                    self.refuse((*key_path, str(key)), cut[key])
            elif key == record.tag_field:
                kept[key] = record.tag
            elif key not in fields:
                self.refuse((*key_path, str(key)), unknown_key(record, key, item))
                kept |= self._as_meant(key, item, value, record, key_path)
            elif (fitted := self.checked(item, fields[key].type, (*key_path, key))) is not UNSET:
                kept[key] = fitted
        needed = [name for name, member in fields.items() if member.required]
        meant = {meant_key(record, key) for key in value if key not in fields}
        for name in needed:
            if name not in value and name not in meant:
                self.refuse(key_path, missing_key(record, name))
        in_list = bool(key_path) and isinstance(key_path[-1], int)
        return kept if in_list or kept.keys() >= set(needed) else UNSET

    def _as_meant(
        self, key: Any, item: Any, value: Mapping[Any, Any], record: Any, key_path: KeyPath
    ) -> dict[str, Any]:
        """The value of a misspelt key under the key that was meant, so that nothing else is said to be missing."""
        meant = meant_key(record, key)
        member = next((member for member in record.fields if member.encode_name == meant), None)
        if meant is None or member is None or meant in value:
            return {}
        before = len(self.misfits)
        fitted = self.checked(item, member.type, (*key_path, str(key)))
        fits = fitted is not UNSET and len(self.misfits) == before
        del self.misfits[before:]
        return {meant: fitted} if fits else {}

    def _dictionary(self, value: Mapping[Any, Any], mapping: Any, key_path: KeyPath) -> dict[Any, Any]:
        kept: dict[Any, Any] = {}
        key_types = members(mapping.key_type)
        pattern = next((member.pattern for member in key_types if getattr(member, "pattern", None)), None)
        for key, item in value.items():
            inner = (*key_path, str(key))
            if not isinstance(key, str):
                self.refuse(inner, entry_messages.key_is_no_text(key, named=bool(pattern)))
            elif pattern and not re.search(pattern, key):
                self.refuse(inner, entry_messages.no_name(key))
            else:
                fitted = self.checked(item, mapping.value_type, inner)
                if fitted is not UNSET:
                    kept[key] = fitted
        return kept

    def _list(self, value: list[Any], types: tuple[Any, ...], key_path: KeyPath) -> Any:
        collection = next((member for member in types if isinstance(member, _Collections)), None)
        if collection is None:
            return self.refuse(key_path, mismatch(types, value, None))
        items = members(collection.item_type)
        if _are_lists(items) and value and all(isinstance(item, str) for item in value):
            return self.refuse(key_path, entry_messages.list_of_lists(value))
        if value and not any(isinstance(item, (dict, list)) for item in value) and _are_mappings(items):
            return self.refuse(key_path, entry_messages.list_of_mappings(items, value))
        words = any(isinstance(member, inspect.StrType) and not member.pattern for member in items)
        fitted = [
            self.checked(item, collection.item_type, (*key_path, index), word=words) for index, item in enumerate(value)
        ]
        return UNSET if any(item is UNSET for item in fitted) else fitted

    def _scalar(self, value: Any, types: tuple[Any, ...], key_path: KeyPath, *, word: bool) -> Any:
        written = self.source.written(key_path)
        custom = next((member for member in types if isinstance(member, inspect.CustomType)), None)
        if any(_takes(member, value) for member in types):
            return value
        if word and value is not None and written is not None:
            return written
        if isinstance(value, str) and _FLOAT.fullmatch(value):
            number = float(value)
            if any(_takes(member, number) for member in types):
                return number
        if custom is not None and value is not None:
            return self._quantity(value, custom, key_path)
        return self.refuse(key_path, mismatch(types, value, written))

    def _quantity(self, value: Any, custom: Any, key_path: KeyPath) -> Any:
        try:
            custom.cls.parse(value)
        except (TypeError, ValueError):
            return self.refuse(key_path, entry_messages.no_quantity(custom.cls, value))
        return value


def _are_lists(types: tuple[Any, ...]) -> bool:
    return all(isinstance(member, _Collections) for member in types)


def _are_mappings(types: tuple[Any, ...]) -> bool:
    return all(isinstance(member, (inspect.DictType, inspect.StructType)) for member in types)


def _takes(info: Any, value: Any) -> bool:
    """Whether a type takes a value that is neither list nor mapping."""
    if isinstance(info, inspect.NoneType):
        return value is None
    if isinstance(info, inspect.LiteralType):
        return value in info.values and not isinstance(value, bool)
    if isinstance(info, inspect.StrType):
        return isinstance(value, str) and (not info.pattern or re.search(info.pattern, value) is not None)
    if isinstance(info, inspect.BoolType):
        return isinstance(value, bool)
    if isinstance(info, (inspect.IntType, inspect.FloatType)):
        kinds = (int,) if isinstance(info, inspect.IntType) else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and all(_bounds(info, value))
    return False


def _bounds(info: Any, value: float) -> Iterator[bool]:
    yield info.ge is None or value >= info.ge
    yield info.gt is None or value > info.gt
    yield info.le is None or value <= info.le
    yield info.lt is None or value < info.lt
