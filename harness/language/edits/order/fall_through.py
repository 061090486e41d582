"""A case of a switch that falls through into the next one: a break may be missing at its end."""

from __future__ import annotations

from typing import Any

from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, ranked
from harness.language.edits.order.exits import LEAVES
from harness.language.parsing.syntax_trees import BLOCKS, field, statements_of

_CASES = ("switch_block_statement_group", "case_statement")


def ended_cases(switch: Any) -> RankedEdits:
    """The cases of a switch of Java or C++ that go on into the next one, each with a break at its end."""
    cases = [node for node in statements_of(switch) if node.type in _CASES]
    for case in cases[:-1]:
        last = next(reversed(_statements_of_case(case)), None)
        while last is not None and last.type in BLOCKS and statements_of(last):
            last = statements_of(last)[-1]
        if last is not None and last.type not in LEAVES:
            yield _ended(last.end_byte)


def _statements_of_case(case: Any) -> list[Any]:
    return [node for node in statements_of(case) if node != field(case, "value") and node.type != "switch_label"]


def _ended(end: int) -> Ranked:
    return ranked(-1, end, end, " break;", ends="case")
