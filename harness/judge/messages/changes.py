"""The words of a small change that makes failed tests pass: what to do, and that it was tried."""

from __future__ import annotations

from harness.judge.messages.phrases import Choice, Given, Listing, Phrase, Plural, Sentence

_PASSES = Given(
    "same",
    Plural(
        "cases",
        "With these changes alone, this failed test passes.",
        "With these changes alone, {cases} failed tests pass.",
    ),
    Plural(
        "cases",
        "With this change alone, this failed test passes.",
        "With this change alone, {cases} failed tests pass.",
    ),
)
_OTHER_LINE = Given("also", " Or change line {also} instead.")
_BY_ONE = Given("by_one", " It is off by one there.")
_NAMES = Sentence("`{added}`", {"added": Listing("about", "`, `")})
_PARTS = {
    "what": Given("part", "`{part}`", "this line"),
    "to": Given("part", "to `{part}`", "here"),
    "within": Given("second", " in `{second}`"),
    "places": Given(
        "same",
        Sentence(
            " here and in {places}",
            {"places": Sentence("{word} {lines}", {"word": Plural("same", "line", "lines"), "lines": Listing("same")})},
        ),
    ),
    "about": Given("about", Sentence(" about {names}", {"names": _NAMES})),
    "using": Given("about", Sentence(", using {names}", {"names": _NAMES})),
    "reason": Choice(
        "direction",
        {
            "equal-too": ", to let equal values through",
            "not-equal": ", to leave out equal values",
            "smaller-too": ", to let smaller values through, too",
            "not-smaller": ", to leave out smaller values",
            "larger-too": ", to let larger values through, too",
            "not-larger": ", to leave out larger values",
            "computes": ", to compute both sides",
            "range": ", to compare with a range of values",
        },
    ),
    "names": _NAMES,
    "leaves": Choice(
        "leaves",
        {
            "loop": ", to leave the loop",
            "switch": ", to leave the switch",
            "function": ", to leave the function",
            "turn": ", to skip a turn of the loop",
        },
    ),
    "where": Choice(
        "stands",
        {
            "before": "before this line",
            "after": "after this line",
            "after-if": "after the `if` that ends here",
            "after-loop": "after the loop that ends here",
            "after-case": "at the end of this case",
            "in-block": "as the first of the block that begins here",
            "end-of-block": "as the last of the block that begins here",
            "past-block": "after the block that begins here",
            "past-if": "after the end of this `if`",
            "past-loop": "after the end of this loop",
        },
        "here",
    ),
}


def _change(template: str, by_one: Phrase = _BY_ONE, *, shown: str = "", **by_direction: str) -> Sentence:
    """What to do, and that the tests pass then; ``by_one`` is left out where the template says it already.

    ``shown``: the template for a change of a few words or signs, which is shown itself. ``by_direction``: templates
    that say more where it is known which way the change goes.
    """
    known = {direction.replace("_", "-"): _filled(text) for direction, text in by_direction.items()}
    change: Phrase = Choice("direction", known, _filled(template)) if known else _filled(template)
    change = Given("shown", _filled(shown), change) if shown else change
    return Sentence(
        "{change}{by_one} {passes}{other}",
        {"change": change, "passes": _PASSES, "other": _OTHER_LINE, "by_one": by_one},
    )


def _filled(template: str) -> Sentence:
    return Sentence(template, {name: phrase for name, phrase in _PARTS.items() if f"{{{name}}}" in template})


_USE = "Use `{shown}` instead of `{part}`{places}."
"""What is shown of a change of a few words or signs; of any other one only what it is about."""
_USE_NEW = "Use `{added}` instead of `{part}`{places}."

