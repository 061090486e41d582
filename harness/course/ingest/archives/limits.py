"""How large archives and submissions may be. A hostile one must cost a message, not the machine."""

from __future__ import annotations

from typing import NamedTuple

from harness.model.errors import UsageError

MIB = 1024**2

MAX_FILES = 2_000
"""Files of one submission; the others are left out with a note."""
MAX_BYTES = 128 * MIB
"""Bytes of one submission's files; what is beyond is left out with a note."""
MAX_DEPTH = 16
"""Folders in folders of one submission; what lies deeper is left out."""

MAX_ARCHIVE_ENTRIES = 50_000
"""Files and folders in an archive, which may be that of a whole class."""
MAX_STUDENT_ENTRIES = 20_000
"""The same in a student's archive."""
MAX_ARCHIVE_BYTES = 2 * 1024 * MIB
"""Bytes of the files in an archive, unpacked."""
MAX_ARCHIVE_DEPTH = 100
"""Parts of the name of an archive's entry."""
MAX_LISTED_ARCHIVES = 8
"""Archives in one folder that are looked into to see for which assignment they are: a compressed tar has to be
decompressed for that, and a student may hand in thousands."""
MAX_TAR_OVERHEAD = 64 * MIB
"""Bytes of a tar that belong to no file: headers and padding."""
MAX_HEADER_BYTES = 8 * MIB
"""Bytes of one header, or of a zip's table of contents: the libraries read each of them as a whole."""
MAX_TAR_HEADER_BYTES = MIB
"""Bytes of one header of a tar: some versions of Python take a time that grows with its square."""
MAX_XZ_MEMORY = 128 * MIB
"""Bytes of the dictionary that xz may ask for; its strongest usual setting takes 65 MiB."""
MAX_NOTES = 20
"""Notes on what was left out of one submission; the others are counted."""

ARCHIVE_CPU_S = 10
"""CPU seconds that reading a student's archive may take."""
CLASS_CPU_FACTOR = 6
"""How many times as many that of a class may take."""
ARCHIVE_WALL_FACTOR = 6
"""How many times as long it may take by the clock."""
ARCHIVE_MEMORY = 320 * MIB
"""Bytes of memory that reading an archive may take beyond what the process had before."""
MAX_ARCHIVE_ANSWER = 32 * MIB
"""Bytes of all names that an archive holds."""

CLASS_BYTES = 8 * 1024 * MIB
"""Bytes that all archives of students of one run may unpack to. One may take an eighth of what is left, so that a few
large ones leave room for the others."""
CLASS_CPU_S = 300
"""CPU seconds that reading all of them may take: one may take an eighth of what is left, and a second in any case."""
SHARE = 8
"""The part of what is left that one archive may take."""
BLOCK = 4096
"""Bytes of the disk that the smallest file or folder takes."""


class TooLarge(UsageError):
    """An archive that holds more than it may."""


class Refused(NamedTuple):
    """An entry of an archive that was not unpacked, as it would be harmful."""

    place: str
    """The folder in which it would lie, as far as its name is safe; empty if that is none."""
    reason: str
