"""The models of a spec: what ``specs/<assignment>/spec.yaml`` may hold, as frozen records.

The JSON Schema and ``docs/spec-format.md`` are made from these classes, so each field is described where it stands.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, field

from harness.judge.checkers import Checker
from harness.model.observation import Exchange
from harness.model.struct import Model
from harness.spec.format.source_rules import SourceRules
from harness.spec.format.units import Bytes, RelativeTime, Seconds

Identifier = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$")]
Argv = tuple[str, ...]
Expected = str | Checker
SUBMISSION_FILE = "submission.yaml"
"""The file in which a student says how the submission is built and started, where a spec takes one."""
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
    """Shown below a wrong answer; not where the program crashed, was stopped or printed nothing."""
    hints: dict[str, str] = {}
    """In place of ``hint``, by near miss (``trailing-blanks``), kind of finding (``uncaught-exception``, or one of
    ``checks.py``) or verdict (``TLE``)."""
    second_hint: str = ""
    """A deeper hint: ``grade --hint 2`` has it below the hint, a page in a fold."""
    gate: bool = False
    """True: when the clause is violated the whole assignment scores 0."""
    aggregation: Literal["sum", "min"] = "sum"
    """``sum``: each case earns its share of the points. ``min``: the clause keeps what its worst case keeps, as a
    contest's subtask."""
    requires: tuple[Identifier, ...] = ()
    """Clauses that must be right as a whole for this one to earn anything; one that nobody could judge takes nothing
    away."""
    manual: str = ""
    """Why a person has to score this clause; it needs no case."""
    untestable: str = ""
    """Why nothing can judge this clause."""


class Files(Model, frozen=True):
    """The files that a submission must hand in, and those it must not."""

    clause: Identifier | None = None
    """The clause that a missing or forbidden file violates; it makes a case named ``files``."""
    required: tuple[str, ...] = ()
    """Patterns such as ``Queens.java`` or ``*.pl``; ``README.txt|README.md`` accepts either, ``(?i)`` in front any
    letter case."""
    forbidden: tuple[str, ...] = ()
    """Patterns of files that must not be handed in."""
    ignored: tuple[str, ...] = ()
    """Patterns of files that are left out, for example stale ``*.class`` files."""


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
    """Processes and threads at a time (default 64, and 2 for each core)."""
    disk: Bytes | None = None
    """Bytes in all files written (default 128 MiB). Held at isolation levels A and B."""
    open_files: Annotated[int, Meta(ge=16)] | None = None
    """Open files of each process (default 256)."""


class BuildTest(Model, frozen=True):
    """A command that fails when a recipe has built something unusable, and what a student reads then."""

    command: Argv
    message: str


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
    """What one build command may use (default 60 s of CPU time, 180 s, 2 GiB)."""


class FileContent(Model, frozen=True):
    """The content of a file that the case supplies: exactly one of ``text`` and ``file``."""

    text: str | None = None
    """The content itself."""
    file: str | None = None
    """A file in the spec's folder, for example ``input/three-states.txt``."""


class PairFiles(Model, frozen=True):
    """Where the files of pairs are: patterns of files in the spec's folder, in which ``*`` stands for the same."""

    input: str = ""
    """Of the files with standard input: ``input/input*.txt``."""
    expected: str = ""
    """Of the files with the expected standard output: ``output/output*.txt``."""
    args: str = ""
    """Of files with arguments, words as a shell splits them."""


class InputWay(Model, frozen=True):
    """One way to hand the input over, where the handout fixes none. A case is accepted when one attempt is."""

    args: tuple[str, ...] | None = None
    """Arguments in place of the case's own."""
    stdin: str | FileContent | None = None
    """Standard input in place of the case's own."""


class Tolerance(Model, frozen=True):
    """How far a number may be off; either is enough."""

    absolute: Annotated[float, Meta(ge=0)] = 0
    """As it stands."""
    relative: Annotated[float, Meta(ge=0)] = 0
    """In proportion to the expected number: ``1e-9``."""


