"""Folders that students' programs have touched: copied, read and removed without following a link."""
