"""The models of a spec: what ``specs/<assignment>/spec.yaml`` may hold, as frozen records.

The JSON Schema and ``docs/spec-format.md`` are made from these classes, so each field is described where it stands.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, field

from harness.checkers import Checker
from harness.model.exchange import Exchange
from harness.model.struct import Model
from harness.sources.model import SourceRules
from harness.spec.units import Bytes, RelativeTime, Seconds

Identifier = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$")]
Argv = tuple[str, ...]
Expected = str | Checker
Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]


class Clause(Model, frozen=True):
    """One normative sentence of the handout, in our own words. Points belong to clauses, not to cases."""

    text: str
    """What the handout asks for, in one line."""
    handout: str = ""
    """Where in the handout it stands, for example ``Program Operation, paragraph 2``."""
    points: Annotated[float, Meta(ge=0)] = 0
    """What the clause is worth; its cases share it in proportion to their weights."""
    hint: str = ""
    """Shown below a failure of this clause."""
    gate: bool = False
    """True: when the clause is violated the whole assignment scores 0."""
    manual: str = ""
    """Why a person has to score this clause; such a clause needs no case and its points are not counted."""
    untestable: str = ""
    """Why nothing can judge this clause; such a clause needs no case."""


class Files(Model, frozen=True):
    """The files that a submission must hand in, and those it must not."""

    clause: Identifier | None = None
    """The clause that a missing or forbidden file violates; it makes a case named ``files``."""
    required: tuple[str, ...] = ()
    """Patterns such as ``Queens.java`` or ``*.pl``; ``README.txt|README.md`` accepts either, ``(?i)`` in front
    any letter case."""
    forbidden: tuple[str, ...] = ()
    """Patterns of files that must not be handed in."""
    ignored: tuple[str, ...] = ()
    """Patterns of files that are left out before anything is built, for example stale ``*.class`` files."""


class Limits(Model, frozen=True):
    """What one run may use. A key that is left out falls back to the spec's ``limits``, then to the harness's own."""

    cpu: Seconds | None = None
    """CPU time of the whole process tree (default 5 s)."""
    wall: Seconds | None = None
    """Elapsed time (default three times the CPU limit, at least 10 s)."""
    memory: Bytes | None = None
    """Peak resident memory of the process tree (default 1 GiB)."""
    output: Bytes | None = None
    """Bytes on stdout and stderr together, and of each file produced (default 16 MiB)."""
    processes: Annotated[int, Meta(ge=1)] | None = None
    """Processes and threads at a time (default 64, and 2 for each core). Held at isolation levels A to D;
    at E a program that is seen to have more is ended."""
    disk: Bytes | None = None
    """Bytes in all files written (default 128 MiB). Held at isolation levels A and B."""
    open_files: Annotated[int, Meta(ge=16)] | None = None
    """Open files of each process (default 256)."""


class BuildTest(Model, frozen=True):
    """A command that fails when a recipe has built something unusable, and what a student is told then."""

    command: Argv
    told: str


class Recipe(Model, frozen=True):
    """One way to build and start a submission. Recipes are tried in order; the first that builds is used."""

    clause: Identifier | None = None
    """The clause that is violated when this recipe fails and a later one is used; it makes a case named ``build``."""
    commands: tuple[Argv, ...] = ()
    """Argument lists, run one after the other. ``{files:*.java}`` becomes the matching files."""
    makes: tuple[str, ...] = ()
    """Files that must exist afterwards, or the recipe has failed."""
    tries: tuple[BuildTest, ...] = ()
    """Looks at what was made: the recipe has failed where one of them fails."""
    run: tuple[Argv, ...] = ()
    """How the program starts: argument lists, the first that the kernel can start is used. ``{main}`` becomes the
    program's entry point as the language finds it. Left out: the language's usual way."""
    limits: Limits = Limits()
    """What a build may use (default 60 s of CPU time, 180 s, 2 GiB)."""


class FileContent(Model, frozen=True):
    """The content of a file that the case supplies: exactly one of ``text`` and ``file``."""

    text: str | None = None
    """The content itself."""
    file: str | None = None
    """A file in the spec's folder, for example ``input/three-states.txt``."""


class InputWay(Model, frozen=True):
    """One way to hand the input over, where the handout fixes none. A case is accepted when one attempt is."""

    args: tuple[str, ...] | None = None
    """Arguments in place of the case's own."""
    stdin: str | FileContent | None = None
    """Standard input in place of the case's own."""


