from leap import is_leap


def test_every_fourth_year():
    assert is_leap(2024)
    assert not is_leap(2023)
    assert not is_leap(2025)


def test_but_no_century():
    assert not is_leap(1900)


def test_unless_it_is_a_fourth_one():
    assert is_leap(2000)
