from leap import is_leap


def test_this_year():
    assert is_leap(2024)