class Call(Model, frozen=True):
    """One call of a function of the student's. Values go in and come out; what is expected never goes in."""

    function: str
    """Its name; ``solveNQueensUtil|solveNqueensUtil`` accepts either spelling, ``(?i)`` in front any letter case."""
    args: tuple[Any, ...] = ()
    """Its arguments. ``$B`` is the variable ``B`` of ``let``: the same object in every call that names it."""
    returns: Any = UNSET
    """The value that must come back, of the same type (``true`` is not 1); ``"*"`` inside it stands for any value."""
    after: tuple[Any, ...] | None = None
    """What the arguments must be after the call; ``"*"`` stands for any value. Not judged where left out."""
    stdout: Expected | None = None
    """What the call must print: the exact text, or a checker. Not judged where left out."""
    raises: str | None = None
    """The exception that must leave the call, by its type's simple name; ``"*"`` any. Left out: none may."""
    reads: int | str | None = None
    """How many elements of arrays the call may read, as in ``trace``: ``..56`` (Java only)."""
    repeat: Annotated[int, Meta(ge=1)] = 1
    """How often the call is made, one after the other; what is expected is expected of the last one."""
    solutions: tuple[Any, ...] | None = None
    """Prolog: all solutions of the goal, ``[]`` when it must fail. Texts in ``args`` and here are terms as Prolog
    writes them: ``Qs`` is a variable, ``point(1, X)`` a compound. A solution is the value of the goal's one variable;
    of several by name, ``{X: 1, Y: a}``; ``true`` of a goal without one. ``"*"`` stands for any value."""
    order: Literal["given", "any"] = "given"
    """Prolog: whether the solutions must come in the order given."""
    first: Annotated[int, Meta(ge=1)] | None = None
    """Prolog: so many solutions are asked for, and no more; for a goal that has no end of them."""
    deterministic: bool | None = None
    """Prolog: true when no choice point may be left behind the last solution, false when one must be."""
    inferences: int | str | None = None
    """Prolog: how many inferences the goal may take, ``..100000``; what loading a library takes counts."""
    ends: Literal["itself", "*"] = "itself"
    """Prolog: ``"*"`` when this call does not judge how the search ends: by itself, at a limit or in an error."""


class CaseDefaults(Model, frozen=True):
    """Settings that every case of the spec has unless it says otherwise."""

    exit: int | tuple[int, ...] | Literal["any"] = "any"
    """Accepted exit statuses. ``any``: the program ends by itself, neither by a signal nor by an uncaught exception."""
    near_misses: dict[str, str | float] = {}
    """Near miss by name -> the clause that is charged for it (the case itself then counts as right), or the part of the
    case's points that is kept (a number from 0 to 1)."""
    output_files: tuple[str, ...] = ()
    """Files that may hold the output in place of stdout: the first that the program made and filled counts."""
    attempts: tuple[InputWay, ...] = ()
    """Ways to hand the input over, tried in order until one is accepted."""
    visibility: Visibility = "visible"
    """When a student may see the case."""


