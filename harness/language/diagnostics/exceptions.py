"""Recognise common uncaught exceptions by what they say, so that reports can explain them in plain words.

An explanation must be true in every case, so a rule takes the exact text that the language's own runtime gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from harness.language.diagnostics.recursion import as_parameters, recurring_functions, recurring_predicates
from harness.model.finding import Parameter
from harness.model.patterns import lazy_regex

_LONGEST = 400
"""Characters of a message that are read."""


class Explanation(Struct, frozen=True):
    """Why an exception was raised: a kind of the messages' catalogue after ``explain-``, and its parameters."""

    reason: str = ""
    """Empty for an exception that nothing is known about."""
    params: Mapping[str, Parameter] = {}


_TWO_TYPES = r"'(?P<left>[\w.]{1,80})' and '(?P<right>[\w.]{1,80})'"
_RULES: tuple[tuple[str, str], ...] = (
    ("nothing-to-take", r"IndexError: pop from (?:empty list|an empty deque)|EmptyStackException"),
    ("nothing-to-take", r"KeyError: '(?:pop from an empty set|popitem\(\): dictionary is empty)'"),
    ("key", r"KeyError: (?P<key>.{1,80})"),
    ("index", r"IndexError: [a-z ]{1,20} index out of range"),
    (
        "index-and-length",
        r"\w*IndexOutOfBoundsException: [Ii]ndex (?P<index>-?\d+) out of bounds for length (?P<length>\d+)",
    ),
    ("text-index", r"StringIndexOutOfBoundsException(?:: .*)?"),
    ("name", r"NameError: name '(?P<name>[^']{1,80})' is not defined(?:\. Did you mean.*)?"),
    ("no-value-yet", r"UnboundLocalError: .*local variable '(?P<name>[^']{1,80})' .*"),
    ("none", r"TypeError: 'NoneType' object (?:is not \w+|does not support item assignment)"),
    ("none", r"TypeError: object of type 'NoneType' has no len\(\)|AttributeError: 'NoneType' object has no .*"),
    ("not-to-be-used", r"TypeError: '(?P<type>[\w.]{1,80})' object is not (?P<use>callable|subscriptable|iterable)"),
    (
        "none-operand",
        r"TypeError: (?:unsupported operand type\(s\) for|'[<>]=?' not supported between) .*'NoneType'.*",
    ),
    (
        "operands",
        rf"TypeError: unsupported operand type\(s\) for (?P<operator>\S{{1,3}})(?: or pow\(\))?: {_TWO_TYPES}",
    ),
    ("operands", rf"TypeError: '(?P<operator>[<>]=?)' not supported between instances of {_TWO_TYPES}"),
    ("joined-text", r'TypeError: can only concatenate str \(not "(?P<type>[\w.]{1,80})"\) to str'),
    ("arguments-missing", r"TypeError: (?P<function>[\w.<>]{1,80})\(\) missing \d+ required .*"),
    (
        "arguments-surplus",
        r"TypeError: (?P<function>[\w.<>]{1,80})\(\) takes (?:from \d+ to )?\d+ positional arguments? but \d+ .* given",
    ),
    ("index-type", r"TypeError: \w+ indices must be integers(?: or slices)?, not '?(?P<type>[\w.]{1,80})'?"),
    ("whole-number", r"ValueError: invalid literal for int\(\) with base \d+: (?P<word>.{1,80})"),
    ("number", r"ValueError: could not convert string to float: (?P<word>.{1,80})"),
    ("such-a-number", r'NumberFormatException: For input string: (?P<word>"[^"]{0,80}")(?: .*)?'),
    ("unpacking", r"ValueError: (?:not enough|too many) values to unpack \(expected .*"),
    ("not-in-list", r"ValueError: (?:.{1,80} is not in list|list\.remove\(x\): x not in list)"),
    (
        "attribute",
        r"AttributeError: '(?P<type>[\w.]{1,80})' object has no attribute '(?P<name>\w{1,80})'(?:\. Did you mean.*)?",
    ),
    (
        "module-attribute",
        r"AttributeError: module '(?P<module>[\w.]{1,80})' has no attribute '(?P<name>\w{1,80})'(?:\. Did you mean.*)?",
    ),
    ("division", r"ZeroDivisionError: .*(?:division|modulo|by zero).*|ArithmeticException: .*/ by zero"),
    ("exit", r"SystemExit(?:: .*)?"),
    ("recursion", r"RecursionError: maximum recursion depth exceeded.*|StackOverflowError"),
    ("recursion", r"RangeError: Maximum call stack size exceeded"),
    (
        "property-of-nothing",
        r"TypeError: Cannot (?:read|set) properties of (?P<value>undefined|null) \(\w+ '(?P<name>.{1,80})'\)",
    ),
    ("name", r"ReferenceError: (?P<name>[\w$]{1,80}) is not defined"),
    ("before-declaration", r"ReferenceError: Cannot access '(?P<name>[\w$]{1,80})' before initialization"),
    ("not-a-function", r"TypeError: (?P<name>[\w$.]{1,80}) is not a function"),
    ("constant", r"TypeError: Assignment to constant variable\."),
    ("file", r"Error: ENOENT: no such file or directory, open (?P<file>'[^']{1,200}')"),
    ("module", r"ModuleNotFoundError: No module named '(?P<module>[\w.]{1,80})'"),
    ("file", r"FileNotFoundError: \[Errno 2\] No such file or directory: (?P<file>'[^']{1,200}')"),
    ("file-not-writable", r"io\.UnsupportedOperation: (?:not writable|write)"),
    ("file-not-readable", r"io\.UnsupportedOperation: (?:not readable|read)"),
    ("file", r"FileNotFoundException: (?P<file>.{1,200}) \(No such file or directory\)"),
    ("file", r"NoSuchFileException: (?P<file>\S{1,200})"),
    ("input", r"EOFError: EOF when reading a line|NoSuchElementException: No line found"),
    ("null", r"NullPointerException(?:: .*)?"),
    ("cast", r"ClassCastException: class (?P<type>[\w.$]{1,80}) cannot be cast to class (?P<wanted>[\w.$]{1,80}) .*"),
    ("memory", r"OutOfMemoryError: (?:Java heap space|GC overhead limit exceeded)|MemoryError"),
    ("input-word", r"InputMismatchException(?:: .*)?"),
    ("array-size", r"NegativeArraySizeException: (?P<size>-\d+)"),
    ("changed-in-loop", r"ConcurrentModificationException"),
    ("changed-in-loop", r"RuntimeError: (?:dictionary|Set|OrderedDict) (?:changed size|mutated) during iteration"),
    ("not-allowed", r"UnsupportedOperationException"),
    ("no-item", r"NoSuchElementException"),
    ("index-below-zero", r"std::out_of_range: .* \(which is 184467440737\d{8}\) >=? .*"),
    (
        "index-and-length",
        r"std::out_of_range: .*__n \(which is (?P<index>\d+)\) >= (?:this->size\(\)|_Nm) \(which is (?P<length>\d+)\)",
    ),
    ("text-index", r"std::out_of_range: basic_string::\w+: __pos \(which is \d+\) > this->size\(\) .*"),
    ("no-such-key", r"std::out_of_range: (?:map|unordered_map|_Map_base)::at"),
    ("text-to-number", r"std::invalid_argument: (?P<function>sto(?:i|l|ll|ul|ull|f|d|ld))"),
    ("number-too-large", r"std::out_of_range: (?P<function>sto(?:i|l|ll|ul|ull|f|d|ld))"),
    ("memory", r"std::bad_alloc"),
    (
        "near-predicate",
        r"existence_error: (?:\S{1,80}: )?Unknown procedure: (?P<name>\S{1,80})\n(?s:.*) for:\s+(?P<near>\S+)",
    ),
    ("no-predicate", r"existence_error: (?:\S{1,80}: )?Unknown procedure: (?P<name>\S{1,80})(?s:\s.*)?"),
    ("recursion", r"resource_error: Stack limit (?s:.*)"),
    ("file-ends", r"reached end of file while parsing|expected .\}. at end of input"),
    ("semicolon-above", r"expected (?:initializer|declaration specifiers).* before .*"),
    ("indentation", r"(?:IndentationError|TabError): .*"),
)
"""The reason, and all that the exception says: its simple name and its message."""
_THROWN_VALUE = lazy_regex(r"(?:(?:unsigned|long) )*(?:int|char|bool|float|double|long|short)|char const\*|std::string")
"""What is thrown in C++ without a class of exceptions: its value is not said."""
_ADDED = lazy_regex(rb"[\w.\[\]]{1,80} [-+*/]?= ?(?P<function>[A-Za-z_][\w.]{0,80})\([^()]{0,200}\)(?: *#.*)?")
"""A line that adds what a function gives to a value, and nothing else."""
_RAISED = lazy_regex(rb"\s*(?:\}?\s*else\s*|if\b.*[:)]\s*)?(?:raise|throw)\b")
"""A line on which the program itself raises: its text is its author's, and means what they say."""


