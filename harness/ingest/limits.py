"""How large archives and submissions may be. A hostile one must cost a message, not the machine."""

from __future__ import annotations

MIB = 1024**2

MAX_FILES = 2_000
"""Files of one submission; the others are left out with a note."""
MAX_BYTES = 128 * MIB
"""Bytes of one submission's files; what is beyond is left out with a note."""
MAX_DEPTH = 16
"""Folders in folders of one submission; what lies deeper is left out."""

MAX_ARCHIVE_ENTRIES = 50_000
"""Files and folders in an archive, which may be that of a whole class."""
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
MAX_XZ_MEMORY = 128 * MIB
"""Bytes of the dictionary that xz may ask for; its strongest usual setting takes 65 MiB."""
MAX_NOTES = 20
"""Notes on what was left out of one submission; the others are counted."""
