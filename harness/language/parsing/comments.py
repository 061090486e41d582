"""The comment at the top of a file, and its code without any, in each language that Pygments knows."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from pygments.lexers import find_lexer_class, get_all_lexers
from pygments.token import Comment, String

from harness.language.parsing.outline import decode
from harness.model.patterns import lazy_regex

_MOST = 1 << 16
"""How many bytes are looked at: the top of a file is no longer."""
_NO_SOURCE = {"Text only", "JSON", "Markdown", "reStructuredText", "Text output"}
_QUOTES_TEXTS = {"C", "C++", "Objective-C", "Java", "JavaScript", "Perl", "Prolog", "cplint", "Python", "TypeScript"}
"""Languages in which what is in quotes is no code; in those of shells, pages and queries it may be."""
_MARKED = lazy_regex(r"\A#!.*|-\*-.*-\*-|^\W*(?:coding[:=]|vim?:).*", re.MULTILINE)
"""What is for programs, not for people: the interpreter's line, the encoding's, the editor's."""


def top_comments(path: str, source: bytes, lines: int) -> tuple[str, ...]:
    """The text of the comments that begin within the first lines, once for each language that the file may be in.

    A comment that begins there counts whole. A string that is alone at the top of a Python file is a comment;
    preprocessor lines, ``#!`` lines and editors' marks are none. Nothing if no language is known by that name:
    ``.pl`` gives two texts, of Perl and of Prolog.
    """
    top = source if len(source) <= _MOST else source[:_MOST].rpartition(b"\n")[0] or source[:_MOST]
    text = decode(top).replace("\r\n", "\n").replace("\r", "\n")
    return tuple(
        _MARKED.sub("", "\n".join(_comments(lexer, text, lines))) for lexer in _lexers(path, text.partition("\n")[0])
    )


def code_in(path: str, source: bytes) -> tuple[str, ...]:
    """The code of a file without comments and without texts in quotes, once for each language that it is likely in.

    The whole text if no language is known by that name, or one of documents.
    """
    text = decode(source)
    lexers = _lexers(path, next(iter(text.splitlines()), ""))
    likely = max((lexer.analyse_text(text) for lexer in lexers), default=0)
    return tuple("".join(_code(lexer, text)) for lexer in lexers if lexer.analyse_text(text) == likely) or (text,)


def _code(lexer: Any, text: str) -> Iterator[str]:
    """The pieces of the text; of comments and texts in quotes their line ends, and what parts their neighbours."""
    has_texts = lexer.name in _QUOTES_TEXTS
    for kind, value in lexer.get_tokens(text):
        is_text = has_texts and kind in String and kind not in String.Atom
        if is_text or _is_comment(kind):
            yield ('""' if is_text else " ") + "\n" * value.count("\n")
        else:
            yield value


def _lexers(path: str, first_line: str) -> list[Any]:
    """Every lexer for such a file name; where the first line names the interpreter, only those that agree."""
    name = path.rpartition("/")[2]
    known = [
        find_lexer_class(lexer)
        for lexer, _, patterns, _ in get_all_lexers(plugins=False)
        if any(fnmatchcase(name, pattern) or fnmatchcase(name.lower(), pattern.lower()) for pattern in patterns)
    ]
    lexers = [lexer(stripnl=False) for lexer in known if lexer is not None and lexer.name not in _NO_SOURCE]
    sure = [lexer for lexer in lexers if first_line.startswith("#!") and lexer.analyse_text(first_line) == 1.0]
    return sure or lexers


def _comments(lexer: Any, text: str, lines: int) -> Iterator[str]:
    """The comments that begin within the first lines; those that are after code speak of it and do not count."""
    python = lexer.name == "Python"  # its documentation strings stand in functions, too
    if python:
        yield _docstring(text, lines)
    line, comment, behind_code = 0, "", False
    for kind, value in lexer.get_tokens(text):
        if (_is_comment(kind) or (kind in String.Doc and not python)) and not behind_code and (comment or line < lines):
            comment += value  # some lexers give a comment in many pieces
        else:
            if comment:
                yield comment
                comment = ""
            behind_code = behind_code or bool(value.strip() and kind not in Comment)
        if "\n" in value:
            behind_code = False
        line += value.count("\n")
        if line >= lines and not comment:
            return
    yield comment


def _is_comment(kind: Any) -> bool:
    code = kind in Comment.Preproc or kind in Comment.PreprocFile or kind in Comment.Hashbang
    return kind in Comment and not code


def _docstring(text: str, lines: int) -> str:
    """A Python module's docstring, however it is quoted."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a student's file is warned of is not for the grader's screen
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    return ast.get_docstring(module) or "" if module.body and module.body[0].lineno <= lines else ""
