"""Cases of prompts and answers on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from harness.grading.kinds.run import RunOfItsOwn
from harness.spec.format.assignment import Assignment
from harness.spec.format.kinds import PROCESS, WRITTEN
from harness.spec.format.model import Case
from harness.spec.loading.validate_references import pattern_problems
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source


class Dialogue(RunOfItsOwn):
    """Talks with the program on a terminal: prompts are awaited, answers are typed; ``stdout`` is the whole screen."""

    key = "dialogue"
    guide = "cases.md#dialogues"
    takes = (PROCESS | WRITTEN | {"clock", "time"}) - {"stderr"}
    why_not = {
        "stdin": 'write what is typed in "send"',
        "sanitize": "on a terminal the report of an error is mixed with stdout; look at memory in a case with stdin",
        "stderr": 'on a terminal it is mixed with stdout; the screen is judged by "stdout"',
    }
    has_run_time = False

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """What does not go together in a step, and what cannot follow it."""
        yield from super().problems(source, assignment, case, path)
        for step, exchange in enumerate(case.dialogue):
            at = source.at((*path, "dialogue", step))
            actions = [exchange.send is not None, exchange.eof, exchange.hang_up, exchange.end == "waiting"]
            both = exchange.expect is not None and exchange.pattern is not None
            if both or not (exchange.awaits or any(actions[1:])):
                yield Problem(at, 'give exactly one of "expect" and "pattern"')
            if sum(actions) > 1:
                yield Problem(at, 'give only one of "send", "eof: true", "hang_up: true" and "end: waiting"')
            if any(actions[2:]) and step + 1 < len(case.dialogue):
                yield Problem(at, "nothing can follow, as the dialogue is over then")
            if exchange.pattern is not None:
                yield from pattern_problems(source.at((*path, "dialogue", step, "pattern")), exchange.pattern)


KIND = Dialogue()
