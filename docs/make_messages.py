"""Bring the translations up to date with the catalogue of messages, and compile them.

    python docs/make_messages.py [--check]

Run it after any change of a sentence in ``harness/judge/messages``, fill in what is new in
``harness/judge/messages/locale/<language>/LC_MESSAGES/harness.po``, and run it again. With ``--check`` nothing is
written, and the exit status is 1 when a translation lacks a sentence or a file is not what would be written.
"""
# ruff: noqa: INP001, T201 - a script, not a module of the program

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from harness.judge.messages import catalogue
from harness.judge.messages.phrases import messages_of

LOCALES = Path(__file__).parent.parent / "harness" / "judge" / "messages" / "locale"


def template() -> Catalog:
    """Return every text of the catalogue that has a word in it, with the kinds that it stands for."""
    messages = Catalog(project="grade", charset="utf-8")
    for kind, phrase in sorted(catalogue().items()):
        for texts in messages_of(phrase):
            if any(part.isalpha() for text in texts for part in _literal(text)):
                messages.add(texts if len(texts) > 1 else texts[0], auto_comments=[kind])
    return messages


def _literal(text: str) -> str:
    """Return a template without its placeholders."""
    return "".join(part.partition("}")[2] or "" if "}" in part else part for part in text.split("{"))


def updated(path: Path, messages: Catalog) -> Catalog:
    """Return a translation with exactly the texts of the catalogue."""
    with path.open("rb") as file:
        translation = read_po(file, locale=path.parent.parent.name)
    translation.update(messages, no_fuzzy_matching=True, update_creation_date=False)
    translation.obsolete.clear()
    return translation


def incomplete(translation: Catalog) -> list[str]:
    """Return the texts without a translation."""
    return [str(message.id) for message in translation if message.id and not _is_translated(message.string)]


def _is_translated(text: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(text) if text is None or isinstance(text, str) else all(text)


def files(path: Path) -> dict[Path, bytes]:
    """Return what a translation's two files must hold; sentences that lack a translation are printed."""
    translation = updated(path, template())
    for text in incomplete(translation):
        print(f"{path}: not translated: {text}")
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, translation, width=120, omit_header=False, sort_output=True)
    write_mo(mo, translation)
    return {path: po.getvalue(), path.with_suffix(".mo"): mo.getvalue()}


def main(arguments: list[str]) -> int:
    """Write the files, or check them; return the exit status."""
    status = 0
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/harness.po")):
        status |= bool(incomplete(updated(path, template())))
        for target, content in files(path).items():
            fresh = target.is_file() and target.read_bytes() == content
            if "--check" not in arguments:
                target.write_bytes(content)
            elif not fresh:
                print(f"{target} is stale; run: python docs/make_messages.py")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
