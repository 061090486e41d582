"""Which keys of a call are Prolog's own, and which are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.model.errors import SpecError
from tests.support import course, loaded

SPEC = (
    "title: Goals\nlanguage: {language}\nclauses:\n  goals: {{text: They are right., points: 1}}\ncases:\n  - {case}\n"
)


def load(root: Path, language: str, call: dict[str, Any], **keys: Any) -> None:
    case = {"name": "one", "clause": "goals", "calls": [{"function": "f", **call}], **keys}
    loaded(course(root, SPEC.format(language=language, case=json.dumps(case))))


def test_goals_of_prolog(tmp_path: Path) -> None:
    load(
        tmp_path,
        "prolog",
        {
            "args": [1, "X"],
            "solutions": [1],
            "order": "any",
            "first": 2,
            "deterministic": True,
            "inferences": "..100",
            "ends": "*",
        },
    )


@pytest.mark.parametrize(
    ("language", "call", "keys", "message"),
    [
        ("java", {"solutions": [1]}, {}, '"solutions" is only for Prolog'),
        ("python", {"ends": "*"}, {}, '"ends" is only for Prolog'),
        ("prolog", {"returns": 1}, {}, '"returns" is not for Prolog'),
        ("prolog", {"repeat": 2}, {}, '"repeat" is not for Prolog'),
        ("prolog", {"order": "any"}, {}, '"order" says how "solutions" are compared'),
        ("prolog", {"raises": "*", "ends": "*"}, {}, 'give "raises" or "ends", not both'),
        ("prolog", {"solutions": []}, {"let": {"B": 1}}, '"let" is not for Prolog'),
        ("prolog", {"inferences": "few"}, {}, "expected a number of calls"),
        ("prolog", {"solution": []}, {}, "solution"),
    ],
)
def test_what_a_call_cannot_say(
    tmp_path: Path, language: str, call: dict[str, Any], keys: dict[str, Any], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        load(tmp_path, language, call, **keys)
