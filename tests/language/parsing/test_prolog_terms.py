"""Terms as a person types them, held against SWI-Prolog's own reader and writer."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from harness.language.parsing.prolog_terms import as_written

TEXTS = """\
(1+2)+3|1+(2+3)|(1+2)*3|2-1|a-(-1)|a - -1|1 - (2-3)|1-2-3|f( a , b )|f((a,b))|f((a:-b))|'abc'|'Abc'|'a b'|[f(x),"s"]
\\+a|\\+ (a,b)|a:-b,c|(a:-b),c|a=b|p:q:r|2**3|2^3^4|(2^3)^4|-(1)|- 1|-a|-(a+b)|{a,b}|a;b->c|(a->b;c)|x is 1+2
(a mod b)*c|f(-)|- - a|node(nil,3,nil)|((a))|@(a)|f(:-)|a:b:c|+(1,2)|=(a,b)|!|f(!,[])|a=..[f,b]|x:-a,b;c
a--> b,{c}|1 rdiv 2|[[],[[]]]|f('[]')|"a b"
"""
_WRITE = "[quoted(true),numbervars(true),portray(false)]"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Each text as SWI-Prolog writes the term, all by one process."""
    texts = TEXTS.replace("\n", "|").strip("|").split("|")
    goals = "".join(f":- T=({text}), write_term(T, {_WRITE}), nl.\n" for text in texts)
    program = tmp_path_factory.mktemp("terms") / "terms.pl"
    program.write_text(goals)
    done = subprocess.run(("swipl", "-q", "-t", "halt", program), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return dict(zip(texts, done.stdout.splitlines(), strict=True))


def plain(value: Any) -> str:
    return (
        f"[{','.join(map(plain, value))}]"
        if isinstance(value, list)
        else str(value["!repr"] if isinstance(value, dict) else value)
    )


def test_a_term_is_written_as_swi_prolog_writes_it(written: dict[str, str]) -> None:
    def bare(text: str) -> str:
        return text.replace(" ", "") if '"' not in text and "'" not in text and "mod" not in text else text

    assert {text: bare(plain(as_written(text))) for text in written} == {
        text: bare(form) for text, form in written.items()
    }


@pytest.mark.parametrize(
    "text", ["", "(", "a b", "[", "'", "f(", "a ~~> b", "X ===> Y", "f()", "(" * 5000 + "a" + ")" * 5000, "a" * 30_000]
)
def test_what_is_no_term_stays_as_it_is(text: str) -> None:
    assert as_written(text) == {"!repr": text}


@pytest.mark.parametrize(
    ("text", "value"), [("12", 12), ("-1", -1), ("1.5", 1.5), ("0x1F", 31), ("[]", []), ("[1, 2]", [1, 2])]
)
def test_numbers_and_lists_are_values(text: str, value: object) -> None:
    assert as_written(text) == value
