"""Errors of the client: a class for each status of the service."""

from __future__ import annotations

from typing import Any

import httpx

from .retry import seconds_of


class WaybillError(Exception):
    """An error response of Waybill.

    `code` is the status code, `summary` one sentence, `errors` has a sentence for each problem and `problems` its parts
    for programs. `trace_id` and `request_id` are in the log lines of the request.
    """

    def __init__(self, response: httpx.Response) -> None:
        body = _body_of(response)
        self.code = response.status_code
        self.summary: str = body.get("message", f"Waybill responded with status {self.code}.")
        self.errors: list[str] = body.get("errors", [])
        self.problems: list[dict[str, Any]] = body.get("problems", [])
        self.trace_id: str | None = body.get("traceId")
        self.request_id: str | None = response.headers.get("x-request-id")
        super().__init__(" ".join([self.summary, *self.errors]))


class BadRequestError(WaybillError):
    """400: the request is invalid, or the current state does not allow it."""


class UnauthorizedError(WaybillError):
    """401: the credential is missing, invalid, expired or revoked."""


class ForbiddenError(WaybillError):
    """403: the caller may not do this."""


class NotFoundError(WaybillError):
    """404: there is no such path or record."""


class LeaseLostError(WaybillError):
    """409: the worker has lost the leases of all steps of its report; nothing was changed."""


class GoneError(WaybillError):
    """410: changes after the cursor have been deleted."""


class PreconditionFailedError(WaybillError):
    """412: the record does not have the ETag that the request named; nothing was changed."""


class KeyUsedError(WaybillError):
    """422: the Idempotency-Key was sent with another request before."""


class TooManyRequestsError(WaybillError):
    """429: too many requests. `retry_after_seconds` says when to send the request again, if it is known."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response)
        self.retry_after_seconds: float | None = seconds_of(response.headers.get("retry-after"))


class ServiceFailedError(WaybillError):
    """500 and above: the service failed, or is unavailable."""


ERRORS: dict[int, type[WaybillError]] = {
    400: BadRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: LeaseLostError,
    410: GoneError,
    412: PreconditionFailedError,
    422: KeyUsedError,
    429: TooManyRequestsError,
}


def raise_for_error(response: httpx.Response) -> None:
    """Raises the error of a response whose status is 400 or above."""
    if response.status_code >= 400:
        response.read()
        raise _error_of(response)


async def raise_for_error_async(response: httpx.Response) -> None:
    """Raises the error of a response of an asynchronous client whose status is 400 or above."""
    if response.status_code >= 400:
        await response.aread()
        raise _error_of(response)


def _error_of(response: httpx.Response) -> WaybillError:
    other = ServiceFailedError if response.status_code >= 500 else WaybillError
    return ERRORS.get(response.status_code, other)(response)


def _body_of(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
