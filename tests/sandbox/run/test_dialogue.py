"""Dialogues on a terminal: prompts are waited for, answers typed, the whole screen kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import NeedsReview
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Exchange, Limit, Observation
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.run import conversation
from harness.sandbox.run.dialogue import observe_dialogue
from tests.support import invocation, write

ASKS = """\
import sys
name = input("Name? ")
age = int(input("Age? "))
print(f"{name} is {age}")
sys.exit(4)
"""
RIGHT = (Exchange(expect="Name? ", send="Ann"), Exchange(pattern="A.e[?] ", send="12"))


def talk(workdir: Path, source: str, *dialogue: Exchange, limits: ResolvedLimits | None = None) -> Observation:
    write(workdir, {"prog.py": source})
    command = invocation(
        workdir, "/usr/bin/python3", "-S", "prog.py", dialogue=dialogue, limits=limits or ResolvedLimits(wall=60.0)
    )
    return observe_dialogue(command, Unconfined())


def test_a_dialogue_as_it_should_go(workdir: Path) -> None:
    observation = talk(workdir, ASKS, *RIGHT)
    assert (
        observation.exit,
        observation.signal,
        observation.ended_by,
        observation.stuck_at,
        observation.not_started,
    ) == (4, None, None, None, "")
    assert observation.stdout == b"Name? Age? Ann is 12\n"


def test_the_program_sits_at_a_terminal(workdir: Path) -> None:
    observation = talk(
        workdir, "import sys\nprint(sys.stdin.isatty(), sys.stdout.isatty())\n", Exchange(expect="True True")
    )
    assert (observation.stdout, observation.stuck_at) == (b"True True\n", None)


def test_another_prompt_before_the_end(workdir: Path) -> None:
    observation = talk(workdir, "print('Who are you?')\n", *RIGHT)
    assert (observation.stuck_at, observation.stdout, observation.ended_by) == (0, b"Who are you?\n", None)


def test_the_second_prompt_never_comes(workdir: Path) -> None:
    observation = talk(workdir, "input('Name? ')\nprint('bye')\n", *RIGHT)
    assert (observation.stuck_at, observation.stdout) == (1, b"Name? bye\n")


@pytest.mark.parametrize(
    "source",
    [
        "input('Nmae? ')\n",
        "import sys\nprint('Nmae? ', end='', flush=True)\nsys.stdin.readline()\n",
        "import select, sys\nprint('Nmae? ', end='', flush=True)\nselect.select([0], [], [])\n",
        "import select\nprint('Nmae? ', end='', flush=True)\np = select.poll()\np.register(0, 1)\np.poll()\n",
        "import select\nprint('Nmae? ', end='', flush=True)\ne = select.epoll()\ne.register(0, 1)\ne.poll()\n",
        "import os\nprint('Nmae? ', end='', flush=True)\nopen('/dev/tty').read()\n",
        "import subprocess\nprint('Nmae? ', end='', flush=True)\nsubprocess.run(['cat'])\n",
        "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\ninput('Nmae? ')\n",
        "import threading\nthreading.Timer(1000, print).start()\ninput('Nmae? ')\n",
    ],
)
def test_a_program_that_waits_at_another_prompt_is_ended_long_before_its_limit(workdir: Path, source: str) -> None:
    observation = talk(workdir, source, *RIGHT)
    assert (observation.ended_by, observation.stuck_at, observation.waits) == (None, 0, True)
    assert (observation.exit, observation.signal, observation.stdout) == (None, None, b"Nmae? ")


@pytest.mark.parametrize(
    "pause",
    [
        "import time\ntime.sleep(1.2)",
        "import select\nselect.select([0], [], [], 1.2)",
        "import threading\nt = threading.Thread(target=__import__('time').sleep, args=(1.2,))\nt.start()\nt.join()",
        "import subprocess\nsubprocess.run(['sleep', '1.2'])",
        "for i in range(20_000_000): pass",
    ],
)
def test_a_program_that_will_go_on_by_itself_does_not_wait(workdir: Path, pause: str) -> None:
    observation = talk(workdir, f"{pause}\n{ASKS}", *RIGHT)
    assert (observation.exit, observation.stuck_at, observation.waits) == (4, None, False)


def test_a_long_answer_that_is_read_slowly_is_not_missed(workdir: Path) -> None:
    source = "import sys, time\ninput('Name? ')\ntime.sleep(0.5)\nprint('Age? ')\ninput()\nsys.exit(4)\n"
    assert talk(workdir, source, *RIGHT).exit == 4


def test_what_was_typed_stands_in_the_transcript(workdir: Path) -> None:
    observation = talk(workdir, "input('Name? ')\ninput('How old? ')\n", *RIGHT)
    assert observation.transcript == b"Name? Ann\nHow old? "


def test_a_program_that_wants_more_input_than_the_dialogue_has(workdir: Path) -> None:
    observation = talk(workdir, "input('Name? ')\ninput('Age? ')\ninput('Sure? ')\n", *RIGHT)
    assert (observation.stuck_at, observation.waits, observation.transcript) == (2, True, b"Name? Ann\nAge? 12\nSure? ")


COUNTS = "import sys\nprint(sum(1 for line in sys.stdin), 'lines')\n"


def test_the_input_ends(workdir: Path) -> None:
    steps = (Exchange(eof=True), Exchange(expect="0 lines"))
    observation = talk(workdir, COUNTS, *steps)
    assert (observation.exit, observation.stuck_at, observation.stdout) == (0, None, b"0 lines\n")


def test_a_program_that_asks_again_gets_the_end_again_but_not_for_ever(workdir: Path) -> None:
    again = "n = 0\nwhile n < {}:\n    try: input()\n    except EOFError: n += 1\nprint('bye')\n"
    assert talk(workdir, again.format(3), Exchange(eof=True)).stdout == b"bye\n"
    observation = talk(workdir, again.format(100), Exchange(eof=True))
    assert (observation.stuck_at, observation.waits, observation.ended_by) == (1, True, None)


def test_the_terminal_is_closed(workdir: Path) -> None:
    source = "import os, signal as s\ns.signal(1, lambda *_: os._exit(7))\nprint('Name? ', flush=True)\ns.pause()\n"
    assert talk(workdir, source, Exchange(expect="Name? ", hang_up=True)).exit == 7
    stubborn = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\nprint('Name? ')\nwhile True: pass\n"
    observation = talk(
        workdir, stubborn, Exchange(expect="Name? ", hang_up=True), limits=ResolvedLimits(cpu=0.5, wall=60.0)
    )
    assert observation.ended_by is Limit.CPU


def test_it_must_wait_in_the_end(workdir: Path) -> None:
    steps = (Exchange(expect="> ", send="a"), Exchange(expect="> ", end="waiting"))
    waiting = talk(workdir, "while True: input('> ')\n", *steps)
    assert (waiting.stuck_at, waiting.waits, waiting.ended_by, waiting.exit) == (None, True, None, None)
    ended = talk(workdir, "input('> ')\nprint('> ')\n", *steps)
    assert (ended.stuck_at, ended.prompted, ended.waits) == (1, True, False)
    gone = talk(workdir, "input('> ')\n", *steps)
    assert (gone.stuck_at, gone.prompted, gone.waits) == (1, False, False)


def test_a_program_that_prompts_without_end(workdir: Path) -> None:
    observation = talk(
        workdir,
        "while True: print('Name?', flush=True)\n",
        Exchange(expect="Age?"),
        limits=ResolvedLimits(wall=60.0, output=20_000),
    )
    assert observation.ended_by is Limit.OUTPUT
    assert len(observation.stdout) <= 20_000


def test_a_program_that_goes_on_after_the_last_answer(workdir: Path) -> None:
    observation = talk(
        workdir,
        "input('Name? ')\nimport time\ntime.sleep(600)\n",
        Exchange(expect="Name? ", send="x"),
        limits=ResolvedLimits(wall=3.0),
    )
    assert (observation.ended_by, observation.stuck_at) == (Limit.WALL, None)


def test_a_program_that_computes_too_long(workdir: Path) -> None:
    observation = talk(
        workdir,
        "input('Name? ')\nwhile True: pass\n",
        Exchange(expect="Name? ", send="x"),
        limits=ResolvedLimits(cpu=1.0, wall=60.0),
    )
    assert (observation.ended_by, observation.exit, observation.signal) == (Limit.CPU, None, None)
    assert observation.cpu_s > 1.0


def test_a_program_that_takes_too_much_memory(workdir: Path) -> None:
    observation = talk(
        workdir,
        "input('Name? ')\nx = bytearray(b'x') * (300 << 20)\nimport time\ntime.sleep(600)\n",
        Exchange(expect="Name? ", send="x"),
        limits=ResolvedLimits(wall=60.0, memory=200 << 20),
    )
    assert (observation.ended_by, observation.exit, observation.signal, observation.stdout) == (
        Limit.MEMORY,
        None,
        None,
        b"Name? ",
    )
    assert observation.memory > 200 << 20


def test_a_program_of_the_folder_is_found_there(workdir: Path) -> None:
    write(workdir, {"prog": "#!/bin/sh\nprintf 'Name? '\nread name\necho \"hello $name\"\n"})
    (workdir / "prog").chmod(0o755)
    observation = observe_dialogue(
        invocation(workdir, "./prog", dialogue=(Exchange(expect="Name? ", send="Ann"),)), Unconfined()
    )
    assert (observation.not_started, observation.stdout, observation.exit) == ("", b"Name? hello Ann\n", 0)


def test_a_signal(workdir: Path) -> None:
    observation = talk(workdir, "import os\nprint('hi', flush=True)\nos.kill(os.getpid(), 11)\n", Exchange(expect="hi"))
    assert (observation.signal, observation.exit) == (11, None)


def test_a_prompt_over_two_lines(workdir: Path) -> None:
    observation = talk(workdir, "print('One')\nx = input('Two? ')\n", Exchange(expect="One\nTwo? ", send="x"))
    assert (observation.stuck_at, observation.stdout) == (None, b"One\nTwo? ")


def test_bytes_that_are_no_utf8_are_kept(workdir: Path) -> None:
    observation = talk(
        workdir, "import os\nos.write(1, b'\\xff\\xfeName? ')\ninput()\n", Exchange(expect="Name? ", send="x")
    )
    assert observation.stdout == b"\xff\xfeName? "


@pytest.mark.parametrize("name", ["./none", "no-such-tool-on-the-path"])
def test_what_cannot_be_started(workdir: Path, name: str) -> None:
    observation = observe_dialogue(invocation(workdir, name, dialogue=RIGHT), Unconfined())
    assert observation.not_started
    assert observation.exit is None


@pytest.mark.parametrize(
    ("program", "limits", "limit"),
    [
        ("x = bytearray(b'x') * (300 << 20)", ResolvedLimits(wall=60.0, memory=200 << 20), Limit.MEMORY),
        ("import os\nif os.fork():\n    while True: pass", ResolvedLimits(cpu=0.3, wall=60.0), Limit.CPU),
    ],
)
def test_what_it_uses_is_watched_while_nothing_comes(
    workdir: Path, program: str, limits: ResolvedLimits, limit: Limit
) -> None:
    observation = talk(workdir, f"{program}\nimport time\ntime.sleep(60)\n", Exchange(expect="never"), limits=limits)
    assert (observation.ended_by, observation.stuck_at) == (limit, 0)


def test_a_program_that_closes_its_terminal_and_stays(workdir: Path) -> None:
    observation = talk(
        workdir, "import os, time\nos.closerange(0, 64)\ntime.sleep(600)\n", limits=ResolvedLimits(wall=1.0)
    )
    assert (observation.ended_by, observation.stuck_at, observation.stdout) == (Limit.WALL, None, b"")


LONG = Exchange(expect="? ", send="y" * 200_000)


def test_a_program_that_takes_no_answer(workdir: Path) -> None:
    program = "import time, tty\ntty.setraw(0)\nprint('? ', end='', flush=True)\ntime.sleep(600)\n"
    observation = talk(workdir, program, LONG, limits=ResolvedLimits(wall=3.0))
    assert (observation.ended_by, observation.stdout) == (Limit.WALL, b"? ")


def test_a_program_that_writes_much_before_it_takes_a_long_answer(workdir: Path) -> None:
    program = (
        "import os, time, tty\ntty.setraw(0)\nos.write(1, b'? ')\ntime.sleep(0.2)\nos.write(1, b'x' * 300_000)\n"
        "got = 0\nwhile got < 200_001: got += len(os.read(0, 65536))\nos.write(1, b'%d' % got)\n"
    )
    observation = talk(workdir, program, LONG)
    assert (observation.exit, observation.ended_by, observation.stdout[-6:], len(observation.stdout)) == (
        0,
        None,
        b"200001",
        300_008,
    )


def test_a_program_that_ends_before_it_takes_a_long_answer(workdir: Path) -> None:
    program = "import os, tty\ntty.setraw(0)\nos.write(1, b'? ')\n"
    observation = talk(workdir, program, LONG, Exchange(expect="more", send="x"))
    assert (observation.exit, observation.ended_by, observation.stuck_at, observation.stdout) == (None, None, 1, b"? ")


def test_a_pattern_that_takes_for_ever_on_a_screen(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_MATCHING_S", 0.5)
    with pytest.raises(NeedsReview):
        talk(workdir, f"input('{'a' * 60}!')\n", Exchange(pattern="(?:[a-z]+ ?)+: ", send="x"))
    assert talk(workdir, ASKS, *RIGHT).exit == 4


@pytest.mark.parametrize(
    ("pattern", "stuck_at"),
    [
        (r"Sum \d\nNext", None),
        (r"Sum \d\r\nNext", None),
        (r"Sum \d\r?\nNext", None),
        (r"(?m)Sum \d$", None),
        (r"Sum \d Next", 0),
    ],
)
def test_a_pattern_sees_the_ends_of_lines_as_newlines(workdir: Path, pattern: str, stuck_at: int | None) -> None:
    source = "print('Sum 3')\ninput('Next? ')\n"
    observation = talk(workdir, source, Exchange(pattern=pattern, send="x"))
    assert (observation.stuck_at, observation.stdout) == (stuck_at, b"Sum 3\nNext? ")


def test_a_carriage_return_at_the_end_of_what_came_is_waited_for_and_found(workdir: Path) -> None:
    source = "import sys\nsys.stdout.write('50 %\\r')\nsys.stdout.flush()\ninput()\nprint('done')\n"
    observation = talk(workdir, source, Exchange(pattern="50 %\r", send="x"), Exchange(expect="done\n"))
    assert (observation.stuck_at, observation.exit) == (None, 0)
