"""Photograph a student's page from a real run, at two widths, light and dark: ``docs/pictures/``.

    python docs/make_pictures.py

It takes Chromium, and Playwright of the group ``dev``. Nothing compares the pictures, as fonts differ.
"""
# ruff: noqa: INP001 - a script, not a module of the program

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(__file__).with_name("pictures")
CHROMIUM = "/usr/bin/chromium"
WIDTHS = {"wide": (1000, 460), "phone": (390, 640)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def make_page(target: Path) -> None:
    """Grade a sample student and write the page; exit status 1: points were lost."""
    grade = [str(Path(sys.executable).with_name("grade")), "--no-gradebook", "--report", str(target)]
    ended = subprocess.run([*grade, "submissions/bob/cse30-pa2"], cwd=ROOT, check=False)
    if ended.returncode not in (0, 1):
        sys.exit(ended.returncode)


def photograph(browser: Browser, page: Path) -> None:
    """Write one picture for each width and scheme."""
    for name, (width, height) in WIDTHS.items():
        for scheme in SCHEMES:
            view = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            view.goto(page.as_uri())
            view.screenshot(path=FOLDER / f"student-{name}-{scheme}.png")


def main() -> None:
    """Make all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "bob.html"
        make_page(page)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        photograph(browser, page)
        browser.close()


if __name__ == "__main__":
    main()
