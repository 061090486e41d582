"""What a source file holds, by real parsers: functions, calls, imports, comments."""
