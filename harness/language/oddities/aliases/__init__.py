"""Lists and arrays that stand in several places, where a change of one is a change of all."""
