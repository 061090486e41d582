"""What every near miss is: a name, a sentence for a student, and a test or a normalization."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class NearMiss(Struct, frozen=True, kw_only=True):
    """One kind of difference that can be all that keeps a wrong output from being right.

    With ``normalize`` it is a difference in form, with ``explains`` one in content. A near miss with neither is found
    by the judge, which sees more than one output.
    """

    name: str
    """As specs and reports write it."""
    sentence: str
    """What a student reads when nothing else is wrong."""
    form: str = ""
    """Of a difference in form: what differs, to be listed beside others."""
    rank: int = 1000
    """Names are listed in this order, in findings and in the documentation."""
    order: int = 1000
    """Normalizations are applied, and tests of content tried, in this order; the first test that holds is named."""

    normalize: Callable[[bytes], bytes] | None = None
    """Removes this kind of difference, and no other, from an output; in linear time."""
    ignored_as: str = ""
    """The word by which a checker's ``ignore`` names it; empty if a spec may not ignore it."""
    line_by_line: bool = False
    """True: normalizing some whole lines at a time gives the same; only then large outputs are explained by it."""

    explains: Callable[[bytes, bytes, int], bool] | None = None
    """Whether it is the whole difference of ``(actual, expected, surplus)``: how many lines more came than expected."""
    any_size: bool = False
    """True: ``explains`` makes no list of lines, so that it is tried on outputs of any size."""
    aligned: bool = True
    """False: the lines of the two outputs do not be opposite each other, so that added blanks cannot be judged."""
    in_any_order: bool = False
    """True: it still means something where the order of lines does not count; a difference in form always does."""
