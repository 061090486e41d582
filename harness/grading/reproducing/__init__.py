"""What a person types to repeat a case by hand."""
