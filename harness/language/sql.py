"""SQL, as SQLite reads it: each case has a new database in memory."""

from __future__ import annotations

import re
from collections.abc import Collection

from harness.language.base import Language, Tool
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Crash, Observation
from harness.model.patterns import lazy_regex
from harness.spec.format.model import Recipe

_ERROR = lazy_regex(
    rb"^(?P<text>(?:(?:Parse|Runtime) error|Error:?)(?: (?:in|near) (?:line (?P<line>\d{1,9})|prepare|step))?[:,]? "
    rb"[^\n]{1,300})",
    re.MULTILINE,
)


class Sql(Language):
    """Queries for SQLite. A case has it read tables and the student's file: ``args: [.read t.sql, .read q.sql]``."""

    name = "sql"
    other_names = ("sqlite", "sqlite3")
    rank = 2
    suffixes = (".sql",)
    tools = (Tool("sqlite3", "sqlite3"),)

    def recipe(self, sources: list[str]) -> Recipe:  # noqa: ARG002 - part of the protocol
        """Start SQLite on a database in memory; rows come as CSV, and it ends at the first error."""
        return Recipe(run=(("sqlite3", "-batch", "-bail", "-csv", "-nullvalue", "NULL", ":memory:"),))

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """The error of a statement."""
        match = _ERROR.search(observation.stderr) if observation.exit else None
        if match is None:
            return None
        read = [word.removeprefix(".read ") for word in observation.command if word.startswith(".read ")]
        own = [name for name in read if name in files]
        line = int(match["line"]) if match["line"] else None
        where = Place(path=own[-1], line=line) if own and line else NOWHERE
        return Crash(match["text"].decode(errors="replace"), where)


LANGUAGE = Sql()
