"""What reports of sanitizers say about a pointer."""

from __future__ import annotations

import pytest

from harness.language.diagnostics.crash_reports import sanitizer_error

HIGH = """\
==2==ERROR: AddressSanitizer: SEGV on unknown address (pc 0x557e3416b257 bp 0x7fff90375090 sp 0x7fff90375070 T0)
==2==The signal is caused by a READ memory access.
==2==Hint: this fault was caused by a dereference of a high value address (see register values below).
    #0 0x557e3416b257 in list_insert /box/list.c:5
"""
ZERO = """\
==2==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55e8 bp 0x7ffd sp 0x7ffd T0)
==2==The signal is caused by a READ memory access.
==2==Hint: address points to the zero page.
    #0 0x55e8 in list_insert /box/list.c:5
"""


@pytest.mark.parametrize(("report", "what"), [(HIGH, "wild-address"), (ZERO, "bad-address")])
def test_a_pointer_that_was_never_set_is_distinguished_from_one_that_is_null(report: str, what: str) -> None:
    error = sanitizer_error(report.encode(), ["list.c"])
    assert error is not None
    assert error.memory_error == what
    assert (error.where.path, error.where.line) == ("list.c", 5)
