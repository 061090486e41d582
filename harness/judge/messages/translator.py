"""Sentences for findings and places, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from harness.judge.finding_kinds import LINES_REVERSED
from harness.judge.messages import catalogue
from harness.judge.messages.phrases import English, Renderer
from harness.model.errors import UsageError
from harness.model.finding import HINT, WHOLE_TWICE, Finding, Place
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict

_LOCALES = Path(__file__).parent / "locale"
_DOMAIN = "harness"
_NUMBER = lazy_regex(rb"\d+")
ENGLISH = "en"


class Translator(Struct, frozen=True):
    """The catalogue in one language. What it returns may quote a student: whoever shows it escapes it."""

    language: str
    renderer: Renderer

    def text(self, key: str, **params: Any) -> str:
        """A text of the catalogue."""
        return self.renderer.render(self.renderer.catalogue[key], params)

    def columns(self, *names: str) -> tuple[str, ...]:
        """The headings of a table's columns."""
        return tuple(self.text(f"column-{name}") for name in names)

    def sentence(self, finding: Finding) -> str:
        """What is wrong, without the place. A course's sentence is returned as it was written."""
        phrase = self.renderer.catalogue.get(finding.kind)
        if finding.message or phrase is None:
            return finding.message or finding.kind
        try:
            return self.renderer.render(phrase, finding.params)
        except (KeyError, ValueError, TypeError):  # of another version of the harness
            return f"{finding.kind}: " + ", ".join(f"{name} {value}" for name, value in finding.params.items())

    def explanation(self, finding: Finding) -> str:
        """What an exception means, in a plain sentence; empty if nothing is known about it."""
        kind = f"explain-{finding.params.get('reason', '')}"
        if kind not in self.renderer.catalogue:
            return ""
        params = {"line": finding.where.line, **finding.params}
        return self.sentence(replace(finding, kind=kind, message="", params=params))

    def in_words(self, finding: Finding) -> str:
        """Where it is and what is wrong: ``stdout, line 3: line 3 differs``; a sentence may say the file itself."""
        where, sentence = self.place(finding.where), self.sentence(finding)
        is_said = where == finding.where.path and sentence.startswith(f"{where} ")
        return f"{where}: {sentence}" if where and not is_said else sentence

    def place(self, place: Place) -> str:
        """A place in words, such as ``stdout, line 3, column 7``; empty if there is none."""
        return ", ".join(filter(None, self._parts_of(place)))

    def _parts_of(self, place: Place) -> Iterator[str]:
        yield self.text("in-case", case=place.case) if place.case else ""
        yield from (place.stream, place.path)
        yield self.text(f"in-{place.part}") if f"in-{place.part}" in self.renderer.catalogue else place.part
        yield self.text("in-line", line=place.line) if place.line is not None else ""
        yield self.text("in-column", column=place.column) if place.column is not None else ""
        yield self.text("in-function", function=place.function) if place.function else ""

    def near_misses(self, finding: Finding) -> list[str]:
        """The near misses of a finding in words for a student; of several the form is not all that differs."""
        form = [name for name in finding.near_misses if f"form-{name}" in self.renderer.catalogue]
        if len(finding.near_misses) == 1 or not form:
            return self._near_misses(finding, finding.near_misses)
        content = self._near_misses(finding, [name for name in finding.near_misses if name not in form])
        listed = [self.text(f"form-{name}") for name in form]
        return [*content, self.text("form-too" if content else "form-alone", listed=listed)]

    def _near_misses(self, finding: Finding, names: Sequence[str]) -> list[str]:
        keys = (_worded(name, finding) for name in names)
        return [self.text(key) for key in keys if key in self.renderer.catalogue]

    def verdict(self, verdict: Verdict) -> str:
        """A verdict's name in words."""
        return self.text(f"verdict-{verdict.name}")


def _worded(near_miss: str, finding: Finding) -> str:
    """The kind of its sentence: if no number belongs, or others stand there too, none can be praised."""
    if near_miss == "line-order" and finding.params.get(HINT) == LINES_REVERSED:
        return LINES_REVERSED
    if near_miss == "repeated-line" and finding.params.get(WHOLE_TWICE):
        return "near-miss-repeated-whole"
    if near_miss not in ("wording", "off-by-one") or finding.expected is None:
        return f"near-miss-{near_miss}"
    wanted, came = (_NUMBER.findall(text or b"") for text in (finding.expected, finding.actual))
    if near_miss == "off-by-one":
        return f"near-miss-off-by-one{_way(wanted, came)}"
    if not wanted or len(came) <= len(wanted):
        return f"near-miss-wording{'' if wanted else '-without-numbers'}"
    words = finding.expected.split()
    goes_on = (finding.actual or b"").split()[: len(words)] == words
    return f"near-miss-wording-{'goes-on' if goes_on else 'with-numbers'}"


def _way(wanted: Sequence[bytes], came: Sequence[bytes]) -> str:
    """Which way numbers are off, where what is shown tells, and if it is one number alone."""
    if not wanted or not came:
        return ""
    larger = (len(came[0]), came[0]) > (len(wanted[0]), wanted[0])  # neither begins with 0
    return ("-larger" if larger else "-smaller") + "-alone" * (len(wanted) == len(came) == 1)


@cache
def translator(language: str = ENGLISH) -> Translator:
    """The translator into a language; UsageError with the known ones when there is none."""
    if language == ENGLISH:
        return Translator(language, Renderer(English(), catalogue()))
    if language not in languages():
        raise UsageError(f'there are no messages in "{language}"; known: {", ".join(languages())}')
    import gettext  # noqa: PLC0415 - a run in English does without

    texts = gettext.translation(_DOMAIN, _LOCALES, [language])
    return Translator(language, Renderer(texts, catalogue()))


def languages() -> list[str]:
    """The languages that reports can be written in, English first."""
    return [ENGLISH, *sorted(path.name for path in _LOCALES.glob("*") if path.is_dir())]


def in_words(finding: Finding) -> str:
    """Where it is and what is wrong, in English."""
    return translator().in_words(finding)


def sentence(finding: Finding) -> str:
    """What is wrong, in English."""
    return translator().sentence(finding)
