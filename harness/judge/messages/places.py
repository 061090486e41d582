"""The words for places, and for how they are put together."""

from __future__ import annotations

from harness.judge.messages.phrases import Choice

MESSAGES = {
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
}
