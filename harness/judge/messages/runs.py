"""Sentences on how a program was started and how it ended."""

from __future__ import annotations

from harness.judge.messages.phrases import Choice, Given, Listing, Plural, Sentence, Size

SIGNALS = Choice(
    "signal",
    {
        "SIGSEGV": "{signal}, it used memory that is not its own, for example an index out of range",
        "SIGABRT": "{signal}, it ended itself (abort), for example at an assert that does not hold",
        "SIGFPE": "{signal}, an arithmetic error, for example a division by zero",
    },
    "{signal}",
)
_PROGRAM = Given("program", "{program}", "the program")
_LIMIT = {"limit": Size("limit")}

_MEMORY = {
    "heap-overflow": "the program uses memory outside of what it got from malloc or new",
    "stack-overflow": "the program uses memory outside of a local array or variable",
    "global-overflow": "the program uses memory outside of a global array or variable",
    "use-after-free": "the program uses memory that it has already freed",
    "use-after-scope": "the program uses a local variable that is gone",
    "double-free": "the program frees the same memory twice",
    "bad-free": "the program frees memory that free or delete must not be called for",
    "leak": "the program never frees some memory, and no pointer to it is left",
    "recursion": Given(
        "called", "{called} is called in itself without end", "the program calls functions in one another without end"
    ),
    "bad-address": "the program follows a pointer that points to nothing, such as NULL",
    "wild-address": "the program uses a pointer that was never set, or an index far out of range",
    "bad-memory": "the program uses memory that is not its own",
    "uninitialised": "the program uses a value that was never set",
    "undefined": "the program does what C leaves undefined",
}
"""What a sanitizer or Valgrind found."""
_SIDE = Choice("side", {"behind": "past the end of", "before": "before the start of"}, "outside of")
_VARIABLE = "the variable {variable}"


def _overrun(otherwise: str) -> Sentence:
    """How memory outside of a variable, or of something without a name, was used."""
    return Sentence(
        "the program {accesses} memory {side} {thing}",
        {
            "accesses": Choice("access", {"read": "reads", "write": "writes to"}, "uses"),
            "side": _SIDE,
            "thing": Given("variable", _VARIABLE, otherwise),
        },
    )


CRASHES = {
    **_MEMORY,
    "heap-overflow": _overrun("what it got from malloc, new or a vector"),
    "stack-overflow": _overrun("a local array or variable"),
    "global-overflow": _overrun("a global array or variable"),
    "index": Sentence(
        "the program uses the index {index} in {thing}",
        {"thing": Plural("size", "an array of {size} element", "an array of {size} elements")},
    ),
    "outside-of-container": "the program takes an element that its vector, string or array does not have",
    "empty-container": "the program takes an element of a vector that is empty",
    "no-return": "a function that has to return a value comes to its end without one",
    "null": "the program follows a pointer that points to nothing, such as NULL",
    "stack-full": "the program's local variables need more memory than there is for them (the stack)",
    "division": "the program divides by zero",
    "abort": "the program ends itself (abort), for example at an assert that does not hold",
}
"""Why a program crashed, as a run with sanitizers reports it."""

