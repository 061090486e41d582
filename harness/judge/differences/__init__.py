"""The first difference of two outputs, and characters that look alike. Pure."""
