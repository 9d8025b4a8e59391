"""Start Firefox, and stand between it and Playwright, which may speak a newer WebDriver BiDi.

    python -m tests.web.bidi_bridge /usr/bin/firefox-esr --headless --remote-debugging-port=0 ...

Playwright sends every new window `emulation.setMediaFeaturesOverride` and gives up if a Firefox does
not know it yet. The bridge answers for such a Firefox that all is well: our tests ask for reduced
motion by a preference and need no other media feature. Everything else is passed on unchanged.
"""  # noqa: E501

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

_OPTIONAL = "emulation.setMediaFeaturesOverride"
_UNKNOWN = "unknown command"
_LONGEST_LINE = 1 << 24  # bytes that Firefox may print without a break
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Bridge:
    """Pass messages of one connection on, both ways."""

    def __init__(self, near: ServerConnection, far: ClientConnection) -> None:
        self._near = near
        self._far = far
        self._optional: set[int] = set()  # numbers of commands that may be unknown

    async def run(self) -> None:
        await asyncio.gather(self._pass_commands(), self._pass_answers())

    async def _pass_commands(self) -> None:
        async for message in self._near:
            if _OPTIONAL in str(message):
                self._optional.add(json.loads(message)["id"])
            await self._far.send(message)
        await self._far.close()

    async def _pass_answers(self) -> None:
        async for message in self._far:
            await self._near.send(self._excused(str(message)))
        await self._near.close()

    def _excused(self, message: str) -> str:
        """Return the message, or success if it says that Firefox does not know a command."""
        if not self._optional or _UNKNOWN not in message:
            return message
        answer = json.loads(message)
        if answer.get("error") != _UNKNOWN or answer.get("id") not in self._optional:
            return message
        return json.dumps({"type": "success", "id": answer["id"], "result": {}})


async def main(command: list[str]) -> int:
    """Run Firefox until it ends; return its exit code."""
    firefox = await asyncio.create_subprocess_exec(
        *command, stderr=asyncio.subprocess.PIPE, limit=_LONGEST_LINE
    )
    assert firefox.stderr is not None
    address = ""

    async def accept(near: ServerConnection) -> None:
        path = near.request.path if near.request else ""
        async with connect(address + path, max_size=None, compression=None) as far:
            await Bridge(near, far).run()

    async with serve(accept, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        while line := (await firefox.stderr.readline()).decode(errors="replace"):
            if found := _LISTENING.search(line):
                address = found[1]
                line = f"WebDriver BiDi listening on ws://127.0.0.1:{port}\n"
            print(line, end="", file=sys.stderr, flush=True)
        return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
