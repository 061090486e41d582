"""The judge: an observation and an expectation become a verdict. Pure: it starts nothing and reads nothing."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from harness.grading.verdicts.conversation import judge_interaction
from harness.grading.verdicts.ending import judge_ending, met_limits
from harness.grading.verdicts.judgement import RIGHT, Expectation, Judgement
from harness.grading.verdicts.prompts import missing_prompt, near_prompt_findings, until_other_prompt
from harness.grading.verdicts.streams import judge_streams, weigh, with_stderr
from harness.judge.finding_kinds import WRONG_EXIT_STATUS
from harness.model.finding import REFUSES, Finding, Place
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import is_blank
from harness.model.verdict import Verdict
from harness.spec.format.model import Case

CRASH_AFTER_OUTPUT = "crash-after-output"
_FOLDER = Place(part="folder")


def judge(observation: Observation, expectation: Expectation) -> Judgement:
    """The verdict on one run."""
    if observation.interaction is not None:
        judgement = judge_interaction(observation, observation.interaction, expectation, _judge_run)
        if observation.interaction.deadlock:
            return judgement  # what is on stderr came when its input was closed
    else:
        judgement = _judge_run(observation, expectation)
    judgement = _marked_refusal(judgement, expectation.planned.case)
    return with_stderr(judgement, observation, expectation.planned.case)


def _marked_refusal(judgement: Judgement, case: Case) -> Judgement:
    """The judgement, its findings with ``REFUSES`` where a right program ends with an error whatever else it does."""
    wanted = case.exit if isinstance(case.exit, tuple) else (case.exit,)
    if not judgement.findings or not all(isinstance(status, int) and status for status in wanted):
        return judgement
    marked = (replace(finding, params={**finding.params, REFUSES: True}) for finding in judgement.findings)
    return replace(judgement, findings=tuple(marked))


def _judge_run(observation: Observation, expectation: Expectation) -> Judgement:
    """The verdict on what a run wrote and how it ended."""
    observation = until_other_prompt(observation, expectation.planned.case)
    on_terminal = bool(expectation.planned.case.dialogue)
    ending = judge_ending(observation, expectation.limits, expectation.crash, on_terminal=on_terminal)
    if ending is not None and _was_hung_up(expectation.planned.case, observation):
        ending = None
    if ending is not None and observation.stuck_at is not None and observation.ended_by is not None:
        ending = replace(ending, findings=(*ending.findings, missing_prompt(expectation.planned.case, observation)))
    own = expectation.planned.case.ending == "own" or observation.machine_was_busy
    if ending is not None and (own or ending.not_started):
        judgement, findings = _after_output(ending, observation, expectation), tuple[Finding, ...]()
    else:
        judgement = _judge_output(observation, expectation)
        findings = ending.findings if ending is not None else ()  # why there may be no more output than there is
        if judgement.findings and all(finding.params.get("unfinished") for finding in judgement.findings):
            judgement, findings = ending or RIGHT, ()  # what came is right, and too little
    if judgement.verdict is Verdict.AC:
        return judgement
    if ending is not None and ending.verdict is Verdict.NR:
        return ending
    # The fault may come from a limit that the program was kept below.
    findings = (*findings, *met_limits(observation, expectation.limits))
    return replace(judgement, findings=(*judgement.findings, *findings)) if findings else judgement


def _after_output(ending: Judgement, observation: Observation, expectation: Expectation) -> Judgement:
    """The verdict on a run that was ended or crashed; what it wrote counts where the case says what a crash costs."""
    case = expectation.planned.case
    if ending.verdict is not Verdict.RTE or ending.not_started or CRASH_AFTER_OUTPUT not in (case.near_misses or {}):
        return ending
    if all(map(is_blank, (observation.stdout, *observation.files.values()))):
        return ending
    output = _judge_output(observation, expectation)
    if output.verdict is not Verdict.AC:
        return ending
    crashes = (replace(finding, near_misses=(CRASH_AFTER_OUTPUT,)) for finding in ending.findings)
    return weigh(case, (*crashes, *output.findings))


def has_crashed(judgement: Judgement) -> bool:
    """Whether the program crashed after all that is asked for was written."""
    return any(CRASH_AFTER_OUTPUT in finding.near_misses for finding in judgement.findings)


def _judge_output(observation: Observation, expectation: Expectation) -> Judgement:
    case = expectation.planned.case
    if observation.stuck_at is not None:
        return Judgement(Verdict.WA, (missing_prompt(case, observation),), 0.0, comparable=False)
    judgement = judge_streams(case, observation, expectation.context, expectation.texts)
    if observation.other_prompts:
        judgement = weigh(case, (*near_prompt_findings(observation, case), *judgement.findings))
    findings = (*_exit_status(case, observation), *_cleaned(case, observation, expectation))
    if not findings:
        return judgement
    return Judgement(Verdict.WA, (*findings, *judgement.findings), 0.0, comparable=judgement.comparable)


def over_time(observation: Observation, limits: ResolvedLimits, case: Case) -> bool:
    """Whether the run passed its CPU or wall limit, in a case where that is judged."""
    if observation.machine_was_busy:
        return True
    ended = observation.ended_by in (Limit.CPU, Limit.WALL)
    return case.ending == "own" and (ended or limits.exceeded_by(observation.cpu_s))


def has_answered(observation: Observation, case: Case) -> bool:
    """Whether the program came to its own end and wrote something, or its exit status is an answer.

    The report of an exception is none, and neither is what comes of a program of the course's own that looks at files.
    """
    if observation.ended_by is not None or observation.not_started:
        return False
    if case.run is not None and case.stdout is None and case.stderr is None and case.exit in (None, "any"):
        return False  # it may have stopped the student's
    if case.exit not in (None, "any") and observation.exit is not None:
        return True
    files = () if case.run is not None else tuple(observation.files.values())
    outputs = (observation.stdout, *files, *((observation.stderr,) if not observation.exit else ()))
    return not all(map(is_blank, outputs))


def _was_hung_up(case: Case, observation: Observation) -> bool:
    """Whether the program has ended, in whatever way, after its terminal was closed."""
    hung_up = bool(case.dialogue) and case.dialogue[-1].hang_up
    return hung_up and observation.stuck_at is None and observation.ended_by is None and not observation.not_started


def _exit_status(case: Case, observation: Observation) -> tuple[Finding, ...]:
    if case.exit in (None, "any"):
        return ()
    wanted = case.exit if isinstance(case.exit, tuple) else (case.exit,)
    if observation.exit in wanted:
        return ()
    place, status = Place(part="exit-status"), "None" if observation.exit is None else observation.exit
    return (Finding.of(WRONG_EXIT_STATUS, place, status=status, expected_statuses=[*map(str, wanted)]),)


def _cleaned(case: Case, observation: Observation, expectation: Expectation) -> tuple[Finding, ...]:
    if not case.cleans:
        return ()
    left = [name for name in expectation.added_files if name in observation.files_left]
    gone = [name for name in expectation.submitted_files if name not in observation.files_left]
    command = " ".join(observation.command)
    findings = [Finding.of("files-left", _FOLDER, command=command, files=left)] if left else []
    findings += [Finding.of("files-removed", _FOLDER, command=command, files=gone)] if gone else []
    return tuple(findings)


def judge_built_files(case: Case, kinds: Mapping[str, str]) -> Judgement:
    """The verdict on a case that only looks for files that the build makes.

    ``kinds``: ``file``, ``executable`` or ``other``, for each that is there.
    """
    findings = []
    for name, wanted in case.built.items():
        kind = kinds.get(name)
        if wanted == "absent":
            findings += [] if kind is None else [Finding.of("file-built", _FOLDER, file=name)]
        elif kind in (None, "other"):
            findings.append(Finding.of("file-not-built", _FOLDER, file=name))
        elif wanted == "executable" and kind != "executable":
            findings.append(Finding.of("not-executable", _FOLDER, file=name))
    return Judgement(Verdict.WA, tuple(findings), 0.0) if findings else RIGHT