class Call(Model, frozen=True):
    """One step of a case: a function is called, a method, or a constructor. What is expected never goes in."""

    function: str = ""
    """Its name; ``solveNQueensUtil|solveNqueensUtil`` accepts either spelling, ``(?i)`` in front any letter case.
    ``sales.reader.read_sales`` names a module of a package of Python as well."""
    new: str = ""
    """A class, of which an object is made with ``args``, in place of ``function``; named as a function is."""
    of: str = ""
    """Where the function is a method: ``$account``, an object that an earlier step kept; or a class, whose static
    method is meant. Left out: a function, or in Java a method of the class that has it."""
    args: tuple[Any, ...] = ()
    """Its arguments. ``$B`` is the variable ``B`` of ``let``, or what an earlier step kept: the same object in every
    call that names it. Inside a list it is written ``!var B``; a text that begins with ``$`` is ``!text $5``."""
    keep: str = ""
    """The name by which later steps mean the object that was made or returned: ``keep: account`` is ``$account``."""
    returns: Any = UNSET
    """The value that must come back, of the same type (``true`` is not 1); ``"*"`` inside it stands for any value, and
    [tags](#values) for what YAML cannot write."""
    tolerance: Annotated[float, Meta(ge=0)] | Tolerance | None = None
    """How far numbers in ``returns``, ``after`` and ``fields`` may be off, absolute or relative; ``1`` then equals
    ``1.0``."""
    truth: Literal["strict", "number"] = "strict"
    """``number``: ``1`` and ``true`` are the same, and so are ``0`` and ``false``."""
    fields: dict[str, Any] = {}
    """Fields of the new object, or of the one named by ``of``, and their values after this step; a step may say nothing
    else."""
    after: tuple[Any, ...] | None = None
    """What the arguments must be after the call; ``"*"`` stands for any value. Not judged where left out."""
    stdout: Expected | None = None
    """What the call must print: the exact text, or a checker. Not judged where left out."""
    raises: str | None = None
    """The exception that must leave the call, by its type's simple name; ``"*"`` any. Left out: none may."""
    message: Expected | None = None
    """What the exception must say: the exact text, or a checker such as ``{check: regex, pattern: .*balance.*}``."""
    elements: Annotated[int, Meta(ge=0)] | None = None
    """How many elements the returned pointer points at (C), or how many items are taken of an iterator. They are
    compared as a list."""
    reads: int | str | None = None
    """How many elements of arrays the call may read, as in ``trace``: ``..56`` (Java only)."""
    repeat: Annotated[int, Meta(ge=1)] = 1
    """How often the call is repeated; the last one is judged."""
    solutions: tuple[Any, ...] | None = None
    """Prolog: all solutions of the goal, ``[]`` when it must fail. Texts in ``args`` and here are terms: ``Qs`` is a
    variable, ``point(1, X)`` a compound. A solution is the value of the goal's one variable, ``{X: 1, Y: a}`` of
    several, ``true`` of none. ``"*"`` stands for any value."""
    order: Literal["given", "any"] = "given"
    """Prolog: whether the solutions must come in the order given."""
    first: Annotated[int, Meta(ge=1)] | None = None
    """Prolog: ask for so many solutions only, as of a goal without end."""
    deterministic: bool | None = None
    """Prolog: true when no choice point may be left after the last solution, false when one must be."""
    inferences: int | str | None = None
    """Prolog: how many inferences the goal may take, ``..100000``; what loading a library takes counts."""
    ends: Literal["itself", "*"] = "itself"
    """Prolog: ``"*"`` when this call does not judge how the search ends: by itself, at a limit or in an error."""


class StudentTests(Model, frozen=True):
    """Tests that students write: they must pass with the reference, and each wrong program that they notice counts."""

    runner: Literal["pytest", "junit", "pairs"]
    """``pytest``, JUnit 5, or ``pairs`` of files: ``1.in`` with ``1.out`` or ``1.ans``."""
    files: tuple[str, ...] = ()
    """Patterns of the files with tests (default: ``test_*.py``, ``*_test.py``; ``*Test.java``, ``*Tests.java``;
    ``*.in``, ``*.out``, ``*.ans``, in any folder)."""
    against: str = "mutants"
    """The folder beside the spec with the wrong programs. Those in ``mutants`` that stand for the case's own clause are
    left out."""
    names: Literal["shown", "secret"] = "secret"
    """``shown``: a student reads the names of the wrong programs that their tests do not notice."""
    inputs: str = ""
    """With ``pairs``: a function of ``checks.py``, ``inputs() -> texts``, that lists every input an example may have,
    1,000 at most. Students then check their examples at home, by sealed answers in their kit."""


