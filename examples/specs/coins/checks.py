"""What examples may ask for."""


def amounts():
    """Every amount that an example may have."""
    return [f"{cents}\n" for cents in range(61)]
