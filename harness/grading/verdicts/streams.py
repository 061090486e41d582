"""Judge what a program wrote: each stream and file by its checker, and the near misses between streams."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judgement
from harness.judge.checkers import Context, checker_of
from harness.judge.finding_kinds import USAGE_INSTEAD
from harness.model.finding import Finding, Place
from harness.model.observation import Observation
from harness.model.output import Output, StoredOutput, is_blank
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.spec.format.assignment import STREAMS, expectations
from harness.spec.format.model import Case

SAID_ON_STDERR = "said-on-stderr"
"""The kind of the finding."""
_EXPLAINED = (Verdict.WA, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts whose own findings need not show stderr; those on a crash do."""
_MARK = lazy_regex(rb"[0-9a-f]{32}")
"""A line by which a program of the course, which runs the student's, distinguishes its own output from theirs."""
_OTHER_RUN = lazy_regex(rb"(?m)^[a-p]{64}$")
"""Such a line after which the student's is run once more, in another way."""
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
    stderr = _OTHER_RUN.split(observation.stderr[:_READ], maxsplit=1)[0]
    if judgement.verdict not in _EXPLAINED or case.stderr is not None or not stderr.strip():
        return judgement
    shown, more = _excerpt(stderr)
    if not shown.strip() or any(_shows(finding, shown) for finding in judgement.findings):
        return judgement
    where = Place(stream="stderr")
    finding = Finding.of(SAID_ON_STDERR, where, None, shown, **({"more": more} if more else {}))
    return replace(judgement, findings=(*judgement.findings, finding))


def _excerpt(stderr: bytes) -> tuple[bytes, int]:
    """A few lines from the first that names a fault, else from the first; how many more there are after them."""
    lines = [line.rstrip() for line in stderr.splitlines() if line.strip() and not _MARK.fullmatch(line.strip())]
    start = next((number for number, line in enumerate(lines) if _TELLING.search(line)), 0)
    few = lines[start : start + _LINES]
    return b"\n".join(line[:_LONGEST] for line in few) + b"\n", len(lines) - start - len(few)


def _shows(finding: Finding, shown: bytes) -> bool:
    """Whether a finding is on stderr itself, or its evidence holds the first line that would be shown."""
    on_stderr = "stderr" in (finding.where.stream, finding.params.get("stream"))
    return on_stderr or shown.split(b"\n")[0] in (finding.actual or b"")


OTHER_STREAM = "other-stream"
USAGE_ALONE = "usage_alone"
"""Parameter of a finding on a program that printed nothing but how it is used, where that may be right."""
SILENT = "silent"
"""Parameter of a finding on a program that printed nothing at all, where that is wrong."""
_SHOWN = 2000
_USAGE = lazy_regex(rb"(?:(?=\S[^\n]*Warning: )[^\n]*\n(?:[ \t][^\n]*\n)*)*\s*usage\b", re.IGNORECASE)
"""How a usage message begins, after what an interpreter may warn of; a line is read in one way only."""
_OPPOSITE = {"stdout": "stderr", "stderr": "stdout"}


def judge_streams(
    case: Case, observation: Observation, context: Context, texts: Mapping[str, Output | None]
) -> Judgement:
    """The verdict on what the program wrote, near misses weighed as the case says."""
    outputs = {"stdout": answer(case, observation), "stderr": observation.stderr}
    findings = _compare(case, outputs, observation, context, texts)
    if findings and not case.dialogue:
        findings = _other_stream(case, outputs, observation, context, texts) or findings
        findings = usage_instead(findings, outputs, [texts[part] for part, _ in expectations(case)])
        findings = _mark_silence(findings, outputs, texts)
        findings = tuple(sorted(findings, key=lambda finding: bool(finding.near_misses)))  # what none explains first
    return weigh(case, findings)


def answer(case: Case, observation: Observation) -> Output:
    """Stdout, or the first output file that the program made and filled, where the case allows one."""
    return next(
        (observation.files[name] for name in case.output_files or () if observation.files.get(name)), observation.stdout
    )


def _compare(
    case: Case,
    outputs: Mapping[str, Output],
    observation: Observation,
    context: Context,
    texts: Mapping[str, Output | None],
) -> tuple[Finding, ...]:
    findings: list[Finding] = []
    for part, expected in expectations(case):
        actual = outputs[part] if part in STREAMS else observation.files.get(part)
        checker = checker_of(expected)
        if checker.accepts_missing() and part not in STREAMS:
            if actual is not None:
                findings += checker.worded((_not_wanted(part, actual),))
            continue
        if actual is None:
            findings.append(Finding.of("file-missing", Place(path=part), file=part))
            continue
        compared = checker.worded(checker.compare_outputs(actual, texts[part], context))
        by_course = part in case.produces and _runs_a_file_of_the_course(case)  # which the student has not seen
        findings += [
            finding if by_course and finding.message else replace(finding, where=place_in(part, finding.where))
            for finding in compared
        ]
    return tuple(findings)


