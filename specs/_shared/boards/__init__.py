"""Readers of boards in a program's output.

``page`` reads boards of 1 to 8 squares a side that are drawn in almost any style (with ``flat`` for a row a line, and
``tall``). ``eight_read`` reads boards of eight queens, drawn or written as numbers (with ``eight``, ``eight_drawn`` and
``eight_numbers``).
"""
