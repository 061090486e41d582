"""An autograder and conformance test harness: a contract in YAML meets a submission, and every clause is judged."""

import sys

__version__ = "0.2.0"

if "typing_extensions" not in sys.modules:  # msgspec asks for it and takes typing's own if it is not installed
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # loading it takes longer than all of msgspec
    import msgspec  # noqa: F401

    del sys.modules["typing_extensions"]