def _not_wanted(name: str, content: Output) -> Finding:
    """The finding on a file that is there, and must not be."""
    return Finding.of("file-not-wanted", Place(path=name), None, bytes(content[:_SHOWN]), file=name)


def _runs_a_file_of_the_course(case: Case) -> bool:
    return any(word in case.files for word in case.run or ())


def place_in(part: str, where: Place) -> Place:
    """A place in a stream or file that is compared, unless it names one itself."""
    if where.stream or where.path:
        return where
    return replace(where, stream=part) if part in STREAMS else replace(where, path=part)


def _other_stream(
    case: Case,
    outputs: Mapping[str, Output],
    observation: Observation,
    context: Context,
    texts: Mapping[str, Output | None],
) -> tuple[Finding, ...]:
    """One finding when the output is right, or nearly so, with stdout and stderr exchanged."""
    main = next((part for part in STREAMS if getattr(case, part) is not None and texts.get(part)), None)
    if main is None or is_blank(outputs[_OPPOSITE[main]]) or not is_blank(outputs[main]):
        return ()
    swapped = {part: outputs[_OPPOSITE[part]] for part in STREAMS}
    findings = _compare(case, swapped, observation, context, texts)
    if any(not finding.near_misses for finding in findings):
        return ()
    names = tuple(dict.fromkeys((OTHER_STREAM, *(name for finding in findings for name in finding.near_misses))))
    kind = "nearly-right-on-other-stream" if findings else "right-on-other-stream"
    expected = texts[main]
    expected = expected[:_SHOWN] if isinstance(expected, StoredOutput) else expected
    actual = outputs[_OPPOSITE[main]][:_SHOWN]
    finding = Finding.of(kind, Place(stream=main), expected, actual, stream=_OPPOSITE[main], belongs=main)
    return (replace(finding, near_misses=names),)


def usage_instead(
    findings: tuple[Finding, ...], outputs: Mapping[str, Output], expected: Sequence[Output | None]
) -> tuple[Finding, ...]:
    """The findings, the first of them worded for a program that printed how it is used where an answer is expected."""
    printed, alone = _printed_usage(outputs)
    answers = all(text is None or not _USAGE.match(bytes(text[:_SHOWN])) for text in expected)
    explained = (all if alone else any)(finding.near_misses for finding in findings)
    if not findings or not printed or not answers or explained:
        return findings
    first, *rest = findings
    if None in expected:  # only the course's own check knows what is wanted, which may be just this message
        return (mark_usage(first, outputs), *rest)
    where, actual = Place(stream=printed), bytes(outputs[printed][:_SHOWN])
    instead = replace(first, message="", kind=USAGE_INSTEAD, params={}, where=where, actual=actual)
    if not alone:
        return (instead, *rest)
    shown = next((bytes(text[:_SHOWN]) for text in expected if text), first.expected)
    return (replace(instead, expected=shown, near_misses=(), kept=min(finding.kept for finding in findings)),)


def mark_usage(finding: Finding, outputs: Mapping[str, Output]) -> Finding:
    """The finding, with ``USAGE_ALONE`` if nothing was printed but how the program is used."""
    _, alone = _printed_usage(outputs)
    return replace(finding, params={**finding.params, USAGE_ALONE: True}) if alone else finding


def _mark_silence(
    findings: tuple[Finding, ...], outputs: Mapping[str, Output], texts: Mapping[str, Output | None]
) -> tuple[Finding, ...]:
    """The findings; those of the course on stdout have ``SILENT`` if nothing came there, as they are about that."""
    wants_nothing = texts.get("stdout") is not None and is_blank(texts["stdout"] or b"")
    if wants_nothing or not is_blank(outputs["stdout"]):
        return findings
    return tuple(
        replace(finding, params={**finding.params, SILENT: True})
        if finding.message and finding.where.stream == "stdout"
        else finding
        for finding in findings
    )


def _printed_usage(outputs: Mapping[str, Output]) -> tuple[str, bool]:
    """The stream that begins with how the program is used, empty for none; whether nothing is on the other one."""
    printed = next((name for name, output in outputs.items() if _USAGE.match(bytes(output[:_SHOWN]))), "")
    return printed, bool(printed) and is_blank(outputs[_OPPOSITE[printed]])


def weigh(case: Case, findings: tuple[Finding, ...]) -> Judgement:
    """What the findings cost: near misses that the case knows are charged to a clause or cost a part of the points."""
    if not findings:
        return Judgement(Verdict.AC)
    known = case.near_misses or {}
    names = tuple(dict.fromkeys(name for finding in findings for name in finding.near_misses))
    explained = all(finding.near_misses for finding in findings)
    if not explained or not all(name in known for name in names):
        return Judgement(Verdict.WA, findings, min(finding.kept for finding in findings), comparable=explained)
    charged = tuple(dict.fromkeys(target for name in names if isinstance(target := known[name], str)))
    kept = min((target for name in names if not isinstance(target := known[name], str)), default=1.0)
    return Judgement(Verdict.AC if kept == 1.0 else Verdict.WA, findings, kept, charged)
