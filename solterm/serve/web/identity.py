"""Who a browser is: a random cookie, which the accounts know like the fingerprint of a key."""

import re
import secrets
from base64 import b64encode
from hashlib import sha256

from aiohttp import web

COOKIE = "solterm"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_SECONDS = 400 * 24 * 3600
"""Browsers keep no cookie longer."""


def read_fingerprint(request: web.BaseRequest) -> str:
    """Return the fingerprint of the browser's cookie; empty without one.

    It has its own prefix, because whoever sends the public half of an SSH key as a cookie must not
    get that key's fingerprint.
    """
    token = _read_token(request)
    if not token:
        return ""
    return f"WEB:{b64encode(sha256(token.encode()).digest()).decode().rstrip('=')}"


def give_cookie(request: web.BaseRequest, response: web.Response) -> None:
    """Give the browser a cookie, or renew the one it has."""
    # The header may be false, but then only who sends it loses the cookie.
    is_secure = request.headers.get("X-Forwarded-Proto", "").lower() == "https"
    response.set_cookie(
        COOKIE,
        _read_token(request) or secrets.token_urlsafe(32),
        max_age=_SECONDS,
        path="/",
        secure=is_secure,
        httponly=True,
        # Not Strict: then a link from another site would come without it, and get a new one.
        samesite="Lax",
    )


def _read_token(request: web.BaseRequest) -> str:
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else ""