class Suite(Model, frozen=True):
    """Tests of the course's own. They run outside of the sandbox, and reach the student's program through a pipe."""

    runner: Literal["unittest", "pytest", "doctest", "junit", "node"]
    """What runs them. ``doctest``: the examples in docstrings of a ``.py`` file, or in a text. ``junit``: JUnit 3, 4
    and 5. ``node``: Node's own runner, ``node:test``."""
    files: tuple[str, ...]
    """Patterns of files in the spec's folder: those with tests, and what they import or read: ``tests/*.py``."""
    tests: dict[str, Identifier] = {}
    """Which clause a test stands for: its name, or a pattern such as ``TestTotal.*`` or ``test_*_empty`` -> a clause.
    The first that fits counts; of the others the clause is that of the decorator ``clause``, else the case's own."""
    each: Seconds | None = None
    """CPU time that the student's program may take in one test (default 2 s)."""
    test: str = ""
    """One test, by its name, ``TestCart.test_total``: the case stands for it alone. Left out: a case for each test."""


class Generate(Model, frozen=True):
    """Inputs that a function of ``checks.py`` makes; what must come is what the reference prints for them."""

    function: str
    """``function(random) -> text``: it draws from ``random`` alone, a ``random.Random``, and returns the stdin, or a
    mapping with any of the keys ``stdin``, ``args``, ``files``, ``dialogue``, ``calls`` and ``let`` of a case."""
    count: Annotated[int, Meta(ge=1, le=1000)] = 20
    """How many inputs are tried."""
    seed: int = 0
    """The same seed gives the same inputs, for everybody."""


class Variants(Model, frozen=True):
    """Inputs that are drawn for each student; what must come is what the reference prints for them."""

    function: str
    """``function(random) -> values``: it draws from ``random`` alone, a ``random.Random``, and returns a mapping with
    any of ``stdin``, ``args``, ``files`` and ``values``, or a text, which is the stdin. The reference finds ``values``,
    the numbers and names of the student's handout, in the file ``variant.json``."""
    seed: Literal["student"] = "student"
    """What a draw depends on: who the student is, by the roster."""


class Lint(Model, frozen=True):
    """A linter that is run over what was handed in; configurations that students hand in do not count."""

    tool: Literal["ruff", "shellcheck", "checkstyle", "clang-tidy"]
    """The linter."""
    options: tuple[str, ...] = ()
    """More arguments for it: ``[--select, "E,F"]``."""
    config: str = ""
    """A file in the spec's folder with its configuration (checkstyle, clang-tidy)."""
    files: tuple[str, ...] = ()
    """Patterns of the files that it reads (default: those of its language, in any folder)."""
    allowed: Annotated[int, Meta(ge=0)] = 0
    """So many findings cost nothing."""
    costs: Annotated[float, Meta(gt=0, le=1)] = 1.0
    """The part of the case's points that each further finding costs."""


class Snippet(Model, frozen=True):
    """Code of the course's that is compiled with the student's, and not run."""

    code: str | FileContent
    """A whole source file: it includes or imports what students hand in."""
    refused: str = ""
    """A part of the code that the compiler must refuse; the code without it must compile. Left out: all must."""
    instead: str = ""
    """What stands in the place of that part in the code that must compile."""
    options: tuple[str, ...] = ()
    """More options of the compiler: ``[-std=c++20]``."""


class EarlierRun(Model, frozen=True):
    """A run of the program that is made before that of the case, in the same folder; it is not judged itself."""

    run: Argv | None = None
    """The command in place of the recipe's own."""
    args: tuple[str, ...] = ()
    """Arguments after the command."""
    stdin: str | FileContent | None = None
    """Standard input; nothing where left out."""


class CaseDefaults(Model, frozen=True):
    """Settings that every case of the spec has unless it says otherwise."""

    exit: int | tuple[int, ...] | Literal["any"] = "any"
    """Accepted exit statuses. ``any``: the program ends by itself, neither by a signal nor by an uncaught exception. It
    does not go with ``cleans``, ``ending: any`` or a terminal that is closed."""
    near_misses: dict[str, str | float] = {}
    """Near miss -> the clause that is charged for it (the case then counts as right), or the part of the case's points
    that is kept (0 to 1)."""
    output_files: tuple[str, ...] = ()
    """Files that may hold the output in place of stdout: the first that the program made and filled counts."""
    attempts: tuple[InputWay, ...] = ()
    """Ways to hand the input over, tried in order until one is accepted."""
    visibility: Visibility = "visible"
    """When a student may see the case."""


