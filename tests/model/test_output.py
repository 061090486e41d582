"""Output that lies in a file answers as the same bytes do."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from harness.model import output
from harness.model.output import MAX_IN_MEMORY, StoredOutput, chunks, is_blank, line_blocks, read_output, read_whole

TEXTS = [b"", b"\n", b"one line", b"a\nbc\n\ndef\n", b"\n\n  \n", bytes(range(256)) * 3]


def stored(folder: Path, content: bytes) -> StoredOutput:
    path = folder / "content"
    path.write_bytes(content)
    return StoredOutput(os.open(path, os.O_RDONLY))


@pytest.mark.parametrize("piece", [1, 2, 3, 1 << 20])
@pytest.mark.parametrize("text", TEXTS)
def test_a_stored_output_answers_as_bytes_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, piece: int
) -> None:
    monkeypatch.setattr(output, "CHUNK_SIZE", piece)
    file = stored(tmp_path, text)
    assert len(file) == len(text)
    places = [0, 1, 2, 5, len(text) // 2, len(text), len(text) + 3]
    for start in places:
        assert file[start:] == text[start:]
        assert file.find(b"\n", start) == text.find(b"\n", start)
        for end in places:
            assert file[start:end] == text[start:end]
            assert file.count(b"\n", start, end) == text.count(b"\n", start, end)
            assert file.rfind(b"\n", start, end) == text.rfind(b"\n", start, end)
            assert b"".join(chunks(file, start, end)) == text[start:end]
    assert (file[-1:], file[:-1]) == (text[-1:], text[:-1])
    assert is_blank(file) == is_blank(text) == (not text.strip())
    assert read_whole(file) == read_whole(text) == text


def test_another_process_gets_the_bytes(tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(stored(tmp_path, b"text"))) == b"text"  # noqa: S301 - our own


def test_a_small_file_is_held_and_a_large_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "small").write_bytes(b"x" * MAX_IN_MEMORY)
    (tmp_path / "large").write_bytes(b"x" * (MAX_IN_MEMORY + 1))
    assert read_output(tmp_path / "small") == b"x" * MAX_IN_MEMORY
    assert isinstance(read_output(tmp_path / "large"), StoredOutput)
    assert read_output(tmp_path / "none") is None


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 16])
@pytest.mark.parametrize("text", TEXTS)
def test_blocks_are_whole_lines(monkeypatch: pytest.MonkeyPatch, text: bytes, size: int) -> None:
    monkeypatch.setattr(output, "_BLOCK_SIZE", size)
    for start in range(0, len(text) + 1, 1 + len(text) // 7):
        for end in (None, *range(start, len(text) + 1, 1 + len(text) // 7)):
            parts = list(line_blocks(text, start, end))
            assert b"\n".join(parts) == text[start:end]
            assert all(b"\n" not in block for block in parts if len(block) > size), "what is longer is one line"