_OPENED = lazy_regex(rb"\bopen\((?!.*[\"'][bt+]?[wax][bt+]{0,2}[\"'])")
"""A line that opens a file, and not to write to it."""


def explain_exception(error: str, source: bytes = b"", trace: bytes = b"") -> Explanation:
    """The reason for an exception such as ``KeyError: 'n'``.

    ``source``: the line that raised it; ``trace``: what the runtime said, where a class of the library may be named.
    """
    if _THROWN_VALUE.fullmatch(error):
        return Explanation("thrown-value", {"type": error})
    if _RAISED.match(source):
        return Explanation()
    if error == "NoSuchElementException" and b"at java.base/java.util.Scanner." in trace:
        return Explanation("input")
    for reason, pattern in _RULES:
        match = re.fullmatch(pattern, error[:_LONGEST])  # compiled where a program crashed, not at each start
        if match is not None:
            added = _ADDED.fullmatch(source.strip()) if reason == "none-operand" else None
            called = {"function": added["function"].decode()} if added and error.endswith("'NoneType'") else {}
            reads = reason == "file" and error.startswith("FileNotFoundError") and _OPENED.search(source)
            recurring = _recurring(error, trace) if reason == "recursion" else {}
            return Explanation("file-to-read" if reads else reason, {**match.groupdict(), **called, **recurring})
    return Explanation()


_INDEX_LINE = lazy_regex(r"^index (?P<index>-?\d{1,20}) of (?P<length>\d{1,20})$", re.MULTILINE)


def out_of_range(trace: str) -> Mapping[str, Parameter]:
    """The index and the length that a driver notes below the innermost frame; nothing if it does not."""
    match = _INDEX_LINE.search(trace)
    return {"index": match["index"], "length": match["length"]} if match is not None else {}


def _recurring(error: str, trace: bytes) -> Mapping[str, Parameter]:
    """The functions or predicates that are called in themselves, as parameters."""
    return as_parameters(recurring_predicates(error) or recurring_functions(trace))