class Case(Model, frozen=True):
    """One run of the program and what must come of it, or one look at what the build made (``built``)."""

    clause: Identifier
    """The clause that the case stands for."""
    name: str = ""
    """Unique; with ``for`` it names its variables: ``count-{n}``. Only with ``from`` it may be left out: ``{pair}``."""
    pairs: str | PairFiles | None = field(name="from", default=None)
    """A case of each pair of files: ``data/*.in`` takes ``1.in`` as stdin, ``1.out`` or ``1.ans`` as the expected
    stdout, and the words in ``1.args``, if there, as arguments. ``{pair}`` becomes ``1``. A checker in ``stdout``
    compares."""
    variables: dict[str, Any] | tuple[dict[str, Any], ...] | None = field(name="for", default=None)
    """Variables and their values: ``{n: 1..10}``, ``{n: [4, 6]}`` (several: every combination), or a list of mappings,
    one case each. ``{n}`` in the case's strings becomes the value, ``{{`` a brace; a list is spliced in. ``"{n}"``
    alone keeps its type: ``exit: "{n}"``."""
    run: Argv | None = None
    """The command in place of the recipe's own."""
    args: tuple[str, ...] = ()
    """Arguments after the command."""
    stdin: str | FileContent | None = None
    """Standard input, also of ``calls``; nothing where left out."""
    before: tuple[EarlierRun, ...] = ()
    """Runs that are made first, in the same folder: what they leave in files is there for the case's own run. One that
    crashes or reaches a limit decides the case."""
    files: dict[str, str | FileContent] = {}
    """Files put into the folder before the run, or the calls: name -> text, or ``{file: input/x.txt}``."""
    stdout: Expected | None = None
    """The exact text, or a checker; with ``calls`` of all that they print. Not judged where left out."""
    stderr: Expected | None = None
    """The exact text, or a checker; with ``calls`` of all that they print. Not judged where left out."""
    exit: int | tuple[int, ...] | Literal["any"] | None = None
    """Accepted exit statuses (see ``defaults``)."""
    ending: Literal["own", "any"] = "own"
    """``any``: the case judges only what was written, also by a program that crashed or was stopped."""
    produces: dict[str, Expected] = {}
    """Files that the run, or the calls, must leave: name -> the exact text, or a checker such as ``{check:
    absent}``."""
    built: dict[str, Literal["file", "executable", "absent"]] = {}
    """Files that the build must have made, or with ``absent`` must not; nothing is run."""
    cleans: bool = False
    """True: the run removes all that the build added, and keeps what was handed in. Its exit status does not matter."""
    dialogue: tuple[Exchange, ...] = ()
    """Prompts and answers on a terminal; ``stdout`` then holds the whole screen."""
    interactor: str = ""
    """A program in the spec's folder, started as ``PROGRAM INPUT ANSWER FEEDBACK``: a file with the case's ``stdin``,
    one with the text of its ``stdout``, and a folder. It accepts by exit status 42 and rejects by 43. The student reads
    ``teammessage.txt`` of the folder; ``score.txt`` holds the part of the points."""
    passes: Annotated[int, Meta(ge=1)] = 1
    """How often the program is run at most, each time in a fresh copy: where the ``interactor`` accepts and leaves
    ``nextpass.in`` in its folder, that is the input of the next run, of both. Limits are those of one run."""
    calls: tuple[Call, ...] = ()
    """Calls of the student's functions, in one process with one state; nothing else is run."""
    isolated: bool = False
    """True: the case has a process of its own, so that the program cannot see other cases' arguments. That takes as
    long as a run."""
    let: dict[str, Any] = {}
    """Variables for the calls' arguments, by name: made once, passed by reference."""
    set_fields: dict[str, Any] = field(name="set", default_factory=dict)
    """Fields, or module variables, that are set before the calls; ``n?`` is left alone where there is none."""
    get_fields: dict[str, Any] = field(name="get", default_factory=dict)
    """Fields, or module variables, and what they must be after the calls; ``"*"`` stands for any value."""
    results: str = ""
    """A function of ``checks.py`` that judges the calls' results: ``results(results, params) -> findings``."""
    trace: dict[str, int | str] = {}
    """How often the run calls the student's functions: name -> a number, ``119..120``, ``..8`` or ``119..120 or
    238..240``. Never timed. With ``stdout`` the calls of the first of ``attempts`` that prints it count."""
    no_overflow: Annotated[int, Meta(ge=0)] = 0
    """A number of calls, after which the run is ended. Until then no int may come out too large for its type, or be
    compared with a number that no int reaches. What it prints is judged only where it ended by itself. Never timed;
    Java only."""
    source: SourceRules | None = None
    """What the source must hold, by parsers; nothing is run."""
    runs: Annotated[int, Meta(ge=1)] = 1
    """How many runs are made; more than one are judged together by ``across``."""
    sanitize: tuple[Literal["address", "undefined"], ...] | Literal["address", "undefined", "valgrind"] = ()
    """C and C++: the program is built once more with these sanitizers, or run in Valgrind, and must show no error of
    memory. Other cases are not slower for it; the limits leave room."""
    generate: Generate | None = None
    """Inputs by a function of the course, expected output by the reference; the report shows the smallest input that
    fails."""
    variants: Variants | None = None
    """Inputs that a function of the course draws for each student, expected output by the reference.
    ``harness variants`` draws them once, and lists who has what."""
    compiles: Snippet | None = None
    """Code that must compile with the student's, or of which a part must not; nothing is run. C, C++ and Java."""
    lint: Lint | None = None
    """A linter's findings, each with its line; nothing is run."""
    tests: StudentTests | None = None
    """Students' own tests: points in proportion to the wrong programs that they notice, none where they reject the
    reference."""
    suite: Suite | None = None
    """The course's own test suite, run so that the student's program can neither read nor decide it; each test is a
    case, its weight and visibility by its decorators."""
    across: str = ""
    """A function of ``checks.py`` that judges all runs together: ``across(runs) -> findings``."""
    clock: Literal["real", "moving"] = "real"
    """``moving``: each look at the clock finds it many seconds later, differently in each run, and nobody waits."""
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
    """Clauses whose violation explains a failure of this case. It is then not charged again, as long as a third of all
    points is earned without such cases. A crash or a stop is explained by a run of such a clause that ended so. What
    was never written is not explained and explains nothing: a missing function, functions of ``trace`` of which none is
    called, what ``exists`` does not find. A case of calls is also tried without a missing function that one of these
    clauses tests and this case only calls to begin with. A call that wrong parameters forbid is always explained by
    ``source`` finding them wrong."""
    exists: SourceRules | None = None
    """Rules as in ``source``: what must be written for ``follows`` to explain a failure of the case. A function under
    a near name counts as written."""
    needs: tuple[Identifier, ...] = ()
    """Clauses of which some case must be right, or nearly so, for this one to count; else ``follows`` explains no
    failure of it either."""
    weight: Annotated[float, Meta(gt=0)] = 1
    """The case's share of its clause's points."""
    visibility: Visibility | None = None
    """See ``defaults``."""

    @property
    def by_reference(self) -> bool:
        """Whether what must come is what the reference prints while it is judged."""
        return self.generate is not None or self.variants is not None

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
    """``java``, ``python``, ``c``, ``cpp``, ``javascript``, ``prolog``... or ``any`` (found out from the files handed
    in)."""
    clauses: dict[Identifier, Clause]
    """What the handout asks for."""
    cases: tuple[Case, ...]
    """What is run and looked at. One entry may stand here without a list: ``cases: {from: "data/*.in", ...}``."""
    handout: str = ""
    """The handout's title, course and date."""
    files: Files = Files()
    """What is handed in."""
    given: dict[str, FileContent] = {}
    """Files of the course's own, put over the submission before the build: name -> ``{file: input/makefile}``."""
    given_for: dict[str, dict[str, FileContent]] = {}
    """Where ``language`` is ``any``: language -> such files, which only submissions in this language get."""
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
    known_values: dict[str, str] = {}
    """What a wrong value means: value -> a sentence that a report shows where this value, or this line, came."""
    hidden_total: Literal["shown", "secret"] = "secret"
    """``shown``: a student's total counts hidden cases, too. ``secret``: what they read counts visible cases only."""
    hidden_failures: Literal["counted", "secret"] = "secret"
    """``counted``: a student reads how many hidden cases failed."""
    reference: str = ""
    """The implementation that goldens and times come from (default: the first by name)."""
    oracle: str = ""
    """A function in ``checks.py``: ``oracle(args, stdin) -> stdout`` as bytes, or None. Goldens must agree with it."""