MESSAGES = {
    "one-change": "one small change here makes this test pass",
    "used-unset": "{variable} is used here and never got a value",
    "suspicious-code": Choice(
        "what",
        {
            "texts": "== asks whether two texts are the same object, not whether they are equal: is equals meant?",
            "same-object": "is asks whether two values are the same object, not whether they are equal: is == meant?",
            "one-turn": "this line ends the loop in its first turn, so there is never a second one",
            "sets-itself": "{name} is set to itself, which changes nothing",
            "sets-old-value": "{name} gives the value from before, and = writes it back, so that nothing changes",
            "swapped-twice": "this loop swaps each pair twice, so that nothing changes: are half the turns meant?",
            "loop-variable": "{name} is a copy of each element here: to set it changes no element",
            "exchanged-with-itself": (
                "a value that is swapped with itself becomes 0 here; the loop in line {name} may do that"
            ),
            "integer-division": "{name} divides whole numbers and drops the remainder: 3 / 2 gives 1",
            "hides-field": "this is another variable {name}; the field {name} stays as it is",
            "hides-global": "this is a new variable {name} of the function alone: the global {name} stays as it is",
            "copy": Sentence(
                "{name} is a copy here, so what is changed in it is lost: is & missing?{twin}",
                {"twin": Given("also", " The same stands in {also}.")},
            ),
            "copy-in-c": Sentence(
                "{name} is a copy here, so what is changed in it is lost: is a pointer (*) meant?{twin}",
                {"twin": Given("also", " The same stands in {also}.")},
            ),
            "own-parameter": (
                "this gives only the parameter {name} a new value: what the caller handed over stays as it is"
            ),
            "result-dropped": "{name} gives a new value, which is not kept: {also} stays as it is",
            "value-dropped": "nothing is done with {name}: its value is not kept",
            "compares-alone": "{name} only compares, and changes nothing: is = meant?",
            "kept-elements": "{name} sets only the elements that it adds: those that were there keep their values",
            "own-copies": "{name} changes only its own copies of what it is given: nothing outside changes",
            "lost-answer": "what {name} returns is not used here",
            "drawn-again": (
                "{name} is drawn at random in each turn, and may come twice or never: remember which were tried"
            ),
            "drawn-too-far": "this draws from 0 to {name}, and {name} itself can come: is {name} - 1 meant?",
            "half-loop": "this loop begins at a random {name} and goes to one end only: the other side is never tried",
            "neighbours-alone": (
                "this loop compares each element of {name} only with the next: is a second loop in it missing?"
            ),
            "shrinking-list": "{name} loses elements while this loop goes over it, so the next one is skipped",
            "growing-list": "{name} grows while this loop goes over it: the loop may then read where it was before",
            "overwritten-flag": (
                "this line sets {name} again in each turn of the loop, so that only the last turn counts"
            ),
            "swallowed-exception": Given(
                "comes",
                Sentence(
                    "{raised}{said} comes in line {comes}, and is lost here without a word",
                    {"said": Given("text", " ({text})")},
                ),
                "{name} is caught here and lost without a word, so an error in the try stays hidden",
            ),
            "caught-exit": "this also catches the exit of {name}: after its message the program goes on below",
            "always-true": "{name} is always true here",
            "kept-default": (
                "the default of {name} is made once, when def is read: what one call puts in is there in the next one"
            ),
            "kept-global": (
                "{name} is set only once, outside of the functions: a second call goes on from the number it has then"
            ),
            "shared-row": Given(
                "name",
                "each row is the same list {name}, so a change of one row changes all",
                "each row is the same list, so a change of one row changes all",
            ),
            "shared-array": "each row is the same array {name}, so a change of one row changes all",
            "no-copy": "this adds {name} itself, not a copy: when {name} changes later, what was added changes, too",
            "added-char": "{name} is a number: a char in single quotes is added by its code; double quotes make text",
            "lost-parameter": (
                "this loop uses the parameter {name} as its variable, so the value of the parameter is lost"
            ),
            "dropped-default": "the function calls itself without {name}: in that call {name} is {also} again",
            "untested-read": Given(
                "also",
                "the read in line {also} fails at the end of the input, but the loop goes on. Is while ({name}) meant "
                "here? Then that read has to go.",
                "the last read here fails, but the loop goes on with it: is while ({name}) meant?",
            ),
            "untested-reads": (
                "the loop runs once more after the last value, as no read has failed yet: "
                "end it where {name} reads nothing"
            ),
            "unchecked-scan": (
                "nothing looks at what {name} returns: where a line holds no numbers, the old ones are used again"
            ),
            "read-twice": "the number read here is lost, as the loop below reads {name} again before it is used",
            "one-a-line": "{name} takes only the first number of the line, and the others on it are lost",
            "first-character": "only the first character of {name} is read, and nothing looks at the others",
            "short-buffer": Sentence(
                "`{name}` has no room for the end of a line, which is then read as a line of its own{unchecked}",
                {"unchecked": Given("also", ". Where {also} reads nothing there, the old numbers are used again.")},
            ),
            "size-number": Sentence(
                "{name} {stands} instead of {meant}: right for {size}, wrong for {sizes}",
                {
                    "stands": Given(
                        "lines",
                        Plural("lines", "may stand here and in line {listed}", "may stand here and in lines {listed}"),
                        "stands here",
                    ),
                    "meant": Choice("step", {"more": "the size + 1", "less": "the size - 1"}, "the size"),
                    "sizes": Listing("wrong"),
                },
            ),
            "never-started": "no line outside the functions starts the program",
            "main-name": "Java starts a method called main: is {name} meant as one?",
            "main-lacks": "Java starts only public static void main(String[] args): {name} is missing here",
            "other-output": "each run prints something else for the same input: {name} gives other values each time",
            "unused-parameter": "the parameter {name} is never used",
            "never-called": "{name} is never called: no other line has its name",
            "type-limits": "this comparison is the same for every value, as an unsigned number is never negative",
            "parentheses": "are parentheses missing here?",
            "and-or": "&& is done before || here: are parentheses around the || part missing?",
            "assigned": "= gives the variable this value here: is == meant?",
            "implicit-fallthrough": "this case goes on into the next one: is a break missing?",
            "infinite-recursion": "this function always calls itself, and never comes to an end",
            "empty-body": "nothing is done here: does the ; end the loop or the if too early?",
        },
        "this may not do what was meant",
    ),
    "not-started": Sentence("{subject} could not be started: {reason}", {"subject": _PROGRAM}),
    "no-main-program": Sentence(
        "{subject} could not be started: nothing says how it is started (is there a main program?)",
        {"subject": _PROGRAM},
    ),
    "start-file-missing": Sentence("{subject} could not be started: there is no file {file}", {"subject": _PROGRAM}),
    "timed-out": Sentence(
        "{used}; {limit_s:.2f} s are allowed{reference}",
        {
            "used": Given(
                "finished",
                "the program took {used_s:.2f} s of CPU time",
                "the program was still running after {used_s:.2f} s of CPU time",
            ),
            "reference": Given("reference_s", ", and the reference takes {reference_s:.2f} s"),
        },
    ),
    "not-done-in-time": Given(
        "cpu_limit_s",
        "the program was not done after {limit_s:.1f} s of elapsed time and was ended; of these it computed for "
        "{cpu_s:.1f} s, and {cpu_limit_s:.1f} s are allowed",
        "the program was not done after {limit_s:.1f} s and was ended",
    ),
    "machine-busy": Sentence(
        "this machine was too busy: the program was ended after {used_s:.1f} s of elapsed time, of which it was given "
        "{cpu_s:.1f} s of CPU time{allowed}; grade it again when fewer programs run",
        {"allowed": Given("limit_s", ", with {limit_s:.1f} s allowed")},
    ),
    "waits-for-input": "the program waits, as if for input that never comes; it was ended after {limit_s:.1f} s",
    "waits": (
        "the program waits for something that never comes, and hardly computes; it was ended after {limit_s:.1f} s"
    ),
    "nothing-answered": "the program was ended at its time limit wherever it was asked, and answered nothing anywhere",
    "right-nowhere": Sentence(
        "this cannot be judged, as nothing of {needed} is right", {"needed": Listing("clauses", " and ")}
    ),
    "requirement-wrong": Sentence(
        "the output is right, but counts only if {needed} is right", {"needed": Listing("clauses", " and ")}
    ),
    "too-much-memory": Given(
        "used",
        Sentence(
            "the program used more than {limit} of memory and was ended; it had at least {used}",
            {**_LIMIT, "used": Size("used")},
        ),
        Sentence("the program used more than {limit} of memory and was ended", _LIMIT),
    ),
    "too-much-output": Sentence(
        "the program wrote more than {limit} to {outputs} and {ended}",
        {
            **_LIMIT,
            "ended": Given("error", "stopped with {error}", "was ended"),
            "outputs": Given("streams", Listing("streams", " and "), "a file"),
        },
    ),
    "too-many-processes": "the program had {used} processes and threads, more than {limit}, and was ended",
    "memory-error": Sentence(
        "{explained} ({said})",
        {
            "explained": Choice("what", _MEMORY, "the program has an error of memory"),
            "said": "{text}",
        },
    ),
    "sanitized-build-failed": "the program cannot be built with checks of its memory: {command}",
    "not-sanitized": "the program's own way to build leaves out the checks of its memory: {command}",
    "killed-by-signal": Given(
        "what",
        Sentence(
            "{explained}; it crashed ({signal})",
            {"explained": Choice("what", CRASHES, "the program has an error of memory")},
        ),
        Sentence("the program crashed: {name}", {"name": SIGNALS}),
    ),
    "killed-by-unknown-signal": "the program crashed: signal {signal}",
    "uncaught-exception": "the program stops with {error}",
    "said-on-stderr": "the program also writes this to stderr",
    "limit-refused-processes": (
        "the program asked for more than {limit} processes and threads at a time, and did not get them"
    ),
    "limit-refused-disk": Sentence("the program filled its {limit} of disk space", _LIMIT),
    "limit-refused-home": Sentence("the program filled its {limit} of disk space for temporary files", _LIMIT),
    "limit-refused-file": Sentence("the program wrote a file as long as one may be, {limit}", _LIMIT),
    "limit-reached-processes": "the program had {limit} processes and threads at a time, as many as it may",
    "limit-reached-files": "a process of the program had {limit} files open at a time, as many as it may",
    "limit-reported-files": 'the program says "{text}": it may have {limit} files open at a time in each process',
    "limit-reported-file": Sentence('the program says "{text}": a file may have {limit}', _LIMIT),
    "limit-reported-disk": Sentence('the program says "{text}": there are {limit} of disk space for it', _LIMIT),
    "limit-reported-processes": ('the program says "{text}": it may have {limit} processes and threads at a time'),
}