MESSAGES = {
    "screen-one-change": _change("Change {what}{places}{using}.", shown=_USE),
    "screen-one-more": _change(
        "Add a statement{about} {where}{leaves}.",
        shown="Add `{shown}` {where}{leaves}.",
        call="Add a call of {names} {where}{leaves}.",
        sets="Add a statement that sets {names} {where}{leaves}.",
    ),
    "screen-counterpart": _change("Compare with `{part}`, and add the counterpart that is missing {where}."),
    "screen-other-comparison": _change(
        "Use `{added}` instead of `{part}`{within}{places}{reason}.",
        turn_more="The loop ends one turn too early. Use `{added}` instead of `{part}`{within}{places}.",
        turn_less="The loop runs one turn too many. Use `{added}` instead of `{part}`{within}{places}.",
    ),
    "screen-other-operator": _change("Use `{added}` instead of `{part}`{within}{places}{reason}."),
    "screen-other-number": _change(_USE_NEW),
    "screen-other-name": _change(
        _USE_NEW,
        variable="Use the variable `{added}` instead of `{part}`{places}.",
        field="Use the field `{added}` instead of `{part}`{places}.",
        function="Call `{added}` instead of `{part}`{places}.",
        method="Call `{added}` instead of `{part}`{places}.",
        predicate="Call `{added}` instead of `{part}`{places}.",
        type="Use the type `{added}` instead of `{part}`{places}.",
        **{"class": "Use the class `{added}` instead of `{part}`{places}."},
    ),
    "screen-counts-on": _change("Count on from the old value: use `{added}` instead of `{part}`{places}."),
    "screen-puts-back": _change("Keep `{part}` before this loop, and put it back after the loop."),
    "screen-other-value": _change("Use another value instead of `{part}`{places}.", shown=_USE),
    "screen-opposite": _change("Use the opposite of `{part}`."),
    "screen-copy": _change("Use a copy of `{part}`{places}."),
    "screen-number-of": _change("Make a number of the text `{part}`{places}."),
    "screen-numbers-of": _change("Make numbers of the texts that `{part}` gives{places}."),
    "screen-absolute": _change("Use the absolute value of `{part}`{places}."),
    "screen-absolute-sides": _change("Use absolute values on both sides of `{part}`{places}."),
    "screen-other-sign": _change("Change the sign of `{part}`{places}."),
    "screen-one-more-than": _change("Use 1 more than `{part}`{places}.", ""),
    "screen-one-less-than": _change("Use 1 less than `{part}`{places}.", ""),
    "screen-other-returned": _change(
        "Return another value instead of `{part}`{places}.",
        shown="Return `{shown}` instead of `{part}`{places}.",
    ),
    "screen-always": _change("Let `{part}` always be true."),
    "screen-other-type": _change("Use the type `{added}` instead of `{part}`."),
    "screen-groups": _change("Place the parentheses in `{part}` differently.", shown=_USE),
    "screen-removes": _change("Remove `{part}`."),
    "screen-removes-cut": _change("Remove the cut, `{part}`."),
    "screen-adds": _change(
        "Add something{about} {to}.", shown=_USE, element="Put one more element before the list `{part}`."
    ),
    "screen-adds-condition": _change("The condition `{part}` lacks a part{about}. Join it by `{second}`."),
    "screen-keeps-element": Choice(
        "part",
        {
            "_": _change(
                "Give the element `_` a name, as it is lost here. Put it before `{second}`, too: `[Name|{second}]`."
            )
        },
        _change("The element `{part}` is lost here. Put it before `{second}`, too: `[{part}|{second}]`."),
    ),
    "screen-prints-to-stderr": _change("Print this on stderr."),
    "screen-prints-no-newline": _change("Print no newline here."),
    "screen-turns-round": _change("Take the other end or the opposite order in `{part}`{places}.", shown=_USE),
    "screen-asks-always": _change("Ask `{part}`{places} in any case, not only where the condition before it is false."),
    "screen-caught-elsewhere": _change("Put this into a `try` as well, as in line {second}."),
    "screen-asks-else": _change("Ask `{part}`{places} only where the condition before it is false."),
    "screen-turns": _change("Swap `{part}` and `{second}`."),
    "screen-moves-before": _change("Move `{part}` before `{second}`."),
    "screen-moves-after": _change("Move `{part}` after `{second}`."),
    "screen-only-between": _change("Print `{part}`{places} only between two elements, not after the last one."),
    "screen-all-others": _change(
        "",
        before="Begin this loop at `{second}`, and leave out only `{part}` itself: those before it are missing.",
        before_sized="Begin this loop at `{second}`, leave out only `{part}`, and take distances without sign (abs).",
        after="Go on to `{second}` in this loop, and leave out only `{part}` itself: those after it are missing.",
        after_sized="Go on to `{second}` in this loop, leave out only `{part}`, and take distances without sign (abs).",
    ),
    "screen-only-largest": _change("Do this only where `{part}` is the largest of `{second}`, too."),
    "screen-for-of": _change(
        "Write `{part}` instead of `forEach`, and leave it by `{second}`: `return` in a `forEach` ends one turn alone."
    ),
    "screen-only-if": _change(
        "Keep `{part}`, but do it only on a condition{about}.",
        shown="Keep `{part}`, but do it only if `{shown}`.",
    ),
    "screen-returns-only-if": _change(
        "Return here only if `{part}` is {second}. Otherwise the loop has to go on.",
        undoes="Return here only if `{part}` is {second}. Otherwise undo what was set above, and let the loop go on.",
    ),
    "screen-moves-within": _change("Move `{part}` into the block of `{second}`."),
    "screen-moves-in": _change("Move `{part}` into the block before it."),
    "screen-moves-out": _change("Move `{part}` out of its block."),
    "screen-moves-out-of-loop": _change("Move `{part}` out of its loop."),
    "screen-change-itself": Sentence(
        "{what} passes.",
        {
            "what": Given(
                "added",
                Sentence("With `{added}`{old} it", {"old": Given("part", " instead of `{part}`")}),
                "Without `{part}` it",
            )
        },
    ),
    "screen-turns-itself": "With `{second}` before `{part}` it passes.",
}
