"""HTML pages in a real browser: opened from the disk, used, and with whatever students put into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route, expect

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.picture import Picture
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.output.targets import parse_targets, reports_for
from harness.reports.output.write import write_all
from tests.reports.pages import HOSTILE, browser, document_of, hostile_grade, opened, page_file
from tests.support import ROOT, course, write
from tests.support import grade as run_grade

SOURCE = Place(path="Queens.py", line=12, column=8, source=b'size = board["n"]', marked=(7, 16))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One for all tests here. It lives no longer: a test that grades in its own process ends all that it started."""
    with browser() as running:
        yield running


def a_grade(student: str = "ann") -> Grade:
    blank = Finding(
        "", Place(stream="stdout", line=2, column=2), b"4\n5\n6\n", b"4\n5 \n6\n", ("trailing-blanks",), "line-differs"
    )
    crash = Finding.of("uncaught-exception", SOURCE, exception="KeyError", error="KeyError: 'n'", text="KeyError: 'n'")
    cases = (
        CaseGrade("two", "sum", Verdict.WA, 0.0, 4.0, (blank,), Timing(0.2, 0.3, 2.0), "python3 main.py 2 3"),
        CaseGrade("crash", "sum", Verdict.RTE, 0.0, 2.0, (crash,), reproduce="python3 main.py"),
        CaseGrade("three", "sum", Verdict.AC, 4.0, 4.0),
    )
    return Grade(student, "sum", Verdict.RTE, cases, 4.0, 10.0, (Finding("a note"),))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1100, 360])
def test_a_students_page_is_accessible_and_fits(chromium: Browser, tmp_path: Path, scheme: str, width: int) -> None:
    path = page_file(document_of(tmp_path, a_grade()), tmp_path)
    with opened(chromium, path, width=width, scheme=scheme) as view:
        page = view.page
        assert page.locator("h1").inner_text() == "ann · sum"
        assert page.locator(".score .figure").inner_text() == "4/10"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert view.violations() == []
        assert view.faults == []


def test_what_blocks_comes_first_and_is_accessible(chromium: Browser, tmp_path: Path) -> None:
    crash = Finding.of("uncaught-exception", SOURCE, exception="KeyError", error="KeyError: 'n'", text="KeyError: 'n'")
    wrong = Finding("", Place(stream="stdout", line=1), b"5\n", b"6\n", kind="line-differs", params={"line": 1})
    look = Finding.of("overdue")
    cases = (
        CaseGrade("wrong", "sum", Verdict.WA, 0.0, 50.0, (wrong,)),
        CaseGrade("one", "first", Verdict.RTE, 0.0, 2.0, (crash,)),
        CaseGrade("other", "second", Verdict.RTE, 0.0, 2.0, (crash,)),
        CaseGrade("open", "third", Verdict.NR, findings=(look,)),
    )
    path = page_file(document_of(tmp_path, Grade("ann", "sum", Verdict.NR, cases, 0.0, 54.0)), tmp_path)
    for scheme in ("light", "dark"):
        with opened(chromium, path, scheme=scheme) as view:
            first = view.page.locator(".cause").first
            assert first.locator("h3").inner_text().split("\n")[-1].startswith("1 Fix this first: the program stops")
            assert view.page.locator(".cause.unjudged").count() == 1
            assert view.violations() == []


def test_for_paper_all_but_lists_of_cases_is_unfolded_and_folded_again(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, page_file(a_class(tmp_path, 12), tmp_path)) as view:
        page = view.page
        folded = "document.querySelectorAll('details:not([open])').length"
        before = page.evaluate(folded)
        page.emulate_media(media="print")
        assert not page.locator(".controls").is_visible()
        assert page.locator("table.students thead th").all_inner_texts()[:3] == ["student", "verdict", "points"]
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open]):not(.cases):not(.numbers)").count() == 0
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(folded) == before


def test_what_differs_is_marked_and_the_command_can_be_copied(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, page_file(document_of(tmp_path, a_grade()), tmp_path)) as view:
        page = view.page
        card = page.locator(".cause", has=page.locator(".sides"))
        assert card.locator(".side").nth(1).locator("mark").all_inner_texts() == ["·"]
        assert card.locator(".side").nth(1).locator(".line").all_inner_texts()[:3] == ["4\n", "5·\n", "6\n"]
        assert page.locator(".source mark").inner_text() == 'board["n"]'
        button = card.get_by_role("button")
        page.evaluate("window.setTimeout = () => 0")  # its label stays as it is after the click
        button.click()
        expect(button).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == "python3 main.py 2 3"
        page.get_by_role("link", name="see cause 1").click()
        assert page.url.endswith("#g1c1")
        assert view.faults == []


