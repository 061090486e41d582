"""What a language prints of an array, an object or a function that has no text is known by its form."""

from __future__ import annotations

import pytest

from harness.judge.diagnose.addresses import address_in, common_address


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b"Positions: [I@251a69d7", "array"),
        (b"[[I@1b6d3586\n", "array"),
        (b"[Ljava.lang.String;@4554617c", "array"),
        (b"Board@4f3a1b", "java-object"),
        (b"chess.Board$Square@7852e922", "java-object"),
        (b"<__main__.Board object at 0x7f3c1c0d5e50>", "python-object"),
        (b"[<Queens.Board object at 0x7f3c1c0d5e50>]", "python-item"),
        (b"{1: <Queens.Board object at 0x7f3c1c0d5e50>}", "python-item"),
        (b"(n = 4): <Queens.Board object at 0x7f3c1c0d5e50>", "python-object"),
        (b"<function show at 0x7f3c1c0d5e50>", "function"),
        (b"<bound method Board.show of <__main__.Board object at 0x7f3c1c0d5e50>>", "function"),
        (b"<map object at 0x7f3c1c0d5e50>", "iterator"),
        (b"0x7ffd5e8c3b40", "pointer"),
    ],
)
def test_an_address_is_known_by_its_form(text: bytes, name: str) -> None:
    assert common_address([text, text]) == name
    assert common_address([text, b"(2, 4, 1, 3)\n"]) == ""


NAMES = b"Anna@cafe2024", b"ID@12345678", b"Ann@facade", b"anna.Ann@4f3a1b.de", b"mary-Ann@4f3a1b2c"


@pytest.mark.parametrize("text", [b"", b"ann@example.org", b"Ann@cafe.de", b"[2, 4, 1, 3]", b"0xff", b"I@home", *NAMES])
def test_what_is_no_address(text: bytes) -> None:
    assert address_in(text) is None
    assert common_address([text]) == ""


def test_what_is_wanted_in_this_form_is_no_address() -> None:
    assert common_address([b"Board@4f3a1b"], [b"Board@4f3a1c"]) == ""


def test_a_bare_number_may_be_meant() -> None:
    assert address_in(b"0x7ffd5e8c3b40") is None
