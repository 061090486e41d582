"""Commands on a class: what was handed in, its gradebook, its marks."""
