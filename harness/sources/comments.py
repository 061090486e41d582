"""The comment at the top of a file, in any language that Pygments knows."""

from __future__ import annotations

from typing import Any

from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, String, Text
from pygments.util import ClassNotFound


def top_comment(path: str, source: bytes, lines: int) -> str | None:
    """The text of the comments, and of a string that stands alone, within the first lines; None for no known language.

    Preprocessor lines are no comments.
    """
    try:
        lexer = get_lexer_for_filename(path)
    except ClassNotFound:
        return None
    text = "\n".join(source.decode("utf-8", "replace").splitlines()[:lines])
    return "".join(value for kind, value in lexer.get_tokens(text) if _is_comment(kind, value))


def _is_comment(kind: Any, value: str) -> bool:
    if kind in Text and value.isspace():
        return True
    code = kind in Comment.Preproc or kind in Comment.PreprocFile
    return (kind in Comment and not code) or kind in String.Doc
