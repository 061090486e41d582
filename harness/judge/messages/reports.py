"""Sentences of reports for other systems."""

from __future__ import annotations

from harness.judge.messages.phrases import Plural

MESSAGES = {
    "report-accepted": Plural("cases", "{accepted} of {cases} case accepted", "{accepted} of {cases} cases accepted"),
    "report-cut": "The rest does not fit in here.",
    "report-more": Plural("count", "... and {count} more", "... and {count} more"),
}
