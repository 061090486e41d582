"""A gradebook as the first version of the tables was made, in plain SQL of that time."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import create_engine, text

TABLES = """\
CREATE TABLE about (schema INTEGER NOT NULL);
CREATE TABLE run (id INTEGER NOT NULL, started_at DATETIME NOT NULL, ended_at DATETIME, complete BOOLEAN NOT NULL,
    version VARCHAR(40) NOT NULL, isolation TEXT NOT NULL, PRIMARY KEY (id));
CREATE TABLE attempt (id INTEGER NOT NULL, student TEXT NOT NULL, assignment TEXT NOT NULL, key VARCHAR(64) NOT NULL,
    graded_at DATETIME NOT NULL, verdict VARCHAR(3) NOT NULL, score FLOAT NOT NULL, max_score FLOAT NOT NULL,
    complete BOOLEAN NOT NULL, grade BLOB NOT NULL, PRIMARY KEY (id));
CREATE INDEX attempt_of ON attempt (student, assignment, key);
CREATE TABLE result (attempt_id INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, clause TEXT NOT NULL,
    verdict VARCHAR(3) NOT NULL, score FLOAT NOT NULL, max_score FLOAT NOT NULL, cpu_s FLOAT,
    PRIMARY KEY (attempt_id, position), FOREIGN KEY(attempt_id) REFERENCES attempt (id));
CREATE TABLE listed (run_id INTEGER NOT NULL, position INTEGER NOT NULL, attempt_id INTEGER NOT NULL,
    PRIMARY KEY (run_id, position), FOREIGN KEY(run_id) REFERENCES run (id),
    FOREIGN KEY(attempt_id) REFERENCES attempt (id));
INSERT INTO about VALUES (1);
INSERT INTO run VALUES (1, '2026-09-01 10:00:00', NULL, false, '0.9', 'A');
"""
TIME = "2026-09-01 10:00:01"


def write_first_form(url: str, grades: list[dict[str, Any]]) -> None:
    """Make a database of the first form with a run that is not at its end, and these grades in it."""
    engine = create_engine(url)
    is_server = engine.dialect.name == "postgresql"
    tables = TABLES.replace("BLOB", "BYTEA").replace("DATETIME", "TIMESTAMPTZ") if is_server else TABLES
    tables = tables.replace("id INTEGER NOT NULL, s", "id SERIAL NOT NULL, s") if is_server else tables
    with engine.begin() as connection:
        for statement in tables.split(";\n"):
            if statement.strip():
                connection.execute(text(statement))
        for number, grade in enumerate(grades):
            values = {
                **{name: grade[name] for name in ("student", "assignment", "score", "max_score")},
                "id": number + 1, "key": f"key {number}", "verdict": "WA", "at": TIME, "position": number,
                "grade": msgspec.msgpack.encode(grade), "complete": True,
            }  # fmt: skip
            connection.execute(
                text(
                    "insert into attempt values (:id, :student, :assignment, :key, :at, :verdict, :score, :max_score,"
                    " :complete, :grade)"
                ),
                values,
            )
            connection.execute(text("insert into listed values (1, :position, :id)"), values)
            for position, case in enumerate(grade["cases"]):
                row = {"attempt": number + 1, "position": position, "name": case["name"]}
                connection.execute(
                    text("insert into result values (:attempt, :position, :name, 'sum', 'WA', 1, 2, 0.1)"), row
                )
        if is_server:
            connection.execute(text("select setval('attempt_id_seq', 1000)"))
            connection.execute(text("select setval('run_id_seq', 1000)"))
    engine.dispose()
