"""Folders that students' programs have touched: copy, read and remove them without following a link."""
