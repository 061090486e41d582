"""Sentences on calls of a student's functions."""

from __future__ import annotations

from harness.judge.messages.output import HOW
from harness.judge.messages.phrases import Choice, Given, Listing, Plural, Reference, Sentence
from harness.model.finding import CHANGES_COPY

_BOUNDS = Choice(
    "bounds",
    {
        "least": Plural("least", "at least {least} call", "at least {least} calls"),
        "never": "no call",
        "exact": Plural("least", "{least} call", "{least} calls"),
        "most": Plural("most", "at most {most} call", "at most {most} calls"),
    },
    "{least} to {most} calls",
)
_READ_BOUNDS = Choice(
    "bounds",
    {"least": "at least {least}", "most": "at most {most}", "never": "at most {most}"},
    "{least} to {most}",
)
_ARGUMENT = Given("variable", "{variable}", "argument {number}")
_CELL = Given(
    "row",
    Sentence(
        "{sign}{table}[{row}][{column}] is {value} and must be {wanted}",
        {"table": Given("variable", "{variable}", "its square "), "sign": Given("missed", "; ", ": ")},
    ),
)
_SQUARE = {"cell": _CELL}
_SURPLUS = {"surplus": Listing("surplus"), "more_s": Given("more_surplus", " and {more_surplus} more")}
_MISSED = {"missed": Listing("missed"), "more_m": Given("more_missed", " and {more_missed} more"), **_SQUARE}
_CHANGED = Given(
    "missed",
    Given(
        "surplus",
        Sentence("{call} changes {surplus}{more_s} and not {missed}{more_m}{cell}", _SURPLUS | _MISSED),
        Sentence("{call} does not change {missed}{more_m}{cell}", _MISSED),
    ),
    Given(
        "surplus",
        Sentence("{call} also changes {surplus}{more_s}{cell}", _SURPLUS | _SQUARE),
        Given(
            "to_keep",
            Sentence("{call} must leave {argument} as it was", {"argument": _ARGUMENT}),
            Sentence("after {call} {argument} is not what it must be{cell}", {"argument": _ARGUMENT, **_SQUARE}),
        ),
    ),
)
"""What a call changes, and what it does not change and should."""
_SOLUTIONS = Choice(
    "solutions", {0: "no solution"}, Plural("solutions", "{solutions} solution", "{solutions} solutions")
)

_DETAIL = Reference("detail")
_BESIDE = Sentence(" ({said})", {"said": _DETAIL})
_MISSING = Sentence(
    "{absent}{place}{beside}{more}",
    {
        "absent": Choice(
            "what",
            {
                "compiled class": "there is no compiled class in the submission",
                "class": "there is no class {function}",
                "method": "there is no method {function}",
                "predicate": "there is no predicate {function}",
            },
            "there is no function {function}",
        ),
        "place": Given("owner", " in the class {owner}", Given("file", " in {file}")),
        "beside": Given(
            "class_name",
            "; the class {class_name} has one, but it must be a function of the module",
            Given("others", "; there is {others}, with another number of arguments"),
        ),
        "more": Choice(
            "detail", {"driver-said": Sentence("; {said}", {"said": _DETAIL}), None: Given("more", "{more}")}, _BESIDE
        ),
    },
)
_SIGNAL = Choice(
    "signal",
    {
        4: " (an impossible instruction)",
        6: " (it gave up by itself, as for an exception that nothing catches)",
        7: " (it used memory that is not there)",
        8: " (an arithmetic error, such as a division by zero)",
        9: " (it was ended from outside)",
        11: " (it used memory that is not its own, or called itself without end)",
        25: " (it wrote more than it may)",
    },
)
END = Given(
    "limit",
    Choice(
        "limit",
        {
            "cpu": "it did not come back within the CPU time that it may use, and was ended",
            "wall": "it did not come back in the time that it may take, and was ended",
            "memory": "it needed more memory than it may use, and was ended",
            "output": "it printed more than it may, and was ended",
        },
        "it did not come back and was ended at its {limit} limit",
    ),
    Given(
        "signal",
        Sentence("the program crashed by signal {signal}{meaning}", {"meaning": _SIGNAL}),
        Given(
            "status",
            "the call ended the whole program (exit status {status})",
            "the program ended before the call was over",
        ),
    ),
)

