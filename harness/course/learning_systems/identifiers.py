"""What kind of identifier a number or a login is: Canvas's own, the register's, a login, ...; which may be the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

Kind = Literal[
    "canvas", "sis", "login", "moodle", "blackboard", "d2l", "orgid", "register", "github", "githubid", "own"
]
"""Who gave it: a system (``d2l`` is Brightspace's, in its folders), the school, or nobody knows (``own``)."""

IN_WORDS: dict[Kind, str] = {
    "canvas": "Canvas id",
    "sis": "SIS id",
    "login": "login",
    "moodle": "Moodle participant",
    "blackboard": "Blackboard user name",
    "d2l": "Brightspace user",
    "orgid": "OrgDefinedId",
    "register": "student number",
    "github": "GitHub login",
    "githubid": "GitHub id",
    "own": "number",
}
_OF_SYSTEM: dict[str, Kind] = {
    "Canvas": "canvas",
    "Moodle": "moodle",
    "Blackboard": "blackboard",
    "Brightspace": "d2l",
    "Gradescope": "register",
    "GitHub Classroom": "github",
    "Classroom 50": "github",
}
_BY_HEADING: dict[str, Kind] = {
    "sisuserid": "sis",
    "sisloginid": "login",
    "githubusername": "github",
    "githublogin": "github",
    "username": "login",
    "login": "login",
    "loginid": "login",
    "id": "own",
    "studentid": "register",
    "userid": "own",
    "sid": "register",
    "idnumber": "register",
    "orgdefinedid": "orgid",
    "identifier": "own",
    "githubid": "githubid",
    "matriculation": "register",
    "matrikelnummer": "register",
    "netid": "login",
    "number": "own",
}
"""The headings that hold an identifier, reduced to letters and digits, in the order in which one names a student."""
HEADINGS = tuple(_BY_HEADING)
_OF_CANVAS = frozenset({"student", "section", "finalscore"})
"""The headings of Canvas's gradebook where a teacher may see nothing of the SIS."""
_SCHOOL, _LOGINS = frozenset({"sis", "register", "orgid"}), frozenset({"login", "blackboard"})
SEVERAL: frozenset[Kind] = frozenset({"moodle"})
"""Kinds of which a student has several: Moodle numbers participants again in each assignment."""


def kind_of_system(system: str) -> Kind | None:
    """The kind of the numbers that a system's downloads have; None if any may be meant."""
    return _OF_SYSTEM.get(system)


def kinds_of(headings: Collection[str]) -> dict[str, Kind]:
    """The kind of identifier below each reduced heading of a file: ``ID`` is Canvas's own in a file of Canvas alone."""
    kinds = {heading: _BY_HEADING[heading] for heading in _BY_HEADING if heading in headings}
    present = set(headings)
    if "id" in present and (present & {"sisuserid", "sisloginid"} or present >= _OF_CANVAS):
        kinds["id"] = "canvas"
    if {"username", "lastname", "firstname"} <= present and present & {"studentid", "availability"}:
        kinds["username"] = "blackboard"
    return kinds


def may_be_same(left: Kind, right: Kind) -> bool:
    """Whether the same text of both kinds may mean one person; what nobody knows the kind of may be any."""
    if left == right or "own" in (left, right):
        return True
    return {left, right} <= _SCHOOL or {left, right} <= _LOGINS


def as_number(text: str) -> str:
    """A text as who takes it for a number reads it: ``0042`` and ``#42`` are ``42``; others in small letters."""
    bare = text.strip().removeprefix("#").casefold()
    return str(int(bare)) if bare.isascii() and bare.isdigit() else bare
