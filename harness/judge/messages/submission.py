"""Sentences on what was handed in, and how it is built."""

from __future__ import annotations

from harness.judge.messages.output import HOW
from harness.judge.messages.phrases import Choice, Given, Listing, Plural, Reference, Sentence, Size

_LIMIT = {"limit": Size("limit")}
_PROBLEM = Sentence(
    "{place}{sentence}", {"place": Given("line", "{path}, line {line}: "), "sentence": Reference("problem")}
)
_COMMAND = Given("command", "{command}", "the build")

MESSAGES = {
    "judge-error": "{text}",
    "unclear-submission": "{text}",
    "not-handed-in": "nothing was handed in",
    "required-file-missing": Sentence("{file} is missing; handed in: {names}", {"names": Listing("files")}),
    "file-in-other-case": "{file} is missing; {similar} is there, but the letter case counts",
    "file-forbidden": "{file} must not be handed in",
    "files-unreadable": Sentence("the files cannot be looked through {how}", {"how": HOW}),
    "overdue": "this did not come to its end in time; a person has to look at it",
    "not-judgeable": Sentence("this cannot be judged {how}; a person has to look at it", {"how": HOW}),
    "runs-too-large": Sentence(
        "the runs write more than {limit}, too much to judge them together; a person has to look at it", _LIMIT
    ),
    "check-failed": "this cannot be judged as a check of the course failed on it: {text}; a person has to look at it",
    "gate-closed": "the total is 0: {text}",
    "consequences-charged": "less than a third of it works, so what follows from other faults is charged as well",
    "left-out": Sentence(
        "{file} was left out: {why}",
        {
            "why": Choice(
                "reason",
                {
                    "symbolic-link": "it is a symbolic link",
                    "hard-link": "it is a hard link",
                    "not-regular": "it is no regular file",
                },
                "it cannot be read ({reason})",
            )
        },
    ),
    "rest-left-out": Sentence(
        "{file} and what follows was left out: more than {most_files} files or {bytes}", {"bytes": Size("most_bytes")}
    ),
    "more-left-out": Plural(
        "count", "{count} more file was left out for such reasons", "{count} more files were left out for such reasons"
    ),
    "more-notes": Plural("count", "and {count} more such note", "and {count} more such notes"),
    "not-unpacked": "{archive} was not unpacked: {text}",
    "archive-taken": "what {archive} holds was taken",
    "folder-taken": "what the folder {folder} holds was taken",
    "renamed-by-system": "{file} was taken as {name}: the learning system adds such a number",
    "older-versions": Sentence(
        "{file} is the newest version of {name}; not graded: {names}", {"names": Listing("files")}
    ),
    "last-of-same-name": "of files with the same name the last one was taken",
    "taken-for": Sentence("{names} was taken for {assignment}", {"names": Listing("folders")}),
    "only-assignment": "nothing in it is named for an assignment; taken for {assignment}, the only one of this class",
    "late": "late, as {system} says",
    "handed-in-at": "handed in {time}",
    "committed-at": "committed {time}: the student's own claim, which can be forged",
    "group-graded-once": "the work of a group of {count}, graded once",
    "newest-attempt": "the newest of {count} attempts",
    "near-name-called": "{near} is taken for {function}, which is not there",
    "built-otherwise": Given(
        "commands",
        Sentence(
            "built in another way ({ways}), as {problem}", {"ways": Listing("commands", "; "), "problem": _PROBLEM}
        ),
        Sentence("started in the language's usual way, as {problem}", {"problem": _PROBLEM}),
    ),
    "not-startable": Sentence("{command} cannot be started: {why}", {"why": Reference("reason")}),
    "start-refused": "{text}",
    "file-absent": Sentence("there is no file {file}{other}", {"other": Given("similar", "; there is {similar}")}),
    "program-absent": "there is no program {program}",
    "interpreter-absent": (
        "the interpreter that the first line of {file} names is not there (or that line ends as on Windows)"
    ),
    "not-a-program": "{file} is no program that this system can start",
    "file-not-executable": "{file} is not executable",
    "class-not-named": "no class is named",
    "class-absent": "there is no class {name} (no file {file} in {class_path})",
    "usual-way-tried": "the usual way of the language is tried",
    "language-unknown": Sentence(
        "nothing here knows how to start {file}; {then}",
        {"then": Given("own_file", "say it in {own_file} (build, run)", "a person has to look at it")},
    ),
    "no-program": Choice(
        "language",
        {"any": Sentence("no file here is a program in a known language ({names})", {"names": Listing("suffixes")})},
        Sentence("no file here is a program in {language} ({names})", {"names": Listing("suffixes")}),
    ),
    "no-such-file": "there is no file {file}",
    "tools-missing": Sentence(
        "this machine has no {names}{which}; {install}",
        {
            "which": Given("spec", ", which {spec} names"),
            "names": Listing("tools", " and no "),
            "install": Given("command", "install it with: {command}", "install it below /usr"),
        },
    ),
    "suffix-restored": "{was} was taken as {file}",
    "class-twice-left-out": "{file} holds the class {name} once more, and was left out: {taken} was taken",
    "named-for-class": "{was} was taken as {file}, as it holds the public class {name}",
    "unit-test-left-out": "{file} holds unit tests, which are no part of the program, and was left out",
    "include-resolved": "it includes {header}, which only another machine has; {file} was taken for it",
    "header-missing-here": "this machine has no header {header}, so the program cannot be built here",
    "predicate-missing-here": (
        "{predicate} is a predicate of GNU Prolog, and this machine has SWI-Prolog; the program cannot be judged here"
    ),
    "library-missing-here": "this machine has no Python library {library}, so the program cannot be judged here",
    "python-2-missing-here": "this is written in Python 2, which this machine does not have",
    "build-not-started": "{command} could not be started: {reason}",
    "build-failed": "{command} failed with exit status {status}",
    "makefile-error": "make cannot read the Makefile: {error}",
    "compile-error": "the program does not compile: {error}",
    "build-killed": "{command} failed by signal {signal}",
    "build-made-no-file": Sentence("{subject} ended well but made no file {file}", {"subject": _COMMAND}),
    "build-ended-at-cpu": "{command} was ended at its cpu limit: {limit_s:g} s of CPU time, ended at {used_s:.2f} s",
    "build-ended-at-wall": "{command} was ended at its wall limit: {limit_s:g} s, ended at {used_s:.2f} s",
    "build-over-budget-cpu": (
        "the build was ended at {command}: all its commands together may take {limit_s:g} s of CPU time"
    ),
    "build-over-budget-wall": "the build was ended at {command}: all its commands together may take {limit_s:g} s",
    "build-ended-at-memory": Given(
        "used",
        Sentence("{command} was ended at its memory limit: {limit}; it used {used}", {**_LIMIT, "used": Size("used")}),
        Sentence("{command} was ended at its memory limit: {limit}", _LIMIT),
    ),
    "build-ended-at-output": Sentence("{command} was ended at its output limit: {limit}", _LIMIT),
    "build-ended-at-processes": (
        "{command} was ended at its processes limit: {limit} processes and threads; it had {used}"
    ),
    "submission-file-too-large": Sentence("it has more than {limit}", _LIMIT),
    "submission-file-without-run": 'the key "run" is missing: the command that starts the program',
    "submission-file-many-commands": "there are more than {most} commands; put them into a script or a Makefile",
    "submission-file-no-keys": 'expected keys and values, such as "run: ./program {{input}}"',
    "submission-file-key-misspelt": 'there is no key "{key}"; did you mean "{near}"?',
    "submission-file-key-unknown": 'the key "{key}" means nothing here',
    "submission-file-invalid": "this is not valid YAML: {error}",
    "submission-file-many-words": "there are more than {most} words",
    "submission-file-empty": "it is empty",
    "submission-file-second-document": 'a second document begins here ("---"); only one is expected',
    "submission-file-alias": 'names for values ("&" and "*") are not understood; put the word in quotes',
    "submission-file-long-word": "a word has more than {most} characters",
    "submission-file-control-character": "a word has a control character",
    "submission-file-deep": "lists are nested too deeply; a command is a line of text or one list of words",
    "submission-file-nested-key": (
        "a word or a list is expected here, not another key with a value; is a word with : in quotes?"
    ),
    "submission-file-key-twice": 'the key "{key}" occurs twice',
    "submission-file-key-no-word": "a key is one word",
    "submission-file-one-command": "one command is expected, and here are {count}",
    "submission-file-no-command-line": "a command is a line of text or one list of words",
    "submission-file-no-shell-words": "this is no command line: {error}",
    "submission-file-empty-command": "here is no command",
}
