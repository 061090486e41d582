"""What becomes of marks: adjusted, published, uploaded, asked about."""
