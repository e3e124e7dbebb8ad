"""What both transports repeat, and after which pauses."""

from unittest import mock

import httpx
from waybill_client import AsyncRetryTransport, RetryTransport, TooManyRequestsError
from waybill_client.errors import raise_for_error


class Service:
    """Answers in turn with these statuses, or breaks the connection, and records the pauses between."""

    def __init__(self, answers):
        self._left = [answer if isinstance(answer, tuple) else (answer, None) for answer in answers]
        self.seen = []
        self.pauses = []

    def answer(self, request):
        status, retry_after = self._left.pop(0)
        self.seen.append(status)
        if status == "broken":
            raise httpx.ConnectError("the connection was closed")
        return httpx.Response(status, headers={} if retry_after is None else {"retry-after": retry_after})

    async def pause(self, seconds):
        self.pauses.append(seconds)


async def _send(method, path, answers, headers=None):
    """Sends a request by each transport. Returns what the service has seen, and the pauses."""
    plain, asynchronous = Service(answers), Service(answers)
    request = (method, f"http://localhost{path}")
    transport = RetryTransport(httpx.MockTransport(plain.answer), pause=0.5, sleep=plain.pauses.append)
    with httpx.Client(transport=transport) as client:
        try:
            client.request(*request, headers=headers)
        except httpx.ConnectError:
            pass
    transport = AsyncRetryTransport(httpx.MockTransport(asynchronous.answer), pause=0.5, sleep=asynchronous.pause)
    async with httpx.AsyncClient(transport=transport) as client:
        try:
            await client.request(*request, headers=headers)
        except httpx.ConnectError:
            pass
    assert (plain.seen, plain.pauses) == (asynchronous.seen, asynchronous.pauses)
    return [method, plain.seen, plain.pauses]


def _retry_after(value):
    try:
        raise_for_error(httpx.Response(429, headers={} if value is None else {"retry-after": value}))
    except TooManyRequestsError as error:
        return error.retry_after_seconds


async def repetitions():
    with mock.patch("random.uniform", return_value=0.5):
        return {
            "sent": [
                await _send("POST", "/users", [503, (429, "7"), 200]),
                await _send("GET", "/users", ["broken", 502, 504, 200]),
                await _send("POST", "/users", ["broken"]),
                await _send("POST", "/users", [502]),
                await _send("POST", "/users/search/count", ["broken", 200]),
                await _send("POST", "/users", ["broken", 200], {"Idempotency-Key": "x"}),
                await _send("GET", "/users", [503, 503, 503, 503]),
                await _send("GET", "/users", [(429, "3600")]),
            ],
            "retryAfter": [_retry_after("7"), _retry_after("Mon, 01 Jan 2001 00:00:00 GMT"), _retry_after(None)],
        }
