"""What a language's values cannot tell apart, so that one notation of values means the same in each language."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

_TYPE_NAMES = {"float": "double", "str": "string", "bool": "boolean", "none": "null", "dict": "map"}


class ValueRules(Struct, frozen=True):
    """How values of a language are compared; strictly unless it has fewer types than the notation."""

    one_number: bool = False
    """Whole and other numbers are one type: ``2`` is ``2.0``."""
    number_as_truth: bool = False
    """A number stands for ``true`` or ``false`` too."""
    character_as_number: bool = False
    """A text of one character is its number too: ``","`` is ``44``."""
    list_as_tuple: bool = False
    """There are no tuples; a list stands for one."""
    text_keys: bool = False
    """The keys of mappings may come back as texts: ``"1"`` for ``1``."""
    text_as_bytes: bool = False
    """Texts are bytes."""
    terms: bool = False
    """Texts are terms of Prolog's."""
    constants: tuple[str, str, str] = ("null", "true", "false")
    """How the language writes what is nothing, true and false."""
    type_names: Mapping[str, str] = field(default_factory=lambda: _TYPE_NAMES)
    """Type of a value -> the language's word for it."""


STRICT = ValueRules()
