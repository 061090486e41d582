"""A case as it is written is the case as it is read, whatever its texts hold."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.authoring.case_text import case_text, unique_name
from harness.spec.conversion.convert import convert
from harness.spec.format.model import Spec
from harness.spec.yaml.source import read
from tests.support import write

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=40) | st.lists(
    st.sampled_from(["a", "  b", "c ", "", "# d", "- e", "f: g", "{h}", "\t", "'", '"', "---", "yes"]), max_size=6
).map(lambda lines: "".join(f"{line}\n" for line in lines))


@settings(max_examples=150, deadline=None)
@given(args=st.lists(TEXTS, max_size=3), stdin=st.none() | TEXTS, stdout=TEXTS, content=TEXTS)
def test_what_is_written_is_what_is_read(args: list[str], stdin: str | None, stdout: str, content: str) -> None:
    entry = case_text("n", "sum", args=args, stdin=stdin, files={"in.txt": content}, stdout=stdout, status=3)
    with tempfile.TemporaryDirectory() as folder:
        head = "title: t\nlanguage: c\nclauses: {sum: {text: t}}\ncases:\n"
        write(Path(folder), {"spec.yaml": head + entry})
        case = convert(read(Path(folder) / "spec.yaml"), Spec).cases[0]
    assert (list(case.args), case.stdin, case.stdout, case.exit) == (args, stdin, stdout, 3)
    assert case.files == {"in.txt": content}


def test_names_are_unique() -> None:
    names: list[str] = []
    for _ in range(3):
        names.append(unique_name(["-v", "3"], None, names))
    assert names == ["v-3", "v-3-2", "v-3-3"]
    assert unique_name([], "files\n", []) == "files-1"
    assert unique_name(["é"], None, []) == "case"
