"""Draw the storeys and rooms of ``harness/`` from its imports: ``docs/architecture.svg``.

    python docs/make_architecture.py [--check]

A band is a storey, a box a room with the number of its modules, in the order of the list in CONTRIBUTING. A line goes
from a storey to one below that it imports from, the wider the more modules do. With ``--check`` nothing is written, and
the exit status is 1 when the picture is not what would be drawn.
"""
# ruff: noqa: INP001, T201 - a script, not a module of the program

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PICTURE = Path(__file__).with_name("architecture.svg")
_ROW = re.compile(r"^- `harness/([\w/<>]+)/`: (.*)$", re.MULTILINE)
_WIDTH, _LEFT, _RIGHT, _BOX, _GAP = 1120, 110, 130, 23, 6
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1b1f24}.storey{font-weight:600;font-size:14px}.count{fill:#57606a}"
    ".band{fill:#f6f8fa;stroke:#d0d7de}.room{fill:#fff;stroke:#8c959f}.arrow{fill:none;stroke:#0969da;stroke-opacity:.45}"
)


def rooms() -> list[str]:
    """Return the rooms of all storeys, from the top to the bottom; a storey's own modules are a room of its name."""
    order: list[str] = []
    for room in _ROW.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        languages = sorted(path.parent.name for path in ROOT.glob("harness/language/*/language.py"))
        order += [f"language/{name}" for name in languages] if "<" in room[0] else [room[0]]
    return order


def modules() -> dict[str, Path]:
    """Return the modules by their dotted names; a package stands for its ``__init__``."""
    found = {}
    for path in sorted(ROOT.glob("harness/*/**/*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_between_storeys() -> Counter[tuple[str, str]]:
    """Return, for each two storeys, how many modules of the first import from the second."""
    counted: Counter[tuple[str, str]] = Counter()
    for path in modules().values():
        storey = path.relative_to(ROOT).parts[1]
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
        below = {name.split(".")[1] for name in names if name.startswith("harness.")}
        counted.update((storey, other) for other in below if other != storey)
    return counted


def sizes(order: list[str]) -> Counter[str]:
    """Return the number of modules in each room, its ``__init__`` aside."""
    counted: Counter[str] = Counter()
    for path in modules().values():
        folders = path.relative_to(ROOT / "harness").parents
        room = next((folder.as_posix() for folder in folders if folder.as_posix() in order), "")
        counted[room] += path.name != "__init__.py"
    return counted


def picture() -> str:
    """Return the drawing as SVG."""
    order = rooms()
    count, shapes, y, places = sizes(order), list[str](), 10, dict[str, tuple[int, int]]()
    storeys = list(dict.fromkeys(room.partition("/")[0] for room in order))
    for storey in storeys:
        boxes, bottom = _boxes(storey, [room for room in order if room.partition("/")[0] == storey], count, y)
        shapes += [f'<rect class="band" x="4" y="{y}" width="{_WIDTH - _RIGHT}" height="{bottom - y}" rx="5"/>']
        shapes += [f'<text class="storey" x="14" y="{y + 22}">{storey}</text>', *boxes]
        places[storey], y = (y, bottom), bottom + 8
    arrows = _arrows(storeys, places)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" role="img">'
    title = "<title>Storeys and rooms of harness/, and which storey imports from which</title>"
    background = f'<rect width="{_WIDTH}" height="{y}" fill="#fff"/>'
    return "\n".join([head, title, f"<style>{_STYLE}</style>", background, *shapes, *arrows, "</svg>", ""])


def _boxes(storey: str, inside: list[str], count: Counter[str], top: int) -> tuple[list[str], int]:
    """Draw the rooms of a storey in lines; return the shapes and the lower end of the storey."""
    shapes, x, y = list[str](), _LEFT, top + 6
    for room in inside:
        name = room.removeprefix(f"{storey}/") if room != storey else "(itself)"
        width = 7 * len(name) + 7 * len(str(count[room])) + 24
        if not count[room]:
            continue
        if x + width > _WIDTH - _RIGHT - 4:
            x, y = _LEFT, y + _BOX + _GAP
        shapes.append(f'<rect class="room" x="{x}" y="{y}" width="{width}" height="{_BOX}" rx="3"/>')
        shapes.append(
            f'<text x="{x + 8}" y="{y + 16}">{escape(name)} <tspan class="count">{count[room]}</tspan></text>'
        )
        x += width + _GAP
    return shapes, y + _BOX + 6


def _arrows(storeys: list[str], places: dict[str, tuple[int, int]]) -> list[str]:
    """Draw the imports between storeys as curves on the right side."""
    edge, shapes = _WIDTH - _RIGHT + 4, list[str]()
    for (above, below), number in sorted(imports_between_storeys().items()):
        distance = storeys.index(below) - storeys.index(above)
        start, end = places[above][1] - 8, places[below][0] + 8 + 2 * distance
        reach = edge + 12 + 11 * distance
        curve = f"M{edge} {start} C{reach} {start} {reach} {end} {edge} {end}"
        title = f"<title>{number} modules of {above} import from {below}</title>"
        shapes.append(f'<path class="arrow" stroke-width="{sqrt(number) / 2:.1f}" d="{curve}">{title}</path>')
    return shapes


def main(arguments: list[str]) -> int:
    """Write the picture, or check it; return the exit status."""
    drawn = picture()
    if "--check" not in arguments:
        PICTURE.write_text(drawn, encoding="utf-8")
    elif not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != drawn:
        print(f"{PICTURE}: not up to date; run python docs/make_architecture.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
