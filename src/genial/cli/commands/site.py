"""`genial site`: the browser client as a folder of files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from genial.cli.parameters import flag


def site(
    *,
    out: Annotated[Path, Parameter(metavar="DIR", help="The folder to write; it is created.")],
    replace: Annotated[bool, flag("Replace an older site in the folder.")] = False,
) -> None:
    """Write the website without a server."""
    from genial.server.website.site import write_site

    count = write_site(out, replace=replace)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {count} files, {size / 1e6:.1f} MB. Try it: python3 -m http.server -d {out}")
