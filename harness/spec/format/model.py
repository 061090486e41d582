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
    """One demand of the handout, in our own words. Points belong to clauses, not to cases."""

    text: str
    """What the handout asks for, in one line."""
    handout: str = ""
    """Where it stands in the handout: ``Program Operation, paragraph 2``."""
    points: Annotated[float, Meta(ge=0)] = 0
    """What it is worth; its cases share it by their weights."""
    hint: str = ""
    """Shown below a wrong answer; not where the program crashed, was stopped or printed nothing."""
    hints: dict[str, str] = {}
    """Instead of ``hint``, by near miss (``trailing-blanks``), exception that ends a run (``NumberFormatException``),
    kind of finding (``uncaught-exception``) or verdict (``TLE``)."""
    second_hint: str = ""
    """A deeper hint, shown by ``grade --hint 2`` and in a fold of a page."""
    gate: bool = False
    """True: where it is violated, the whole assignment scores 0."""
    aggregation: Literal["sum", "min", "max"] = "sum"
    """``sum``: each case earns its share. ``min``: the clause keeps what its worst case keeps, ``max``: its best."""
    requires: tuple[Identifier, ...] = ()
    """Clauses that must be right as a whole, as far as they are judged, for this one to earn anything."""
    manual: str = ""
    """Why a person has to score this clause; it needs no case."""
    untestable: str = ""
    """Why nothing can judge this clause."""


class Files(Model, frozen=True):
    """The files that a submission must hand in, and those it must not."""

    clause: Identifier | None = None
    """The clause that a missing or forbidden file violates, by a case named ``files``."""
    required: tuple[str, ...] = ()
    """Patterns such as ``Queens.java`` or ``*.pl``; ``README.txt|README.md`` accepts either, ``(?i)`` in front any
    letter case."""
    forbidden: tuple[str, ...] = ()
    """Patterns of files that must not be handed in."""
    ignored: tuple[str, ...] = ()
    """Patterns of files that are left out: ``*.class``."""


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
    """A command that fails where the build is unusable, and what a student reads then."""

    command: Argv
    message: str
    word_after: str = ""
    """A text of its output; the word after it, where it is there, stands at the end of the message."""
    hint: Identifier | None = None
    """The hint of the recipe's clause that fits, by its key in ``hints``."""


class Recipe(Model, frozen=True):
    """One way to build and start a submission. Recipes are tried in order; the first that builds is used."""

    clause: Identifier | None = None
    """The clause that is violated where a later recipe is used, by a case named ``build``."""
    commands: tuple[Argv, ...] = ()
    """Argument lists, run one after the other. ``{files:*.java}`` becomes the matching files."""
    makes: tuple[str, ...] = ()
    """Files that must exist afterwards, or the recipe has failed."""
    tries: tuple[BuildTest, ...] = ()
    """Commands that look at what was made; where one fails, so has the recipe."""
    run: tuple[Argv, ...] = ()
    """How the program starts; the first that can be started is used. ``{main}`` becomes the entry point. Left out: the
    language's usual way."""
    limits: Limits = Limits()
    """What one build command may use (default 60 s of CPU time, 180 s, 2 GiB)."""


class FileContent(Model, frozen=True):
    """The content of a file of the case: ``text`` or ``file``."""

    text: str | None = None
    """The content itself."""
    file: str | None = None
    """A file in the spec's folder: ``input/three-states.txt``."""


class PairFiles(Model, frozen=True):
    """Patterns of files in the spec's folder, in which ``*`` stands for the same."""

    input: str = ""
    """Of the files with standard input: ``input/input*.txt``."""
    expected: str = ""
    """Of the files with the expected standard output: ``output/output*.txt``."""
    args: str = ""
    """Of files with arguments, words as a shell splits them."""


