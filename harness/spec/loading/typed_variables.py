"""Fill variables of ``for`` into keys that take no text: numbers, durations, words of a list.

Such a key cannot be converted before it is filled. So the entries of a spec that have one are filled as they were
parsed, once for each combination, and their types are checked then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, inspect

from harness.model.errors import SpecError
from harness.spec.conversion.convert import convert_part, with_checker_tags
from harness.spec.conversion.type_check import members
from harness.spec.format.kinds import case_model
from harness.spec.format.model import Case
from harness.spec.loading.expand import MARK, combinations, filled_text
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source

_NUMBERS = (inspect.IntType, inspect.FloatType, inspect.BoolType)


class TypedEntry(Struct, frozen=True):
    """An entry of ``cases`` with variables where no text may stand."""

    cases: tuple[Case, ...]
    """The case of each combination of its variables, these keys filled in."""
    value: Any
    """The entry as YAML, with one combination that fits filled in."""
    problems: tuple[Problem, ...] = ()
    """What does not fit, with the values of the variables."""


def typed_entries(source: Source) -> dict[int, TypedEntry]:
    """The entries that have such keys, by index."""
    value = source.value.get("cases") if isinstance(source.value, dict) else None
    entries = enumerate(value) if isinstance(value, list) else ()
    info = inspect.type_info(case_model())
    filled = ((index, _typed_entry(source, index, entry, info)) for index, entry in entries if _has_variables(entry))
    return {index: entry for index, entry in filled if entry is not None}


def hides_variables(source: Source) -> bool:
    """Whether a number may be meant where the text of a variable fits too."""
    cases = source.value.get("cases") if isinstance(source.value, dict) else None
    near_misses = [entry.get("near_misses") for entry in cases or () if _has_variables(entry)]
    charged = [target for each in near_misses if isinstance(each, dict) for target in each.values()]
    return any(isinstance(target, str) and "{" in target for target in charged)


def _has_variables(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("for"), (dict, list))


def _typed_entry(source: Source, index: int, entry: dict[str, Any], info: Any) -> TypedEntry | None:
    tagged, path = with_checker_tags(entry), ("cases", index)
    try:
        every = list(combinations(entry["for"]))
    except SpecError:
        return None  # reported when the entry is expanded
    if not all(isinstance(values, Mapping) for values in every):
        return None
    cases: list[Case] = []
    problems: dict[Problem, list[Mapping[str, object]]] = {}
    best, is_changed = None, False
    for values in every:
        filler = _Filler(source, values)
        filled = {key: filler.fill(item, _type_of(info, key), (*path, key)) for key, item in tagged.items()}
        is_changed = is_changed or filled != tagged or bool(filler.problems)
        case, misfits = (None, filler.problems) if filler.problems else convert_part(source, filled, case_model(), path)
        for problem in misfits:
            problems.setdefault(problem, []).append(values)
        best = filled if best is None or (case is not None and not cases) else best
        cases += [] if case is None else [case]
    if not is_changed:
        return None
    return TypedEntry(tuple(cases), best, tuple(_with_values(*each, len(every)) for each in problems.items()))


def _with_values(problem: Problem, wrong: list[Mapping[str, object]], count: int) -> Problem:
    """The problem with the values of the variables that it is of; none if it is there whatever they are."""
    if len(wrong) == count > 1:
        return problem
    said = ", ".join(f'"{name}" is {value!r}' for name, value in wrong[0].items())
    return Problem(problem.location, f"{problem.message}, where {said}")


def _type_of(record: Any, key: object) -> Any:
    """The type of a key of a record; of the variables themselves, which are not filled, and of unknown ones any."""
    return next((member.type for member in record.fields if member.encode_name == key != "for"), inspect.AnyType())


class _Filler:
    """Fills one combination into what takes no text."""

    def __init__(self, source: Source, values: Mapping[str, object]) -> None:
        """``values``: the variables of this combination."""
        self._source, self._values = source, values
        self.problems: list[Problem] = []

    def fill(self, value: Any, info: Any, key_path: KeyPath) -> Any:
        """The value with its variables where its type takes no text; all else as it is, to be filled later."""
        types = members(info)
        if isinstance(value, str):
            return self._text(value, types, key_path)
        if isinstance(value, list):
            collection = next((member for member in types if hasattr(member, "item_type")), None)
            return value if collection is None else list(self._items(value, collection.item_type, key_path))
        if isinstance(value, dict):
            return self._mapping(value, types, key_path)
        return value

    def _items(self, value: list[Any], info: Any, key_path: KeyPath) -> Iterator[Any]:
        for number, item in enumerate(value):
            filled = self.fill(item, info, (*key_path, number))
            if isinstance(item, str) and isinstance(filled, list):
                yield from filled
            else:
                yield filled

    def _mapping(self, value: dict[Any, Any], types: tuple[Any, ...], key_path: KeyPath) -> Any:
        records = [member for member in types if isinstance(member, inspect.StructType)]
        tag_field = records[0].tag_field if records else None
        if tag_field is not None and isinstance(value.get(tag_field), str):
            value = value | {tag_field: self._filled(value[tag_field], (*key_path, tag_field))}
            records = [record for record in records if record.tag == value[tag_field]]
        if records:
            return {
                key: item if key == tag_field else self.fill(item, _type_of(records[0], key), (*key_path, str(key)))
                for key, item in value.items()
            }
        mapping = next((member for member in types if isinstance(member, inspect.DictType)), None)
        if mapping is None:
            return value
        return {key: self.fill(item, mapping.value_type, (*key_path, str(key))) for key, item in value.items()}

    def _text(self, text: str, types: tuple[Any, ...], key_path: KeyPath) -> Any:
        takes_any_text = any(isinstance(member, inspect.StrType) and not member.pattern for member in types)
        takes_anything = any(isinstance(member, inspect.AnyType) for member in types)
        if (
            "{" not in text
            or takes_anything
            or (takes_any_text and not any(isinstance(member, _NUMBERS) for member in types))
        ):
            return text
        alone = MARK.fullmatch(text)
        if alone and alone[1] in self._values:
            return self._values[alone[1]]
        return text if takes_any_text else self._filled(text, key_path)

    def _filled(self, text: str, key_path: KeyPath) -> str:
        try:
            return filled_text(text, self._values)
        except SpecError as error:
            self.problems.append(Problem(self._source.at(key_path), str(error)))
            return text