def test_all_can_be_reached_with_the_keyboard(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, page_file(document_of(tmp_path, a_grade()), tmp_path)) as view:
        reached = set()
        for _ in range(40):
            view.page.keyboard.press("Tab")
            reached.add(view.page.evaluate("document.activeElement.tagName"))
        assert reached >= {"PRE", "BUTTON", "SUMMARY", "A"}


def a_class(folder: Path, count: int, **options: Any) -> Document:
    """Students of three kinds: one is accepted, one has blanks and a crash, one handed in nothing."""
    right = (CaseGrade("two", "sum", Verdict.AC, 10.0, 10.0),)
    grades = []
    for number in range(count):
        student = f"student {number}"
        wrong = a_grade(student)
        absent = Grade(student, "sum", Verdict.NS)
        accepted = Grade(student, "sum", Verdict.AC, right, 10.0, 10.0)
        grades.append((accepted, wrong, absent)[number % 3])
    return document_of(folder, *grades, **options)


def shown_students(page: Page) -> list[str]:
    rows = page.locator("table.students tbody tr:not([hidden]) th")
    return [name.split("\n")[0] for name in rows.all_inner_texts()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 360])
def test_a_class_page_is_accessible_and_fits(chromium: Browser, tmp_path: Path, scheme: str, width: int) -> None:
    document = a_class(tmp_path, 12, not_recognised=("Queens (3).py",), hand_ins=("Canvas download",))
    with opened(chromium, page_file(document, tmp_path), width=width, scheme=scheme) as view:
        text = view.page.locator("body").inner_text()
        assert "8 graded · 4 handed in nothing · 4 accepted · mean 70.0 %, median 70.0 %" in text
        assert "4 of 8" in text
        assert "Queens (3).py" in text
        assert view.page.evaluate("document.documentElement.scrollWidth") <= width
        assert view.violations() == []
        assert view.faults == []


def test_a_table_that_is_wider_than_a_phone_shows_that_it_goes_on(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, page_file(a_class(tmp_path, 12), tmp_path), width=360) as view:
        table = view.page.locator(".scroll.heat")
        expect(table).to_have_css("mask-image", re.compile("gradient"))
        table.evaluate("region => { region.scrollLeft = region.scrollWidth }")
        expect(table).to_have_css("mask-image", "none")
        view.page.set_viewport_size({"width": 2000, "height": 800})
        expect(view.page.locator(".scroll.more")).to_have_count(0)
        assert view.faults == []


def test_a_class_is_searched_filtered_and_sorted(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, page_file(a_class(tmp_path, 12), tmp_path)) as view:
        page = view.page
        output = page.locator(".controls output")
        expect(output).to_have_text("12 of 12 students")
        page.get_by_label("Search a name").fill("STUDENT 1")
        assert shown_students(page) == ["student 1", "student 10", "student 11"]
        page.get_by_label("Verdict").select_option("RTE")
        assert shown_students(page) == ["student 1", "student 10"]
        page.get_by_role("button", name="Show all").click()
        expect(output).to_have_text("12 of 12 students")
        page.get_by_label("Missed clause").select_option("sum")
        assert shown_students(page) == ["student 1", "student 4", "student 7", "student 10"]
        page.get_by_role("button", name="Show all").click()
        points = page.locator("table.students th", has_text="points")
        points.get_by_role("button").click()
        assert points.get_attribute("aria-sort") == "ascending"
        assert shown_students(page)[:5] == ["student 2", "student 5", "student 8", "student 11", "student 1"]
        points.get_by_role("button").press("Enter")
        assert points.get_attribute("aria-sort") == "descending"
        assert shown_students(page)[:3] == ["student 0", "student 3", "student 6"]
        page.locator("table.students th.name").get_by_role("button").click()
        assert shown_students(page)[:3] == ["student 0", "student 1", "student 2"]
        page.locator("details.group").first.get_by_role("button", name="Show in the table").click()
        assert shown_students(page) == ["student 1", "student 4", "student 7", "student 10"]
        assert view.faults == []


