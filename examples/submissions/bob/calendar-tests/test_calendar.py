from leap import is_leap


def test_leap_years():
    assert is_leap(2020)
    assert is_leap(2024)


def test_usual_years():
    assert not is_leap(2021)
    assert not is_leap(2022)
    assert not is_leap(2023)
