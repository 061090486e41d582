"""The index and the length where an index out of range ended a function, read from what is left of its frame.

Nothing of the student's is called: only names, numbers and items of plain lists and the like are looked up.
"""

from __future__ import annotations

import builtins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_ONLY_AST = 0x400
_LARGEST = 1 << 20
_LONGEST = 500
_MOST_DEPTH = 20
_HUGE = 1 << 62
_SEQUENCES = (list, tuple, str, bytes, bytearray, range)


class _Unknown(Exception):
    """A value cannot be read without calling something."""


def index_line(trace: Any) -> str:
    """A line such as ``index 8 of 8`` on the innermost frame of a traceback; empty if the values cannot be read.

    Where a function went on after the error, by ``finally`` or ``with``, its values may be others by now.
    """
    try:
        while trace.tb_next is not None and trace.tb_frame.f_lasti == trace.tb_lasti:
            trace = trace.tb_next
        if trace.tb_frame.f_lasti != trace.tb_lasti:
            return ""
        element = _element(trace)
        items, index = _value(element.value, trace.tb_frame), _value(element.slice, trace.tb_frame)
    except Exception:  # whatever a student's file or its values are
        return ""
    if type(items) not in _SEQUENCES or type(index) is not int or -len(items) <= index < len(items):
        return ""
    return f"index {index} of {len(items)}" if abs(index) < _HUGE else ""


def _element(trace: Any) -> Any:
    """The syntax tree of the expression with an index at which a frame was left."""
    code = trace.tb_frame.f_code
    first, last, begin, end = list(code.co_positions())[trace.tb_lasti // 2]
    with open(code.co_filename, "rb") as file:
        lines = file.read(_LARGEST).split(b"\n")[first - 1 : last]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][begin:]
    text = b"(" + b"\n".join(lines) + b")"
    element = compile(text, "", "eval", _ONLY_AST).body if len(text) <= _LONGEST else None
    if type(element).__name__ != "Subscript":
        raise _Unknown
    return element


def _value(node: Any, frame: Any, depth: int = 0) -> Any:
    """The value of an expression in a frame."""
    kind = type(node).__name__
    if depth > _MOST_DEPTH:
        raise _Unknown
    if kind == "Constant":
        return node.value
    if kind == "Name":
        known = frame.f_locals
        return known[node.id] if node.id in known else frame.f_globals[node.id]
    if kind == "Attribute":
        return _attribute(_value(node.value, frame, depth + 1), node.attr)
    if kind == "UnaryOp" and type(node.op).__name__ == "USub":
        return -_number(_value(node.operand, frame, depth + 1))
    if kind == "BinOp":
        sides = [_number(_value(side, frame, depth + 1)) for side in (node.left, node.right)]
        return _computed(type(node.op).__name__, *sides)
    if kind == "Subscript":
        items, index = _value(node.value, frame, depth + 1), _value(node.slice, frame, depth + 1)
        if type(items) in (*_SEQUENCES, dict) and type(index) in (int, str):
            return items[index]
    raise _Unknown


def _attribute(owner: Any, name: str) -> Any:
    """What an object itself holds under a name, where its class has nothing of that name."""
    cls = type(owner)
    if cls is type(builtins):
        return vars(owner)[name]
    if any(key in vars(base) for base in type.mro(cls)[:-1] for key in (name, "__getattribute__")):
        raise _Unknown
    return object.__getattribute__(owner, "__dict__")[name]


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > _HUGE:
        raise _Unknown
    return value


def _computed(operator: str, left: int, right: int) -> int:
    if operator == "Add":
        return left + right
    if operator == "Sub":
        return left - right
    if operator == "Mult":
        return left * right
    if operator in ("FloorDiv", "Mod") and right:
        return left // right if operator == "FloorDiv" else left % right
    raise _Unknown
