"""What ``harness doctor`` says about AppArmor's limit on user namespaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.app.commands.grading.doctor import apparmor_advice


@pytest.mark.parametrize(
    ("setting", "holds", "advised"), [("1\n", False, True), ("1\n", True, False), ("0\n", False, False)]
)
def test_the_lines_that_help_are_reported_where_the_limit_matters(
    tmp_path: Path, setting: str, holds: bool, advised: bool
) -> None:
    limit = tmp_path / "limit"
    limit.write_text(setting)
    advice = apparmor_advice(limit, bubblewrap_works=holds)
    assert ("apparmor_parser -r /etc/apparmor.d/bwrap" in advice) is advised
    assert ("{ userns, }\\n'" in advice) is advised


def test_other_systems_have_no_such_limit(tmp_path: Path) -> None:
    assert apparmor_advice(tmp_path / "none", bubblewrap_works=False) == ""
