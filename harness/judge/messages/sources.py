"""Sentences on what the sources hold, on the tests of a course's own suite, and on its code that is compiled."""

from __future__ import annotations

from harness.judge.messages.calls import END
from harness.judge.messages.output import HOW
from harness.judge.messages.phrases import Choice, Given, Listing, Sentence, Size

_LINE = Given("line", "{line}: ")
_HEADERS = {"names": Listing("headers", " or ")}

MESSAGES = {
    "no-file-includes": "there is no {file} that includes {header}",
    "include-missing": "{header} must be included",
    "include-not-at-top": Choice(
        "late",
        {True: Sentence("{names} must be included at the top, above all declarations, not below them", _HEADERS)},
        Sentence("{names} must be included at the top, above all declarations", _HEADERS),
    ),
    "not-declared": Sentence("{function} is not declared in {names}", _HEADERS),
    "constant-not-in-header": Sentence("the constant {constant} must be in {names}", _HEADERS),
    "no-file-with-functions": "there is no {file} with the functions",
    "defined-in-other-file": "{function} must be defined in {file}; it is in {actual_file}",
    "header-lacks-name": "no comment in the first {lines} lines has a name",
    "header-lacks-id": "no comment in the first {lines} lines has an id",
    "header-lacks-name-and-id": "no comment in the first {lines} lines has a name and an id",
    "forbidden-call": "{function} is called, which the assignment does not allow",
    "forbidden-import": "{module} is imported, which the assignment does not allow",
    "variable-missing": Given(
        "declared",
        Sentence(
            "no variable {variable} of type {type} is declared; it is declared as {types}",
            {"types": Listing("declared", " and ")},
        ),
        Given(
            "near",
            "no variable {variable} of type {type} is declared; {near} is taken for it",
            "no variable {variable} of type {type} is declared",
        ),
    ),
    "length-as-number": "the length of {array} is written as the number {number}",
    "compares-with-number": "{function} compares with the number {number}",
    "not-mentioned": "{file} does not mention {word}",
    "text-missing": "{file} does not say what it must",
    "wrong-parameters": Sentence(
        "{function} takes ({actual}), it must take ({right})",
        {"actual": Listing("params"), "right": Listing("wanted")},
    ),
    "wrong-return-type": Sentence(
        "{function} returns {type}, it must return {wanted}", {"type": Given("returns", "{returns}", "nothing")}
    ),
    "must-be-static": "{function} is not static, it must be",
    "must-not-be-static": "{function} is static, it must not be",
    "declared-elsewhere": "{function} must be declared in {file}",
    "defined-elsewhere": Given(
        "actual_files",
        Sentence("{function} must be defined in {file}; it is in {names}", {"names": Listing("actual_files")}),
        "{function} must be defined in {file}",
    ),
    "not-recursive": "{function} must be recursive; it never calls itself",
    "call-missing": Sentence(
        "{function} must call {callee}{elsewhere}",
        {"elsewhere": Given("callers", Sentence("; the call stands in {names}", {"names": Listing("callers")}))},
    ),
    "function-not-found": Given(
        "near",
        "there is no {function}; {near} is taken for it",
        Given(
            "broken",
            Sentence(
                "there is no function {function}; {names} is not valid ({problem})",
                {"names": Listing("broken")},
            ),
            "there is no function {function}",
        ),
    ),
    "source-too-large": Sentence(
        "{file} has more than {limit}, and so large a source is not read here", {"limit": Size("limit")}
    ),
    "sources-too-large": Sentence(
        "the files have more than {limit} together, and so much source is not read here", {"limit": Size("limit")}
    ),
    "source-unreadable": Sentence("the source cannot be read {how}", {"how": HOW}),
    "suite-assertion": Sentence("{at}{message}", {"at": _LINE}),
    "suite-raised": Sentence("{at}{error}{said}", {"at": _LINE, "said": Given("message", ": {message}")}),
    "suite-ended": Sentence("{at}{how}", {"at": _LINE, "how": END}),
    "suite-missing": "the test does not compile with this program: {message}",
    "suite-skipped": Sentence("the test was left out{said}", {"said": Given("message", ": {message}")}),
    "suite-not-run": "the test did not finish",
    "snippet-refused": Sentence("{at}this must compile and does not: {error}", {"at": _LINE}),
    "snippet-compiles": "{line}: this compiles, and the compiler must refuse it",
    "snippet-ended": Sentence("code that uses the program: {how}", {"how": END}),
    "snippet-not-judged": "the compiler ended without saying why",
}