class InputWay(Model, frozen=True):
    """One way to hand the input over. A case is accepted when one attempt is."""

    args: tuple[str, ...] | None = None
    """Arguments instead of the case's own."""
    stdin: str | FileContent | None = None
    """Standard input instead of the case's own."""


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
    """A class, of which an object is made with ``args``, instead of ``function``; named as a function is."""
    of: str = ""
    """Of a method: ``$account``, an object that an earlier step kept, or a class for its static method. Left out: a
    function, or in Java a method of the class that has it."""
    args: tuple[Any, ...] = ()
    """Its arguments. ``$B`` is the variable ``B`` of ``let``, or what an earlier step kept; inside a list ``!var B``. A
    text that begins with ``$`` is ``!text $5``."""
    keep: str = ""
    """The name of what was made or returned, for later steps: ``keep: account`` is ``$account``."""
    returns: Any = UNSET
    """The value that must come back, of the same type; ``"*"`` stands for any value, [tags](#values) for what YAML
    cannot write."""
    tolerance: Annotated[float, Meta(ge=0)] | Tolerance | None = None
    """How far numbers in ``returns``, ``after`` and ``fields`` may be off; ``1`` then equals ``1.0``."""
    truth: Literal["strict", "number"] = "strict"
    """``number``: ``1`` and ``true`` are the same, and so are ``0`` and ``false``."""
    fields: dict[str, Any] = {}
    """Fields of the new object, or of that of ``of``, and their values after this step."""
    after: tuple[Any, ...] | None = None
    """What the arguments must be after the call; ``"*"`` stands for any value."""
    stdout: Expected | None = None
    """What the call must print: the exact text, or a checker."""
    raises: str | None = None
    """The exception that must leave the call, by its type's name; ``"*"`` any. Left out: none may."""
    message: Expected | None = None
    """What the exception must say: the exact text, or a checker."""
    elements: Annotated[int, Meta(ge=0)] | None = None
    """How many elements the returned pointer points at (C), or are taken of an iterator, as a list."""
    reads: int | str | None = None
    """How many elements of arrays the call may read, as in ``trace``: ``..56`` (Java only)."""
    repeat: Annotated[int, Meta(ge=1)] = 1
    """How often the call is repeated; the last one is judged."""
    solutions: tuple[Any, ...] | None = None
    """Prolog: all solutions of the goal, ``[]`` when it must fail. Texts are terms: ``Qs`` is a variable. A solution is
    the value of the goal's one variable, ``{X: 1, Y: a}`` of several, ``true`` of none."""
    order: Literal["given", "any"] = "given"
    """Prolog: whether the solutions must come in the order given."""
    first: Annotated[int, Meta(ge=1)] | None = None
    """Prolog: ask for so many solutions only."""
    deterministic: bool | None = None
    """Prolog: true when no choice point may be left after the last solution, false when one must be."""
    inferences: int | str | None = None
    """Prolog: how many inferences the goal may take, ``..100000``, with loading libraries."""
    ends: Literal["itself", "*"] = "itself"
    """Prolog: ``"*"`` does not judge how the search ends."""


class StudentTests(Model, frozen=True):
    """Tests that students write."""

    runner: Literal["pytest", "junit", "pairs"]
    """``pytest``, JUnit 5, or ``pairs`` of files: ``1.in`` with ``1.out`` or ``1.ans``."""
    files: tuple[str, ...] = ()
    """Patterns of the files with tests (default: ``test_*.py``, ``*_test.py``; ``*Test.java``, ``*Tests.java``;
    ``*.in``, ``*.out``, ``*.ans``)."""
    against: str = "mutants"
    """The folder with the wrong programs. Those in ``mutants`` for the case's own clause are left out."""
    names: Literal["shown", "secret"] = "secret"
    """``shown``: a student reads the names of the wrong programs that passed."""
    inputs: str = ""
    """With ``pairs``: a function of ``checks.py``, ``inputs() -> texts``, that lists every input an example may have,
    1,000 at most, for sealed answers in students' kits."""


