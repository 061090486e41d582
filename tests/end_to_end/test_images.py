"""The recipes of images: what they copy and start is there, as far as that can be known without a container engine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support import ROOT

RECIPES = {"Dockerfile": "dask", "docker/grader.Dockerfile": "grade"}


@pytest.mark.parametrize("name", RECIPES)
def test_what_a_recipe_starts_is_what_the_setup_installs(name: str) -> None:
    lines = re.sub(r"\\\n", " ", (ROOT / name).read_text()).splitlines()
    (entry,) = (json.loads(line.removeprefix("ENTRYPOINT ")) for line in lines if line.startswith("ENTRYPOINT "))
    assert Path(entry[0]).name == RECIPES[name]
    (setup,) = (line for line in lines if line.startswith("RUN "))
    assert re.match(r"RUN /opt/grade/setup( worker)? && rm -rf /var/lib/apt/lists/\*", setup)
    (copied,) = (line for line in lines if line.startswith("COPY "))
    assert copied == "COPY . /opt/grade"
    target = entry[0] if entry[0].startswith("/opt") else re.search(r"ln -s (\S+)", setup)[1]  # type: ignore[index]
    assert target == f"/opt/grade/.venv/bin/{RECIPES[name]}"


def test_no_students_and_no_leftovers_are_in_an_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".grade", ".venv", "submissions"} <= set(ignored)
