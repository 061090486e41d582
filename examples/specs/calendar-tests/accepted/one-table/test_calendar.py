import pytest

import leap


@pytest.mark.parametrize("year", [4, 1996, 2400])
def test_leap(year):
    assert leap.is_leap(year) is True


@pytest.mark.parametrize("year", [1, 2, 3, 5, 1800, 2100])
def test_usual(year):
    assert leap.is_leap(year) is False