class Suite(Model, frozen=True):
    """Tests of the course's own."""

    runner: Literal["unittest", "pytest", "doctest", "junit", "node"]
    """What runs them. ``doctest``: examples in docstrings of a ``.py`` file, or in a text. ``junit``: JUnit 3, 4 and 5.
    ``node``: ``node:test``."""
    files: tuple[str, ...]
    """Patterns of files in the spec's folder: tests, and what they import or read: ``tests/*.py``."""
    tests: dict[str, Identifier] = {}
    """A test's name, or a pattern such as ``TestTotal.*`` -> its clause. The first that fits counts; else the decorator
    ``clause``, else the case's own."""
    each: Seconds | None = None
    """CPU time that the student's program may take in one test (default 2 s)."""
    test: str = ""
    """One test, ``TestCart.test_total``: the case stands for it alone."""


class Generate(Model, frozen=True):
    """Inputs by a function of ``checks.py``."""

    function: str
    """``function(random) -> text``: it draws from ``random`` alone, a ``random.Random``, and returns the stdin, or a
    mapping with any of the keys ``stdin``, ``args``, ``files``, ``dialogue``, ``calls`` and ``let`` of a case."""
    count: Annotated[int, Meta(ge=1, le=1000)] = 20
    """How many inputs are tried."""
    seed: int = 0
    """The same seed gives the same inputs."""


class Variants(Model, frozen=True):
    """Inputs that are drawn for each student."""

    function: str
    """``function(random) -> values`` draws from a ``random.Random`` alone, and returns a mapping with any of ``stdin``,
    ``args``, ``files`` and ``values``, or a text, the stdin. The reference finds ``values``, which the student's
    handout has, in ``variant.json``."""
    seed: Literal["student"] = "student"
    """What a draw depends on."""


class Lint(Model, frozen=True):
    """A linter; configurations that students hand in do not count."""

    tool: Literal["ruff", "shellcheck", "checkstyle", "clang-tidy"]
    """The linter."""
    options: tuple[str, ...] = ()
    """More arguments for it: ``[--select, "E,F"]``."""
    config: str = ""
    """A file in the spec's folder with its configuration (checkstyle, clang-tidy)."""
    files: tuple[str, ...] = ()
    """Patterns of the files that it reads (default: those of its language)."""
    allowed: Annotated[int, Meta(ge=0)] = 0
    """So many findings cost nothing."""
    costs: Annotated[float, Meta(gt=0, le=1)] = 1.0
    """The part of the points that each further finding costs."""


class Snippet(Model, frozen=True):
    """Code of the course's that is compiled with the student's."""

    code: str | FileContent
    """A whole source file: it includes or imports what students hand in."""
    refused: str = ""
    """A part that the compiler must refuse; the code without it must compile. Left out: all must."""
    instead: str = ""
    """What is in that part's place in the code that must compile."""
    options: tuple[str, ...] = ()
    """More options of the compiler: ``[-std=c++20]``."""


class EarlierRun(Model, frozen=True):
    """A run before that of the case, in the same folder; it is not judged."""

    run: Argv | None = None
    """The command instead of the recipe's own."""
    args: tuple[str, ...] = ()
    """Arguments after the command."""
    stdin: str | FileContent | None = None
    """Standard input; nothing if left out."""


class CaseDefaults(Model, frozen=True):
    """What every case has unless it says otherwise."""

    exit: int | tuple[int, ...] | Literal["any"] = "any"
    """Accepted exit statuses. ``any``: neither a signal nor an uncaught exception ends the program. It does not go with
    ``cleans``, ``ending: any`` or a terminal that is closed."""
    near_misses: dict[str, str | float] = {}
    """Near miss -> the clause that is charged (the case then counts as right), or the part of the points that is kept
    (0 to 1)."""
    output_files: tuple[str, ...] = ()
    """Files that may hold the output instead of stdout: the first that was filled counts."""
    attempts: tuple[InputWay, ...] = ()
    """Ways to hand the input over, tried in order until one is accepted."""
    visibility: Visibility = "visible"
    """When a student may see the case."""