MESSAGES = {
    "function-missing": Given("what", _MISSING, _DETAIL),
    "not-callable": _DETAIL,
    "functions-not-callable": Given(
        "detail",
        Sentence("the functions cannot be called: {why}", {"why": _DETAIL}),
        "the functions cannot be called",
    ),
    "not-traceable": Given(
        "detail", Sentence("the program cannot be traced: {why}", {"why": _DETAIL}), "the program cannot be traced"
    ),
    "said-while-loading": "when the files were loaded, this was said: {text}",
    "not-called": "{call}: it was not called",
    "call-ended-program": Sentence("{call}: {how}", {"how": Given("text", _DETAIL, END)}),
    "call-end": Given("text", "{text}", END),
    "call-raised": Sentence(
        "{call} raised {exception}{after}{message}{expected}",
        {
            "after": Given(
                "solutions",
                Plural("solutions", " after one solution", " after {solutions} solutions"),
            ),
            "message": Given("text", ": {text}"),
            "expected": Given("wanted", "; it must raise {wanted}"),
        },
    ),
    "call-did-not-raise": "{call} must raise {exception} and did not",
    "wrong-return": Sentence(
        "{call} returned {returned}, expected {wanted}{order}{within}",
        {
            "order": Given("order", " in any order"),
            "within": Given("tolerance", ", with numbers at most {tolerance} off"),
        },
    ),
    "wrong-argument": Choice(
        "cause",
        {
            CHANGES_COPY: Sentence(
                "{call} returns what {argument} must become, but leaves {argument} as it was: "
                "change {argument} itself, not a copy",
                {"argument": _ARGUMENT},
            )
        },
        Given(
            "unchanged",
            Sentence("{call} leaves {argument} as it was", {"argument": _ARGUMENT}),
            _CHANGED,
        ),
    ),
    "argument-unknown": Sentence(
        "after {call} {argument} is not what it must be: nothing is known of it", {"argument": _ARGUMENT}
    ),
    "call-printed": Sentence("{call}: {sentence}", {"sentence": Reference("fault")}),
    "address-returned": "{call} returned {text}",
    "call-message": Sentence("{call}: {sentence}", {"sentence": Reference("fault")}),
    "object-field-missing": "after {call}: the object has no field {field}",
    "wrong-kept-field": "the field {field} of {call} is {value}, expected {wanted}",
    "wrong-object-field": "after {call} the field {field} is {value}, expected {wanted}",
    "reads-not-counted": "{call}: what it reads of arrays was not counted",
    "wrong-read-count": Sentence(
        "{call} read {reads} elements of arrays; the required way reads {range}", {"range": _READ_BOUNDS}
    ),
    "field-missing": "there is no field {field}",
    "wrong-field": Given(
        "element",
        Sentence(
            "after the calls {field}[{element}] is {value} and must be {wanted}{more}",
            {
                "more": Given(
                    "more",
                    Plural("more", "; {more} more element is wrong", "; {more} more elements are wrong"),
                )
            },
        ),
        "after the calls the field {field} is not what it must be",
    ),
    "calls-not-comparable": Sentence("what the calls gave cannot be compared {how}", {"how": HOW}),
    "wrong-call-count": Sentence(
        "{function} {called} in {run}; the required way takes {range}",
        {
            "called": Choice(
                "calls", {0: "was never called"}, Plural("calls", "was called {calls} time", "was called {calls} times")
            ),
            "run": Given("arguments", "the run with {arguments}", "this run"),
            "range": _BOUNDS,
        },
    ),
    "stopped-at-inferences": "{call} took more than {most} inferences and was stopped",
    "too-many-solutions": Sentence("{call} gave {count}, too many to read, and was stopped", {"count": _SOLUTIONS}),
    "search-does-not-end": Sentence(
        "{call} gave {count} and was still searching at its {bound}; it must come to an end",
        {
            "count": _SOLUTIONS,
            "bound": Choice(
                "limit", {"cpu": "limit of CPU time", "wall": "limit of time", "output": "limit of output"}, "limit"
            ),
        },
    ),
    "choice-point-left": "{call} leaves a choice point after its last solution; it must know that there is no other",
    "choice-point-missing": "{call} leaves no choice point; a cut, once/1 or -> may have thrown it away",
    "wrong-inferences": "{call} took {inferences} inferences, asked for are {wanted}",
    "wrong-solution": "{call}: solution {number} is {solution}, expected {wanted}",
    "must-fail": "{call} must fail and gave {solution}",
    "answer-printed": (
        "{call} prints {printed} and then says false: give the answer back in the variable, do not print it"
    ),
    "solution-missing": Sentence(
        "{call} gives {counted}; {solution} is missing",
        {
            "counted": Given(
                "wanted_count",
                Plural("wanted_count", "{count} of {wanted_count} solution", "{count} of {wanted_count} solutions"),
                Plural("count", "{count} solution", "{count} solutions"),
            )
        },
    ),
    "solution-repeated": "{call} gives {solution}, once more than it should",
    "solution-wrong": "{call} gives {solution}, which is wrong",
}
