"""A spec: read, converted, validated, and the models of what it says."""
