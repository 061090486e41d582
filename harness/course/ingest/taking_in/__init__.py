"""Copy and unwrap what was handed in, within bounds."""
