"""``feedback_md``: as ``feedback``, in Markdown, which is also read as plain text."""

from __future__ import annotations

from functools import partial

from harness.reports.formats import md
from harness.reports.upload.system_files import render_zip, zip_remarks

ENDING = ""
WHOLE_CLASS = True

render = partial(render_zip, ending=".md", render=md.render)
remarks = partial(zip_remarks, ending=".md")
