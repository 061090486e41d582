"""Sentences on values that a fault is known by."""

from __future__ import annotations

MESSAGES = {
    "known-int-largest": "{came} is the largest int. A value was too large for an int, or a start value stayed.",
    "known-int-smallest": "{came} is the smallest int. A value was too large for an int, or a start value stayed.",
    "known-minus-one-unsigned": "{came} is -1 in an unsigned type.",
    "known-cut-to-int": "{wanted} is too large for an int. {came} is what an int keeps of it.",
    "known-cut-to-short": "{wanted} is too large for the type of the number. {came} is what 16 bits keep of it.",
    "known-cut-to-byte": "{wanted} is too large for the type of the number. {came} is what 8 bits keep of it.",
    "known-up-to-symmetry": "{came} of {wanted}: turned and mirrored boards are counted as one.",
    "known-size": "The number that came is n itself, in each case.",
    "known-factorial": "The number that came is n!, in each case: every permutation is counted.",
    "known-size-before": "Each number that came is the one for n - 1.",
    "known-size-after": "Each number that came is the one for n + 1.",
    "known-half": "The number is half of what is right, in each case.",
    "known-double": "The number is twice what is right, in each case.",
    "known-one-more": "The number is 1 too large, in each case.",
    "known-one-less": "The number is 1 too small, in each case.",
    "known-first-only": "The number is 1 in each case: does it stop after the first?",
    "known-each-twice": "Each one is there twice.",
    "known-first-left-out": "Only the first one is missing.",
    "known-last-left-out": "Only the last one is missing.",
    "known-reversed": "All are there, from the last to the first.",
    "known-rest-reversed": "The first items are right; those after them are in the reverse order.",
    "known-first-of-row-left-out": "The first number of each line is missing.",
    "known-last-of-row-left-out": "The last number of each line is missing.",
    "known-counted-from-0": "Each number is one too small: they are counted from 0, and not from 1.",
    "known-counted-from-1": "Each number is one too large: they are counted from 1, and not from 0.",
    "known-line-reversed": "The numbers of a line are in the reverse order.",
    "known-rows-for-columns": "Rows and columns are swapped: each number is at the place that it should name.",
}
