"""``python -m harness``."""

import sys

from harness.app.cli.harness import main

sys.exit(main())
