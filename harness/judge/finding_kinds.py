"""Kinds of findings that several modules speak of, by name: a misspelt one would be a fault that nobody looks for.

A kind that one module alone makes, and none asks for, is a text there. ``harness/judge/messages`` words them all.
"""

from __future__ import annotations

from harness.model.finding import Finding

ADDRESS_RETURNED = "address-returned"
BUILD_FAILED = "build-failed"
CALL_ENDED_PROGRAM = "call-ended-program"
CALL_MISSING = "call-missing"
CALL_PRINTED = "call-printed"
CALL_RAISED = "call-raised"
CONSEQUENCES_CHARGED = "consequences-charged"
FUNCTION_MISSING = "function-missing"
FUNCTION_NOT_FOUND = "function-not-found"
FUNCTIONS_NOT_CALLABLE = "functions-not-callable"
GATE_CLOSED = "gate-closed"
KILLED_BY_SIGNAL = "killed-by-signal"
KILLED_BY_UNKNOWN_SIGNAL = "killed-by-unknown-signal"
LIBRARY_MISSING_HERE = "library-missing-here"
LINE_DIFFERS = "line-differs"
LINES_REVERSED = "lines-reversed"
NO_MAIN_PROGRAM = "no-main-program"
NOT_CALLABLE = "not-callable"
NOT_CALLED = "not-called"
NOT_DONE_IN_TIME = "not-done-in-time"
NOT_HANDED_IN = "not-handed-in"
NOT_TRACEABLE = "not-traceable"
NOTHING_TO_JUDGE = "nothing-to-judge"
ONE_CHANGE = "one-change"
OUTPUT_EMPTY = "output-empty"
OUTPUT_NOT_WANTED = "output-not-wanted"
PREDICATE_MISSING_HERE = "predicate-missing-here"
PRINTED_HERE = "printed-here"
RENAMED_BY_SYSTEM = "renamed-by-system"
REQUIRED_FILE_MISSING = "required-file-missing"
RIGHT_NOWHERE = "right-nowhere"
SAID_WHILE_LOADING = "said-while-loading"
SAME_IN = "same-in"
SAME_IN_HIDDEN = "same-in-hidden"
SEARCH_DOES_NOT_END = "search-does-not-end"
SMALLER_INPUT = "smaller-input"
SUBMISSION_FILE_LONG_WORD = "submission-file-long-word"
SUSPICIOUS_CODE = "suspicious-code"
TIMED_OUT = "timed-out"
TOO_MANY_PROCESSES = "too-many-processes"
TOO_MUCH_MEMORY = "too-much-memory"
TOO_MUCH_OUTPUT = "too-much-output"
TRACED_RUN_ENDED = "traced-run-ended"
TRACED_RUN_FAILED = "traced-run-failed"
UNCAUGHT_EXCEPTION = "uncaught-exception"
USAGE_INSTEAD = "usage-instead"
USED_UNSET = "used-unset"
WAITS = "waits"
WAITS_FOR_INPUT = "waits-for-input"
WRONG_ARGUMENT = "wrong-argument"
WRONG_CALL_COUNT = "wrong-call-count"
CONVERSATION_STUCK = "conversation-stuck"
WRONG_EXIT_STATUS = "wrong-exit-status"
WRONG_PARAMETERS = "wrong-parameters"


def lacks_main(finding: Finding) -> bool:
    """Whether a program could not be started, or traced, as it has no main program."""
    if finding.kind == UNCAUGHT_EXCEPTION:
        return str(finding.params.get("error")).startswith("Error: Main method ")
    detail = finding.params.get("detail") if finding.kind == NOT_TRACEABLE else ""
    return finding.kind == NO_MAIN_PROGRAM or detail in ("driver-no-start", "driver-no-main")
