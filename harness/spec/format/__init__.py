"""The models of a spec, and where its files are."""
