"""Scripts and styles, which browsers keep for a year: their addresses change with their content."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    import pathlib

_KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


class Assets:
    """The files of a folder."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._files = {each.name: each.read_text() for each in sorted(folder.iterdir()) if each.suffix in _KINDS}
        self._digests = {name: hashlib.sha256(text.encode()).hexdigest()[:12] for name, text in self._files.items()}

    def text(self, name: str) -> str:
        """Return the text of a file, in which `{{NAME}}` stands for the address of another."""
        text = self._files[name]
        for other, digest in self._digests.items():
            text = text.replace(f"{{{{{other}}}}}", f"/static/{other}?{digest}")
        return text

    async def answer(self, request: web.Request) -> web.Response:
        """Return a file."""
        name = request.match_info["file"]
        if name not in self._files or name.endswith(".html"):
            raise web.HTTPNotFound(text="There is no such file.")
        kind = _KINDS[name[name.rindex(".") :]]
        is_newest = request.query_string == self._digests[name]
        response = web.Response(text=self.text(name), content_type=kind)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_newest else "no-cache"
        response.enable_compression()
        return response
