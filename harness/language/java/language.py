"""Java."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from harness.language.base import Language, Tool, read_source
from harness.language.diagnostics.tool_messages import JAVA_FRAME, JAVAC_ERROR, BuildError, first_error
from harness.language.parsing.syntax_trees import field, node_text, parser
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Crash, Observation
from harness.model.patterns import lazy_regex
from harness.spec.format.model import Recipe

_READ = 1 << 16
"""Bytes of a trace that are read."""
_LONGEST = 500
_QUICK = ("-J-XX:TieredStopAtLevel=1", "-J-XX:CICompilerCount=1", "-J-XX:+UseSerialGC", "-J-XX:-UsePerfData")
"""Options of javac's own virtual machine: the simplest compiler and collector suit what runs for less than a second."""
_NO_MACHINE = b"Could not create the Java Virtual Machine"
_PACKAGE = lazy_regex(r"^(?:[a-z_]\w*\.)+(?=[A-Z])")


_UNNAMED_VARIABLE = lazy_regex(r',? because "<local\d{1,5}>" is null$')
"""What the virtual machine says of a variable whose name the compiler did not keep."""


class Java(Language):
    """Java: all classes are compiled together into the submission's folder."""

    name = "java"
    other_names = ("openjdk", "jdk")
    suffixes = (".java",)
    tools = (
        Tool("javac", "default-jdk-headless", "-version"),
        Tool("java", "default-jre-headless", "-version"),
    )

    def recipe(self, sources: list[str]) -> Recipe:
        """Compile all sources at once and start the class with ``main``."""
        return _javac_recipe("UTF-8", sources)

    def fallback_recipes(self, sources: list[str]) -> tuple[Recipe, ...]:
        """The same in an older encoding: for javac an accent that is not UTF-8 is an error, even in a comment."""
        return (_javac_recipe("windows-1252", sources),)

    def quick_check(self, command: tuple[str, ...]) -> tuple[str, ...] | None:
        """The same javac, on a virtual machine that starts quickly; a command with options for that stays as it is."""
        is_usual = command[0] == "javac" and not any(word.startswith(("-J", "@")) for word in command)
        return ("javac", *_QUICK, *command[1:]) if is_usual else None

    def quick_check_decides(self, observation: Observation) -> bool:
        """Whether it compiled or named errors, and did not break down, or lack a machine that knows the options."""
        return observation.exit in (0, 1) and _NO_MACHINE not in observation.stderr

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The class with ``public static void main``; of several, ``Main``, else one named after its file."""
        candidates = [
            (Path(path).stem, class_name)
            for path in sources
            for class_name in main_classes(read_source(workdir / path))
        ]

        def preference(candidate: tuple[str, str]) -> tuple[bool, bool, str]:
            stem, full_name = candidate
            simple_name = full_name.rpartition(".")[2]
            return simple_name != "Main", simple_name != stem, full_name

        return (min(candidates, key=preference)[1],) if candidates else None

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """An exception that left ``main``, or the virtual machine's error when it cannot start the program."""
        for line in observation.stderr.decode(errors="replace").splitlines():
            if line.startswith(("Exception in thread ", "Error: Could not find or load", "Error: Main method ")):
                error = _bare(line[:_LONGEST])[:200]
                return Crash(error, _innermost(observation.stderr, files)) if observation.exit else None
        return None

    def innermost_frame(self, trace: bytes, files: Collection[str]) -> Place:
        """The first frame."""
        return _innermost(trace, files)

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The first error of javac."""
        return first_error(JAVAC_ERROR, output, files)


def _bare(line: str) -> str:
    """An exception without the thread that it ended, the package that it is of and a variable without its name."""
    line = _UNNAMED_VARIABLE.sub("", line)
    return _PACKAGE.sub("", line.partition('" ')[2]) if line.startswith("Exception in thread ") else line


def _innermost(stderr: bytes, files: Collection[str]) -> Place:
    """The first frame of the trace that lies in one of the files."""
    return next(own_frames(stderr, files), NOWHERE)


def own_frames(stderr: bytes, files: Collection[str]) -> Iterator[Place]:
    """The frames of the trace that lie in these files, the innermost first; a trace names files without folders."""
    begin = max(stderr.find(b"Exception in thread "), 0)
    for match in JAVA_FRAME.finditer(stderr[begin : begin + _READ]):
        if (match["module"] or b"").startswith((b"java.", b"jdk.")):
            continue  # a file of the library may have the name of one of these
        folder = match["package"].replace(b".", b"/").decode(errors="replace")
        name = match["path"].decode()
        packaged = [path for path in files if f"/{path}".endswith(f"/{folder}{name}")]
        same_name = [path for path in files if f"/{path}".endswith(f"/{name}")]
        path = min(packaged or same_name, key=len, default="")
        if path:
            function = f"{match['class'].decode()}.{match['function'].decode()}"
            yield Place(path=path, line=int(match["line"]), function=function)


def _javac_recipe(encoding: str, sources: list[str]) -> Recipe:
    compile_all = ("javac", "-encoding", encoding, "-proc:none", "-d", ".", *sources)
    return Recipe(commands=(compile_all,), run=(("java", "-cp", ".", "{main}"),))


def main_classes(source: bytes) -> Iterator[str]:
    """The full names of the classes in a source file that have a ``static`` method ``main``, outer classes only."""
    root = parser("java").parse(source).root_node
    packages = [node_text(child.named_children[-1]) for child in root.children if child.type == "package_declaration"]
    for child in root.children:
        name, body = field(child, "name"), field(child, "body")
        if name is not None and body is not None and any(map(_is_main, _members(body))):
            yield ".".join([*packages, node_text(name)])


def _members(body: Any) -> Iterator[Any]:
    """The members of a class, of an enumeration too."""
    for member in body.named_children:
        if member.type == "enum_body_declarations":
            yield from member.named_children
        yield member


def modifiers_of(member: Any) -> set[str]:
    """The modifiers of a method; ``public`` is the default in an interface."""
    modifiers = next((child for child in member.children if child.type == "modifiers"), None)
    keywords = {child.type for child in modifiers.children} if modifiers is not None else set()
    is_public = member.parent.type == "interface_body" and "private" not in keywords
    return keywords | {"public"} if is_public else keywords


def _is_main(member: Any) -> bool:
    is_named = member.type == "method_declaration" and node_text(field(member, "name")) == "main"
    return is_named and {"public", "static"} <= modifiers_of(member)


LANGUAGE = Java()
