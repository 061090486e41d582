"""The checks of the climbs."""

from .climbs import every_state, one_block_each, oracle, starts_first, steps
from .endings import endings
from .line_layout import layout, states_exact, words_exact

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
