"""What an edit does to the text that it changes: removes a part, adds one, moves it, or turns an order round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from harness.language.edits.forms.directions import direction
from harness.language.edits.forms.value_forms import KEPT, RETURNS, is_truth, returned, value_form
from harness.model.patterns import lazy_regex

REMOVES, ADDS, TURNS, MOVES_IN, MOVES_OUT = "removes", "adds", "turns", "moves-in", "moves-out"
ADDS_CONDITION, ONLY_IF, RETURNS_IF = "adds-condition", "only-if", "returns-only-if"
LEAVES_LOOP = "moves-out-of-loop"
MOVES_UP, MOVES_DOWN, MOVES_WITHIN = "moves-before", "moves-after", "moves-within"
COMPARISON, OPERATOR, NUMBER, NAME = "other-comparison", "other-operator", "other-number", "other-name"
COUNTS, PUTS_BACK, TURNS_ROUND = "counts-on", "puts-back", "turns-round"
KEEPS_ELEMENT, ONLY_BETWEEN, ALL_OTHERS = "keeps-element", "only-between", "all-others"
FOR_OF, ONLY_LARGEST = "for-of", "only-largest"
TO_STDERR, NO_NEWLINE = "prints-to-stderr", "prints-no-newline"
REMOVES_CUT, ASKS_ALWAYS, ASKS_ELSE = "removes-cut", "asks-always", "asks-else"
CAUGHT_ELSEWHERE = "caught-elsewhere"
TYPE, ALWAYS, GROUPS, VALUE = "other-type", "always", "groups", "other-value"
_TOKEN = lazy_regex(r"\w+|[()\[\]{},;]|[^\w\s()\[\]{},;]+")
_WORD = lazy_regex(r"[A-Za-z_]\w*")
_EACH = lazy_regex(r"\bfor _ in\b")
_JOINS = ("||", "&&", "or", "and")
_TYPES = ("int", "unsigned", "size_t", "std::size_t", "unsigned int")
_COMPARISON = lazy_regex(r"[<>]=?|[!=]=|===|!==|=<|=:=|=\\=|\\?==|\\=|is|is not|in|not in")
_COMPARED = lazy_regex(r"([<>]=?|[!=]==?)\s*\(?-?[\w.]+\)?")
_OPERATOR = lazy_regex(r"[<>=!+*/%&|^\\:-]+|and|or|is|mod|div")
_GOAL_JOINS = {",", ";", "->"}
_SET, _STEP = lazy_regex(r"=\s*[\w-]+"), lazy_regex(r"[+-]=\s*[\w.]+")
_PUT_BACK = lazy_regex(rf"(?:\w+ )?{KEPT} = (?P<place>[^;\n]+)[;\n](?:.|\n)*\s(?P=place) = {KEPT};?")
_NUMBER = lazy_regex(r"\d+|\(-\d+\)")
_NAME = lazy_regex(r"(?!(?:break|continue|return|pass)\b)[A-Za-z_]\w*")
_CALL = lazy_regex(r"(?!(?:not|return)\b)[A-Za-z_][\w.]*\([^()]*(?:\([^()]*\)[^()]*)*\)")
_LOOP = lazy_regex(r"\b(?:for|while)\b")
_NOTHING = ("", "pass", ";")
"""What stands for a statement that is gone."""
_NO_STATEMENT = ("}", "else", "elif", "except", "#", "//")
"""How what follows a statement begins where that is the end of its block, or a remark."""
_NO_GOAL = "true"
_FEW = 3
"""So many words and signs a report shows of a change: more of it would be the solution."""
_SHORT = 60
"""Characters of an expression that is shown with a change in it."""
_MOST_TOKENS = 400
"""A longer text is changed somehow: comparing it with itself turned round takes quadratic time."""


class EditForm(Struct, frozen=True):
    """What an edit does, and to which part of the text."""

    does: str = ""
    """One of the words above, or of those on values; empty for any other change."""
    part: str = ""
    """What is removed, moved, gets an addition, or comes first before its order is turned."""
    other: str = ""
    """What it changes places with, or the operator that joins what is added."""
    direction: str = ""
    """Which way another comparison or operator goes; empty for any other change, or where no word fits."""


def edit_form(old: str, new: str, *, is_prolog: bool = False) -> EditForm:
    """What a change of ``old`` into ``new`` is; of two returned values the change of the value."""
    if returned(old) and returned(new) and old.split() != new.split():
        inner = _form(returned(old), returned(new), is_prolog=is_prolog)
        return inner if inner.does and not is_truth(inner.part) else EditForm(RETURNS, returned(old))
    put_back = _PUT_BACK.fullmatch(new) if old in new else None
    return EditForm(PUTS_BACK, put_back["place"]) if put_back else _form(old, new, is_prolog=is_prolog)


def is_small(old: str, new: str, line: str = "") -> bool:
    """Whether a change of one expression brings in a few words and signs alone, parentheses and repetitions apart.

    Names of its ``line`` are not brought in.
    """
    known = {*_WORD.findall(line)}
    counts = Counter(token for token in _without_parentheses(_TOKEN.findall(_EACH.sub("", new))) if token not in known)
    counts.subtract(_without_parentheses(_TOKEN.findall(old)[:_MOST_TOKENS]))
    is_short = 0 < len(new) <= _SHORT and "\n" not in old + new
    return is_short and sum(count for count in counts.values() if count > 0) <= _FEW


def _form(old: str, new: str, *, is_prolog: bool) -> EditForm:
    is_join = is_prolog and {old, new} <= _GOAL_JOINS  # in Prolog a semicolon is no statement that is gone
    if (new.strip() in _NOTHING and not is_join) or (is_prolog and new.strip() == _NO_GOAL):
        return EditForm(REMOVES, old.strip())
    if (other := OPERATOR if is_join else _of_kind(old, new)) or old == new:
        way = direction(old, new) if other in (COMPARISON, OPERATOR) else ""
        return EditForm(other, old.strip() if other else "", direction=way)
    tokens = list(_TOKEN.finditer(old))
    before, after = [token[0] for token in tokens], _TOKEN.findall(new)
    begin = _common(before, after)
    end = _common(before[begin:][::-1], after[begin:][::-1])
    if begin + end == len(after):
        return EditForm(REMOVES, old[tokens[begin].start() : tokens[len(tokens) - end - 1].end()])
    if begin + end == len(before) or _is_part(before, after):
        return _addition(old.strip(), before, after)
    is_comparable = len(before) <= _MOST_TOKENS and sorted(before) == sorted(after)
    first, last = _turned(before, after) if is_comparable else (0, 0)
    if not first:
        return EditForm()
    part, other = old[tokens[0].start() : tokens[first - 1].end()], old[tokens[-last].start() : tokens[-1].end()]
    # Whole lines of Python change places only where a statement leaves its block, after what stood below it.
    return EditForm(MOVES_OUT, part) if old[:1].isspace() else _of_two(part, other)


def _of_kind(old: str, new: str) -> str:
    """What is done to a whole text: moved, turned into its opposite, or another one of its kind; empty for others."""
    is_moved, is_shorter = old != new and old.split() == new.split(), len(new) < len(old)
    old, new = old.strip(), new.strip()
    before, after = (_TOKEN.findall(text) for text in (old, new))
    is_kind = {
        ONLY_IF: _is_only_if(old, new),
        MOVES_OUT: is_moved and is_shorter,
        MOVES_IN: is_moved and not is_shorter,
        (value := value_form(old, new)): value,
        ALWAYS: new in ("true", "True"),
        TYPE: old in _TYPES and not {*new} & {*"+-"},  # in Python a variable may have such a name
        COMPARISON: (_COMPARISON.fullmatch(old) and _COMPARISON.fullmatch(new)) or _is_compared_otherwise(old, new),
        COUNTS: _SET.fullmatch(old) and _STEP.fullmatch(new),
        OPERATOR: _OPERATOR.fullmatch(old) and _OPERATOR.fullmatch(new),
        NUMBER: _NUMBER.fullmatch(old) and _NUMBER.fullmatch(new),
        NAME: old != new and _NAME.fullmatch(old) and _NAME.fullmatch(new),
        VALUE: _CALL.fullmatch(old) and _NAME.fullmatch(new),
        GROUPS: 1 < len(before) < len(after) and _without_parentheses(before) == _without_parentheses(after),
    }
    return next((kind for kind, fits in is_kind.items() if fits), "")


def _is_only_if(old: str, new: str) -> bool:
    """Whether a statement stays, and runs under a condition alone."""
    return bool(condition_of(new)) and new.partition(":\n")[2].split() == old.split()


def condition_of(new: str) -> str:
    """The condition under which a statement of Python stands now; empty for none."""
    condition, sign, _ = new.partition(":\n")
    return condition.removeprefix("if ") if sign and condition.startswith("if ") else ""


def _is_compared_otherwise(old: str, new: str) -> bool:
    """Whether a comparison gives way to another one together with its right side: ``== 0`` to ``!= 1``."""
    before, after = _COMPARED.fullmatch(old), _COMPARED.fullmatch(new)
    return before is not None and after is not None and before[1] != after[1]


def _without_parentheses(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if token not in ("(", ")")]


def _addition(part: str, before: Sequence[str], after: Sequence[str]) -> EditForm:
    """The change that adds to a part: a condition beside it, with the operator that joins both, or anything else."""
    join = next((join for join in _JOINS if after.count(join) > before.count(join)), "") if part else ""
    return EditForm(ADDS_CONDITION, part, join) if join else EditForm(ADDS, part)


def is_off_by_one(before: str, old: str, new: str) -> bool:
    """Whether a change takes one more or one less, or a limit that was left out; ``before``: the text before it."""
    if {old, new} in ({"<", "<="}, {">", ">="}):
        return _LOOP.search(before) is not None  # elsewhere it may compare what is no whole number
    if old.isdecimal() and new.isdecimal():
        return before.rstrip()[-1:] in ("+", "-") and abs(int(old) - int(new)) == 1
    return bool(old) and new in (f"{old} + 1", f"{old} - 1")


def _of_two(part: str, other: str) -> EditForm:
    """The change of two parts that change places; one moves where the other is only the end of a block."""
    if part == "}":
        return EditForm(MOVES_IN, other)
    if other.startswith(_NO_STATEMENT):
        return EditForm(MOVES_OUT, part)
    first, *below = part.splitlines()
    above, last = other.rpartition("\n")[::2]
    if below and not above:
        return EditForm(MOVES_UP, other, first)
    if above and not below:
        return EditForm(MOVES_DOWN, part, last.strip())
    return EditForm(TURNS, part, other)


def _is_part(tokens: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the tokens stand among the others, side by side."""
    size = len(tokens)
    return any(others[at : at + size] == tokens for at in range(len(others) - size + 1))


def _common(tokens: Sequence[str], others: Sequence[str]) -> int:
    """With how many of the same tokens both begin."""
    pairs = enumerate(zip(tokens, others, strict=False))
    return next((at for at, pair in pairs if pair[0] != pair[1]), min(len(tokens), len(others)))


def _turned(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many tokens at the begin and at the end change places; (0, 0) if that is not what happened."""
    size = len(before)
    for last in range(1, size):
        firsts = range(1, size - last + 1) if before[size - last :] == after[:last] else ()
        for first in firsts:
            if before[:first] == after[size - first :] and before[first : size - last] == after[last : size - first]:
                return first, last
    return 0, 0
