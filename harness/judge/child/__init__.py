"""The process in which a student's bytes are judged, with its limits."""
