"""Libraries that a student's program may import and this machine may lack: then a person has to judge it."""

from __future__ import annotations

from functools import cache

from harness.model.text.lazy_regex import lazy_regex

_MISSING = lazy_regex(r"ModuleNotFoundError: No module named '([A-Za-z_]\w{0,80})(?:\.[\w.]{1,80})?'")
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
    """The library that a Python program did not find, by its name; empty where it looked for a module of its own.

    Args:
        error: the uncaught error in one line, as ``ModuleNotFoundError: No module named 'numpy'``.
        source: the innermost line of the student's own at which it was raised, where it is known: one that imports
            nothing, but raises such an error itself, lacks no library.

    """
    match = _MISSING.match(error)
    if match is None or match[1] not in known_libraries() or (source and not _IMPORT.search(source)):
        return ""
    return match[1]