def test_a_name_is_found_without_its_accents(chromium: Browser, tmp_path: Path) -> None:
    grades = (*a_class(tmp_path, 4).grades, replace(a_grade(), student="Zoë Müller"))
    with opened(chromium, page_file(document_of(tmp_path, *grades), tmp_path)) as view:
        for words in ("zoe mull", "ZOË"):
            view.page.get_by_label("Search a name").fill(words)
            assert shown_students(view.page) == ["Zoë Müller"]
        assert view.faults == []


def test_a_name_is_found_without_its_apostrophe(chromium: Browser, tmp_path: Path) -> None:
    grades = (*a_class(tmp_path, 4).grades, replace(a_grade(), student="Pat O\u2019Neill"))
    with opened(chromium, page_file(document_of(tmp_path, *grades), tmp_path)) as view:
        for words in ("o neill", "oneill", "O'Neill"):
            view.page.get_by_label("Search a name").fill(words)
            assert shown_students(view.page) == ["Pat O\u2019Neill"]
        view.page.get_by_label("Search a name").fill("o neal")
        assert shown_students(view.page) == []


def test_a_thousand_students_are_small_and_all_there(chromium: Browser, tmp_path: Path) -> None:
    many = tuple(
        CaseGrade(f"case-{number}", f"clause-{number}", Verdict.WA, 1.0, 4.0, (Finding(f"fault {number}"),))
        for number in range(24)
    )
    grades = [replace(a_grade(f"student {number}"), cases=many) for number in range(1000)]
    path = page_file(document_of(tmp_path, *grades), tmp_path)
    assert path.stat().st_size < 2_000_000
    with opened(chromium, path) as view:
        view.page.get_by_label("Search a name").fill("student 99")
        assert len(shown_students(view.page)) == 11
        assert view.faults == []


def test_rows_lead_to_the_pages_of_students(chromium: Browser, tmp_path: Path) -> None:
    evil = "javascript:alert(1)//%2e%2e/"
    grades = (*a_class(tmp_path, 5).grades, replace(a_grade(), student=evil))
    document = document_of(tmp_path, *grades)
    (tmp_path / "pages").mkdir()
    targets = parse_targets([str(tmp_path / "class.html"), str(tmp_path / "pages" / "{student}.html")])
    write_all(reports_for(document, targets, None))
    with opened(chromium, tmp_path / "class.html") as view:
        links = view.page.locator("table.students th a")
        addresses = links.evaluate_all("all => all.map(a => a.href)")
        assert all(address.startswith((tmp_path / "pages").as_uri() + "/") for address in addresses)
        assert len({Path(unquote(urlsplit(address).path)) for address in addresses if _is_there(address)}) == 6
        links.nth(1).click()
        expect(view.page.locator("h1")).to_have_text("student 1 · sum")


def _is_there(address: str) -> bool:
    return Path(unquote(urlsplit(address).path)).is_file()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_do_nothing(chromium: Browser, tmp_path: Path, text: str) -> None:
    others = [hostile_grade(f"{text}{number}") for number in range(4)]
    for grades in ([hostile_grade(text)], [hostile_grade(text), *others]):
        path = page_file(document_of(tmp_path, *grades, not_recognised=(text,), hand_ins=(text,)), tmp_path)
        with opened(chromium, path) as view:
            page = view.page
            page.mouse.move(200, 200)
            assert page.evaluate("window.hacked") is None
            assert page.locator("img, iframe, object, embed, base, form").count() == 0
            assert page.locator("script").count() == 1
            assert page.locator("a:not([href^='#'])").count() == 0
            shown = page.locator("body").inner_text()
            assert not any(character in shown for character in "\x1b\x07\x08\x00\u202e\u2066")
            assert view.faults == []


def test_a_page_of_a_real_course_has_a_curve_of_run_times(chromium: Browser, tmp_path: Path, apart: Path) -> None:
    path = tmp_path / "bob.html"
    run_grade("submissions/bob/cse30-pa2", "--report", path, "--isolation", "E", cwd=ROOT, apart=apart, expect=1)
    with opened(chromium, path) as view:
        page = view.page
        assert page.locator(".score .figure").inner_text() == "92/100"
        assert page.locator(".times circle.dot").count() >= 8
        page.locator(".times summary").click()
        assert page.locator(".times tbody tr").count() == 8
        assert view.violations() == []
        assert view.faults == []


