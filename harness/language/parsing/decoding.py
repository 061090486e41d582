"""From the bytes of a file that a person wrote to text."""

from __future__ import annotations

import codecs

from harness.model.text.composition import compose

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(source: bytes) -> str:
    """The text: in the encoding that a byte order mark names, else UTF-8, else Latin-1. Accents stand on their letters.

    Nobody loses a point for the encoding of an editor: no byte is an error.
    """
    encoding = next((name for mark, name in _MARKS if source.startswith(mark)), None)
    if encoding is None:
        try:
            text = source.decode()
        except UnicodeDecodeError:
            text = source.decode("latin-1")
    else:
        text = source.decode(encoding, "replace")
    return compose(text)
