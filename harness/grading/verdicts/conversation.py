"""Judge conversations with the course's interactor."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from harness.grading.verdicts.judgement import Expectation, Judgement
from harness.judge.finding_kinds import CONVERSATION_STUCK
from harness.model.errors import JudgeError
from harness.model.family import json
from harness.model.finding import Finding, Place
from harness.model.observation import ACCEPTED, WRONG, Interaction, Observation
from harness.model.verdict import Verdict

_PROMPT_SHOWN = 80


_CONVERSATION = Place(part="conversation")
_SHOWN = 1500
"""Bytes of the transcript that are shown, the last ones."""
JudgeRun = Callable[[Observation, Expectation], Judgement]


def judge_interaction(
    observation: Observation, interaction: Interaction, expectation: Expectation, judge_run: JudgeRun
) -> Judgement:
    """The verdict: the interactor's where it rejected while the program was there, else first how the program ended.

    ``judge_run`` judges everything else: the ending, stderr, files. Raises JudgeError when the interactor failed before
    the program said anything.
    """
    if interaction.deadlock:
        return _with_transcript(_stuck(interaction), interaction)
    if interaction.status == WRONG and interaction.ended_first:
        return _with_transcript(_word_of(interaction), interaction)
    if interaction.ended_first and interaction.status != ACCEPTED:
        return _failed(interaction, expectation)
    own = judge_run(observation, _without_stdout(expectation))
    if own.verdict not in (Verdict.AC, Verdict.WA):
        first, *rest = own.findings
        return replace(own, findings=(replace(first, actual=first.actual or _end_of(interaction)), *rest))
    return _by_its_word(interaction, own, expectation)


def _stuck(interaction: Interaction) -> Finding:
    """Both wait: what the interactor says that it waits for, else what came last."""
    if interaction.message:
        return Finding(interaction.message, _CONVERSATION)
    text = interaction.last_line.decode(errors="replace")
    last = "line" if text.endswith(("\n", "\r")) else "part" if text else "nothing"
    shown = json.dumps(text.rstrip("\r\n")[:_PROMPT_SHOWN], ensure_ascii=False)
    return Finding.of(CONVERSATION_STUCK, _CONVERSATION, last=last, text=shown)


def _by_its_word(interaction: Interaction, own: Judgement, expectation: Expectation) -> Judgement:
    """The verdict on a program that ended as it should; ``own`` is that on all else that it did."""
    if interaction.status == WRONG:
        rejected = _with_transcript(_word_of(interaction), interaction)
        return (
            replace(rejected, findings=(*rejected.findings, *own.findings)) if own.verdict is Verdict.WA else rejected
        )
    if interaction.status != ACCEPTED:
        return _failed(interaction, expectation)
    if interaction.score is not None and interaction.score < 1 and own.verdict is Verdict.AC:
        return replace(_with_transcript(_word_of(interaction), interaction), kept=interaction.score, comparable=True)
    return own


def _without_stdout(expectation: Expectation) -> Expectation:
    """The expectation except for stdout, which holds the answer for the interactor."""
    planned = expectation.planned
    return replace(expectation, planned=replace(planned, case=msgspec.structs.replace(planned.case, stdout=None)))


def _word_of(interaction: Interaction) -> Finding:
    """What the interactor says to the student; a sentence of ours where it says nothing."""
    if interaction.message:
        return Finding(interaction.message, _CONVERSATION)
    if interaction.status == WRONG:
        return Finding.of("conversation-rejected", _CONVERSATION)
    return Finding.of("points-partial", _CONVERSATION, percent=round(100 * (interaction.score or 0.0)))


def _with_transcript(finding: Finding, interaction: Interaction) -> Judgement:
    shown = replace(finding, actual=_end_of(interaction))
    return Judgement(Verdict.WA, (shown,), 0.0, comparable=False)


def _end_of(interaction: Interaction) -> bytes | None:
    """The last lines of the conversation."""
    text = interaction.transcript
    cut = text[-_SHOWN:]
    return (cut.partition(b"\n")[2] if len(cut) < len(text) else cut) or None


def _failed(interaction: Interaction, expectation: Expectation) -> Judgement:
    """A person has to look where the interactor cannot bear what the program wrote; else the fault is the course's."""
    why = "it did not end in time" if interaction.status is None else f"exit status {interaction.status}, not 42 or 43"
    complaint = interaction.complaint.splitlines()[-1:] or [""]
    text = ": ".join(filter(None, (why, complaint[0])))
    if not interaction.ended_first and complaint[0].startswith("EOFError"):
        return _with_transcript(Finding.of("conversation-ended-early", _CONVERSATION), interaction)
    if interaction.ended_first and not interaction.heard:
        case = expectation.planned
        raise JudgeError(f"{case.location}: the interactor {case.case.interactor} failed: {text}")
    finding = Finding.of("interactor-failed", _CONVERSATION, None, _end_of(interaction), text=text)
    return Judgement.because(Verdict.NR, finding)
