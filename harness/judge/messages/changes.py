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
        },
        "here",
    ),
}


def _change(template: str, by_one: Phrase = _BY_ONE, **by_direction: str) -> Sentence:
    """What to do, and that the tests pass then; ``by_one`` is left out where the template says it already.

    ``by_direction``: templates that say more where it is known which way the change goes.
    """
    known = {direction.replace("_", "-"): _filled(text) for direction, text in by_direction.items()}
    change = Choice("direction", known, _filled(template)) if known else _filled(template)
    return Sentence(
        "{change}{by_one} {passes}{other}",
        {"change": change, "passes": _PASSES, "other": _OTHER_LINE, "by_one": by_one},
    )


def _filled(template: str) -> Sentence:
    return Sentence(template, {name: phrase for name, phrase in _PARTS.items() if f"{{{name}}}" in template})


MESSAGES = {
    "screen-one-change": _change("Change {what}{places}."),
    "screen-one-more": _change(
        "Add a statement{about} {where}{leaves}.",
        call="Add a call of {names} {where}{leaves}.",
        sets="Add a statement that sets {names} {where}{leaves}.",
    ),
    "screen-counterpart": _change("Compare with `{part}`, and add the counterpart that is missing {where}."),
    "screen-other-comparison": _change(
        "Use another comparison instead of `{part}`{within}{places}.",
        turn_more="The loop ends one turn too early. Let it run for equal values, too, at `{part}`{within}{places}.",
        turn_less="The loop runs one turn too many. Let it end at equal values, at `{part}`{within}{places}.",
        equal_too="Use a comparison that lets equal values through, instead of `{part}`{within}{places}.",
        not_equal="Use a comparison that leaves out equal values, instead of `{part}`{within}{places}.",
        smaller_too="Use a comparison that lets smaller values through too, instead of `{part}`{within}{places}.",
        not_smaller="Use a comparison that leaves out smaller values, instead of `{part}`{within}{places}.",
        larger_too="Use a comparison that lets larger values through too, instead of `{part}`{within}{places}.",
        not_larger="Use a comparison that leaves out larger values, instead of `{part}`{within}{places}.",
        round="Use a comparison that looks the other way round, instead of `{part}`{within}{places}.",
        opposite="Use the opposite comparison instead of `{part}`{within}{places}.",
        computes="Use a comparison that computes both sides, instead of `{part}`{within}{places}.",
        range="Compare with a range of values, not with one alone, instead of `{part}`{places}.",
    ),
    "screen-other-operator": _change(
        "Use another operator instead of `{part}`{within}{places}.",
        computes="Use an operator that computes, instead of `{part}`{within}{places}.",
    ),
    "screen-other-number": _change(
        "Use another number instead of `{part}`{places}.",
        larger="Use a larger number than `{part}`{places}.",
        smaller="Use a smaller number than `{part}`{places}.",
    ),
    "screen-other-name": _change(
        "Use another name instead of `{part}`{places}.",
        variable="Use another variable instead of `{part}`{places}.",
        field="Use another field instead of `{part}`{places}.",
        value="Use another value instead of `{part}`{places}.",
        function="Call another function instead of `{part}`{places}.",
        method="Call another method instead of `{part}`{places}.",
        predicate="Call another predicate instead of `{part}`{places}.",
        type="Use another type instead of `{part}`{places}.",
        **{"class": "Use another class instead of `{part}`{places}."},
    ),
    "screen-counts-on": _change("Count on from the old value instead of `{part}`{places}."),
    "screen-puts-back": _change("Keep `{part}` before this loop, and put it back after the loop."),
    "screen-other-value": _change("Use another value instead of `{part}`{places}."),
    "screen-opposite": _change("Use the opposite of `{part}`."),
    "screen-copy": _change("Use a copy of `{part}`{places}."),
    "screen-number-of": _change("Make a number of the text `{part}`{places}."),
    "screen-numbers-of": _change("Make numbers of the texts that `{part}` gives{places}."),
    "screen-absolute": _change("Use the absolute value of `{part}`{places}."),
    "screen-absolute-sides": _change("Use absolute values on both sides of `{part}`{places}."),
    "screen-other-sign": _change("Change the sign of `{part}`{places}."),
    "screen-one-more-than": _change("Use 1 more than `{part}`{places}.", ""),
    "screen-one-less-than": _change("Use 1 less than `{part}`{places}.", ""),
    "screen-other-returned": _change("Return another value instead of `{part}`{places}."),
    "screen-always": _change("Let `{part}` always be true."),
    "screen-other-type": _change("Use another type instead of `{part}`."),
    "screen-groups": _change("Place the parentheses in `{part}` differently."),
    "screen-removes": _change("Remove `{part}`."),
    "screen-removes-cut": _change("Remove the cut, `{part}`."),
    "screen-adds": _change("Add something {to}.", element="Put one more element before the list `{part}`."),
    "screen-adds-condition": _change("The condition `{part}` lacks a part{about}. Join it by `{second}`."),
    "screen-keeps-element": _change("Keep the element `{part}` of the list in `{second}`, too."),
    "screen-turns-round": _change("Take the other end or the opposite order in `{part}`{places}."),
    "screen-asks-always": _change("Ask `{part}`{places} in any case, not only where the condition before it is false."),
    "screen-asks-else": _change("Ask `{part}`{places} only where the condition before it is false."),
    "screen-turns": _change("Swap `{part}` and `{second}`."),
    "screen-moves-before": _change("Move `{part}` before `{second}`."),
    "screen-moves-after": _change("Move `{part}` after `{second}`."),
    "screen-only-between": _change("Print `{part}`{places} only between two elements, not after the last one."),
    "screen-only-if": _change("Keep `{part}`, but do it only on a condition."),
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
