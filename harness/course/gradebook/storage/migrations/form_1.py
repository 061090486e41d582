"""The first form: runs, attempts with their grade as MessagePack, and the points of each case."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing: databases of this form were made before there were migrations."""
