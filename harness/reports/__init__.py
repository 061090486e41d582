"""Grades for people and programs."""
