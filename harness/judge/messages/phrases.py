"""How the catalogue writes a sentence: templates, and what number, choice or list may be in them.

Whatever is to be read by people is a string of one of these records, so that extraction and translation reach all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct


class Gettext(Protocol):
    """The texts of one language, as ``gettext`` gives them."""

    def gettext(self, message: str) -> str:
        """The translation of a text."""
        ...

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """The translation of a text that depends on a number."""
        ...


class English:
    """The texts as they stand in the catalogue."""

    def gettext(self, message: str) -> str:
        """The text itself."""
        return message

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """One of the two."""
        return singular if count == 1 else plural


Params = Mapping[str, Any]


class Renderer(Struct, frozen=True):
    """What phrases need of a language: its texts, and the other sentences of the catalogue."""

    texts: Gettext
    catalogue: Mapping[str, Any]

    def render(self, phrase: Phrase, params: Params) -> str:
        """A phrase with these parameters; a text is a template."""
        if isinstance(phrase, str):
            return self.texts.gettext(phrase).format_map(params) if phrase else ""
        return phrase.render(params, self)


class Part(Protocol):
    """A phrase that is more than a template."""

    def render(self, params: Params, renderer: Renderer) -> str:
        """The words for these parameters."""
        ...

    def messages(self) -> Iterator[tuple[str, ...]]:
        """All texts to translate: one, or a singular and its plural."""
        ...


Phrase = str | Part


def messages_of(phrase: Phrase) -> Iterator[tuple[str, ...]]:
    """All texts to translate in a phrase."""
    if not isinstance(phrase, str):
        yield from phrase.messages()
    elif phrase:
        yield (phrase,)


class Sentence(Struct, frozen=True):
    """A template in which some names stand for phrases, made with all parameters."""

    template: str
    parts: Mapping[str, Any]

    def render(self, params: Params, renderer: Renderer) -> str:
        """The template with its parts in it."""
        parts = {name: renderer.render(phrase, params) for name, phrase in self.parts.items()}
        return renderer.render(self.template, {**params, **parts})

    def messages(self) -> Iterator[tuple[str, ...]]:
        """The template and the texts of its parts."""
        yield (self.template,)
        for phrase in self.parts.values():
            yield from messages_of(phrase)


class Plural(Struct, frozen=True):
    """A template for one, and another for any other number."""

    count: str
    """The parameter that is the number, or a list whose length is."""
    singular: str
    plural: str

    def render(self, params: Params, renderer: Renderer) -> str:
        """The template for the number."""
        value = params[self.count]
        number = len(value) if isinstance(value, (list, tuple)) else int(value)
        return renderer.texts.ngettext(self.singular, self.plural, number).format_map(params)

    def messages(self) -> Iterator[tuple[str, ...]]:
        """The two."""
        yield self.singular, self.plural


class Choice(Struct, frozen=True):
    """A phrase for each value of a parameter."""

    param: str
    phrases: Mapping[Any, Any]
    otherwise: Any = ""
    """The phrase for a parameter that is not there, or has another value."""

    def render(self, params: Params, renderer: Renderer) -> str:
        """The phrase for the parameter's value."""
        return renderer.render(self.phrases.get(params.get(self.param), self.otherwise), params)

    def messages(self) -> Iterator[tuple[str, ...]]:
        """The texts of all phrases."""
        for phrase in (*self.phrases.values(), self.otherwise):
            yield from messages_of(phrase)


class Given(Struct, frozen=True):
    """A phrase that stands only where a parameter is given, and not empty."""

    param: str
    phrase: Any
    otherwise: Any = ""

    def render(self, params: Params, renderer: Renderer) -> str:
        """The phrase, or the other one."""
        value = params.get(self.param)
        absent = value is None or value in ("", [])
        return renderer.render(self.otherwise if absent else self.phrase, params)

    def messages(self) -> Iterator[tuple[str, ...]]:
        """The texts of both."""
        yield from messages_of(self.phrase)
        yield from messages_of(self.otherwise)


class Listing(Struct, frozen=True):
    """The items of a list parameter, with a text between."""

    param: str
    separator: str = ", "

    def render(self, params: Params, renderer: Renderer) -> str:
        """The items in a row."""
        value = params[self.param]
        items = value if isinstance(value, (list, tuple)) else [value]
        return renderer.render(self.separator, {}).join(map(str, items))

    def messages(self) -> Iterator[tuple[str, ...]]:
        """The separator, where it has a word."""
        if self.separator.strip(" ,;"):
            yield (self.separator,)


class Size(Struct, frozen=True):
    """A number of bytes, in KiB or MiB."""

    param: str

    def render(self, params: Params, renderer: Renderer) -> str:  # noqa: ARG002 - the same in every language
        """The size for people to read."""
        count = params[self.param]
        return f"{count / 1024**2:.4g} MiB" if count >= 1024**2 else f"{count / 1024:.4g} KiB"

    def messages(self) -> Iterator[tuple[str, ...]]:
        """None."""
        yield from ()


class Reference(Struct, frozen=True):
    """The sentence of the kind that a parameter names, with the same parameters; a free text stands for itself."""

    param: str
    text: str = "text"
    """The parameter with the words where the kind is not one of the catalogue."""

    def render(self, params: Params, renderer: Renderer) -> str:
        """The other kind's sentence."""
        phrase = renderer.catalogue.get(params.get(self.param, ""))
        return str(params.get(self.text, "")) if phrase is None else renderer.render(phrase, params)

    def messages(self) -> Iterator[tuple[str, ...]]:
        """None: the other kind has them."""
        yield from ()


Render = Callable[[Phrase, Params], str]


LOST_POINTS = Choice("lost", {"1": "{lost} point", "all": "all points"}, "{lost} points")
