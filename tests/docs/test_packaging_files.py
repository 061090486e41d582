"""The files around the package: manual pages, the citation, the release workflow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from docs.make_man_pages import main
from harness import __version__
from harness.app.commands.grading.run_grader import is_terminal
from tests.docs.documents import read
from tests.docs.test_documents import OPTION, help_text
from tests.support import ROOT


def test_manual_pages_name_every_option(tmp_path: Path) -> None:
    main([str(tmp_path)])
    for name, command in (("grade", ("grade",)), ("harness", ("verify",)), ("harness", ("golden",))):
        text = (tmp_path / f"{name}.1").read_text(encoding="utf-8").replace("\\-", "-")
        options = set(OPTION.findall(help_text(*command)))
        assert options
        assert options <= set(OPTION.findall(text))


def test_the_citation_names_this_version() -> None:
    assert yaml.safe_load(read("CITATION.cff"))["version"] == __version__


def test_what_is_to_be_copied_names_this_version() -> None:
    files = ["docs/ci.md", *(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/workflows/*.yml"))]
    pinned = [(name, version) for name in files for version in re.findall(r"\bv(\d+\.\d+\.\d+)\b", read(name))]
    assert {name for name, _ in pinned} == set(files)
    assert {version for _, version in pinned} == {__version__}


def test_only_the_job_that_publishes_may_publish_and_it_runs_no_code_of_the_checkout() -> None:
    workflow = yaml.safe_load(read(".github/workflows/release.yml"))
    assert workflow["permissions"] == {}
    publish = workflow["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert [step for step in publish["steps"] if "run" in step or "checkout" in step["uses"]] == []


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
@pytest.mark.parametrize(("value", "coloured"), [("1", True), ("0", False), ("", False)])
def test_colours_are_kept_in_a_pipe_where_asked(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, coloured: bool
) -> None:
    for each in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, value)
    assert is_terminal() is coloured
