"""What the checks of several assignments use: the solver that goldens are held against, and readers of boards."""
