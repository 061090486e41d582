"""Sentences on how a program was started and how it ended."""

from __future__ import annotations

from harness.messages.phrases import Choice, Given, Listing, Sentence, Size

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

MESSAGES = {
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
    "not-done-in-time": "the program was not done after {limit_s:.1f} s and was ended",
    "waits-for-input": "the program waits, as if for input that never comes; it was ended after {limit_s:.1f} s",
    "waits": (
        "the program waits for something that never comes, and hardly computes; it was ended after {limit_s:.1f} s"
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
        "the program wrote more than {limit} to {outputs} and was ended",
        {**_LIMIT, "outputs": Given("streams", Listing("streams", " and "), "a file")},
    ),
    "too-many-processes": "the program had {used} processes and threads, more than {limit}, and was ended",
    "memory-error": Sentence(
        "{explained} ({said})",
        {
            "explained": Choice(
                "what",
                {
                    "heap-overflow": "the program uses memory outside of what it got from malloc or new",
                    "stack-overflow": "the program uses memory outside of a local array or variable",
                    "global-overflow": "the program uses memory outside of a global array or variable",
                    "use-after-free": "the program uses memory that it has already freed",
                    "use-after-scope": "the program uses a local variable that is gone",
                    "double-free": "the program frees the same memory twice",
                    "bad-free": "the program frees what it may not free so",
                    "leak": "the program does not free memory that it no longer knows of",
                    "recursion": "the program calls functions in one another without end",
                    "bad-address": "the program follows a pointer that points to nothing, such as NULL",
                    "bad-memory": "the program uses memory that is not its own",
                    "uninitialised": "the program uses a value that was never set",
                    "undefined": "the program does what C leaves undefined",
                },
                "the program has an error of memory",
            ),
            "said": "{text}",
        },
    ),
    "sanitized-build-failed": "the program cannot be built with checks of its memory: {command}",
    "not-sanitized": "the program's own way to build leaves out the checks of its memory: {command}",
    "killed-by-signal": Sentence("the program crashed: {name}", {"name": SIGNALS}),
    "killed-by-unknown-signal": "the program crashed: signal {signal}",
    "uncaught-exception": "the program stops with {error}",
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
