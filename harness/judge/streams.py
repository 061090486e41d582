"""Judge what a program wrote: each stream and file by its checker, and the near misses that lie between streams."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from harness.checkers import Context, checker_of
from harness.diagnose.near_misses import NEAR_MISSES
from harness.judge.judgement import Judgement
from harness.model.finding import Finding
from harness.model.observation import Observation
from harness.model.output import Output, StoredOutput, is_blank
from harness.model.verdict import Verdict
from harness.spec.assignment import STREAMS, expectations
from harness.spec.model import Case

OTHER_STREAM = "other-stream"
_SHOWN = 2000
_OPPOSITE = {"stdout": "stderr", "stderr": "stdout"}


def judge_streams(
    case: Case, observation: Observation, context: Context, texts: Mapping[str, Output | None]
) -> Judgement:
    """The verdict on what the program wrote, near misses weighed as the case says."""
    outputs = {"stdout": answer(case, observation), "stderr": observation.stderr}
    findings = _compare(case, outputs, observation, context, texts)
    if findings and not case.dialogue:
        findings = _other_stream(case, outputs, observation, context, texts) or findings
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
        if actual is None:
            findings.append(Finding(f"the program made no file {part}", where=part))
            continue
        for finding in checker_of(expected).compare_outputs(actual, texts[part], context):
            known = not finding.where or finding.where.startswith(part)
            where = finding.where or part if known else f"{part}, {finding.where}"
            findings.append(replace(finding, where=where))
    return tuple(findings)


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
    text = f"the right text was written to {_OPPOSITE[main]}, it belongs on {main}"
    if findings:
        text = f"nearly the right text was written to {_OPPOSITE[main]}, it belongs on {main}"
    expected = texts[main]
    expected = expected[:_SHOWN] if isinstance(expected, StoredOutput) else expected
    return (Finding(text, where=main, expected=expected, actual=outputs[_OPPOSITE[main]][:_SHOWN], near_misses=names),)


def weigh(case: Case, findings: tuple[Finding, ...]) -> Judgement:
    """What the findings cost: near misses that the case knows are charged to a clause or cost a part of the points."""
    if not findings:
        return Judgement(Verdict.AC)
    known = case.near_misses or {}
    names = tuple(dict.fromkeys(name for finding in findings for name in finding.near_misses))
    explained = all(finding.near_misses for finding in findings)
    if not explained or not all(name in known for name in names):
        return Judgement(Verdict.WA, findings, 0.0, comparable=explained)
    charged = tuple(dict.fromkeys(target for name in names if isinstance(target := known[name], str)))
    kept = min((target for name in names if not isinstance(target := known[name], str)), default=1.0)
    return Judgement(Verdict.AC if kept == 1.0 else Verdict.WA, findings, kept, charged)


def near_miss_sentences(finding: Finding) -> list[str]:
    """The near misses of a finding in words for a student."""
    return [NEAR_MISSES[name].sentence for name in finding.near_misses if name in NEAR_MISSES]