class Case(Model, frozen=True):
    """One run of the program and what must come of it, or one look at what the build made (``built``)."""

    name: str
    """Unique; with ``for`` it names its variables: ``count-{n}``."""
    clause: Identifier
    """The clause that the case stands for."""
    variables: dict[str, Any] | tuple[dict[str, Any], ...] | None = field(name="for", default=None)
    """Variables and their values: ``{n: 1..10}``, ``{n: [4, 6]}`` (several variables: every combination), or a list of
    mappings, one case each. ``{n}`` in the case's strings becomes the value, ``{{`` a brace; a list is spliced in."""
    run: Argv | None = None
    """The command in place of the recipe's own."""
    args: tuple[str, ...] = ()
    """Arguments behind the command."""
    stdin: str | FileContent | None = None
    """Standard input; nothing where left out."""
    files: dict[str, str | FileContent] = {}
    """Files put into the folder before the run: name -> text, or ``{file: input/x.txt}``."""
    stdout: Expected | None = None
    """The exact text, or a checker. Not judged where left out."""
    stderr: Expected | None = None
    """The exact text, or a checker. Not judged where left out."""
    exit: int | tuple[int, ...] | Literal["any"] | None = None
    """Accepted exit statuses (see ``defaults``)."""
    ending: Literal["own", "any"] = "own"
    """``any``: the case judges what was written until the program ended, crashed or was stopped at a limit; how it
    ended is for another case to say."""
    produces: dict[str, Expected] = {}
    """Files that the run must leave: name -> the exact text, or a checker."""
    built: dict[str, Literal["file", "executable"]] = {}
    """Files that the build must have made; nothing is run."""
    cleans: bool = False
    """True: after the run nothing that the build made is left, and every file handed in still is."""
    dialogue: tuple[Exchange, ...] = ()
    """Prompts and answers on a terminal; ``stdout`` then holds the whole screen, line ends as newlines."""
    calls: tuple[Call, ...] = ()
    """Calls of the student's functions, in one process with one state; nothing else is run."""
    let: dict[str, Any] = {}
    """Variables for the calls' arguments, by name: made once, passed by reference."""
    set_fields: dict[str, Any] = field(name="set", default_factory=dict)
    """Fields, or module variables, that are set before the calls; ``n?`` is left alone where there is none."""
    get_fields: dict[str, Any] = field(name="get", default_factory=dict)
    """Fields, or module variables, and what they must be after the calls; ``"*"`` stands for any value."""
    results: str = ""
    """A function of ``checks.py`` that judges the calls' results: ``results(results, params) -> findings``."""
    trace: dict[str, int | str] = {}
    """How often the run calls the student's functions: name -> a number, ``119..120`` or ``..8``. Never timed."""
    source: SourceRules | None = None
    """What the source must hold, told by parsers; nothing is run."""
    runs: Annotated[int, Meta(ge=1)] = 1
    """How many runs are made; more than one are judged together by ``across``."""
    across: str = ""
    """A function of ``checks.py`` that judges all runs together: ``across(runs) -> findings``."""
    clock: Literal["real", "moving"] = "real"
    """``moving``: each look at the clock finds it many seconds later, in each run others, and none waits for it."""
    output_files: tuple[str, ...] | None = None
    """See ``defaults``."""
    attempts: tuple[InputWay, ...] | None = None
    """See ``defaults``."""
    near_misses: dict[str, str | float] | None = None
    """See ``defaults``; what stands here replaces the default whole."""
    limits: Limits = Limits()
    """What the run may use."""
    time: RelativeTime | None = None
    """A CPU limit measured against the reference in the same run: ``20x reference, at least 2 s``."""
    follows: Identifier | tuple[Identifier, ...] | None = None
    """A clause whose violation explains a failure of this case, or several: it is then not charged again, as long as
    the ``files`` case holds and a third of all points is earned without such cases. A run that crashed or was stopped
    is explained by such a clause's run that ended so. A function that is called and is not there, or functions of
    ``trace`` of which none is called, nothing explains."""
    weight: Annotated[float, Meta(gt=0)] = 1
    """The case's share of its clause's points."""
    visibility: Visibility | None = None
    """See ``defaults``."""

    @property
    def explained_by(self) -> tuple[str, ...]:
        """The clauses of ``follows``."""
        return (self.follows,) if isinstance(self.follows, str) else self.follows or ()


class Example(Model, frozen=True):
    """Outputs that show what a case accepts and what it rejects; ``harness verify`` judges them without any program."""

    case: str
    """The case, by its full name."""
    accept: tuple[str, ...] = ()
    """Texts on stdout that must be accepted."""
    reject: tuple[str, ...] = ()
    """Texts on stdout that must not be."""


class Spec(Model, frozen=True):
    """The contract of one assignment."""

    title: str
    """For people."""
    language: str
    """``java``, ``python``, ``cpp``, ``prolog`` or ``any`` (found out from the files handed in)."""
    clauses: dict[Identifier, Clause]
    """What the handout asks for."""
    cases: tuple[Case, ...]
    """What is run and looked at."""
    handout: str = ""
    """The handout's title, course and date."""
    files: Files = Files()
    """What is handed in."""
    given: dict[str, FileContent] = {}
    """Files of the course's own, put over the submission before the build: name -> ``{file: input/makefile}``."""
    build: tuple[Recipe, ...] = ()
    """Ways to build and start the program. Left out: the language's usual way."""
    submission_file: bool = False
    """True: a submission may say ``build:`` and ``run:`` in its own ``submission.yaml``."""
    limits: Limits = Limits()
    """What each run may use."""
    defaults: CaseDefaults = CaseDefaults()
    """What each case has unless it says otherwise."""
    examples: tuple[Example, ...] = ()
    """What cases accept and reject, to prove their checkers."""
    reference: str = ""
    """The implementation that goldens and times come from (default: the first by name)."""
    oracle: str = ""
    """A function in ``checks.py``: ``oracle(args, stdin) -> stdout`` as bytes, or None without an opinion. It holds
    goldens against a second, independent computation."""
