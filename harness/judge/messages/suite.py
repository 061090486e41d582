"""Sentences on the tests of a course's own suite, and on code of the course's that is compiled."""

from __future__ import annotations

from harness.judge.messages.calls import END
from harness.judge.messages.phrases import Given, Sentence

_LINE = Given("line", "{line}: ")

MESSAGES = {
    "suite-assertion": Sentence("{at}{message}", {"at": _LINE}),
    "suite-raised": Sentence("{at}{error}{said}", {"at": _LINE, "said": Given("message", ": {message}")}),
    "suite-ended": Sentence("{at}{how}", {"at": _LINE, "how": END}),
    "suite-missing": "the test does not compile with this program: {message}",
    "suite-skipped": Sentence("the test was left out{said}", {"said": Given("message", ": {message}")}),
    "suite-not-run": "the test did not come to its end",
    "snippet-refused": Sentence("{at}this must compile and does not: {error}", {"at": _LINE}),
    "snippet-compiles": "{line}: this compiles, and the compiler must refuse it",
    "snippet-ended": Sentence("code that uses the program: {how}", {"how": END}),
    "snippet-not-judged": "the compiler ended without saying why",
}
