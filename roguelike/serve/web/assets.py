"""Scripts and style sheets, cached by browsers for a year: their addresses contain a digest."""

from __future__ import annotations

import graphlib
import hashlib
import re
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    import pathlib

_KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
_NAMED: Final = re.compile(r"\{\{([\w.]+)\}\}")


class Assets:
    """The files of a folder; `{{NAME}}` in one is replaced by the address of another."""

    def __init__(self, folder: pathlib.Path) -> None:
        files = {each.name: each.read_text() for each in folder.iterdir() if each.suffix in _KINDS}
        self._texts: dict[str, str] = {}
        self._digests: dict[str, str] = {}
        """Digests of the texts after replacement: a change in a file changes the address of its importers."""
        for name in graphlib.TopologicalSorter({name: _NAMED.findall(files[name]) for name in files}).static_order():
            text = _NAMED.sub(lambda found: self._address(found[1]), files[name])
            self._texts[name] = text
            self._digests[name] = hashlib.sha256(text.encode()).hexdigest()[:12]

    def _address(self, name: str) -> str:
        return f"/static/{name}?{self._digests[name]}"

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return self._texts[name]

    async def answer(self, request: web.Request) -> web.Response:
        """Serve a file."""
        name = request.match_info["file"]
        if name not in self._texts or name.endswith(".html"):
            raise web.HTTPNotFound(text="File not found.")
        kind = _KINDS[name[name.rindex(".") :]]
        is_newest = request.query_string == self._digests[name]
        response = web.Response(text=self._texts[name], content_type=kind)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_newest else "no-cache"
        return response
