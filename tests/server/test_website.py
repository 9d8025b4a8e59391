"""The website: the client, its files, and the host's imprint and privacy pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from genial.core.errors import BadOption
from genial.server.errors import NotFound
from genial.server.settings import Settings
from genial.server.website import files as website_files
from genial.server.website.files import WebsiteFiles
from genial.server.website.host_pages import render_markdown
from tests.server.live import Server

BUILT = Path(website_files.__file__).parents[1] / "static" / "index.html"
needs_client = pytest.mark.skipif(not BUILT.exists(), reason="the client is not built")


def opened(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.address, verify=False)


def test_without_a_client_there_is_no_first_page() -> None:
    files = WebsiteFiles(Settings())
    files._files.pop("index.html", None)
    for path in ("/", "/table/x"):
        with pytest.raises(NotFound):
            files.find(path)
    assert files.find("/robots.txt").content.startswith(b"User-agent")


def test_hosts_have_pages_of_their_own(tmp_path: Path) -> None:
    imprint = tmp_path / "imprint.md"
    imprint.write_text("# The club\n\nAda <script>alert(1)</script>\n\n- https://club.example\n")
    database = f"sqlite:///{tmp_path}/genial.db"
    with (
        Server(database, "", log=tmp_path / "log", imprint=imprint) as server,
        opened(server) as client,
    ):
        shown = client.get("/imprint", headers={"accept-language": "de-CH"})
        assert 'lang="de"' in shown.text
        assert shown.headers["content-type"] == "text/html; charset=utf-8"
        assert "accept-language" in shown.headers["vary"]
        assert "<h1>The club</h1>" in shown.text
        assert "&lt;script&gt;" in shown.text
        assert "<script" not in shown.text
        assert 'lang="en"' in client.get("/imprint", headers={"accept-language": "fr"}).text
        known = client.get("/imprint", headers={"if-none-match": shown.headers["etag"]})
        assert known.status_code == 200, "in another language it is another page"
        assert client.get("/privacy").status_code == 404, "this host has none"
        if BUILT.exists():
            assert '<meta name="genial-pages" content="imprint" />' in client.get("/about").text
        for link in re.findall(r'(?:href|src)="(/[^"]*)"', shown.text):
            assert client.get(link).status_code == 200, link
        assert "Disallow: /api/" in client.get("/robots.txt").text
        docs = client.get("/api/schema").text
        assert "POST /api/me/tokens" in docs
        assert "<script" not in docs
        assert client.get("/api/schema/openapi.json").json()["info"]["title"] == "Genial"


@needs_client
def test_the_client_is_served_at_the_root_and_for_every_page_of_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/genial.db"
    with Server(database, "", log=tmp_path / "log") as server, opened(server) as client:
        first = client.get("/")
        assert first.headers["content-type"] == "text/html; charset=utf-8"
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["content-encoding"] == "gzip"
        policy = first.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        # Scripts come from here, and none stands in a page; the engine is WebAssembly.
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert not re.search(r"<script(?![^>]* src=)|<style| on\w+=", first.text)
        assert client.get("/", headers={"if-none-match": first.headers["etag"]}).status_code == 304
        for path in ("/table/x7", "/new/spezial", "/learn/phoenix/play?step=3", "/review/x/12"):
            deep = client.get(path)
            assert (deep.status_code, deep.text) == (200, first.text), path
        assets = re.findall(r'(?:href|src)="(/assets/[^"]+)"', first.text)
        assert len(assets) >= 2
        for path in assets:
            asset = client.get(path)
            assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert asset.headers["content-type"].startswith(("text/javascript", "text/css"))
        for path, kind in (
            ("/sw.js", "text/javascript"),
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/favicon.svg", "image/svg+xml"),
            ("/icons/icon-192.png", "image/png"),
        ):
            file = client.get(path)
            assert file.headers["content-type"].startswith(kind)
            assert file.headers["cache-control"] == "no-cache"
        for icon in client.get("/manifest.webmanifest").json()["icons"]:
            assert client.get(icon["src"]).status_code == 200
        named = re.findall(
            r'"(/[^"]*)"', client.get("/sw.js").text.split("SHELL = ")[1].split(";")[0]
        )
        assert len(named) > 5
        for path in named:
            assert client.get(path).status_code == 200, path


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/nothing", "/api/tables/x/y/z", "/health/x", "/metrics/x", "/docs", "/docs/x",
     "/imprint", "/privacy", "/assets/gone-12345678.js", "/assets/x", "/icons/none.png",
     "/none.js", "/plain/none", "/app.py", "/../app.py", "/%2e%2e/app.py", "/.built",
     "/assets/../../app.py"],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_not_answered_with_the_client(
    quiet: httpx.Client, path: str
) -> None:
    answer = quiet.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Start a server that gets no other requests; return a client of it."""
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder}/genial.db"
    with Server(database, "", log=folder / "log") as server, opened(server) as client:
        yield client


def test_loading_many_files_is_not_too_much(quiet: httpx.Client) -> None:
    assert {quiet.get("/favicon.svg").status_code for _ in range(300)} == {200}


def test_markdown_is_rendered_with_line_breaks_lists_and_links() -> None:
    page = render_markdown('one\ntwo & "three"\n\n## Four\n* [five](mailto:a@b.example)\n* six')
    assert page == (
        "<p>one<br />\ntwo &amp; &quot;three&quot;</p>\n<h2>Four</h2>\n"
        '<ul>\n<li><a href="mailto:a@b.example">five</a></li>\n<li>six</li>\n</ul>\n'
    )


def test_markdown_runs_no_scripts_and_links_no_unsafe_addresses() -> None:
    for text in ("[x](javascript:alert(1))", "[x](data:text/html,x)", "<a href='x'>y</a>"):
        assert "<a" not in render_markdown(text)
    assert "<img" not in render_markdown("![x](https://a.example/x.png)")
    assert "<script" not in render_markdown("<script>alert(1)</script>")
    assert render_markdown('https://a.example/"onclick') == (
        '<p><a href="https://a.example/">https://a.example/</a>&quot;onclick</p>\n'
    )


def test_a_hosts_text_that_cannot_be_read_is_told_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"the setting privacy: .* cannot be read"):
        WebsiteFiles(Settings(privacy=str(tmp_path / "nothing.md")))
    (tmp_path / "latin.txt").write_bytes("Köln".encode("latin-1"))
    with pytest.raises(BadOption, match="not UTF-8"):
        WebsiteFiles(Settings(imprint=str(tmp_path / "latin.txt")))
