"""What the documents name is there: blocks are run or say why not, commands, options, files and links exist."""

from __future__ import annotations

import configparser
import importlib.util
import itertools
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from harness import __version__
from tests.docs.documents import CURRENT, Fence, anchors, commands, fences, links, read, spans
from tests.support import PATIENCE_S, ROOT, write

BIN = Path(sys.executable).parent
LANGUAGES = {"c", "cpp", "console", "java", "python", "sh", "sql", "text", "yaml"}
RUN = re.compile(r"run|run in (checkout|class|examples|term)|not run: \w+ \w+ .+")
OPTION = re.compile(r"(?<![\w-])--?[a-z](?:[\w-]*\w)?")
OWN = ("grade", "harness")
NESTED = ("gradebook", "import")
"""Commands of ``harness`` that have commands of their own."""
SHELL = {
    "cd",
    "diff",
    "docker",
    "echo",
    "git",
    "make",
    "pip",
    "python",
    "python3",
    "sh",
    "source",
    "sudo",
    "systemd-run",
}
"""Commands of others, which a reader's machine has or which the text says to install."""
PLACES = re.compile(r"(?<![\w./-])(?:harness|tests|docs|benchmarks|\.ci)/[\w./<>*-]*\w[>*]?/?")


@cache
def help_text(*command: str) -> str:
    """What a command of ours says about itself."""
    ended = subprocess.run(
        [sys.executable, "-m", "harness", *command, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return ended.stdout if ended.returncode == 0 else ""


def own_options(words: list[str]) -> set[str]:
    """The options that such a command line may have; none when there is no such command."""
    length = 1 if words[0] == "grade" else 3 if words[1] in NESTED else 2
    command = words[:1] if words[0] == "grade" else words[1:length]
    return set(OPTION.findall(help_text(*(word for word in command if not word.startswith("-")))))


@cache
def all_options() -> set[str]:
    subcommands = actions()
    assert {"golden", "grade", "verify"} <= set(subcommands)
    known = [(), *((name,) for name in subcommands), *((outer, name) for outer in NESTED for name in actions(outer))]
    return {option for command in known for option in OPTION.findall(help_text(*command))}


def actions(*command: str) -> list[str]:
    """What a command's help lists as its commands."""
    listed = help_text(*command).partition("positional arguments:")[2]
    return re.findall(r"^    ([\w-]+)(?: |$)", listed, re.MULTILINE)


@cache
def environments() -> set[str]:
    tox = configparser.ConfigParser()
    tox.read(ROOT / "tox.ini")
    listed = {name.strip() for name in tox["tox"]["env_list"].split(",")}
    return listed | {section.removeprefix("testenv:") for section in tox.sections() if section.startswith("testenv:")}


def problems(command: str) -> Iterator[str]:
    """What a command line names that does not exist."""
    words = shlex.split(command)
    tool = words[0].removeprefix(".venv/bin/")
    if tool in OWN:
        options = own_options([tool, *words[1:]])
        if not options:
            yield f"no such command: {command}"
        yield from (f"no option {option}" for option in OPTION.findall(" ".join(words)) if option not in options)
    elif tool == "./setup":
        modes = (ROOT / "setup").read_text()
        yield from (f"no mode {mode}" for mode in words[1:] if f"\n{mode}) wanted=" not in modes)
    elif tool == "tox":
        named = {word for flag, word in itertools.pairwise(words) if flag == "-e"}
        yield from (f"no tox environment {name}" for name in named - environments())
    elif tool == "python":
        yield from _program(words[1:])
    elif tool == "pip":
        yield from _requirement(words[-1])
    elif tool not in SHELL and not (BIN / tool).is_file() and not (ROOT / tool).is_file():
        yield f"no command {tool}"


def _program(words: list[str]) -> Iterator[str]:
    if words[0] == "-m":
        if importlib.util.find_spec(words[1]) is None:
            yield f"no module {words[1]}"
    elif not (ROOT / words[0]).is_file():
        yield f"no program {words[0]}"
    else:
        source = (ROOT / words[0]).read_text()
        yield from (f"no option {word}" for word in words[1:] if word.startswith("--") and f'"{word}"' not in source)


def _requirement(requirement: str) -> Iterator[str]:
    """``NAME[EXTRA]`` of this project, or its wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    if requirement == f"./{project['name'].replace('-', '_')}-*.whl":
        return
    name, _, extra = requirement.rstrip("]").partition("[")
    if name != project["name"] or (extra and extra not in project["optional-dependencies"]):
        yield f"no requirement {requirement}"


def named_commands(text: str) -> list[str]:
    """Commands in blocks and in sentences."""
    ours = re.compile(r"(\.venv/bin/|\./setup\b|(grade|harness|tox|python|pip) )")
    inline = [span for span in spans(text) if ours.match(span) and not span.startswith("python -c")]
    return [*commands(text), *inline]


def missing_files(text: str) -> Iterator[str]:
    """Files and folders of the checkout that a text names and that are not there; ``<name>`` stands for any."""
    for place in PLACES.findall(text):
        if not any(ROOT.glob(re.sub(r"<\w+>", "*", place.rstrip("/")))):
            yield place


@pytest.mark.parametrize("document", CURRENT)
def test_each_block_has_a_language_and_each_command_is_run_or_says_why_not(document: str) -> None:
    for fence in fences(read(document)):
        assert fence.language in LANGUAGES, fence
        if fence.language in ("console", "sh"):
            assert RUN.fullmatch(fence.marker), fence


@pytest.mark.parametrize("document", [*CURRENT, "CHANGELOG.md"])
def test_commands_and_options_exist(document: str) -> None:
    assert [
        f"{command}: {problem}" for command in named_commands(read(document)) for problem in problems(command)
    ] == []


@pytest.mark.parametrize("document", [*CURRENT, "CHANGELOG.md"])
def test_options_named_alone_exist(document: str) -> None:
    alone = [span.split()[0] for span in spans(read(document)) if re.match("--[a-z]", span)]
    assert [option for option in alone if option not in all_options()] == []


@pytest.mark.parametrize("document", CURRENT)
def test_files_exist(document: str) -> None:
    assert list(missing_files(read(document))) == []


@pytest.mark.parametrize("document", [*CURRENT, "CHANGELOG.md"])
def test_links_lead_somewhere(document: str) -> None:
    for link in links(read(document)):
        if "://" not in link:
            path, _, anchor = link.partition("#")
            target = (ROOT / document).parent / path if path else ROOT / document
            assert target.is_file(), link
            assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("document", CURRENT)
def test_python_in_documents_is_python(document: str) -> None:
    for fence in fences(read(document)):
        if fence.language == "python":
            compile(fence.text, document, "exec")


def test_the_changelog_begins_with_what_is_to_come_and_then_this_version() -> None:
    releases = re.findall(r"^## \[(.+?)\]( - \d{4}-\d\d-\d\d)?$", read("CHANGELOG.md"), re.MULTILINE)
    assert releases[0] == ("Unreleased", "")
    assert releases[1][0] == __version__
    assert all(date for _, date in releases[1:])


def test_tox_environments_named_in_short_exist() -> None:
    named = {name for document in CURRENT for name in re.findall(r"`-e (\w+)`", read(document))}
    assert {"conformance", "verify"} <= named <= environments()


@pytest.mark.parametrize(
    "command",
    [
        "grade --made-up submissions",
        ".venv/bin/harness verify --made-up",
        "harness made-up",
        "tox -e made-up",
        ".venv/bin/made-up",
        "./setup made-up",
        "python docs/made_up.py",
        "python docs/make_spec_format.py --made-up",
        "python -m tests.made_up",
        "pip install 'grade[cluster]'",
        "pip install 'grade-harness[made-up]'",
    ],
)
def test_what_is_made_up_is_noticed(command: str) -> None:
    assert list(problems(command))


def order_of_folders() -> list[str]:
    """The folders that CONTRIBUTING lists from the top to the bottom; the languages' stand for one row, sorted."""
    order: list[str] = []
    for folder in re.findall(r"^- `(harness/[\w/<>]+)/`", read("CONTRIBUTING.md"), re.MULTILINE):
        order += sorted(language_folders()) if "<" in folder else [folder]
    return order


def language_folders() -> list[str]:
    return [path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("harness/language/*/language.py")]


def packages() -> list[Path]:
    return [path.parent.relative_to(ROOT) for path in ROOT.glob("harness/*/**/__init__.py")]


def row(path: Path, order: list[str]) -> int:
    """The row of a folder, or of the nearest folder above it that has one."""
    return next(order.index(place.as_posix()) for place in (path, *path.parents) if place.as_posix() in order)


def upward_imports(root: Path, order: list[str]) -> list[str]:
    return [
        f"{path.relative_to(root)} imports {imported}"
        for path in sorted(root.glob("harness/*/**/*.py"))
        for imported in re.findall(r"^\s*(?:from|import) (harness\.[\w.]+)", path.read_text(), re.MULTILINE)
        if row(Path(*imported.split(".")), order) < row(path.relative_to(root).parent, order)
    ]


def test_imports_point_down_the_list_of_folders() -> None:
    """The list in CONTRIBUTING names every folder with modules, and none imports from one above it."""
    order = order_of_folders()
    assert len(order) == len(set(order))
    data = "harness/course/gradebook/storage/migrations"
    holding = {path.as_posix() for path in packages() if not path.as_posix().startswith(data)}
    assert sorted(order) == sorted(holding)
    assert upward_imports(ROOT, order) == []


def test_the_rooms_of_a_storey_stand_together() -> None:
    storeys = [folder.split("/")[1] for folder in order_of_folders()]
    assert [storey for storey, _ in itertools.groupby(storeys)] == list(dict.fromkeys(storeys))


def test_an_import_that_points_up_is_noticed(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {
            "harness/top/a.py": "from harness.low.room.b import c\n",
            "harness/low/room/b.py": "from harness.low import d\n",
            "harness/low/d.py": "def late():\n    from harness.top.a import c\n    import harness.low.room.b\n",
        },
    )
    assert upward_imports(root, ["harness/top", "harness/low/room", "harness/low"]) == [
        "harness/low/d.py imports harness.top.a",
        "harness/low/d.py imports harness.low.room.b",
    ]


@pytest.mark.parametrize("folder", packages(), ids=str)
def test_no_folder_holds_too_much(folder: Path) -> None:
    assert len(list((ROOT / folder).glob("*.py"))) <= 16, "fifteen modules and __init__; make rooms of it"


def test_a_made_up_file_is_noticed() -> None:
    text = "See `harness/sandbox/run/start.py`, `harness/judge/checkers/<name>.py` and `harness/made_up.py`."
    assert list(missing_files(text)) == ["harness/made_up.py"]


def test_a_block_without_a_reason_is_noticed() -> None:
    (bare, silent, explained) = fences(
        "```sh\nls\n```\n<!-- not run -->\n```sh\nls\n```\n<!-- not run: it takes Slurm -->\n```sh\nls\n```\n"
    )
    assert bare == Fence("", "sh", "ls\n")
    assert not RUN.fullmatch(bare.marker)
    assert not RUN.fullmatch(silent.marker)
    assert RUN.fullmatch(explained.marker)
