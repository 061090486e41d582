"""JavaScript, run by Node."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from harness.language.base import Language, Tool, last_line, read_source
from harness.language.diagnostics.tool_messages import NODE_ERROR, NODE_FRAME, BuildError, first_error, places_in
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Crash, Observation
from harness.model.patterns import lazy_regex
from harness.spec.format.model import Recipe

_READ = 1 << 16
"""Bytes at the end of stderr that are read."""
_ERROR = lazy_regex(
    rb"^(?:Uncaught )?(?P<error>[A-Za-z_$][\w$]{0,100}(?: \[\w{1,60}\])?(?:: [^\n]{0,800})?)\n +at ", re.MULTILINE
)
_END = lazy_regex(rb"^Node\.js v\d", re.MULTILINE)
_THROWN_AT = lazy_regex(rb"^(?:file://)?(?P<path>[^\n:]{1,300}\.[cm]?js):(?P<line>\d{1,9})$", re.MULTILINE)
"""Above the line that threw: what is no Error has no frames."""
_HOW_TO_TRACE = lazy_regex(rb"^\(Use `node [^\n]*\)$", re.MULTILINE)
_REQUIRED = lazy_regex(rb"""(?:require\s*\(|from|import)\s*["'](?:\./|\.\./)+([^"']{1,200})["']""")
_NAMES = ("main", "index", "app", "run")


class JavaScript(Language):
    """JavaScript, by Node: modules of either kind."""

    name = "javascript"
    suffixes = (".js", ".mjs", ".cjs")
    tools = (Tool("node", "nodejs"),)

    def recipe(self, sources: list[str]) -> Recipe:
        """Check the syntax of every file, then start the main file."""
        return Recipe(commands=tuple(("node", "--check", source) for source in sources), run=(("node", "{main}"),))

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """A file that no other file loads; of several one named main, index, app or run, else the first by name."""
        loaded = {
            Path(name.decode(errors="replace")).stem
            for source in sources
            for name in _REQUIRED.findall(read_source(workdir / source))
        }
        roots = [source for source in sources if Path(source).stem not in loaded] or sources

        def preference(name: str) -> tuple[int, int, str]:
            stem = Path(name).stem
            return (_NAMES.index(stem) if stem in _NAMES else len(_NAMES)), name.count("/"), name

        return (min(roots, key=preference),) if roots else None

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """An uncaught exception, which Node reports with its own version after it."""
        stderr = observation.stderr[-_READ:]
        if not observation.exit or _END.search(stderr) is None:
            return None
        match = _ERROR.search(stderr)
        places = (place for pattern in (NODE_FRAME, _THROWN_AT) for place in places_in(pattern, stderr, files))
        where = next(places, NOWHERE)
        return Crash(match["error"].decode(errors="replace")[:200] if match else _before_end(stderr), where)

    def innermost_frame(self, trace: bytes, files: Collection[str]) -> Place:
        """The first frame."""
        return next(places_in(NODE_FRAME, trace, files), NOWHERE)

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The first syntax error."""
        return first_error(NODE_ERROR, output, files)


def _before_end(stderr: bytes) -> str:
    """The last line above Node's version."""
    return last_line(_HOW_TO_TRACE.sub(b"", _END.split(stderr)[0]))


LANGUAGE = JavaScript()
