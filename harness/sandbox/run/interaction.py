"""Join a student's program with a partner, a program of the course, by two pipes; write down what they say.

All bytes pass through here, so that they are bounded and recorded, and neither program has a descriptor of the other.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from msgspec.structs import replace

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.process_setup.environment import not_started
from harness.sandbox.run.capture import Capture, Stream
from harness.sandbox.run.process import confine, observation_of
from harness.sandbox.run.relay import Partner, Relay
from harness.sandbox.run.start import start
from harness.sandbox.run.waiting import Source
from harness.sandbox.run.watch import Watch


def observe_interaction(
    invocation: Invocation, isolation: Isolation, begin_partner: Callable[[], Partner]
) -> Observation:
    """Run a program that talks with a partner, until one of them ends or a limit is exceeded.

    Raises JudgeError when the sandbox cannot be made, or the partner not be started.
    """
    stdin, to_program = os.pipe2(os.O_CLOEXEC)
    source = Source.of(stdin)
    try:
        started = start(invocation, isolation, stdin)
    except OSError as error:
        os.close(to_program)
        return not_started(invocation.command, error)
    finally:
        os.close(stdin)
    capture = Capture(invocation.limits.output, {started.out: Stream(), started.err: Stream()})
    relay: Relay | None = None
    try:
        begin = time.monotonic()
        confine(started.program, capture)
        partner = begin_partner()
        try:
            relay = Relay(started, capture, partner, to_program, source)
            limit, peak_usage = relay.run(Watch(invocation.limits, begin, started.sandbox, started.program.pids))
            wall = time.monotonic() - begin
            relay.close_input()
            if limit is not None or relay.is_settled:
                started.program.stop()
            observation = observation_of(started, invocation, capture, limit, peak_usage, wall)
            if relay.is_settled and limit is None:
                observation = replace(observation, exit=None, signal=None, ended_by=None)
            return replace(observation, interaction=relay.finish(invocation.limits))
        finally:
            partner.abandon()
    except (OSError, JudgeError):
        started.program.abandon()
        raise
    finally:
        if relay is None:
            os.close(to_program)
        else:
            relay.close_input()
        capture.close()
        started.close()
