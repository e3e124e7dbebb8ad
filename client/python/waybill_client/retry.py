"""Repeats requests that the service refuses for now, or that may not have reached it."""

from __future__ import annotations

import email.utils
import random
import re
import time
from collections.abc import Awaitable, Callable

import anyio
import httpx

# The service has done nothing for these: any request may be repeated.
_REFUSED = {429, 503}
# The service, or a gateway, may have done something.
_UNCERTAIN = {502, 504}
# Reads whose question is a body, and reports of workers, which name a claim.
_REPEATABLE_POST = re.compile(
    r"/(search/(list|page|count)|diff/only|backup|job-steps/(extend|progress|complete|fail|release))$"
)

_RULES = """

    A request that the service may have executed is repeated only if this changes nothing: GET, HEAD, PUT and DELETE,
    searches by POST, reports of workers, and requests with an Idempotency-Key.

    `retries` is the maximum number of repetitions. `pause` is that before the first one in seconds; it doubles each time.
    A longer Retry-After is obeyed; one over `max_pause` ends the repetitions.
    """


class _RetryRules:
    def __init__(self, retries: int, pause: float, max_pause: float) -> None:
        self._retries = retries
        self._pause = pause
        self._max_pause = max_pause

    def pause_after(
        self, request: httpx.Request, outcome: httpx.Response | httpx.TransportError, attempt: int
    ) -> float | None:
        """Returns the seconds until a repetition; None if the request is not repeated."""
        if attempt >= self._retries:
            return None
        # A random part, so that many clients do not return at once.
        pause = self._pause * 2**attempt * random.uniform(0.5, 1)
        if isinstance(outcome, httpx.TransportError):
            return pause if _is_repeatable(request) else None
        status = outcome.status_code
        if status not in _REFUSED and not (status in _UNCERTAIN and _is_repeatable(request)):
            return None
        pause = max(pause, seconds_of(outcome.headers.get("retry-after")) or 0.0)
        return pause if pause <= self._max_pause else None


class RetryTransport(httpx.BaseTransport):
    __doc__ = f"Repeats a request after a pause.{_RULES}"

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
        self._rules = _RetryRules(retries, pause, max_pause)
        self._sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        attempt = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._transport.handle_request(request)
            except httpx.TransportError as error:
                outcome = error
            pause = self._rules.pause_after(request, outcome, attempt)
            if pause is None:
                return _result_of(outcome)
            if isinstance(outcome, httpx.Response):
                outcome.close()
            self._sleep(pause)
            attempt += 1

    def close(self) -> None:
        self._transport.close()


class AsyncRetryTransport(httpx.AsyncBaseTransport):
    __doc__ = f"Repeats a request of an asynchronous client after a pause.{_RULES}"

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        retries: int = 3,
        pause: float = 0.2,
        max_pause: float = 30.0,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self._transport = transport
        self._rules = _RetryRules(retries, pause, max_pause)
        self._sleep = sleep

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        attempt = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = await self._transport.handle_async_request(request)
            except httpx.TransportError as error:
                outcome = error
            pause = self._rules.pause_after(request, outcome, attempt)
            if pause is None:
                return _result_of(outcome)
            if isinstance(outcome, httpx.Response):
                await outcome.aclose()
            await self._sleep(pause)
            attempt += 1

    async def aclose(self) -> None:
        await self._transport.aclose()


def seconds_of(retry_after: str | None) -> float | None:
    """Reads the seconds or the date of a Retry-After; returns None if there is neither."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _result_of(outcome: httpx.Response | httpx.TransportError) -> httpx.Response:
    if isinstance(outcome, httpx.TransportError):
        raise outcome
    return outcome


def _is_repeatable(request: httpx.Request) -> bool:
    if request.method in {"GET", "HEAD", "PUT", "DELETE"} or "idempotency-key" in request.headers:
        return True
    return request.method == "POST" and _REPEATABLE_POST.search(request.url.path) is not None
