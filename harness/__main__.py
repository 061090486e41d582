"""``python -m harness``."""

import sys

from harness.cli.harness import main

sys.exit(main())
