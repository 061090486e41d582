"""How people reach the program: commands, their options, a plugin for pytest."""
