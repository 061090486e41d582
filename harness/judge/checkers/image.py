"""``image``: the same picture, pixel by pixel, within a tolerance; how it is stored does not count."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from harness.judge.checkers.base import BaseChecker, Context, ExpectedText, require_expected
from harness.judge.finding_kinds import OUTPUT_EMPTY
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Finding

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

_FORMATS = ("PNG", "PPM", "GIF", "BMP", "JPEG")
_SET = 255


class Image(ExpectedText, BaseChecker, frozen=True, tag="image"):
    """The same picture: PNG, PPM, GIF (its first frame), BMP or JPEG, each as good as the other."""

    tolerance: Annotated[int, Meta(ge=0, le=255)] = 0
    """How far red, green, blue and opacity of a pixel may be off, each from 0 to 255."""
    pixels: Annotated[float, Meta(ge=0, le=1)] = 0
    """The share of the pixels that may be off by more: ``0.01`` for one in a hundred."""

    def problems(self) -> tuple[str, ...]:
        """One sentence a fault in the options."""
        return ExpectedText.problems(self)

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding: what is no picture, another size, or the first pixel that is off.

        Raises:
            JudgeError: when Pillow is missing.

        """
        wanted = _opened(require_expected(expected))
        if wanted is None:
            raise ValueError("the expected file is no picture")
        if not actual:
            return (Finding.of(OUTPUT_EMPTY),)
        picture = _opened(actual)
        if picture is not None and picture.size != wanted.size:  # before its pixels are read, however many they are
            (width, height), (wanted_width, wanted_height) = picture.size, wanted.size
            sizes = {"width": width, "height": height, "wanted_width": wanted_width, "wanted_height": wanted_height}
            return (Finding.of("image-size", NOWHERE, **sizes),)
        sides = [None if each is None else _with_opacity(each) for each in (picture, wanted)]
        if sides[0] is None or sides[1] is None:
            return (Finding.of("image-unreadable"),)
        return self._difference(sides[0], sides[1])

    def _difference(self, picture: Pixels, wanted: Pixels) -> tuple[Finding, ...]:
        from PIL import ImageChops  # noqa: PLC0415 - few cases look at pictures

        first, *others = ImageChops.difference(picture.convert("RGBa"), wanted.convert("RGBa")).split()
        for band in others:
            first = ImageChops.lighter(first, band)
        off = first.point([0] * (self.tolerance + 1) + [_SET] * (_SET - self.tolerance))
        count, total = off.histogram()[_SET], off.width * off.height
        if count <= self.pixels * total:
            return ()
        row, column = divmod(off.tobytes().index(_SET), off.width)
        colours = [_shown(each.getpixel((column, row))) for each in (wanted, picture)]
        place = {"column": column + 1, "row": row + 1}
        return (Finding.of("image-differs", NOWHERE, *colours, count=count, total=total, **place),)


def _opened(content: bytes) -> Pixels | None:
    """The picture, its pixels not read yet; None if it is none."""
    try:
        from PIL import Image as pillow  # noqa: N813, PLC0415 - few cases look at pictures
    except ImportError:
        raise JudgeError(
            "pictures are compared by Pillow, which is missing; install it with: pip install pillow"
        ) from None
    try:
        return pillow.open(io.BytesIO(content), formats=_FORMATS)
    except Exception:  # noqa: BLE001 - a student's bytes: each format fails in its own ways
        return None


def _with_opacity(picture: Pixels) -> Pixels | None:
    try:
        return picture.convert("RGBA")
    except Exception:  # noqa: BLE001 - as above: its pixels are read only here
        return None


def _shown(pixel: object) -> bytes:
    """A pixel as pages write colours: ``#ff8000``, with two more digits if it is not opaque."""
    red, green, blue, opacity = pixel if isinstance(pixel, tuple) else (0, 0, 0, 0)
    return f"#{red:02x}{green:02x}{blue:02x}{'' if opacity == _SET else f'{opacity:02x}'}".encode()
