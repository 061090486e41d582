"""What a program needs that this machine has not: a library, another Prolog, Python 2, a header of another system."""

from __future__ import annotations

import re
from functools import cache

from harness.model.finding import Finding, Place
from harness.model.observation import Observation
from harness.model.patterns import lazy_regex

_MISSING_LIBRARY = lazy_regex(r"ModuleNotFoundError: No module named '([A-Za-z_]\w{0,80})(?:\.[\w.]{1,80})?'")
_KNOWN = """
PIL attr attrs bitarray blessed blessings bs4 click colorama colored constraint cpmpy curses cv2 cython deap
docopt emoji gmpy2 graphviz igraph imageio ipywidgets joblib jax keras llvmlite loguru matplotlib mip
more_itertools mpmath multiset mypy networkx nltk numba numexpr numpy ortools pandas plotly prettytable psutil
pulp pycosat pydantic pygame pygments pylab pyomo pysat pytest qiskit regex requests rich scipy seaborn
simanneal simple_chalk sklearn skimage sortedcontainers sympy tabulate tensorflow termcolor termtables texttable
tinydb tk tkinter _tkinter toolz torch tqdm turtle typeguard typer typing_extensions xarray yaml z3
"""
"""What students import by these names comes from the system or from PyPI; no file of their own is called so."""


@cache
def known_libraries() -> frozenset[str]:
    """The names by which such libraries are imported."""
    return frozenset(_KNOWN.split())


_IMPORT = lazy_regex(rb"\b(?:import|import_module|__import__)\b")


def missing_library(error: str, source: bytes = b"") -> str:
    """The library that a Python program did not find, by its name; empty if it looked for a module of its own.

    ``error``: the uncaught error in one line, as ``ModuleNotFoundError: No module named 'numpy'``. ``source``: the
    innermost line of the student's own at which it was raised, where it is known: one that imports nothing, but raises
    such an error itself, lacks no library.
    """
    match = _MISSING_LIBRARY.match(error)
    if match is None or match[1] not in known_libraries() or (source and not _IMPORT.search(source)):
        return ""
    return match[1]


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
    """The predicate of GNU Prolog's that a program did not find; empty if it looked for one of its own.

    ``error``: the uncaught error, as ``existence_error: queens/2: Unknown procedure: fd_domain/3``.
    """
    match = _UNKNOWN.match(error)
    return match["name"] if match is not None and match["name"] in _GNU_PROLOG.split() else ""


_PYTHON_2 = lazy_regex(rb"Missing parentheses in call to 'print'|multiple exception types must be parenthesized")
_READ = 1 << 20
"""Bytes of the messages that are looked at."""


def old_python(observation: Observation | None) -> Finding | None:
    """Say that a program is in Python 2, by what Python 3 says about its grammar; None if it is not."""
    if observation is None or observation.command[:1] != ("python3",):
        return None
    is_old = _PYTHON_2.search(observation.stderr[:_READ])
    return Finding.of("python-2-missing-here") if is_old else None


_MISSING_HEADER = lazy_regex(
    rb"^([^\n:]{1,200}):(\d{1,9}):\d{1,9}: fatal error: ([^\n]{1,300}): No such file or directory\n"
    rb" *\d+ \|([^\n]{0,300})",
    re.MULTILINE,
)
_ABSOLUTE = lazy_regex(r"(?:[A-Za-z]:)?[/\\]")
_HEADER_READ = 1 << 20
"""Bytes of a compiler's messages that are looked at."""


def missing_header(observation: Observation | None) -> Finding | None:
    """Say which header of the machine's a compiler did not find; None if it was one of the submission's own.

    A header in angle brackets, or named by its whole path, is not handed in but expected of the machine.
    """
    match = _MISSING_HEADER.search(observation.stderr[:_HEADER_READ]) if observation is not None else None
    if match is None:
        return None
    path, line, header, source = (part.decode(errors="replace") for part in match.groups())
    if not _ABSOLUTE.match(header) and "<" not in source:
        return None
    return Finding.of("header-missing-here", Place(path=path, line=int(line), source=match[4]), header=header)
