"""What importers of other systems' assignments share: the package that they make, and how it is written."""
