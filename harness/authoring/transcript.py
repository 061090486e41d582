"""An assignment from a pasted session at a shell: ``$ COMMAND``, and below it what it printed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from harness.authoring.case_text import case_text, unique_name
from harness.authoring.skeleton import SCHEMA_LINE, program_file, title
from harness.model.errors import UsageError
from harness.model.patterns import lazy_regex

_PROMPT = lazy_regex(r"^(?:\$ |[\w.(\[-]*@[^$#%\n]{1,80}[$#%] |~[^$#%\s]*[$#%] |[A-Z]:\\[^>\n]*> ?)(.*)")
_LARGEST = 1 << 20
_BUILDERS = {"cc", "clang", "clang++", "cmake", "g++", "gcc", "javac", "make"}
_INTERPRETERS = {
    "bash": "script", "java": "java", "node": "javascript", "perl": "perl", "py": "python", "python": "python",
    "python3": "python", "sh": "script", "swipl": "prolog",
}  # fmt: skip
_BY_ENDING = {
    ".c": "c", ".cc": "cpp", ".cpp": "cpp", ".java": "java", ".js": "javascript", ".pl": "prolog", ".perl": "perl",
    ".py": "python", ".sh": "script",
}  # fmt: skip


class SessionCase(Struct):
    """One run of the program in the session."""

    line: int
    args: list[str]
    stdin: str | None = None
    files: dict[str, str] = field(default_factory=dict)
    stdout: str = ""
    produces: dict[str, str] = field(default_factory=dict)
    exit: int | None = None


class Session(Struct):
    """What was found in a session."""

    cases: list[SessionCase] = field(default_factory=list)
    language: str = ""
    program: str = ""
    """The program's file, where the session names it."""
    remarks: list[str] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)
    """Files that the session shows with ``cat`` or makes with ``echo``, by name."""
    later: str = ""
    """The commands that are still to come."""


def assignment_of(name: str, path: Path, language: str) -> tuple[dict[str, str], list[str]]:
    """The files of an assignment made of a session, by their paths in the course, and remarks on it.

    Raises:
        UsageError: when the file cannot be read or has no command that runs a program.

    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise UsageError(f"{path}: larger than {_LARGEST >> 20} MiB; give the session of a few commands")
        text = content.decode()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8; save it as UTF-8") from None
    session = read_session(text)
    if not session.cases:
        raise UsageError(
            f"{path}: no command that runs a program; each must be on a line that begins with '$ ', such as "
            "'$ python3 sum.py 2 3', and what it printed below it"
        )
    chosen = language or session.language or "any"
    files = {f"specs/{name}/spec.yaml": _spec(name, chosen, session)}
    stub = _stub(name, chosen, session)
    failed = [case.line for case in session.cases if case.exit]
    if failed:
        remark = "a session shows stdout and stderr together, so stdout has both here; divide it"
        session.remarks.append(f"{failed[0]}: {remark}")
    return files | stub, [f"line {remark}" for remark in session.remarks]


def read_session(text: str) -> Session:
    """Read the commands of a session and what they printed."""
    session = Session()
    commands = list(_commands(text))
    for index, (number, command, output) in enumerate(commands):
        session.later = "\n".join(command for _, command, _ in commands[index + 1 :])
        try:
            _take(session, number, command, output)
        except ValueError as error:
            session.remarks.append(f"{number}: left out, as it cannot be read: {error}: {command}")
    return session


def _commands(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, command and output of each."""
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [(number, match[1]) for number, line in enumerate(lines) if (match := _PROMPT.match(line))]
    for (number, command), (end, _) in zip(starts, [*starts, (len(lines), "")][1:], strict=True):
        output = lines[number + 1 : end]
        while output and not output[-1]:
            output.pop()
        if command.strip():
            yield number + 1, command.strip(), "".join(f"{line}\n" for line in output)


def _take(session: Session, number: int, command: str, output: str) -> None:
    """Make a case of a command, or take from it what it says about one."""
    words = _words(command)
    if words[-3:] != [";", "echo", "$?"] and words != ["echo", "$?"]:
        _refuse_substitution(command)
    if words[-3:] == [";", "echo", "$?"] and output.rstrip("\n").rpartition("\n")[2].isdecimal():
        status = output.rstrip("\n").rpartition("\n")[2]
        _take(session, number, command.rpartition(";")[0].strip(), output.removesuffix(f"{status}\n"))
        session.cases[-1].exit = int(status)
    elif words == ["echo", "$?"]:
        if session.cases and output.strip().isdecimal():
            session.cases[-1].exit = int(output)
    elif words[0] == "cat" and len(words) == 2:  # noqa: PLR2004 - cat and a file
        _show(session, words[1], output)
    elif words[0] in ("echo", "printf") and words[-2:-1] == [">"]:
        session.shown[words[-1]] = _printed(words[:-2])
    elif words[0] in _BUILDERS:
        session.remarks.append(f"{number}: left out: the language's usual way builds the program: {command}")
        _note_program(session, words)
    elif "|" not in words and words[0] in ("cd", "ls", "rm", "mkdir", "clear", "pwd", "exit", "vi", "nano"):
        session.remarks.append(f"{number}: left out: it does not run the program: {command}")
    else:
        session.cases.append(_case(session, number, words, output))


