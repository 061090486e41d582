"""The checks of the climbs."""

from .steps import endings, every_state, layout, one_block_each, oracle, starts_first, states_exact, steps, words_exact

__all__ = [
    "endings",
    "every_state",
    "layout",
    "one_block_each",
    "oracle",
    "starts_first",
    "states_exact",
    "steps",
    "words_exact",
]
