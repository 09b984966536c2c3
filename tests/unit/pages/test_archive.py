"""The archive: pages go in, come back by their place, and survive torn and malformed files."""

from __future__ import annotations

import gzip
import random
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motherlode.errors import StoreUnavailable, UnreadableInput
from motherlode.model.pages import Response
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place, placed_responses, responses

NOW = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)


def reply(url: str, body: bytes, **more: object) -> Response:
    headers = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"))
    return Response(url=url, final_url=url, status=200, headers=headers, body=body, fetched_at=NOW, **more)  # type: ignore[arg-type]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=3000), min_size=1, max_size=8))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, bodies: list[bytes]) -> None:
    folder = tmp_path_factory.mktemp("archive")
    with Archive(folder, segment_bytes=2000) as archive:
        places = [archive.write(reply(f"http://a.example/{n}", body)) for n, body in enumerate(bodies)]
        assert [archive.read(place).body for place in places] == bodies
        found = [page.body for segment in archive.segments() for page in responses(segment)]
    assert found == bodies


def test_facts_of_a_page_survive(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        given_page = Response(
            "http://a.example/old", "http://a.example/new", 203, (("X-A", "1\r\n2"), ("Content-Type", "text/plain")),
            b"text", NOW, truncated=True,
        )  # fmt: skip
        found = archive.read(archive.write(given_page))
    assert (found.url, found.final_url, found.status, found.body) == (
        "http://a.example/old", "http://a.example/new", 203, b"text",
    )  # fmt: skip
    assert found.header("x-a").split() == ["1", "2"]
    assert found.fetched_at == NOW
    assert found.truncated


@pytest.mark.parametrize("lost", [1, 20, 200])
def test_a_torn_tail_costs_one_record(tmp_path: Path, lost: int) -> None:
    with Archive(tmp_path) as archive:
        places = [archive.write(reply(f"http://a.example/{n}", bytes([65 + n]) * 5000)) for n in range(5)]
    file = tmp_path / places[0].file
    file.write_bytes(file.read_bytes()[:-lost])
    assert len(list(responses(file))) >= 4
    with Archive(tmp_path) as again:
        fresh = again.write(reply("http://a.example/z", b"z"))
        assert fresh.file != places[0].file
        assert again.read(fresh).body == b"z"
        assert again.read(places[0]).body == b"A" * 5000


def test_damage_in_the_middle_is_passed_over(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        places = [archive.write(reply(f"http://a.example/{n}", bytes([65 + n]) * 5000)) for n in range(6)]
    file = tmp_path / places[0].file
    data = bytearray(file.read_bytes())
    data[places[2].offset + 30 : places[2].offset + 90] = b"\x00" * 60
    file.write_bytes(data)
    urls = [page.url for page in responses(file)]
    assert "http://a.example/1" in urls
    assert {"http://a.example/4", "http://a.example/5"} <= set(urls)


def test_plain_warc_with_rubbish_between_records(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        place = archive.write(reply("http://a.example/1", b"body"))
    record = gzip.decompress((tmp_path / place.file).read_bytes())
    file = tmp_path / "plain.warc"
    file.write_bytes(record + b"rubbish\r\n" * 3 + record.replace(b"example/1", b"example/2"))
    assert [page.url for page in responses(file)] == ["http://a.example/1", "http://a.example/2"]
    assert next(place.offset for place, _ in placed_responses(file)) == 0


@pytest.mark.parametrize("data", [b"", b"hello", b"\x1f\x8b\x08 not gzip", b"WARC/1.0\r\n", bytes(range(256)) * 40])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.warc.gz"
    file.write_bytes(data)
    with pytest.raises(UnreadableInput, match="no WARC record"):
        list(responses(file))


def test_missing_file_and_wrong_place(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="cannot be read"):
        list(responses(tmp_path / "none.warc"))
    with Archive(tmp_path) as archive:
        place = archive.write(reply("http://a.example/1", b"body"))
        with pytest.raises(UnreadableInput):
            archive.read(Place(place.file, place.offset + 7))
        with pytest.raises(UnreadableInput):
            archive.read(Place("other.warc.gz", 0))


def test_a_revisit_names_the_record_that_holds_the_bytes(tmp_path: Path) -> None:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    from motherlode.pages.warc import responses

    with Archive(tmp_path) as archive:
        first = Response("http://a.example/", "http://a.example/", 200, (("ETag", '"x"'),), b"bytes", NOW)
        archive.write(first)
        again = Response("http://a.example/", "http://a.example/", 304, (("ETag", '"x"'),), b"", NOW)
        archive.write_revisit(again, first)
        (file,) = archive.segments()
    with file.open("rb") as stream:
        kinds = [(record.record_type, dict(record.headers)) for record in ArchiveIterator(stream)]
    assert [kind for kind, _ in kinds] == [WarcRecordType.response, WarcRecordType.revisit]
    assert kinds[1][1]["WARC-Refers-To-Target-URI"] == "http://a.example/"
    assert kinds[1][1]["WARC-Profile"].endswith("server-not-modified")
    assert [response.body for response in responses(file)] == [b"bytes"], "a revisit is no page"


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
def test_after_a_failed_write_pages_go_into_another_segment(tmp_path: Path) -> None:
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Archive(tmp_path) as archive:
        first = archive.write(reply("http://a.example/1", b"one"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, limits[1]))  # the disk takes a part of the next record
        try:
            with pytest.raises(StoreUnavailable, match="cannot be written"):
                archive.write(reply("http://a.example/2", random.Random(0).randbytes(20_000)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        third = archive.write(reply("http://a.example/3", b"three"))
        assert first.file != third.file
        assert [archive.read(place).body for place in (first, third)] == [b"one", b"three"]


def test_places_are_where_records_begin(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        places = [archive.write(reply(f"http://a.example/{n}", b"x" * 9_000 * n)) for n in range(4)]
        (segment,) = archive.segments()
    assert places == [place for place, _ in placed_responses(segment)]