def _refuse_substitution(command: str) -> None:
    """Refuse what a shell would put something else in the place of, as that is not in the session."""
    outside_single = re.sub(r"'[^']*'", "", command)
    outside_all = re.sub(r'"[^"]*"', "", outside_single)
    match = re.search(r"[$`]\S*", outside_single) or re.search(r"\S*[*?]\S*", outside_all)
    if match:
        raise ValueError(f"the shell puts something else in the place of {match[0]}")


def _words(command: str) -> list[str]:
    lexer = shlex.shlex(re.sub(r"\s*2>&1", "", command), posix=True, punctuation_chars="<>|;&")
    lexer.whitespace_split = True
    return list(lexer)


def _show(session: Session, name: str, content: str) -> None:
    """``cat``: a file that the last run made, unless it is one that a later run reads."""
    is_read_later = re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", session.later) is not None
    if session.cases and (name in session.cases[-1].args[-2:] or not is_read_later) and name not in session.shown:
        session.cases[-1].produces[name] = content
    session.shown[name] = content


def _printed(words: list[str]) -> str:
    """What ``echo`` or ``printf`` prints."""
    if words[0] == "printf":
        return (words[1] if len(words) > 1 else "").replace("\\n", "\n").replace("\\t", "\t")
    return ("" if words[1:2] == ["-n"] else " ".join(words[1:]) + "\n") or " ".join(words[2:])


def _case(session: Session, number: int, words: list[str], output: str) -> SessionCase:
    stdin: str | None = None
    if "|" in words:
        pipe = words.index("|")
        before, words = words[:pipe], words[pipe + 1 :]
        if before[0] == "cat" and before[1:] and before[1] in session.shown:
            stdin = session.shown[before[1]]
        elif before[0] in ("echo", "printf"):
            stdin = _printed(before)
        else:
            raise ValueError("only echo, printf and cat of a file shown before can be piped into it")
    for sign in ("<<<", "<"):
        stdin, words = _without_redirection(session, sign, words, stdin)
    if {"|", ";", "&&", "||", "&", ">", ">>", ">&"} & set(words):
        raise ValueError("several commands or redirections in one line")
    args = _arguments(session, words)
    files = {name: text for name, text in session.shown.items() if name in args}
    return SessionCase(number, args, stdin, files, output)


def _without_redirection(
    session: Session, sign: str, words: list[str], stdin: str | None
) -> tuple[str | None, list[str]]:
    if sign not in words:
        return stdin, words
    at = words.index(sign)
    if at + 1 >= len(words):
        raise ValueError(f"nothing follows {sign}")
    name, rest = words[at + 1], words[:at] + words[at + 2 :]
    if sign == "<<<":
        return name + "\n", rest
    if name not in session.shown:
        raise ValueError(f"{name} is not shown; put '$ cat {name}' and its content before it")
    return session.shown[name], rest


def _arguments(session: Session, words: list[str]) -> list[str]:
    """The words after the program's own; the language and the program's file are noted."""
    first = Path(words[0]).name
    if first in _INTERPRETERS:
        session.language = session.language or _INTERPRETERS[first]
        rest = words[1:]
        while rest and rest[0].startswith("-") and rest[0] != "-":
            rest = rest[2:] if rest[0] in ("-cp", "-classpath", "--class-path") else rest[1:]
        _note_program(session, rest[:1])
        if first == "java" and rest and not rest[0].endswith(".java"):
            session.program = session.program or f"{rest[0]}.java"
        return rest[1:]
    _note_program(session, words[:1])
    return words[1:]


def _note_program(session: Session, words: list[str]) -> None:
    for word in words:
        language = _BY_ENDING.get(Path(word).suffix)
        if language:
            session.language = session.language or language
            session.program = session.program or Path(word).name


def _spec(name: str, language: str, session: Session) -> str:
    head = [
        SCHEMA_LINE,
        f"title: {title(name)}",
        f"language: {language}",
        "",
        "# What the handout asks for: a clause is one thing, in your own words. Points belong to clauses. Divide this",
        "# one into several, and say at each case below which clause it stands for.",
        "clauses:",
        "  session:",
        "    text: The program does what the session in the handout shows.",
        "    points: 100",
        "    hint: Compare your output with the handout, character by character.",
        "",
        "cases:",
    ]
    names: list[str] = []
    cases = []
    for case in session.cases:
        names.append(unique_name(case.args, case.stdin, names))
        cases.append(
            case_text(
                names[-1],
                "session",
                args=case.args,
                stdin=case.stdin,
                files=case.files,
                stdout=case.stdout,
                produces=case.produces,
                status=case.exit,
            )
        )
    return "\n".join(head) + "\n" + "\n".join(cases)


def _stub(name: str, language: str, session: Session) -> dict[str, str]:
    """The reference's file, without a program in it."""
    written_in = "python" if language == "any" else language
    try:
        file = session.program or program_file(name, written_in)
    except KeyError:
        return {}
    sign = {".py": "#", ".sh": "#", ".perl": "#", ".pl": "%", ".js": "//"}.get(Path(file).suffix, "//")
    text = f"{sign} Write the right program here: harness verify {name} tells whether the cases accept it.\n"
    return {f"reference/{name}/{written_in}/{file}": text}
