"""Names by the conventions of a language: a suite of TESTed writes them with underscores."""

from __future__ import annotations

import re

LANGUAGES = ("c", "cpp", "java", "javascript", "python")
_CAMEL = {"java": ("function", "property"), "javascript": ("function", "property"), "cpp": ("property",)}
_PASCAL_CLASSES = ("cpp", "java", "javascript", "python")


class Names:
    """The names of one language; ``is_literal``: the suite writes them as that language does."""

    def __init__(self, language: str, *, is_literal: bool) -> None:
        """Convert nothing where the suite is written for one language."""
        self.language = language
        self.is_literal = is_literal

    def function(self, name: str) -> str:
        """``to_string`` -> ``toString`` in Java."""
        return self._camel("function", name)

    def attribute(self, name: str) -> str:
        """The name of a method or of a field of an object."""
        return self._camel("property" if self.language == "cpp" else "function", name)

    def class_(self, name: str) -> str:
        """``equal_checker`` -> ``EqualChecker``."""
        return name if self.is_literal or self.language not in _PASCAL_CLASSES else _pascal(name)

    def constant(self, name: str) -> str:
        """A variable of the program."""
        return name if self.is_literal else name.upper()

    def _camel(self, kind: str, name: str) -> str:
        if self.is_literal or kind not in _CAMEL.get(self.language, ()):
            return name
        pascal = _pascal(name)
        return pascal[:1].lower() + pascal[1:]


def _pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split("_+", name))
