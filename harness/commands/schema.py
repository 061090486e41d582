"""``harness schema``: the JSON Schema of ``spec.yaml``, made from the models, for editors."""

from __future__ import annotations

import json
from pathlib import Path

from harness.reports.write import write_whole
from harness.spec.schema import spec_schema


def schema(*, out: Path | None, check: bool) -> int:
    """Print the schema, write it to a file, or check that the file is fresh; return the exit status."""
    text = json.dumps(spec_schema(), indent=2) + "\n"
    if out is None:
        print(text, end="")  # noqa: T201 - the command's output
        return 0
    if check:
        fresh = out.is_file() and out.read_text(encoding="utf-8") == text
        print(f"{out}: {'fresh' if fresh else 'stale; run: harness schema --out ' + str(out)}")  # noqa: T201
        return 0 if fresh else 1
    write_whole(out, text.encode())
    return 0
