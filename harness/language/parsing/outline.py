"""The outline of a source file, the same for every language, from bytes that a person wrote."""

from __future__ import annotations

import codecs
from collections.abc import Mapping

from msgspec import Struct, field

from harness.judge.differences.confusables import compose

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(source: bytes) -> str:
    """The text: in the encoding that a byte order mark names, else UTF-8, else Latin-1. Accents stand on their letters.

    Nobody loses a point for the encoding of an editor: no byte is an error.
    """
    encoding = next((name for mark, name in _MARKS if source.startswith(mark)), None)
    if encoding is None:
        try:
            text = source.decode()
        except UnicodeDecodeError:
            text = source.decode("latin-1")
    else:
        text = source.decode(encoding, "replace")
    return compose(text)


Call = tuple[str, int | None]
"""The simple name of what is called, and with how many arguments; None if that says nothing."""


class Function(Struct, frozen=True):
    """One function or method, declared or defined."""

    name: str
    params: tuple[str, ...] = ()
    """The parameters' types in their canonical spelling; the parameters' names in Python, without ``self``."""
    returns: str = ""
    """The type that it returns, spelt in the same way; empty in Python."""
    static: bool = False
    defined: bool = True
    """False for a declaration without a body."""
    calls: frozenset[Call] = frozenset()
    """What its body calls, passes on as a value or makes objects of."""
    optional: int = 0
    """How many of its last parameters may be left out."""
    variadic: bool = False
    """Whether it takes any number of further arguments."""
    compared_numbers: frozenset[tuple[int, int]] = frozenset()
    """The numbers that its body compares with something, and their lines (Java only)."""
    is_constructor: bool = False
    """Whether it is what making an object of a class runs, and no function of its own."""
    is_free: bool = True
    """Whether it stands by itself: neither a member of a class nor a template (not known of Java and Prolog)."""
    at: str = ""
    """Where it begins: what tells it from others of its name."""
    line: int | None = None
    """The line of its name, where it begins; None if that is not known."""
    around: tuple[str, ...] = ()
    """Where the functions begin that it is defined in, the outermost first; others do not know it."""

    def accepts(self, arguments: int) -> bool:
        """Whether it can be called with so many arguments."""
        return len(self.params) - self.optional <= arguments and (self.variadic or arguments <= len(self.params))


class Outline(Struct, frozen=True):
    """One parsed source file."""

    path: str
    functions: tuple[Function, ...] = ()
    imports: frozenset[str] = frozenset()
    """Modules or packages imported, headers included; in Python also ``module.name``."""
    calls: frozenset[str] = frozenset()
    """The simple names of what is called anywhere in the file, or used as a value, and may be its own."""
    qualified: frozenset[str] = frozenset()
    """What is used of a module, a namespace or a class: ``itertools.permutations``, ``std.sort``."""
    scopes: frozenset[str] = frozenset()
    """The classes, namespaces and modules that the file itself is or declares."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Names given to types -> the types."""
    constants: frozenset[str] = frozenset()
    """The constants declared outside functions and classes, macros with a value among them (C and C++ only)."""
    leading: frozenset[str] = frozenset()
    """What is imported before anything is declared (C and C++ only)."""
    variables: frozenset[tuple[str, str]] = frozenset()
    """Each variable declared, parameters too, with its type in its canonical spelling (Java only)."""
    fields: frozenset[tuple[str, str]] = frozenset()
    """The fields of classes among them (Java only)."""
    array_lengths: frozenset[tuple[str, int, int]] = frozenset()
    """Variables to which a new array with a number for its length is assigned, that number and its line.

    Not where they are declared (Java only)."""
    lambdas: tuple[Function, ...] = ()
    """Functions that variables hold, under the variables' names; those of Python are among ``functions``."""
    foreign: frozenset[str] = frozenset()
    """The names read by themselves that nothing in the file defines where they stand (Python), or handed on that are no
    variables of the file (C and C++)."""
    named: frozenset[str] = frozenset()
    """The names of all variables, macros and enumerators of the file (C and C++ only)."""
    problem: str = ""
    """Why nothing is known about the file; empty if it was parsed."""
