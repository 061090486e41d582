"""What a program that failed wrote to stderr, where nothing else shows it: it often says why. Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judgement
from harness.model.finding import Finding, Place
from harness.model.observation import Observation
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.spec.format.model import Case

SAID_ON_STDERR = "said-on-stderr"
"""The kind of the finding."""
_EXPLAINED = (Verdict.WA, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts whose own findings need not show stderr; those on a crash do."""
_READ = 1 << 16
_LINES = 4
_LONGEST = 300
"""Bytes of a line."""
_TELLING = lazy_regex(
    rb"error|warning|exception|fail|fatal|abort|denied|invalid|cannot|can't|no such"
    rb"|un(?:bound|defined|known)|not (?:found|set)",
    re.IGNORECASE,
)


def with_stderr(judgement: Judgement, observation: Observation, case: Case) -> Judgement:
    """The judgement with what stood on stderr, unless the case judges that, or a finding shows it already."""
    stderr = observation.stderr[:_READ]
    if judgement.verdict not in _EXPLAINED or case.stderr is not None or not stderr.strip():
        return judgement
    shown, more = _excerpt(stderr)
    if any(_shows(finding, shown) for finding in judgement.findings):
        return judgement
    where = Place(stream="stderr")
    finding = Finding.of(SAID_ON_STDERR, where, None, shown, **({"more": more} if more else {}))
    return replace(judgement, findings=(*judgement.findings, finding))


def _excerpt(stderr: bytes) -> tuple[bytes, int]:
    """A few lines from the first that tells of a fault, else from the first; how many more there are behind them."""
    lines = [line.rstrip() for line in stderr.splitlines() if line.strip()]
    start = next((number for number, line in enumerate(lines) if _TELLING.search(line)), 0)
    few = lines[start : start + _LINES]
    return b"\n".join(line[:_LONGEST] for line in few) + b"\n", len(lines) - start - len(few)


def _shows(finding: Finding, shown: bytes) -> bool:
    """Whether a finding is on stderr itself, or its evidence holds the first line that would be shown."""
    on_stderr = "stderr" in (finding.where.stream, finding.params.get("stream"))
    return on_stderr or shown.split(b"\n")[0] in (finding.actual or b"")
