"""Predicates of Prolog's libraries that are easily taken for each other: ``msort`` keeps what ``sort`` takes away."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from harness.language.edits.forms.changed_names import PREDICATE
from harness.language.edits.forms.edit_forms import NAME
from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import Edit, PrologToken

_LIKELY, _POSSIBLE = -1, 0
_OTHERS: dict[str, tuple[tuple[int, str], ...]] = {
    "msort": ((_LIKELY, "sort"),), "sort": ((_LIKELY, "msort"),),
    "memberchk": ((_LIKELY, "member"),), "member": ((_POSSIBLE, "memberchk"),),
    "selectchk": ((_LIKELY, "select"),), "select": ((_POSSIBLE, "selectchk"),),
    "findall": ((_POSSIBLE, "bagof"), (_POSSIBLE, "setof")), "bagof": ((_LIKELY, "findall"),),
    "setof": ((_POSSIBLE, "findall"),), "nth0": ((_LIKELY, "nth1"),), "nth1": ((_LIKELY, "nth0"),),
    "include": ((_POSSIBLE, "exclude"),), "exclude": ((_POSSIBLE, "include"),),
    "max_list": ((_POSSIBLE, "min_list"),), "min_list": ((_POSSIBLE, "max_list"),),
}  # fmt: skip
_ORDERS = {"@>=": ("@>", "@=<"), "@=<": ("@<", "@>="), "@>": ("@>=", "@<"), "@<": ("@=<", "@>")}
"""The first of each keeps, or takes away, what is there twice."""


def other_predicates(clause: Sequence[PrologToken], own: Container[str]) -> RankedEdits:
    """The changes to one clause; ``own``: the names of the program's own predicates, which mean what they say."""
    for token, after in pairwise(clause):
        if after.text == "(" and after.start == token.end and token.text not in own:
            for rank, other in _OTHERS.get(token.text, ()):
                form = (NAME, token.text, "", PREDICATE)
                yield rank, Edit(token.start, token.end, other, form=form)
        for other in _ORDERS.get(token.text, ()):
            yield ranked(_POSSIBLE, token.start, token.end, other)
