"""What reads a number outside of a try is put into one, with the handlers of another place of the file."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
from harness.language.edits.forms.edit_forms import CAUGHT_ELSEWHERE
from harness.language.edits.ordered_repairs import repairs
from harness.reports.text.headline import change_sentence
from tests.reports.text.test_changes import cause_of

PYTHON = """\
import sys

if len(sys.argv) == 2:
\ttry:
\t\tn = int(sys.argv[1])
\texcept ValueError:
\t\tsys.exit("usage")
else:
\t{}
"""
JAVA = """\
class Queens {{
    public static void main(String[] args) {{
        int n = 0;
        if (args.length == 1) {{
            try {{ n = Integer.parseInt(args[0]); }} catch (NumberFormatException e) {{ return; }}
        }} else {{
            {}
        }}
    }}
}}
"""
CPP = """\
int main(int argc, char** argv) {{
    int n = 0;
    if (argc == 2) {{
        try {{ n = std::stoi(argv[1]); }} catch (const std::exception& e) {{ return 1; }} catch (...) {{ return 2; }}
    }} else {{
        {}
    }}
}}
"""


def tried(path: str, source: str) -> list[str]:
    """The programs that are tried with one more try."""
    content = source.encode()
    possible = [each for each in repairs({path: content}, (), ()) if each.form.does == CAUGHT_ELSEWHERE]
    return [each.apply(content).decode() for each in possible]


@pytest.mark.parametrize(
    ("path", "frame", "old", "new"),
    [
        (
            "a.py",
            PYTHON,
            "n = int(sys.argv[2])",
            'try:\n\t    n = int(sys.argv[2])\n\texcept ValueError:\n\t\tsys.exit("usage")',
        ),
        (
            "A.java",
            JAVA,
            "n = Integer.parseInt(args[1]);",
            "try { n = Integer.parseInt(args[1]); } catch (NumberFormatException e) { return; }",
        ),
        (
            "a.cc",
            CPP,
            "n = stoi(argv[2]);",
            "try { n = stoi(argv[2]); } catch (const std::exception& e) { return 1; } catch (...) { return 2; }",
        ),
    ],
)
def test_the_handlers_of_another_place_are_tried(path: str, frame: str, old: str, new: str) -> None:
    assert tried(path, frame.format(old)) == [frame.format(new)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", PYTHON.format("n = 8")),
        ("a.py", PYTHON.format("n = float(sys.argv[2])")),  # nobody catches that of a float
        ("a.py", PYTHON.format("try: n = int(sys.argv[2])\n\texcept ValueError: n = 1")),
        ("a.py", "n = int(input())\nm = int(input())\n"),
        ("A.java", JAVA.format("n = args.length;")),
        ("A.java", JAVA.format("try { n = Integer.parseInt(args[1]); } catch (NumberFormatException e) { n = 1; }")),
        ("a.cc", CPP.format("n = read(argv[2]);")),
    ],
)
def test_nothing_is_tried_where_nothing_is_read_or_all_is_caught(path: str, source: str) -> None:
    assert tried(path, source) == []


def test_the_line_with_the_other_try_is_said() -> None:
    source = PYTHON.format("n = int(sys.argv[2])").encode()
    change = next(each for each in repairs({"a.py": source}, (), ()) if each.form.does == CAUGHT_ELSEWHERE)
    sentence = change_sentence(cause_of(change), translator())
    assert sentence.startswith("Put this into a `try` as well, as in line 4. With this change alone")
