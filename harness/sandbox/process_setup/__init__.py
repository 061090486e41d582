"""What a process gets before it starts: limits, filters, environment, wrappers of tools."""
