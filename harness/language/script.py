"""Scripts: an executable file that names its interpreter in its first line, and the smaller script languages."""

from __future__ import annotations

from pathlib import Path

from harness.language.base import Language, Tool
from harness.spec.format.model import Recipe

_INTERPRETERS = {
    ".awk": ("awk", "-f"),
    ".bash": ("bash",),
    ".lua": ("lua",),
    ".rb": ("ruby",),
    ".sh": ("sh",),
}


class Script(Language):
    """A script, recognised by its ``#!`` line or by its suffix."""

    name = "script"
    other_names = ("bash", "shell", "sh", "zsh", "awk", "lua", "node", "nodejs", "javascript", "ruby")
    rank = 2
    suffixes = tuple(_INTERPRETERS)
    tools = (
        Tool("awk", "mawk", required=False),
        Tool("bash", "bash", required=False),
        Tool("lua", "lua5.4", required=False),
        Tool("ruby", "ruby", required=False),
    )

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """The files with a known suffix, and those that begin with ``#!``."""
        return [path for path in paths if path.endswith(self.suffixes) or _names_interpreter(workdir / path)]

    def recipe(self, sources: list[str]) -> Recipe:  # noqa: ARG002 - part of the protocol
        """Start the script; there is no build."""
        return Recipe(run=(("{main}",),))

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The script itself when it names its interpreter, else the interpreter of its suffix and the script."""
        script = super().entry_point(workdir, sources)
        if script is None:
            return None
        if _names_interpreter(workdir / script[0]):
            (workdir / script[0]).chmod(0o755)
            return (f"./{script[0]}",)
        return (*_INTERPRETERS[Path(script[0]).suffix], *script)


def _names_interpreter(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"#!"


LANGUAGE = Script()
