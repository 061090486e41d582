"""Pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Pillow

from harness.judge.checkers import Context
from harness.judge.checkers.image import Image
from harness.judge.messages.translator import sentence

RED, BLUE, CLEAR = (255, 0, 0, 255), (0, 0, 255, 255), (0, 255, 0, 0)


def picture(*, size: tuple[int, int] = (4, 2), off: tuple[int, ...] = RED, form: str = "PNG") -> bytes:
    """A red picture with one pixel of another colour, in column 3 of row 2."""
    image = Pillow.new("RGBA", size, RED)
    image.putpixel((2, 1), off)
    stream = io.BytesIO()
    (image if form in ("PNG", "GIF") else image.convert("RGB")).save(stream, form)
    return stream.getvalue()


def printed(actual: bytes, tolerance: int = 0, pixels: float = 0) -> list[str]:
    checker = Image(golden=True, tolerance=tolerance, pixels=pixels)
    return [sentence(each) for each in checker.compare(actual, picture(), Context())]


@pytest.mark.parametrize("form", ["PNG", "PPM", "GIF", "BMP"])
def test_how_it_is_stored_does_not_count(form: str) -> None:
    assert printed(picture(form=form)) == []


@pytest.mark.parametrize(
    ("actual", "fault"),
    [
        (b"", "nothing was printed"),
        (b"hello", "this is no picture that can be read"),
        (picture()[:-30], "this is no picture that can be read"),
        (picture(size=(3, 4)), "the picture has 3 x 4 pixels, expected 4 x 2"),
        (b"P6 4000 4000 255\n", "the picture has 4000 x 4000 pixels, expected 4 x 2"),
        (picture(off=BLUE), "1 of 8 pixels differs, in column 3, row 2"),
        (picture(off=CLEAR), "1 of 8 pixels differs, in column 3, row 2"),
    ],
)
def test_faults(actual: bytes, fault: str) -> None:
    assert printed(actual) == [fault]


def test_tolerances() -> None:
    nearly = picture(off=(250, 4, 0, 255))
    assert printed(nearly, tolerance=4) != []
    assert printed(nearly, tolerance=5) == []
    assert printed(picture(off=BLUE), pixels=0.12) != []
    assert printed(picture(off=BLUE), pixels=0.125) == []


def test_the_colours_are_shown() -> None:
    (finding,) = Image(golden=True).compare(picture(off=(0, 128, 255, 128)), picture(), Context())
    assert (finding.expected, finding.actual) == (b"#ff0000", b"#0080ff80")
