"""The child that reads students' sources: ``python -m harness.course.similarity.program``, a path a line on its input.

It writes a line of JSON for each file, its fingerprints or why there are none. A file has a time of its own, and the
child a limit of memory, so that no source stalls the teacher.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from pathlib import Path

from harness.course.similarity.fingerprint import prints, tokens
from harness.language.parsing.outline import decode

FILE_LIMIT_S = 10
"""CPU seconds."""
LARGEST = 256 * 1024
_MEMORY = 2 * 1024**3


def main() -> int:
    """Read files until the input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGPROF, _too_long)
    for line in sys.stdin:
        path = Path(json.loads(line))
        print(json.dumps(_read(path)), flush=True)  # noqa: T201 - the answer
    return 0


def _read(path: Path) -> dict[str, object]:
    try:
        signal.setitimer(signal.ITIMER_PROF, FILE_LIMIT_S)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            return {"problem": f"larger than {LARGEST // 1024} KiB"}
        fingerprints = prints(tokens(path.name, decode(content)))
        return {"prints": [[entry.hash, entry.first, entry.last] for entry in fingerprints]}
    except TimeoutError:
        return {"problem": f"not read within {FILE_LIMIT_S} s of CPU time"}
    except (OSError, RecursionError, MemoryError, ValueError) as error:
        return {"problem": type(error).__name__}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(_number: int, _frame: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main())
