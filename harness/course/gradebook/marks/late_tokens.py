"""Late tokens: how many a student may still spend on an assignment, by what accepted marks of others have cost."""

from __future__ import annotations

import json
from collections import Counter

from sqlalchemy import Connection, func, select

from harness.course.gradebook.storage.mark_tables import MARK
from harness.course.gradebook.students import Students
from harness.course.policy.model import AssignmentPolicy, LateTokens, Policy


def tokens_left(
    connection: Connection, assignment: str, policy: Policy, students: Students, alone: int | None = None
) -> dict[int, int]:
    """How many tokens each student may spend on an assignment; empty if the course has none.

    A token is spent when the mark is accepted that costs it, and comes back when a mark of that assignment is accepted
    that costs less. Those of the assignment itself are not counted: its mark is worked out again.

    ``alone``: the one student who is asked for; None: everybody.

    Raises:
        UsageError: when the rules name a student who is not clearly one.

    """
    rules = policy.assignments.get(assignment, AssignmentPolicy())
    if policy.late_tokens is None or rules.due is None:
        return {}
    limit = policy.late_tokens.limit if rules.late_tokens is None else rules.late_tokens
    budgets = _budgets(policy.late_tokens, students)
    wanted = {students.named_in_rules(name, "tokens_spent"): tokens for name, tokens in rules.tokens_spent.items()}
    spent = _spent(connection, assignment, alone)
    left = {}
    for student in students.by_id if alone is None else [alone]:
        tokens = max(0, budgets[student] - spent[student])
        left[student] = min(tokens, tokens if limit is None else limit, wanted.get(student, tokens))
    return left


def balances(connection: Connection, policy: Policy, students: Students) -> dict[int, int]:
    """How many tokens each student has left after all marks that are accepted; empty if the course has none."""
    if policy.late_tokens is None:
        return {}
    spent, budgets = _spent(connection, "", None), _budgets(policy.late_tokens, students)
    return {student: max(0, budgets[student] - spent[student]) for student in students.by_id}


def _budgets(rules: LateTokens, students: Students) -> Counter[int]:
    budgets = Counter(dict.fromkeys(students.by_id, rules.budget))
    for name, tokens in rules.more.items():
        budgets[students.named_in_rules(name, "late_tokens.more")] += tokens
    return budgets


def _spent(connection: Connection, assignment: str, alone: int | None) -> Counter[int]:
    """What the accepted marks of the other assignments cost each student."""
    accepted = [MARK.c.accepted, MARK.c.assignment != assignment]
    accepted += [] if alone is None else [MARK.c.student_id == alone]
    last = select(func.max(MARK.c.id).label("id")).where(*accepted).group_by(MARK.c.assignment, MARK.c.student_id)
    newest = last.subquery()
    spent = Counter[int]()
    for row in connection.execute(select(MARK.c.student_id, MARK.c.facts).join(newest, newest.c.id == MARK.c.id)):
        spent[row.student_id] += int(json.loads(row.facts).get("tokens", 0))
    return spent
