"""Places: what a course's text means, and that nothing is lost of it."""

import pytest

from harness.model.finding import NOWHERE, Finding, Place, called_function, from_course, place_of


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", NOWHERE),
        ("stdout", Place(stream="stdout")),
        ("stderr, line 2", Place(stream="stderr", line=2)),
        ("stdout, line 3, column 7", Place(stream="stdout", line=3, column=7)),
        ("line 3", Place(line=3)),
        ("the board", Place(part="the board")),
        ("stdout, last line", Place(stream="stdout", part="last line")),
        ("answer 2, line 4", Place(part="answer 2", line=4)),
        ("line 0", Place(part="line 0")),
        ("stdout of the call", Place(part="stdout of the call")),
    ],
)
def test_a_text_is_a_place_and_the_place_the_same_text(text: str, place: Place) -> None:
    assert place_of(text) == place
    assert str(place) == text
    assert bool(place) is (text != "")


def test_a_check_yields_a_sentence_or_a_finding_whose_place_may_be_a_text() -> None:
    assert from_course("no dot") == Finding("no dot")
    text_place = Finding("no dot", "stdout, line 3")
    assert from_course(text_place) == Finding("no dot", Place(stream="stdout", line=3))
    odd = Finding("no dot", kind="no-dot", params={"row": (1, None), "at": float("nan"), "n": 3})  # type: ignore[dict-item]
    assert from_course(odd).params == {"row": [1, "None"], "at": "nan", "n": 3}
    with pytest.raises(TypeError, match="expected a sentence or a Finding, got int"):
        from_course(3)


def test_how_often_a_function_was_called_is_no_name_of_a_function() -> None:
    assert called_function(Finding.of("wrong-call-count", function="next", calls=11, least=120)) == ""
    assert called_function(Finding.of("wrong-value", calls="init(8)\nboard.next(1)")) == "next"
