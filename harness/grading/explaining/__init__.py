"""Why programs fail: further runs, which are never judged."""
