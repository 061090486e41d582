"""The words of the screen and of reports: places, verdicts, counts."""

from __future__ import annotations

from harness.judge.messages.phrases import LOST_POINTS, Choice, Given, Listing, Plural, Sentence
from harness.model.verdict import Verdict

_CASES = Plural("cases", "{cases} case", "{cases} cases")
_CLAUSES = Plural("clauses", "{clauses} clause", "{clauses} clauses")
_MORE = Given("more", " and {more} more")
_BLANKS = Plural("count", "{count} blank", "{count} blanks")
_UNIT = Choice("of", {"": "", "arguments": "the arguments "}, "{of} = ")
_RULE = Given("text", ": {text}")
_MORE_RIGHT = Given("more_right", " and {more_right} more")
_MORE_IN_PART = Given("more_in_part", " and {more_in_part} more")

MESSAGES = {
    "column-student": "student",
    "column-assignment": "assignment",
    "column-case": "case",
    "column-cases": "cases",
    "column-clause": "clause",
    "column-verdict": "verdict",
    "column-points": "points",
    "column-cpu": "CPU / limit",
    "cell-cpu": Sentence(
        "{used_s:.2f} / {limit_s:.2f} s{reference}",
        {"reference": Given("reference_s", " (reference {reference_s:.2f})")},
    ),
    "report-title": "Grades",
    "report-isolation": "Isolation: {level}",
    "report-of-kit": "You checked this work yourself. The mark is made at the course.",
    "not-recognised": "not recognised:",
    "coverage-part": "{selected} of {total} cases",
    "coverage-incomplete": "incomplete",
    "coverage-interrupted": "Incomplete. Interrupted: cases marked SK were not judged.",
    "coverage-unjudged": ("Incomplete: {unjudged} of {grades} grades have cases without a verdict (JE, NR or SK)."),
    "coverage-chosen": "Only a part was graded, as chosen by {options}.",
    "coverage-assignment": (
        "{assignment}: {selected} of {total} cases; no score here is that of the whole assignment."
    ),
    "screen-fix-first": "Fix this first:",
    "screen-blanks-after": Sentence('After each "{beside}" print {blanks}, not {printed}.', {"blanks": _BLANKS}),
    "screen-blanks-before": Sentence('Before each "{beside}" print {blanks}, not {printed}.', {"blanks": _BLANKS}),
    "screen-blanks-at-start": Sentence("Begin each line with {blanks}, not {printed}.", {"blanks": _BLANKS}),
    "screen-sign": '"{wanted}" instead of "{printed}"',
    "screen-signs": Sentence("Print {names}.", {"names": Listing("listed")}),
    "screen-hint": "hint:",
    "screen-second-hint": "hint 2:",
    "screen-more-hint": "--hint 2 says more",
    "screen-look-at": "Look at {place}:",
    "screen-printed-here": "`{text}` is printed by {place}:",
    "screen-smaller-input": "For {text} alone: expected {expected}, got {got}.",
    "screen-see-it": "see it:",
    "screen-see-causes": Sentence("(see {listed})", {"listed": Listing("numbers")}),
    "screen-note": "note:",
    "screen-since": Sentence(
        "Since last time: {change}{fixed}{new}",
        {
            "change": Choice("change", dict.fromkeys(("+1", "-1"), "{change} point"), "{change} points"),
            "fixed": Given("fixed", Plural("fixed", ", {fixed} cause fixed", ", {fixed} causes fixed")),
            "new": Given("new", Plural("new", ", {new} new cause", ", {new} new causes")),
        },
    ),
    "screen-and": "and",
    "screen-earlier": "earlier",
    "screen-call": "call",
    "screen-before": "before",
    "screen-expected": "expected",
    "screen-got": "got",
    "screen-drawn": "picture",
    "screen-nothing": "(nothing)",
    "screen-newline-missing": "(the newline after this is missing)",
    "screen-without-newline": "(the output ends without a newline)",
    "screen-more-lines": Plural("count", "... ({count} more line)", "... ({count} more lines)"),
    "screen-line-differs": "{place} first differs in line {line}",
    "screen-call-prints": "what {call} prints",
    "screen-also-prints": "the program also prints: {line}",
    "screen-output-empty": "nothing was printed on {place}",
    "screen-costs": Sentence(
        "costs {points} in {extent}: {names}{more} · {count}",
        {"points": LOST_POINTS, "extent": _CLAUSES, "names": Listing("listed"), "more": _MORE, "count": _CASES},
    ),
    "screen-clause": Given(
        "lost",
        Sentence("costs {points} in {clause} · {count}{rule}", {"points": LOST_POINTS, "count": _CASES, "rule": _RULE}),
        Sentence("{clause} · {count}{rule}", {"count": _CASES, "rule": _RULE}),
    ),
    "screen-handout": "(handout: {handout})",
    "screen-seen-in": Sentence("first seen: {case}; also {names}{more}", {"names": Listing("listed"), "more": _MORE}),
    "screen-sizes": Sentence(
        "{of}{good}{part}wrong for {bad}{more_bad}",
        {
            "of": Given("family", "{family}: "),
            "good": Given(
                "right",
                Sentence("right for {sizes}{more}; ", {"sizes": Listing("right"), "more": _MORE_RIGHT}),
            ),
            "part": Given(
                "in_part",
                Sentence("partly right for {sizes}{more}; ", {"sizes": Listing("in_part"), "more": _MORE_IN_PART}),
            ),
            "bad": Listing("wrong"),
            "more_bad": Given("more_wrong", " and {more_wrong} more"),
        },
    ),
    "screen-repeats": Sentence(
        "{repeated}{lines}",
        {
            "repeated": Plural(
                "count", "The same line comes again and again", "The same {count} lines come again and again"
            ),
            "lines": Given("listed", Sentence(": {named}", {"named": Listing("listed", " / ")}), "."),
        },
    ),
    "screen-only-with": "Only runs with {option} fail like this; the same runs without it are right.",
    "screen-only-without": (
        "Only runs without {option} fail like this; those with it are right. "
        "Look at what the program does only in one of the two."
    ),
    "screen-right-with": Sentence(
        "The program is right with {of}{names}{more}.", {"of": _UNIT, "names": Listing("listed"), "more": _MORE}
    ),
    "screen-right-alone": "Each line of the input is answered right where it comes alone.",
    "screen-wrong-size": "{size} ({came}, expected {wanted})",
    "screen-also-in": Sentence(
        "also{where}: {sentence}",
        {"where": Given("case", " in {case}", Given("arguments", " with {arguments}"))},
    ),
    "screen-called-alone": Sentence(
        "A call of {function} alone is wrong as well (test of {clause}{right}). {sentence}",
        {
            "right": Given(
                "right", Plural("right", "; {right} other test of it is right", "; {right} other tests of it are right")
            )
        },
    ),
    "screen-seen-with": Sentence(
        "also with {of}{names}{more}", {"of": _UNIT, "names": Listing("listed"), "more": _MORE}
    ),
    "screen-no-arguments": "no arguments",
    "screen-none": "(none)",
    "screen-wrong-in": Sentence("wrong too: {names}{more}", {"names": Listing("listed"), "more": _MORE}),
    "screen-after": Sentence(
        "This may follow from {names}{more}: fix that first.", {"names": Listing("listed"), "more": _MORE}
    ),
    "screen-after-note": "The note on {file}, line {line}, may say why: fix that first.",
    "screen-note-why": "The note on {file}, line {line}, may say why.",
    "screen-right-in": Sentence("{function} is right in {names}{more}.", {"names": Listing("listed"), "more": _MORE}),
    "screen-right-tests": Sentence(
        "{tests}{clauses}.",
        {
            "tests": Plural(
                "count", "{function} is right in {count} other test", "{function} is right in {count} other tests"
            ),
            "clauses": Given("listed", Sentence(": {parts}", {"parts": Listing("listed", " and ")})),
        },
    ),
    "screen-right-of": "{count} of {clause}",
    "screen-elsewhere": Sentence(
        "The tests find no fault in {functions}: look at the rest of the program.",
        {"functions": Given("count", "any of the {count} functions that they call", Listing("listed"))},
    ),
    "screen-cleared": Sentence("the tests find no fault in {names}", {"names": Listing("listed")}),
    "screen-not-seen": Sentence(
        "cannot be judged until this is right: {what}",
        {"what": Given("listed", Sentence("{names} · {count}", {"names": Listing("listed"), "count": _CASES}), _CASES)},
    ),
    "screen-waived": Sentence(
        "tests of {names} fail as well, but cost no points: that may follow from the above",
        {"names": Listing("listed")},
    ),
    "screen-waived-fault": Sentence(
        "{name} costs no further points, but is another fault: {sentence}{meaning}",
        {"meaning": Given("meaning", ". {meaning}")},
    ),
    "screen-more-causes": Sentence(
        "{count} more in short ({points}{more}){after}",
        {
            "points": LOST_POINTS,
            "after": Given(
                "listed",
                Sentence(
                    ". {they} {names}: fix that first.",
                    {
                        "they": Plural("count", "It may follow from", "They may follow from"),
                        "names": Sentence("{names}{more}", {"names": Listing("listed"), "more": _MORE}),
                    },
                ),
                Given("file", ". The note on {file}, line {line}, may say why: fix that first.", ":"),
            ),
            "more": Given("says_more", "; --details says more"),
        },
    ),
    "screen-more-titles": Plural("count", "... ({count} more cause)", "... ({count} more causes)"),
    "screen-with": Sentence("with {given}{mark} {sentence}", {"mark": Given("place", ",", ":")}),
    "screen-alone": "{given} alone",
    "screen-input": 'the input "{text}"',
    "screen-came": '{sentence} ("{came}", expected "{wanted}")',
    "screen-cpu-times": Sentence(
        "CPU time: {first_s:.2f} s at first, {second_s:.2f} s run again alone{reference}",
        {"reference": Given("reference_s", ", the reference {reference_s:.2f} s")},
    ),
    "screen-not-submitted": "not submitted",
    "screen-extent": Sentence("{extent}, {count}", {"extent": _CLAUSES, "count": _CASES}),
    "screen-cpu": "{seconds:.1f} s of CPU",
    "screen-clauses-hold": Sentence("{extent}, {points}", {"extent": _CLAUSES, "points": LOST_POINTS}),
    "screen-more-clauses-hold": Sentence(
        "{extent}, {points}",
        {
            "extent": Plural("clauses", "{clauses} more clause", "{clauses} more clauses"),
            "points": LOST_POINTS,
        },
    ),
    "screen-graded": Sentence(
        "{count} graded{absent}",
        {"absent": Given("absent", Plural("absent", " · {absent} handed in nothing", " · {absent} handed in nothing"))},
    ),
    "screen-mean": "mean {mean:.1f} %   median {median:.1f} %",
    "screen-most-missed": "most missed:",
    "screen-common-causes": "commonest causes:",
    "screen-details": "Grade one student, or add --details, for the whole explanation.",
    "screen-accepted": Sentence(
        "{count}Isolation: {level}", {"count": Given("total", "{accepted} of {total} accepted. ")}
    ),
    "screen-judge-error": "JUDGE ERROR, not the student's fault",
    "screen-needs-review": "NEEDS REVIEW, a person has to look",
    "hidden-failures": Plural("count", "{count} hidden check failed", "{count} hidden checks failed"),
    "our-fault": "this could not be judged; it costs nothing, and the course has to look at it",
    "in-case": "case {case}",
    "in-line": "line {line}",
    "in-column": "column {column}",
    "in-function": Choice("function", {"<module>": "in the main program"}, "in {function}"),
    "in-arguments": "the arguments",
    "in-call": "the call",
    "in-call-output": "stdout of the call",
    "in-calls": "calls",
    "in-compiler-output": "the compiler's output",
    "in-exception-message": "the exception's message",
    "in-conversation": "the conversation",
    "in-exit-status": "exit status",
    "in-fields": "the fields",
    "in-folder": "the folder",
    "in-limits": "limits",
    "in-loading": "loading",
    "in-returned-value": "the returned value",
    "in-screen": "the screen",
    "in-solutions": "the solutions",
    "in-start": "how it is started",
    "in-source": "the source",
    "report-accepted": Plural("cases", "{accepted} of {cases} case accepted", "{accepted} of {cases} cases accepted"),
    "report-cut": "The rest does not fit in here.",
    "report-more": Plural("count", "... and {count} more", "... and {count} more"),
    **{f"verdict-{verdict.name}": verdict.value for verdict in Verdict},
}
