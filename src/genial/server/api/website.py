"""Send the files of the website."""

from __future__ import annotations

from litestar import Response, get

from genial.server.api.dependencies import AnyRequest, AppServices, client_address
from genial.server.api.guard import skip_checks
from genial.server.website.files import WebsiteFile
from genial.server.website.host_pages import language_of


@get(["/imprint", "/privacy"], include_in_schema=False)
async def send_host_page(request: AnyRequest, services: AppServices) -> Response[bytes]:
    """Send the imprint or the privacy page."""
    page = services.website.host_page(request.url.path.strip("/"), language_of(request))
    return _send(request, page, vary="accept-encoding, accept-language")


@get(["/", "/{path:path}"], include_in_schema=False, before_request=skip_checks)
async def send_file(request: AnyRequest, services: AppServices, path: str = "") -> Response[bytes]:
    """Send a file, or the client, which shows the page itself, with a preview of it."""
    file = services.website.find(path)
    if services.previews.has_preview(path):
        if services.limits.previews.try_use(client_address(request, services)):
            language = language_of(request)
            file = await services.previews.page(path, language) or file
        return _send(request, file, vary="accept-encoding, accept-language")
    return _send(request, file)


def _send(request: AnyRequest, file: WebsiteFile, vary: str = "accept-encoding") -> Response[bytes]:
    """Send a file: compressed if the browser understands that, not at all if it has it."""
    cache = "public, max-age=31536000, immutable" if file.is_immutable else "no-cache"
    headers = {"etag": file.etag, "vary": vary, "cache-control": cache}
    known = request.headers.get("if-none-match", "")
    if file.etag in [etag.strip().removeprefix("W/") for etag in known.split(",")]:
        return Response(b"", status_code=304, headers=headers)
    content = file.content
    if "gzip" in request.headers.get("accept-encoding", "") and file.gzipped is not None:
        content = file.gzipped
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=file.media_type, headers=headers)


ROUTES = (send_host_page, send_file)
