"""The commands, a verb a file. Each returns its exit status and raises UsageError for what the user got wrong.

Their parameters are the options of the command line. ``name`` is an assignment's id, ``who`` a student by name, number,
login or e-mail, and ``why`` the reason for the record. Where nothing else is said, None means the nearest folder for
``specs``, the course's own for ``gradebook``, no file for ``out``, and for ``layout`` what the folders' names say.
"""
