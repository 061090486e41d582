"""From an observation to a verdict, findings and points. Pure."""
