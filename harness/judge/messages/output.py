"""Sentences on what a program wrote."""

from __future__ import annotations

from harness.judge.messages.phrases import Choice, Given, Listing, Plural, Sentence
from harness.judge.near_misses import NEAR_MISSES

HOW = Choice(
    "reason",
    {"time": "in time", "memory": "within the memory allowed", "depth": "as it is nested too deeply"},
    "as that ends the process that tries",
)
"""How something could not be done."""

_JSON_TYPES = {
    "object": "a JSON object",
    "array": "an array",
    "text": "a string",
    "number": "a number",
    "truth": "true or false",
    "null": "null",
}

MESSAGES = {
    "output-empty": "nothing was printed",
    "answer-missing": "what is asked for is not among what was printed",
    "usage-instead": "the program printed its usage message instead",
    "output-not-wanted": "nothing should be printed here",
    "lines-not-wanted": Plural(
        "lines",
        "nothing should be printed here, but {lines} line came",
        "nothing should be printed here, but {lines} lines came",
    ),
    "line-differs": "line {line} differs",
    "newline-extra": "line {line} is the last one and should not end in a newline",
    "newline-missing": "the newline at the end of line {line} is missing",
    "last-newline-missing": "the newline at the end of the last line is missing",
    "output-too-long": Plural(
        "extra", "{extra} line too many after line {line}", "{extra} lines too many after line {line}"
    ),
    "output-too-short": Plural(
        "missing",
        "the output ends after line {line}; {missing} more line was expected",
        "the output ends after line {line}; {missing} more lines were expected",
    ),
    "output-ends-inside-line": "the output ends in the middle of line {line}",
    "lines-missing": Plural("missing", "{missing} line is missing", "{missing} lines are missing"),
    "lines-extra": Plural("extra", "{extra} line is too many", "{extra} lines are too many"),
    "lines-differ": Sentence(
        "{missing_lines} and {extra_lines}",
        {
            "missing_lines": Plural("missing", "{missing} line is missing", "{missing} lines are missing"),
            "extra_lines": Plural("extra", "{extra} line is too many", "{extra} lines are too many"),
        },
    ),
    "printed-here": "`{text}` is printed here",
    "smaller-input": "it goes wrong with this part of the input alone: {text}",
    "generated-input": Given(
        "tried",
        "this is the smallest of {tried} inputs tried with which it goes wrong: {text}",
        "it goes wrong with this input: {text}",
    ),
    "variant-unknown": "no variant was drawn for this student, or it is not clear who they are; see harness variants",
    "variant-of-group": "several students handed this in together, and each of them has a variant of their own",
    "lint": "{text}",
    "lint-no-files": Sentence("there is no file {names} to look at", {"names": Listing("patterns", " or ")}),
    "lint-failed": "{tool} does not finish on these files",
    "tests-missing": Sentence("no tests were handed in: no file {names}", {"names": Listing("patterns", " or ")}),
    "tests-empty": "the files hold no test that can be run",
    "tests-too-slow": "the tests take too long with a right program",
    "tests-reject-right": Given(
        "names",
        Sentence("with a right program these tests fail: {listed}", {"listed": Listing("names")}),
        "with a right program the tests fail, or cannot be run",
    ),
    "tests-not-loaded": Sentence(
        "no test is run: {listed} cannot be loaded with a right program; look at the syntax, and at the names used",
        {"listed": Listing("names")},
    ),
    "tests-not-repeatable": "the tests do not say the same each time: a right program passed once, and failed once",
    "tests-read-source": "the tests look at how the program is written; call it, and test what it does",
    "tests-miss-faults": Sentence(
        "the tests notice {noticed} of {programs} wrong programs{rest}",
        {"rest": Given("names", Sentence("; not noticed: {listed}", {"listed": Listing("names")}))},
    ),
    "image-unreadable": "this is no picture that can be read",
    "image-size": "the picture has {width} x {height} pixels, expected {wanted_width} x {wanted_height}",
    "image-differs": Plural(
        "count",
        "{count} of {total} pixels differs, in column {column}, row {row}",
        "{count} of {total} pixels differ, the first in column {column}, row {row}",
    ),
    "rows-unreadable": "what was printed is no table of rows",
    "columns-differ": Sentence(
        "{has}, expected {wanted}",
        {"has": Plural("columns", "a row has {columns} column", "a row has {columns} columns")},
    ),
    "rows-missing": Plural("missing", "{missing} row is missing", "{missing} rows are missing"),
    "rows-extra": Plural("extra", "{extra} row is too many", "{extra} rows are too many"),
    "rows-differ": Sentence(
        "{missing_rows} and {extra_rows}",
        {
            "missing_rows": Plural("missing", "{missing} row is missing", "{missing} rows are missing"),
            "extra_rows": Plural("extra", "{extra} row is too many", "{extra} rows are too many"),
        },
    ),
    "rows-out-of-order": "all rows are right, but not in their order from row {row} on",
    "word-differs": "word {word} differs",
    "number-too-far": "word {word}: the number is off by more than {tolerance}, or that part of it",
    "words-missing": Sentence(
        "the output ends after {end}; {rest}",
        {
            "end": Plural("words", "{words} word", "{words} words"),
            "rest": Plural("missing", "{missing} word more was expected", "{missing} words more were expected"),
        },
    ),
    "words-extra": Plural(
        "extra", "{extra} word too many after word {words}", "{extra} words too many after word {words}"
    ),
    "csv-unreadable": "what was written cannot be read as a table: a quote is open, or a field is endless",
    "csv-heading-differs": "the heading of column {column} differs",
    "csv-value-differs": Choice(
        "named", {True: 'the value in the column "{column}" differs'}, "the value in column {column} differs"
    ),
    "csv-fields": Plural(
        "fields",
        "this row has {fields} field, and the expected one has {wanted}",
        "this row has {fields} fields, and the expected one has {wanted}",
    ),
    "csv-rows-missing": Plural("missing", "{missing} row is missing", "{missing} rows are missing"),
    "csv-rows-extra": Plural("extra", "{extra} row is too many", "{extra} rows are too many"),
    "json-invalid": Sentence(
        "line {line}, column {column}: this is no JSON: {what}",
        {
            "what": Choice(
                "problem",
                {
                    "Expecting value": "a value is missing",
                    "Extra data": "something comes after the end of the value",
                    "Expecting property name enclosed in double quotes": "a key in double quotes is missing",
                    "Expecting ',' delimiter": "a comma is missing, or a bracket",
                    "Expecting ':' delimiter": "a colon is missing",
                    "Unterminated string": "a text has no end",
                    "Invalid control character at": "a text holds a line end or another control character",
                    "Invalid control character": "a text holds a line end or another control character",
                    "Invalid \\escape": "a backslash is before a character that it cannot escape",
                    "Invalid \\uXXXX escape": "four hexadecimal digits must follow a backslash and u",
                    "constant": "it has no NaN and no Infinity",
                    "encoding": "a byte is not UTF-8",
                },
                "{problem}",
            )
        },
    ),
    "json-too-deep": "the JSON is nested deeper than anything that is expected",
    "json-too-long": "the JSON is many times longer than what is expected",
    "json-value-differs": "the value at {path} differs",
    "json-type-differs": Sentence(
        "{path} is {type_words}, expected {wanted_words}",
        {
            "type_words": Choice("type", _JSON_TYPES, "{type}"),
            "wanted_words": Choice("wanted_type", _JSON_TYPES, "{wanted_type}"),
        },
    ),
    "json-key-missing": 'the object at {path} lacks the key "{key}"',
    "json-key-extra": 'the object at {path} has the key "{key}", which is too many',
    "json-items": Sentence(
        "{has}, expected {wanted}",
        {"has": Plural("items", "the array at {path} has {items} item", "the array at {path} has {items} items")},
    ),
    "json-items-missing": Plural(
        "missing",
        "in the array at {path} {missing} item is missing",
        "in the array at {path} {missing} items are missing",
    ),
    "json-items-extra": Plural(
        "extra", "in the array at {path} {extra} item is too many", "in the array at {path} {extra} items are too many"
    ),
    "json-items-differ": Sentence(
        "in the array at {path} {missing_items} and {extra_items}",
        {
            "missing_items": Plural("missing", "{missing} item is missing", "{missing} items are missing"),
            "extra_items": Plural("extra", "{extra} item is too many", "{extra} items are too many"),
        },
    ),
    "must-not-come": "this must not come",
    "pattern-not-matched": "the output does not match the pattern",
    "file-missing": "the program made no file {file}",
    "file-not-wanted": "there is a file {file}, which must not be there",
    "right-on-other-stream": "the right text was written to {stream}, it belongs on {belongs}",
    "nearly-right-on-other-stream": "nearly the right text was written to {stream}, it belongs on {belongs}",
    "prompt-missing": Given(
        "came",
        "prompt {number} of {count} is {came}, expected {prompt}",
        Sentence(
            "{awaited} did not come {ending}",
            {
                "awaited": Choice(
                    "exact",
                    {False: "step {number} of {count} of the dialogue, text that matches {prompt},"},
                    Given("prompt", "prompt {number} of {count}, {prompt},", "prompt {number} of {count}"),
                ),
                "ending": Choice(
                    "how",
                    {
                        "waits": "before the program waited for input",
                        "limit": "before the program was ended",
                    },
                    "before the program ended",
                ),
            },
        ),
    ),
    "prompt-nearly-right": "prompt {number} of {count}, {prompt}, came, but not exactly so",
    "more-input-wanted": Plural(
        "count",
        "after {count} step, the whole dialogue, the program should end, but it waits for more input",
        "after all {count} steps of the dialogue the program should end, but it waits for more input",
    ),
    "conversation-stuck": Sentence(
        "the program waits for input while the other side waits for its output: {last}",
        {
            "last": Choice(
                "last",
                {
                    "line": "{text} came last; it waits for another text, or for more that was not flushed",
                    "part": "{text} came last; it waits for another text, or for a newline",
                },
                "nothing came, or it was not flushed",
            )
        },
    ),
    "conversation-rejected": "the other side did not accept what the program wrote",
    "conversation-ended-early": "the program ended before the other side had all that it waits for",
    "points-partial": "{percent} % of the points are given for it",
    "interactor-failed": "the course's program that this one talks with failed: {text}",
    "input-not-wanted": "the program should now wait for more input, but it does not",
    "wrong-exit-status": Sentence(
        "the exit status is {status}, expected {statuses}", {"statuses": Listing("expected_statuses", " or ")}
    ),
    "files-left": Sentence("{command} left {names}", {"names": Listing("files")}),
    "files-removed": Sentence("{command} removed {names}, which was handed in", {"names": Listing("files")}),
    "file-not-built": "the build made no file {file}",
    "file-built": "the build left a file {file}, which must not be there",
    "not-executable": "{file} has no execute permission",
    "traced-run-ended": Given(
        "never",
        "the program is still running when its time is up, and {never} has never been called",
        Given("limit", "the traced run was ended at its {limit} limit", "the traced run did not end by itself"),
    ),
    "number-lost": Choice(
        "lost",
        {
            "product": (
                "a product is {value}, but it is computed as an int, which holds {largest} at most: is long meant?"
            ),
            "sum": "a sum is {value}, but it is computed as an int, which holds {largest} at most: is long meant?",
            "conversion": "{value} is made an int, which holds {largest} at most: is long meant?",
        },
        "an int is compared with {value}, which it never reaches: an int holds {largest} at most",
    ),
    "traced-run-failed": "the traced run ended with exit status {status}",
    "same-in-hidden": Sentence("the same in the hidden {names}", {"names": Listing("cases")}),
    "same-in": Sentence("the same in {names}", {"names": Listing("cases")}),
    "follows": "it follows from what is wrong with {clause}, and costs nothing more",
    "nothing-to-judge": Sentence(
        "this is judged in the output of {names}, and none of these is right or nearly right",
        {"names": Listing("cases")},
    ),
    **{f"near-miss-{name}": near_miss.sentence for name, near_miss in NEAR_MISSES.items()},
    **{f"form-{name}": near_miss.form for name, near_miss in NEAR_MISSES.items() if near_miss.form},
    "form-alone": Sentence("Only the form differs: {names}.", {"names": Listing("listed")}),
    "form-too": Sentence("The form differs, too: {names}.", {"names": Listing("listed")}),
    "lines-reversed": "The right lines come in the reverse order.",
    "near-miss-repeated-whole": "Everything is right, but it comes twice.",
    "near-miss-off-by-one-larger": "The text is right, but every number is one too large.",
    "near-miss-off-by-one-smaller": "The text is right, but every number is one too small.",
    "near-miss-off-by-one-larger-alone": "The number is one too large.",
    "near-miss-off-by-one-smaller-alone": "The number is one too small.",
    "near-miss-wording-without-numbers": "The text is not worded as it should be.",
    "near-miss-wording-goes-on": "The line goes on after what is asked for.",
    "near-miss-wording-with-numbers": "All that is asked for is there, but there are other numbers next to it.",
}
