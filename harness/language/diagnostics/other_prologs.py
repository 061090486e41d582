"""Predicates that another Prolog system has and this machine's lacks: then a person has to judge the program."""

from __future__ import annotations

from harness.model.text.lazy_regex import lazy_regex

_UNKNOWN = lazy_regex(r"existence_error: (?:\S{1,80}: )?Unknown procedure: (?P<name>[a-z]\w{0,80}/\d{1,2})(?!\S)")
_GNU_PROLOG = """
fd_all_different/1 fd_at_least_one/1 fd_at_most_one/1 fd_atleast/3 fd_atmost/3 fd_cardinality/2 fd_cardinality/3
fd_domain/2 fd_domain/3 fd_domain_bool/1 fd_element/3 fd_element_var/3 fd_exactly/3 fd_has_extra_cstr/1
fd_has_vector/1 fd_labeling/1 fd_labeling/2 fd_labelingff/1 fd_max/2 fd_max_integer/1 fd_maximize/2 fd_min/2
fd_minimize/2 fd_not_prime/1 fd_only_one/1 fd_prime/1 fd_relation/2 fd_relationc/2 fd_set_vector_max/1
fd_use_vector/1 fd_vector_max/1
argument_counter/1 argument_list/1 argument_value/2 cpu_time/1 date_time/1 for/3 format_to_atom/3 g_array_size/2
g_assign/2 g_assignb/2 g_dec/1 g_dec/2 g_inc/1 g_inc/2 g_link/2 g_read/2 get_seed/1 list_or_partial_list/1
lower_upper/2 new_atom/1 new_atom/2 nth/3 number_atom/2 print_to_atom/2 randomize/0 read_from_atom/2 read_integer/1
read_number/1 real_time/1 set_seed/1 sublist/2 system_time/1 user_time/1 write_to_atom/2
"""
"""Built into GNU Prolog, and not there in SWI-Prolog."""


def foreign_predicate(error: str) -> str:
    """The predicate of GNU Prolog's that a program did not find; empty where it looked for one of its own.

    Args:
        error: the uncaught error, as ``existence_error: queens/2: Unknown procedure: fd_domain/3``.

    """
    match = _UNKNOWN.match(error)
    return match["name"] if match is not None and match["name"] in _GNU_PROLOG.split() else ""
