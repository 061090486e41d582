"""What a name stands for that gives way to another one, and which names a change adds."""

from __future__ import annotations

from harness.model.patterns import lazy_regex

VARIABLE, VALUE, CLASS, TYPE, FIELD = "variable", "value", "class", "type", "field"
PREDICATE, METHOD, FUNCTION = "predicate", "method", "function"
_PROLOG, _JAVA = (".pl", ".pro", ".prolog"), (".java",)
_UNTYPED = (".py", ".js", ".mjs", ".pl", ".pm")
_VALUES = {"true", "false", "null", "nullptr", "NULL", "None", "True", "False"}
_CONSTANT, _CLASS = lazy_regex(r"[A-Z][A-Z0-9_]+"), lazy_regex(r"[A-Z]\w*")
_DECLARES = lazy_regex(r"(?:<[^;=]*>|\[\])*(?:\s+[*&]*|[*&]+\s+)(?!instanceof\b)[A-Za-z_]\w*\s*(?:[=;,:()\[]|$)")
_BEGINS = lazy_regex(r"(?:^|[;{(,])\s*(?:(?:static|final|const|public|private|protected)\s+)*$")
_QUOTED = lazy_regex(r"""(["'])(?:\\.|(?!\1)[^\\\n])*\1""")
_WORDS = lazy_regex(r"(?:\w+(?:\.|->|::))*\w+(?:\s*\()?")
_OWN = ("self.", "this.", "this->", "std::")
"""What says of a name only where it is kept."""
_MEMBER = (".", "->")
_NO_NAME = lazy_regex(
    r"\d.*|(?:Math\.)?abs|Math|true|false|null|nullptr|NULL|None|True|False|and|or|not|in|is|mod|div|if|elif|else|for|while"
    r"|return|continue|break|new|delete|instanceof|typeof|sizeof|static_cast|lambda|self|this|std|const|auto|var|let"
    r"|int|long|short|char|bool|boolean|float|double|unsigned|size_t"
)
"""A number, or a word of a language, in a condition."""
_MOST = 2


def name_kind(path: str, before: str, old: str, new: str, after: str) -> str:
    """What the old name of a line is, by the text before and after it there; empty if that is not sure."""
    suffix = path[path.rfind(".") :].lower()
    if {old, new} & _VALUES:
        return VALUE
    if suffix in _PROLOG:
        return VARIABLE if old[:1] in ("_", old[:1].upper()) else ""
    if after.lstrip().startswith("("):
        return _called(before, is_java=suffix in _JAVA)
    if suffix not in _UNTYPED and _DECLARES.match(after) and _BEGINS.search(before):
        return TYPE
    if before.endswith(_MEMBER):
        return FIELD
    is_class = _CLASS.fullmatch(old) and after.startswith((".", "::"))
    return VALUE if _CONSTANT.fullmatch(old) else CLASS if is_class else VARIABLE


def _called(before: str, *, is_java: bool) -> str:
    """What a name stands for before its arguments."""
    if before.split()[-1:] == ["new"]:
        return CLASS
    return METHOD if is_java or before.endswith(_MEMBER) else FUNCTION


def added_names(old: str, new: str) -> list[str]:
    """The function that a change calls in what it adds to a text, or else the few variables in it."""
    text = _QUOTED.sub(" ", new.replace(old, "", 1) if old else new)
    words = [_own_name("".join(word.split())) for word in _WORDS.findall(text)]
    words = [word for word in dict.fromkeys(words) if not _NO_NAME.fullmatch(word.rstrip("("))]
    calls = [word[:-1] for word in words if word.endswith("(")]
    return calls[:1] or (words if len(words) <= _MOST else [])


def _own_name(word: str) -> str:
    """A name without what says only where it is kept."""
    return word[len(own) :] if (own := next(filter(word.startswith, _OWN), "")) else word