DRAWING = '<svg viewBox="0 0 8 8" width="80"><rect width="8" height="8" fill="#c4001a"></rect></svg>'
EVIL_DRAWING = (
    '<svg viewBox="0 0 8 8" onload="window.hacked=1"><script>window.hacked=1</script><rect width="8" height="8"/>'
    '<foreignObject><iframe srcdoc="<script>parent.hacked=1</script>"></iframe></foreignObject>'
    '<a href="javascript:window.hacked=1"><text>x</text></a><image href="https://example.org/x.png" onerror="1"/>'
    '<style>@import "https://example.org/x.css";</style><animate onbegin="window.hacked=1" dur="1s"/></svg>'
)


def test_a_picture_is_drawn_and_named_and_an_evil_one_does_nothing(chromium: Browser, tmp_path: Path) -> None:
    pictures = Picture(DRAWING, "A red square."), Picture(EVIL_DRAWING, "</div><script>window.hacked=1</script>", "Q .")
    cases = tuple(
        CaseGrade(f"case-{number}", f"clause-{number}", Verdict.WA, 0.0, 5.0, (Finding(f"{number}", picture=picture),))
        for number, picture in enumerate((*pictures, Picture("", "Too large.", "Q .\n. Q")))
    )
    with opened(chromium, page_file(document_of(tmp_path, Grade("ann", "sum", Verdict.WA, cases)), tmp_path)) as view:
        page = view.page
        assert page.get_by_role("img", name="A red square.").locator("rect").is_visible()
        assert page.locator("svg").count() == 2
        assert page.locator("svg *").evaluate_all("all => all.map(e => e.tagName)") == ["rect", "rect", "text"]
        assert page.locator(".picture pre").inner_text() == "Q .\n. Q"
        assert page.evaluate("window.hacked") is None
        assert view.violations() == []
        assert view.faults == []


def test_hostile_students_get_pages_that_do_nothing(chromium: Browser, tmp_path: Path, apart: Path) -> None:
    """Whole folders of students, graded as a teacher does: their names, files, outputs and tracebacks are hostile."""
    root = course(tmp_path / "course")
    for number, text in enumerate(HOSTILE):
        name = re.sub("[/\\0\ud800]", "|", text)
        output = text.encode("utf-8", "surrogatepass")
        program = f"import sys\nfor stream in (sys.stdout, sys.stderr): stream.buffer.write({output!r} * 3)\n"
        crash = f"raise ValueError({output!r})  # {name!r}\n" if number % 2 else ""
        write(root / "submissions" / name, {"sum/main.py": program + crash, f"sum/{name}": output})
    (root / "pages").mkdir()
    reports = ("--report", "class.html", "--report", "pages/{student}.html", "--isolation", "E", "--no-gradebook")
    run_grade("submissions", *reports, cwd=root, apart=apart, expect=1)
    pages = [root / "class.html", *(root / "pages").iterdir()]
    assert len(pages) == len(HOSTILE) + 1
    for path in pages:
        with opened(chromium, path) as view:
            assert view.page.evaluate("window.hacked") is None
            assert view.page.locator("img, iframe, object, embed, base, form").count() == 0
            assert view.page.locator("h1").count() == 1
            assert view.faults == []


def test_nothing_of_another_origin_could_run_or_be_asked_for(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, page_file(document_of(tmp_path, a_grade()), tmp_path)) as view:
        attempts = """() => {
          const add = (tag, set) => { const e = document.createElement(tag); set(e); document.body.append(e); };
          add("script", e => { try { e.text = "window.hacked = 1"; } catch {} });
          add("img", e => { e.src = "https://example.org/x.png"; });
          add("iframe", e => { e.src = "https://example.org/"; });
          add("p", e => { e.setAttribute("style", "color: red"); });
          return fetch("https://example.org/").then(() => "sent", () => "refused");
        }"""
        sent: list[str] = []

        def refuse(route: Route) -> None:
            sent.append(route.request.url)
            route.abort()

        view.page.context.route("https://**", refuse)
        assert view.page.evaluate(attempts) == "refused"
        assert view.page.evaluate("window.hacked") is None
        refused = [fault for fault in view.faults if "Content Security Policy" in fault or "TrustedScript" in fault]
        assert len(refused) >= 4
        assert sent == []
