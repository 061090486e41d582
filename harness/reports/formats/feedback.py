"""``feedback``: a zip of pages, one a student, under the names that their learning system takes back."""

from __future__ import annotations

from functools import partial

from harness.reports.formats import html
from harness.reports.upload.system_files import render_zip, zip_remarks

ENDING = ""
WHOLE_CLASS = True

render = partial(render_zip, ending=".html", render=html.render)
remarks = partial(zip_remarks, ending=".html")
