"""Write ``docs/attacks.md``: the result of every attack of the battery at every level of isolation.

    python docs/make_attacks.py

As root, on Linux with user namespaces, control groups and Landlock: it takes some minutes.
"""
# ruff: noqa: INP001 - a script, not a module of the program

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.attacks.matrix import whole_page

if __name__ == "__main__":
    Path(__file__).with_name("attacks.md").write_text(whole_page(), encoding="utf-8")
