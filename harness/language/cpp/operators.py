"""Operators of C++ that a spec calls by name, ``operator+`` or ``operator double``: glue that writes expressions.

``a + b`` is written as a student's program writes it. So it does not matter whether the operator is a member, stands by
itself or is a hidden friend, nor whether the compiler made it (``==`` by default, ``!=`` of ``==``). What is no valid
expression is left out by the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from harness.language.cpp.symbols import last_word, split_scope, split_types
from harness.language.driver import CalledNames
from harness.model.patterns import CPP_OPERATOR, CPP_SIGN, CPP_WORDS, alternatives, lazy_regex

_SYMBOL = lazy_regex(
    rf"^[0-9a-f]+ [TtWw] (?P<scope>(?:[^(]*[ :])?)operator(?P<sign>{CPP_SIGN})(?: ?<.*>)?"
    r"\((?P<types>.*)\)(?: const)?$"
)
_PREFIX = ("+", "-", "*", "&", "!", "~", "++", "--")
_ONLY_PREFIX = ("!", "~", "++", "--")
_OTHERS = ("int", "long", "double", "::std::string")
"""What an operand may be, where the student's operator takes an object that is made of it."""
_STREAM = lazy_regex(r"\bstd::(?:basic_)?[io]?stream\b")
_NO_BARE_TYPE = lazy_regex(r"\bconst\b|[&\s]")
_A, _B, _C, _D = (f"static_cast<grade_{letter}&&>({letter.lower()})" for letter in "ABCD")
_SETTING = ("[]=", "()=")

_WRITE = """\
  template <class grade_A> static auto call(grade_A&& a)
    -> decltype((void)(::std::declval<::std::ostream&>() << a), ::std::string())
  { ::std::ostringstream out; out << a; return out.str(); }"""
_READ = """\
  template <class grade_A> static auto call(grade_A&& a, const ::std::string& text)
    -> decltype((void)(::std::declval<::std::istream&>() >> a), bool())
  { ::std::istringstream in(text); in >> a; return !in.fail(); }"""


class Signature(Struct, frozen=True):
    """An operator that the student wrote."""

    scope: str
    """The class or the namespace around it."""
    sign: str
    types: tuple[str, ...]
    """Those of its parameters."""


def is_operator(name: str) -> bool:
    """Whether it is the name of an operator of C++."""
    return CPP_OPERATOR.fullmatch(name) is not None


def asks_for_operators(names: CalledNames) -> bool:
    """Whether the spec calls any."""
    return any(is_operator(name) for pattern in names.functions for name in alternatives(pattern))


def parse_operators(nm_output: str) -> tuple[Signature, ...]:
    """The operators among what an object file defines, as ``nm -C`` writes them; conversions to types are left out."""
    found = []
    for line in nm_output.splitlines():
        match = _SYMBOL.match(line)
        if match is not None:
            scope, types = last_word(match["scope"].replace("(anonymous namespace)::", "")), split_types(match["types"])
            found.append(Signature(scope.removesuffix("::"), match["sign"], tuple(types)))
    return tuple(dict.fromkeys(found))


def operator_lines(
    names: CalledNames, classes: Sequence[str], written: Mapping[str, str], known: Sequence[Signature]
) -> Iterator[str]:
    """Lines that register the operators that are asked for, of these classes (their full names).

    ``written``: how the spec writes the classes that the compiler made of templates.
    """
    wanted = dict.fromkeys(name for pattern in names.functions for name in alternatives(pattern) if is_operator(name))
    for number, name in enumerate(wanted):
        match = CPP_OPERATOR.fullmatch(name)
        sign = match and (match["sign"] or CPP_WORDS.get(match["word"]))
        caller = f"grade_operator_{number}"
        yield f"struct {caller} {{"
        yield from _expressions(sign) if sign else [_expression(f"static_cast<{name.removeprefix('operator ')}>(a)")]
        yield "};"
        registered = dict.fromkeys(chain.from_iterable(_calls(full, sign, written, known) for full in classes))
        for place, (owner, types) in enumerate(registered):
            sort = "method" if owner else "plain"
            shorter = f"grade_driver::Shorter<{', '.join((caller, *types))}>"
            yield f'const bool {caller}_{place} = {shorter}::add("{owner}", "{name}", grade_driver::Sort::{sort}, 0);'


def _expressions(sign: str) -> Iterator[str]:
    """The calls that a sign stands for, with one operand or two."""
    if sign in _PREFIX:
        yield _expression(f"{sign}{_A}")
    if sign in ("++", "--"):
        yield _expression(f"{_A}{sign}", "int")
    elif sign in _SETTING:
        opening, closing = sign[0], sign[1]
        yield _expression(f"{_A}{opening}{_B}{closing} = {_C}", "grade_B&& b, grade_C&& c")
        if sign == "()=":
            yield _expression(f"{_A}({_B}, {_C}) = {_D}", "grade_B&& b, grade_C&& c, grade_D&& d")
    elif sign == "[]":
        yield _expression(f"{_A}[{_B}]", "grade_B&& b")
    elif sign == "()":
        yield _expression(f"{_A}({_B}...)", "grade_B&&... b")
    elif sign not in _ONLY_PREFIX:
        yield _expression(f"{_A} {sign} {_B}", "grade_B&& b")
    if sign == "<<":
        yield _WRITE
    if sign == ">>":
        yield _READ


def _expression(expression: str, second: str = "") -> str:
    """A call that is valid where the expression is."""
    named = [letter for letter in "BCD" if f"grade_{letter}" in second]
    others = ", class... grade_B" if "..." in second else "".join(f", class grade_{letter}" for letter in named)
    parameters = f"grade_A&& a{', ' if second else ''}{second}"
    return (
        f"  template <class grade_A{others}> static auto call({parameters}) -> decltype({expression}) "
        f"{{ return {expression}; }}"
    )


def _calls(
    full: str, sign: str | None, written: Mapping[str, str], known: Sequence[Signature]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What to register for a class: the owner of a method, or nothing, and the types of all operands.

    First what the student wrote, then what may be meant: one operand, and a second of the same class or a plain value.
    """
    owner, own, other = written.get(full, split_scope(full)[1]), f"::{full}&", f"const ::{full}&"
    if sign in _SETTING:
        places = [each.types for each in known if each.scope == full and each.sign == sign[:2]]
        for types in dict.fromkeys(places or [("long",), ("long", "long")]):
            yield from ((owner, (own, *types, value)) for value in _OTHERS)
        return
    signatures = [
        (own, *signature.types) if signature.scope == full else signature.types
        for signature in known
        if signature.sign == sign and not any(map(_STREAM.search, signature.types))
    ]
    plain = [(own,), (own, other), *((own, kind) for kind in _OTHERS), *((kind, own) for kind in _OTHERS)]
    for types in (*signatures, *(plain if sign else plain[:1])):
        if any(_bare(kind) == full for kind in types[:2]):
            yield "", types
        if types and _bare(types[0]) == full:
            yield owner, (own, *types[1:])


def _bare(kind: str) -> str:
    return _NO_BARE_TYPE.sub("", kind).removeprefix("::")
