from leap import is_leap


def test_years():
    assert is_leap(2024)
    assert not is_leap(2023)
    assert is_leap(1900)
    assert is_leap(2000)
