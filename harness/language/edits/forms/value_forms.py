"""What an edit does to a value: a copy, one more or less, the absolute value, the opposite, a number of a text."""

from __future__ import annotations

from harness.model.patterns import lazy_regex

COPY, ABSOLUTE, SIGN, OPPOSITE, RETURNS = "copy", "absolute", "other-sign", "opposite", "other-returned"
MORE, LESS, ABSOLUTE_SIDES = "one-more-than", "one-less-than", "absolute-sides"
NUMBER_OF, NUMBERS_OF = "number-of", "numbers-of"
KEPT = "kept"
"""The variable that holds a value which is put back."""
_TRUTH = ({"true", "false"}, {"True", "False"})
_NOT = lazy_regex(r"\bnot\b\s*")
_NEW = lazy_regex(r"\bnew\s+")
_BLANK = lazy_regex(r"\s+")
_INSIDE = lazy_regex(r"\([^()]*\)|\[[^\[\]]*\]")
_LOOSER = lazy_regex(r"[<>=!&|^?,:;]|\b(?:and|or|if|else|in|is|return)\b")
"""Operators that are done after a sum, and what is no value."""
_SUM = lazy_regex(r"[-+*/%]")
_ABSOLUTE = ("abs", "Math.abs", "std::abs", "fabs", "math.fabs")
_BOTH = lazy_regex(r"(?:Math\.|std::)?abs\((.*?)\)==(?:Math\.|std::)?abs\((.*)\)")
_COPYING = lazy_regex(
    r"list|(?:copy\.)?(?:deep)?copy|"
    r"new:(?:Array|Linked)List(?:<\w*>)?|new:(?:Hash|Tree)(?:Set|Map)(?:<[\w,]*>)?|new:ArrayDeque(?:<\w*>)?"
)
_COPIED = ("[:]", ".copy()", ".clone()")


def value_form(old: str, new: str) -> str:
    """What is done to a whole value, by the texts before and after; empty for anything else."""
    if {old, new} in _TRUTH:
        return OPPOSITE
    rest = _without_inside(old)
    old, new = _plain(old), _plain(new)
    sides = _BOTH.fullmatch(new)
    if sides is not None and "==".join(sides.groups()) == old:
        return ABSOLUTE_SIDES
    maker, _, given = new.partition("(")
    if not old or old == new:
        return ""
    if given == f"{old})" and "," not in rest:
        return ABSOLUTE if maker in _ABSOLUTE else COPY if _COPYING.fullmatch(maker) else _by_sign(old, new, rest)
    return _by_sign(old, new, rest)


def _by_sign(old: str, new: str, rest: str) -> str:
    """What a sign or a call before or after a value does; ``rest``: it without what is in parentheses."""
    whole = f"({old})"
    is_sum = _LOOSER.search(rest) is None
    sums = [whole, old] if is_sum else [whole]
    parts = [whole, old] if is_sum and _SUM.search(rest) is None else [whole]
    changed = {
        OPPOSITE: [sign + part for sign in ("!", "\\+") for part in parts],
        SIGN: ["-" + part for part in parts],
        COPY: [*(part + end for part in parts for end in _COPIED), f"[*{old}]"],
        NUMBER_OF: [f"int({old})", f"Number({old})"],
        NUMBERS_OF: [f"list(map(int,{old}))", f"{old}.map(Number)"],
        MORE: [part + "+1" for part in sums],
        LESS: [part + "-1" for part in sums],
    }
    return next((does for does, texts in changed.items() if new in texts), "")


def returned(text: str) -> str:
    """The value that a statement returns; empty if it is another statement, or returns none."""
    word, _, value = text.strip().removesuffix(";").partition(" ")
    return "" if word != "return" or ";" in value or "\n" in value else value.strip()


def is_truth(text: str) -> bool:
    """Whether a text is one of the two truth values."""
    return any(text in pair for pair in _TRUTH)


def _plain(text: str) -> str:
    """A text without blanks and without parentheses around all of it, in which ``not`` is a sign."""
    text = _BLANK.sub("", _NEW.sub("new:", _NOT.sub("!", text)))
    is_around = text[:1] == "(" and _without_inside(text) == ""
    return text[1:-1] if is_around else text


def _without_inside(text: str) -> str:
    """A text without what is in parentheses and brackets."""
    shorter = _INSIDE.sub("", text)
    while shorter != text:
        text, shorter = shorter, _INSIDE.sub("", shorter)
    return text
