"""Lists that are changed while a loop goes over them."""
