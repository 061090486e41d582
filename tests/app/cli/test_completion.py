"""What a shell completes: commands, options, choices and the course's assignments."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support import PATIENCE_S, course, harness

COMPLETE = """\
complete_words() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  "_shtab_$1" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  printf '%s\\n' "${COMPREPLY[@]}"
}
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("completion")
    return harness("completion", "bash", cwd=folder, apart=folder, expect=0).out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("harness ver", {"verify"}),
        ("harness verify --tab", {"--table"}),
        ("harness verify ", {"sum", "other"}),
        ("harness record ot", {"other"}),
        ("grade --assignment s", {"sum"}),
        ("grade --on", {"--only", "--on"}),
        ("grade --for ", {"student", "staff"}),
        ("harness new x --kind d", {"dialogue"}),
    ],
)
def test_bash_completes(tmp_path: Path, script: str, line: str, expected: set[str]) -> None:
    course(tmp_path)
    course(tmp_path, name="other")
    below = tmp_path / "submissions"
    below.mkdir()
    words = " ".join(f"'{word}'" for word in line.split(" "))
    ended = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{COMPLETE}\ncomplete_words {words}"],
        cwd=below,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.stderr == ""
    assert set(ended.stdout.split()) == expected


def test_fish_offers_options_where_they_belong(tmp_path: Path) -> None:
    lines = harness("completion", "fish", cwd=tmp_path, apart=tmp_path, expect=0).out.splitlines()
    of_grade = [line for line in lines if line.startswith("complete -c grade")]
    assert any("-l only -x" in line for line in of_grade)
    assert any('-l assignment -xka "(__grade_assignments)"' in line for line in of_grade)
    of_record = [line for line in lines if line.startswith("complete -c harness") and "_using record" in line]
    assert any("(__grade_assignments)" in line for line in of_record)
    assert not any(" -l only " in line for line in of_record)


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_get_a_script_too(tmp_path: Path, shell: str) -> None:
    script = harness("completion", shell, cwd=tmp_path, apart=tmp_path, expect=0).out
    assert "require-isolation" in script
    assert "verify" in script
