"""What in the sources shows why a program does not end, or only when it crashes."""