class Case(Model, frozen=True):
    """One run of the program, or one look at what was handed in, and what must come of it."""

    clause: Identifier
    """The clause that the case stands for."""
    name: str = ""
    """Unique; with ``for`` it names the variables: ``count-{n}``. With ``from`` it may be left out."""
    pairs: str | PairFiles | None = field(name="from", default=None)
    """A case of each pair of files: ``data/*.in`` takes ``1.in`` as stdin, ``1.out`` or ``1.ans`` as the expected
    stdout, the words in ``1.args`` as arguments. ``{pair}`` becomes ``1``."""
    variables: dict[str, Any] | tuple[dict[str, Any], ...] | None = field(name="for", default=None)
    """Variables: ``{n: 1..10}``, ``{n: [4, 6]}`` (several: every combination), or a list of mappings, a case each.
    ``{n}`` in the case's texts becomes the value, ``{{`` a brace; a list is spliced in. ``"{n}"`` alone keeps its
    type."""
    run: Argv | None = None
    """The command instead of the recipe's own."""
    args: tuple[str, ...] = ()
    """Arguments after the command."""
    stdin: str | FileContent | None = None
    """Standard input, also of ``calls``; nothing if left out."""
    before: tuple[EarlierRun, ...] = ()
    """Runs that are made first, in the same folder. One that crashes or reaches a limit decides the case."""
    files: dict[str, str | FileContent] = {}
    """Files put into the folder first: name -> text, or ``{file: input/x.txt}``."""
    stdout: Expected | None = None
    """The exact text, or a checker; with ``calls`` of all that they print. Not judged where left out."""
    stderr: Expected | None = None
    """The exact text, or a checker; with ``calls`` of all that they print. Not judged where left out."""
    exit: int | tuple[int, ...] | Literal["any"] | None = None
    """Accepted exit statuses (see ``defaults``)."""
    ending: Literal["own", "any"] = "own"
    """``any``: what was written is judged, also where the program crashed or was stopped."""
    produces: dict[str, Expected] = {}
    """Files that must be left: name -> the exact text, or a checker such as ``{check: absent}``."""
    built: dict[str, Literal["file", "executable", "absent"]] = {}
    """Files that the build must have made, or with ``absent`` must not; nothing is run."""
    cleans: bool = False
    """True: the run removes all that the build added, and keeps what was handed in."""
    dialogue: tuple[Exchange, ...] = ()
    """Prompts and answers on a terminal; ``stdout`` then holds the whole screen."""
    interactor: str = ""
    """A program in the spec's folder, started as ``PROGRAM INPUT ANSWER FEEDBACK``."""
    passes: Annotated[int, Meta(ge=1)] = 1
    """How many runs there are at most, each in a fresh copy: where the ``interactor`` accepts and leaves
    ``nextpass.in`` in its folder, that is the input of the next. Limits are those of one run."""
    calls: tuple[Call, ...] = ()
    """Calls of the student's functions, in one process with one state; nothing else is run."""
    isolated: bool = False
    """True: the case has a process of its own, so that the program cannot see other cases' arguments."""
    let: dict[str, Any] = {}
    """Variables for the calls' arguments, by name: made once, passed by reference."""
    set_fields: dict[str, Any] = field(name="set", default_factory=dict)
    """Fields, or module variables, that are set before the calls; ``n?`` is left alone if there is none."""
    get_fields: dict[str, Any] = field(name="get", default_factory=dict)
    """Fields, or module variables, and what they must be after the calls; ``"*"`` stands for any value."""
    results: str = ""
    """A function of ``checks.py`` that judges the calls' results: ``results(results, params) -> findings``."""
    trace: dict[str, int | str] = {}
    """How often the run calls the student's functions: name -> a number, ``119..120``, ``..8`` or ``119..120 or
    238..240``. Never timed."""
    no_overflow: Annotated[int, Meta(ge=0)] = 0
    """A number of calls, after which the run is ended. Until then no int may come out too large for its type, or be
    compared with a number that no int reaches. What it prints is judged only where it ends by itself. Never
    timed; Java only."""
    source: SourceRules | None = None
    """What the source must hold, by parsers; nothing is run."""
    runs: Annotated[int, Meta(ge=1)] = 1
    """How many runs are made."""
    sanitize: tuple[Literal["address", "undefined"], ...] | Literal["address", "undefined", "valgrind"] = ()
    """C and C++: the program is built once more with these sanitizers, or run in Valgrind, and must show no error of
    memory."""
    generate: Generate | None = None
    """Inputs by a function of the course, expected output by the reference."""
    variants: Variants | None = None
    """Inputs that a function of the course draws for each student, expected output by the reference."""
    compiles: Snippet | None = None
    """The code, in C, C++ or Java."""
    lint: Lint | None = None
    """The linter, and what its findings cost."""
    tests: StudentTests | None = None
    """The tests: points by the wrong programs that they notice, none if they reject the reference."""
    suite: Suite | None = None
    """The tests; weight and visibility are those of their decorators."""
    across: str = ""
    """A function of ``checks.py`` that judges all runs together: ``across(runs) -> findings``."""
    clock: Literal["real", "moving", "still"] = "real"
    """``moving``: each look at the clock finds it many seconds later, differently in each run.

    ``still``: each run has one second of its own. By neither does a wait with a timeout end.
    """
    output_files: tuple[str, ...] | None = None
    """See ``defaults``."""
    attempts: tuple[InputWay, ...] | None = None
    """See ``defaults``."""
    near_misses: dict[str, str | float] | None = None
    """See ``defaults``, which this replaces whole."""
    limits: Limits = Limits()
    """What the run may use."""
    time: RelativeTime | None = None
    """A CPU limit measured against the reference in the same run."""
    follows: Identifier | tuple[Identifier, ...] | None = None
    """Clauses whose violation explains a failure of this case. It is then not charged again, as long as a third of all
    points is earned without such cases. A crash or a stop is explained by a run of such a clause that ended so. What
    was never written is not explained and explains nothing: a missing function, functions of ``trace`` of which none is
    called, what ``exists`` does not find. A case of calls is also tried without a missing function that only begins it.
    A call that wrong parameters forbid is explained by ``source``."""
    exists: SourceRules | None = None
    """Rules as in ``source``: what must be written, if under a near name, for ``follows`` to explain a failure."""
    needs: tuple[Identifier, ...] = ()
    """Clauses of which some case must be right, or nearly so, for this one to count or to be explained."""
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
    """Outputs that a case accepts or rejects; ``harness verify`` judges them."""

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
    """``java``, ``python``, ``c``, ``cpp``... or ``any`` (seen by the files handed in)."""
    clauses: dict[Identifier, Clause]
    """What the handout asks for."""
    cases: tuple[Case, ...]
    """What is run and looked at; one entry may be without a list."""
    handout: str = ""
    """Its title, course and date."""
    files: Files = Files()
    """What is handed in."""
    given: dict[str, FileContent] = {}
    """The course's own files, put over the submission: name -> ``{file: input/makefile}``."""
    given_for: dict[str, dict[str, FileContent]] = {}
    """Where ``language`` is ``any``: language -> such files for it."""
    build: tuple[Recipe, ...] = ()
    """Ways to build and start the program. Left out: the usual way."""
    submission_file: bool = False
    """True: a submission may say ``build:`` and ``run:`` in its own ``submission.yaml``."""
    limits: Limits = Limits()
    """What each run may use."""
    defaults: CaseDefaults = CaseDefaults()
    """What each case has unless it says otherwise."""
    examples: tuple[Example, ...] = ()
    """What cases accept and reject, to prove their checkers."""
    known_values: dict[str, str] = {}
    """A wrong value or line, or wrong numbers for right ones (``2 for 10, 12 for 92``) -> what it means."""
    hidden_total: Literal["shown", "secret"] = "secret"
    """``shown``: the total that a student reads counts hidden cases, too."""
    hidden_failures: Literal["counted", "secret"] = "secret"
    """``counted``: a student reads how many hidden cases failed."""
    reference: str = ""
    """What goldens and times come from (default: the first by name)."""
    oracle: str = ""
    """A function of ``checks.py``, ``oracle(args, stdin) -> stdout`` as bytes, or None; goldens must agree with it."""
