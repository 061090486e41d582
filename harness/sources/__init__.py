"""What a source file holds, told by real parsers: functions, calls, imports, comments."""
