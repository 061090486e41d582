"""Jinja2's environment, and the Content-Security-Policy that lets nothing of a page act but what is ours."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.verdict import Verdict

_FOLDER = Path(__file__).parent
MAX_SENTENCE = 1000
"""Characters of a sentence on a page; a course may quote a student at any length."""
MAX_LISTED = 200
"""Files that belong to nobody, or cases for a person, that a page lists; the rest is counted."""


def render_page(template: str, words: Translator, scripts: Sequence[str], **context: Any) -> bytes:
    """Render a template with our style and scripts in it; every text is escaped unless it is ``Markup``.

    Args:
        template: its name in the folder ``templates``.
        words: the language of the page.
        scripts: names in the folder ``assets``, such as ``copy.js``.
        context: what the template shows.

    """
    style, script = asset("page.css"), "".join(map(asset, scripts))
    page = _environment().get_template(template)
    text = page.render(
        context,
        t=words.text,
        verdict=lambda name: words.verdict(Verdict[name]),
        language=words.language,
        policy=content_security_policy(style, script),
        style=Markup(style),  # noqa: S704 - a file of ours
        script=Markup(script),  # noqa: S704 - a file of ours
    )
    return text.encode("utf-8", "backslashreplace")


def sentence(text: str) -> str:
    """A text of any length on one line, escaped and cut."""
    escaped = single_line(text[: 4 * MAX_SENTENCE])
    return escaped if len(escaped) <= MAX_SENTENCE else escaped[: MAX_SENTENCE - 3] + "..."


def content_security_policy(style: str, script: str) -> str:
    """The policy of a page with this style and this script inline: nothing else runs, and nothing is requested."""
    directives = {
        "default-src": "'none'",
        "style-src": _source(style),
        "script-src": _source(script),
        "img-src": "data:",  # the empty icon: without one browsers ask a server for theirs
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def _source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'" if text else "'none'"


@cache
def asset(name: str) -> str:
    """A style or a script of ours."""
    return (_FOLDER / "assets" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["most_listed"] = MAX_LISTED
    return environment
