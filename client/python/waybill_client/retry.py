"""Repeats requests that the service refuses for now, or that may not have reached it."""

from __future__ import annotations

import email.utils
import random
import re
import time
from collections.abc import Callable

import httpx

# The service has done nothing for these: any request may be repeated.
_REFUSED = {429, 503}
# The service, or a gateway, may have done something.
_UNCERTAIN = {502, 504}
# Reads whose question is a body.
_READING_POST = re.compile(r"/(search/(list|page|count)|diff/only|backup)$")


class RetryTransport(httpx.BaseTransport):
    """Repeats a request after a pause.

    A request that the service may have executed is repeated only if this changes nothing: GET, HEAD, PUT and DELETE,
    searches by POST, and requests with an Idempotency-Key.

    `retries` is the maximum number of repetitions. `pause` is that before the first one in seconds; it doubles each time.
    A longer Retry-After is obeyed; one over `max_pause` ends the repetitions.
    """

    def __init__(
        self,
        transport: httpx.BaseTransport,
        *,
        retries: int = 3,
        pause: float = 0.2,
        max_pause: float = 30.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport
        self._retries = retries
        self._pause = pause
        self._max_pause = max_pause
        self._sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        attempt = 0
        while True:
            response: httpx.Response | None = None
            failure: httpx.TransportError | None = None
            try:
                response = self._transport.handle_request(request)
            except httpx.TransportError as error:
                failure = error
            pause = self._pause_before_repetition(request, response, attempt)
            if pause is None or pause > self._max_pause:
                if response is None:
                    assert failure is not None
                    raise failure
                return response
            if response is not None:
                response.close()
            self._sleep(pause)
            attempt += 1

    def close(self) -> None:
        self._transport.close()

    def _pause_before_repetition(
        self, request: httpx.Request, response: httpx.Response | None, attempt: int
    ) -> float | None:
        if attempt >= self._retries:
            return None
        # A random part, so that many clients do not return at once.
        pause = self._pause * 2**attempt * random.uniform(0.5, 1)
        if response is None:
            return pause if _is_repeatable(request) else None
        if response.status_code in _REFUSED or (response.status_code in _UNCERTAIN and _is_repeatable(request)):
            return max(pause, _retry_after(response))
        return None


def _is_repeatable(request: httpx.Request) -> bool:
    if request.method in {"GET", "HEAD", "PUT", "DELETE"} or "idempotency-key" in request.headers:
        return True
    return request.method == "POST" and _READING_POST.search(request.url.path) is not None


def _retry_after(response: httpx.Response) -> float:
    """Reads the seconds or the date of a Retry-After."""
    value = response.headers.get("retry-after", "")
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
