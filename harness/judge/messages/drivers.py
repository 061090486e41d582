"""What the drivers say in a sentence of their own: why a function cannot be called, and how a call ended.

A driver runs in the student's language and writes English; ``DRIVER_SENTENCES`` are its very words. They are recognised
by these, so that reports can say them in any language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from harness.judge.messages.phrases import Choice, Sentence
from harness.model.patterns import lazy_regex

_LONGEST = 2000
_PLACEHOLDER = lazy_regex(r"\\\{(\w+)\\\}")

DRIVER_SENTENCES = {
    "driver-value": "a value of the type {type} cannot be made of {value}",
    "driver-object": "an object of the type {type} cannot be made",
    "driver-abstract": "no object of the class {name} can be made: it is abstract",
    "driver-no-constructor": "no object of the class {name} can be made without arguments: it has no constructor",
    "driver-constructor": "no object of the class {name} can be made without arguments: its constructor takes {takes}",
    "driver-null": "there is no object to call {name} of: it is null",
    "driver-static": "there is no static method {name} in the class {owner}",
    "driver-not-settable": "there is no variable {name} that can be set",
    "driver-variable": "there is no variable {name}",
    "driver-field": "there is no field {name}",
    "driver-constant": "the field {name} is a constant: it cannot be set to {value}",
    "driver-one-argument": "{name} cannot be called: it takes 1 argument and is called with {given}",
    "driver-arguments": "{name} cannot be called: it takes {takes} arguments and is called with {given}",
    "driver-argument": "{name} cannot be called: it takes {type} as argument {number} and is called with {value}",
    "driver-other-types": "{name} cannot be called: it takes ({types}), which is not what was asked for",
    "driver-unknown-type": "{name} cannot be called: it takes {type}, which cannot be handed over",
    "driver-unknown-result": "{name} cannot be called: what it returns cannot be read",
    "driver-abstract-class": "{name} cannot be called: it is abstract",
    "driver-no-object": "{name} cannot be called: no object of it can be made",
    "driver-template": "{name} cannot be called: it is a template",
    "driver-member": "{name} cannot be called: it is a member of {owner}, but it must be a function of its own",
    "driver-signature": "{name} cannot be called with ({values})",
    "driver-too-much": "all that the calls returned and printed is too much",
    "driver-waits": "it waits for something that never comes",
    "driver-not-compiled": "{file} cannot be compiled: {error}",
    "driver-ended-early": "{file} ended early: {error}",
    "driver-said": "Prolog said: {error}",
    "driver-nested": "the types of {file} are nested too deeply",
    "driver-no-source": "there is no {language} source file",
    "driver-no-file": "there is no {language} file (its name would end in {suffixes})",
    "driver-no-classes": "there are no compiled classes, and no sources to compile",
    "driver-no-start": "nothing says how the program is started",
    "driver-other-start": "the program is not started by {tool} and the name of a file",
    "driver-no-program": "the build made no program that could be built again with counters",
    "driver-no-main": "no source file defines main",
}
"""The templates, by kind; where two fit a sentence, it is the first."""

_VALUES = {words: words for words in ("a text", "a list", "an object", "nothing")}

MESSAGES = {
    **DRIVER_SENTENCES,
    "driver-argument": Sentence(DRIVER_SENTENCES["driver-argument"], {"value": Choice("value", _VALUES, "{value}")}),
}


def driver_sentence(text: str) -> Mapping[str, str]:
    """The sentence's kind as ``detail``, and its parameters; empty if no driver of ours says that."""
    if len(text) > _LONGEST:
        return {}
    for kind, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            return {"detail": kind, **match.groupdict()}
    return {}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The templates as patterns: a placeholder takes any words, as few as will do."""
    return tuple(
        (kind, re.compile(_PLACEHOLDER.sub(r"(?P<\1>.*?)", re.escape(template)), re.DOTALL))
        for kind, template in DRIVER_SENTENCES.items()
    )
