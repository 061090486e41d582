"""What a spec may ask of the sources that are handed in."""

from __future__ import annotations

from msgspec import field

from harness.model.struct import Model


class Header(Model, frozen=True):
    """A comment at the top of every source file, with a name and an id in it."""

    files: str
    """The files that need one: ``*.py|*.java``."""
    lines: int = 15
    """How many lines are the top; a comment that begins there counts whole."""
    words: int = 2
    """How many words of letters it must have."""
    id: bool = True
    """Whether it must have a word with a digit in it."""
    besides: str = ""
    """Regular expression of words that are neither: the course, the task."""


class Signature(Model, frozen=True):
    """How a function must be declared; what is left out is free."""

    params: tuple[str, ...] | None = None
    """The types of its parameters, in any spelling; in Python their number counts."""
    returns: str | None = None
    """The type that it returns."""
    static: bool | None = None
    """Whether it is static."""
    declared_in: str = ""
    """Files in which it must be declared."""
    defined_in: str = ""
    """Files in which it must be defined, and no others."""


class Mention(Model, frozen=True):
    """A regular expression, and what a student reads if it is not found."""

    pattern: str
    message: str


class SourceRules(Model, frozen=True):
    """What the source must hold. Parsers read it; comments and strings are never taken for code."""

    header: Header | None = None
    """The comment at the top of every file."""
    functions: dict[str, Signature] = {}
    """Functions that must be there, by name; ``a|b`` accepts either spelling, ``(?i)`` in front any letter case. A
    wrong name is charged here alone: other cases call the function that can alone be meant, by a near name, a word or
    its types, of several the one that passes."""
    recursive: tuple[str, ...] = ()
    """Functions that must work by recursion, directly or by helpers that these rules do not name. Where ``f`` must call
    itself, write ``calls: {f: [f]}``."""
    calls: dict[str, tuple[str, ...]] = {}
    """Function -> functions that it must call, itself or by way of helpers; ``a|b`` accepts either."""
    forbidden_calls: tuple[str, ...] = ()
    """Functions that must not be called: ``itertools.permutations``. The submission's own of that name may be."""
    forbidden_imports: tuple[str, ...] = ()
    """Modules, packages and headers that must not be imported."""
    variables: dict[str, str] = {}
    """Variable (a field, a local one or a parameter) -> its declared type, in any spelling. The field that can alone be
    meant stands in for a missing one. Java."""
    forbidden_numbers: dict[str, tuple[int, ...]] = {}
    """Function or array -> numbers in whose place a variable must stand, in comparisons of the function or as the
    array's length. Where nothing has the name, all are meant. Java."""
    includes: dict[str, str] = field(default_factory=dict)
    """File -> the header that it must include, or the module that it must import."""
    leading: dict[str, str] = {}
    """File pattern -> header to be included before anything is declared."""
    declared: dict[str, str] = {}
    """File pattern -> header that must declare all functions and constants of such files, ``main``, templates and
    members of classes aside. One that was not handed in is not judged. C and C++."""
    one_file: str = ""
    """Pattern of sources, of which one must define all functions that others declare or define, templates and members
    of classes aside. C and C++."""
    mentions: dict[str, tuple[str | Mention, ...]] = {}
    """File pattern -> regular expressions that each must be found in one of those texts. Of a program only its code is
    looked at, without comments and texts in quotes. With ``{pattern: ..., message: ...}`` a student reads that sentence
    if it is not found."""
