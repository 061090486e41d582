"""The files around the package: manual pages, the citation, what is installed, the release workflow."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from docs.make_man_pages import main
from harness import __version__
from harness.app.commands.grading.run_grader import is_terminal
from tests.docs.documents import read
from tests.docs.test_documents import OPTION, help_text
from tests.support import ROOT

PROJECT = tomllib.loads(read("pyproject.toml"))


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


def pins(name: str) -> dict[str, str]:
    """The versions that a file of requirements names, by the package's normalized name."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", read(name), re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", package).lower(): version for package, version in found}


def test_the_lock_has_a_hash_and_the_pinned_version_of_all_that_grading_takes() -> None:
    locked, pinned = pins("requirements.lock"), pins("constraints.txt")
    wanted = {re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in PROJECT["project"]["dependencies"]}
    assert {name.lower() for name in wanted} <= locked.keys()
    assert {name: version for name, version in locked.items() if pinned.get(name) != version} == {}
    entries = re.split(r"\n(?=\w)", re.sub(r"^\s*#.*\n", "", read("requirements.lock"), flags=re.MULTILINE))
    assert len(entries) == len(locked)
    assert [entry for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []


def test_what_the_tests_take_is_a_group_and_no_extra_that_users_can_ask_for() -> None:
    assert "pytest>=8" in PROJECT["dependency-groups"]["dev"]
    assert set(PROJECT["project"]["optional-dependencies"]) == {"cluster", "postgresql"}


@pytest.mark.parametrize(
    ("distribution", "line"),
    [
        ("ID=debian", "apt-get install g++ swi-prolog-nox"),
        ("ID=ubuntu\nID_LIKE=debian", "apt-get install g++ swi-prolog-nox"),
        ("ID=fedora", "dnf install gcc-c++ pl"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"', "dnf install gcc-c++ pl"),
        ("ID=endeavouros\nID_LIKE=arch", "pacman -S gcc swi-prolog"),
    ],
)
def test_setup_names_packages_as_the_distribution_does(tmp_path: Path, distribution: str, line: str) -> None:
    (tmp_path / "os-release").write_text(f"{distribution}\n")
    hidden = [word for tool in ("g++", "swipl", "apt-get") for word in ("--ro-bind", "/dev/null", f"/usr/bin/{tool}")]
    release: list[str | Path] = ["--ro-bind", tmp_path / "os-release", "/etc/os-release"]
    machine: list[str | Path] = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", *release]
    setup = subprocess.run([*machine, *hidden, ROOT / "setup", "dev"], capture_output=True, text=True, check=False)
    assert setup.returncode == 1
    assert setup.stderr.splitlines()[-1] == f"setup:     {line}"


def test_what_the_compose_file_names_is_there() -> None:
    services = yaml.safe_load(read("docker/compose.yaml"))["services"]
    recipes = {service["build"]["dockerfile"] for service in services.values() if "build" in service}
    assert recipes == {"Dockerfile", "docker/grader.Dockerfile"}
    assert all((ROOT / recipe).is_file() for recipe in recipes)
    built = {service["image"] for service in services.values() if "build" in service}
    assert {service["image"] for service in services.values()} == built
    assert services["grader"]["network_mode"] == "none"
    assert all(port.startswith("127.0.0.1:") for port in services["scheduler"]["ports"])


def test_only_the_job_that_publishes_may_publish_and_it_runs_no_code_of_the_checkout() -> None:
    workflow = yaml.safe_load(read(".github/workflows/release.yml"))
    assert workflow["permissions"] == {}
    publish = workflow["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert [step for step in publish["steps"] if "run" in step or "checkout" in step["uses"]] == []
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert [action for action in used if not re.search(r"@[0-9a-f]{40}$", action)] == [], "a tag can be moved"


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
@pytest.mark.parametrize(("value", "coloured"), [("1", True), ("0", False), ("", False)])
def test_colours_are_kept_in_a_pipe_where_asked(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, coloured: bool
) -> None:
    for each in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, value)
    assert is_terminal() is coloured
