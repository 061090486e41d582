"""Steps of a case from a run of the reference: calls from a command line, dialogues from their answers."""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.case_text import in_quotes, word
from harness.model.errors import SpecError, UsageError
from harness.model.observation import Exchange, Observation
from harness.model.output import read_whole
from harness.model.patterns import lazy_regex
from harness.model.result import CallResult
from harness.spec.format.model import Call
from harness.spec.loading.validate_calls import is_variable
from harness.spec.yaml.source import parse_text
from harness.spec.yaml.value_notation import BYTES, MAP, NUMBER, SET, TEXT, TUPLE, VARIABLE, tag_of

_CALL = lazy_regex(
    r"\s*(?:(?P<keep>[A-Za-z_]\w*)\s*=\s*)?(?P<new>new\s+)?(?:(?P<of>\$?[\w.]*\w)\.)?(?P<function>\w+)\s*\((?P<args>.*)\)\s*",
    re.DOTALL,
)


def parsed_call(text: str) -> Call:
    """The step that ``account = new BankAccount("Ann", 100.0)`` or ``$account.deposit(5)`` stands for.

    The arguments are YAML, as in a spec; UsageError where the text is no call.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        raise UsageError(
            f"--call {text!r}: write it as add(2, 3), $account.deposit(5) or account = new BankAccount(Ann, 100.0)"
        )
    try:
        source = parse_text(Path("--call"), f"[{match['args']}\n]".encode())
    except SpecError as error:
        raise UsageError(f"--call {text!r}: {error}") from None
    if source.problems:
        raise UsageError(f"--call {text!r}: {source.problems[0]}")
    args = tuple(source.value)
    owner, name, keep = match["of"] or "", match["function"], match["keep"] or ""
    if match["new"]:
        return Call(new=f"{owner}.{name}" if owner else name, args=args, keep=keep)
    changes = () if any(isinstance(value, (list, dict)) or is_variable(value) for value in args) else None
    return Call(function=name, of=owner, args=args, keep=keep, after=changes)


def steps_text(calls: Sequence[Call], results: Sequence[CallResult], *, returns_null: bool) -> list[str]:
    """The lines of ``calls`` in a spec: each step with the result.

    ``returns_null``: that nothing comes back is worth a word, as a function of the language says so itself.
    """
    lines = ["calls:"]
    for call, result in zip(calls, results, strict=True):
        parts = [*_step(call), *_outcome(call, result, returns_null=returns_null)]
        lines.append(f"  - {{{', '.join(parts)}}}{_note(call, result)}")
    return lines


def _step(call: Call) -> Iterator[str]:
    if call.new:
        yield f"new: {word(call.new)}"
    if call.of:
        yield f"of: {call.of}"
    if call.function:
        yield f"function: {word(call.function)}"
    if call.args:
        yield f"args: [{', '.join(_written(value) for value in call.args)}]"
    if call.keep:
        yield f"keep: {call.keep}"


def _outcome(call: Call, result: CallResult, *, returns_null: bool) -> Iterator[str]:
    if result.raised is not None:
        yield f"raises: {word(result.raised)}"
    elif (result.returned is not None or (returns_null and not result.stdout)) and not (
        call.new or call.keep or _has_no_form(result.returned)
    ):
        yield f"returns: {_written(result.returned, expected=True)}"
    if call.after is not None and result.after != result.args and not any(map(_has_no_form, result.after)):
        yield f"after: [{', '.join(_written(value, expected=True) for value in result.after)}]"
    if result.stdout:
        yield f"stdout: {in_quotes(result.stdout.decode(errors='replace'))}"


def _note(call: Call, result: CallResult) -> str:
    if result.raised is None and not call.new and not call.keep and _has_no_form(result.returned):
        return "  # it gives an object, which NAME = in front of the call keeps for later steps"
    return ""


def _has_no_form(value: Any) -> bool:
    """Whether a value, or a part of it, cannot be written in a spec."""
    tag = tag_of(value)
    if tag == BYTES:
        return not isinstance(value[tag], str)
    if tag and tag not in (TUPLE, SET, MAP, NUMBER, TEXT, VARIABLE):
        return True
    if isinstance(value, Mapping):
        return any(map(_has_no_form, value.values()))
    return isinstance(value, (list, tuple)) and any(map(_has_no_form, value))


def _written(value: Any, *, expected: bool = False) -> str:
    """A value in YAML on one line. ``expected``: a text that would mean any value is marked."""
    tag = tag_of(value)
    if tag:
        return _with_tag(tag, value[tag], expected=expected)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_written(item, expected=expected) for item in value)}]"
    if isinstance(value, Mapping):
        pairs = (f"{_written(key)}: {_written(item, expected=expected)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return _text(value, expected=expected) if isinstance(value, str) else _number(value)


def _with_tag(tag: str, content: Any, *, expected: bool) -> str:
    if tag == BYTES:
        return f"!bytes {in_quotes(base64.b64decode(content).decode('latin-1'))}"
    if tag == NUMBER:
        return _number(float(content))
    return f"{tag} {in_quotes(content) if tag in (TEXT, VARIABLE) else _written(content, expected=expected)}"


def _text(value: str, *, expected: bool) -> str:
    if expected and value == "*":
        return f"!text {in_quotes(value)}"
    return value if is_variable(value) and not expected else word(value)


def _number(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    return json.dumps(value)


def refused(call: Call, result: CallResult | None) -> str:
    """Why no case can be made of a call; empty if one can."""
    name = call.function or call.new
    if result is None:
        return f"{name} was not called, as the program ended before"
    return result.missing or ""


Observe = Callable[[tuple[Exchange, ...]], Observation]


def held_dialogue(answers: Sequence[str], observe: Observe) -> tuple[tuple[Exchange, ...], str]:
    """The steps with the prompts that came, and the whole screen.

    The program is started once for each answer and once more: what it waits with is the prompt.

    Raises:
        UsageError: when the program does not ask for an answer, or for more than there are.

    """
    steps: tuple[Exchange, ...] = ()
    seen = 0
    for answer in answers:
        observation = observe((*steps, Exchange(end="waiting")))
        screen = _screen(observation)
        if not observation.waits:
            raise UsageError(f'the program does not wait for the answer "{answer}"; it shows: {_end_of(screen)}')
        steps = (*steps, Exchange(expect=_prompt(screen[seen:]), send=answer))
        seen = len(screen)
    observation = observe(steps)
    if observation.waits:
        shown = _prompt(_screen(observation)[seen:]) or "nothing"
        raise UsageError(f'the program waits for more; give another --answer (it shows "{shown}")')
    return steps, _screen(observation)


def dialogue_text(steps: Sequence[Exchange]) -> list[str]:
    """The lines of ``dialogue`` in a spec."""
    return ["dialogue:", *(f"  - {{{', '.join(_parts(step))}}}" for step in steps)]


def _parts(step: Exchange) -> list[str]:
    expect = [f"expect: {in_quotes(step.expect)}"] if step.expect else []
    return [*expect, f"send: {in_quotes(step.send or '')}"]


def _prompt(screen: str) -> str | None:
    """The last line that is not blank."""
    lines = [line for line in screen.split("\n") if line.strip()]
    return lines[-1] if lines else None


def _screen(observation: Observation) -> str:
    return read_whole(observation.stdout).decode(errors="replace")


def _end_of(screen: str) -> str:
    return in_quotes(screen[-80:]) if screen else "nothing"
