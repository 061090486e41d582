"""The rules of a course, ``course.yaml``, and the marks that follow from them: pure functions of recorded facts."""
