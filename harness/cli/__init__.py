"""The command lines of ``grade`` and ``harness``."""
