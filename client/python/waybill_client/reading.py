"""What the clients share that wait and that do not: the parts of lists, and the events of streams."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import httpx
from httpx_sse import ServerSentEvent

from .generated.models.change import Change
from .generated.models.filtering_object import FilteringObject
from .generated.models.job import Job

_PART_SIZE = 500
# The service sends something every 15 seconds, so that a broken connection is noticed.
_SILENT_SECONDS = 45.0

RECONNECT_SECONDS = 1.0


def client_options(
    url: str, key: str | None, headers: Mapping[str, str] | None, timeout: float, httpx_args: dict[str, Any]
) -> dict[str, Any]:
    """Returns the arguments of a generated client."""
    return {
        "base_url": url.rstrip("/"),
        "headers": dict(headers or {}),
        "timeout": httpx.Timeout(timeout),
        "httpx_args": httpx_args,
        **({} if key is None else {"token": key}),
    }


@dataclass(frozen=True)
class Answer:
    """The body of a success, and its headers."""

    body: Any
    headers: Mapping[str, str]

    @classmethod
    def reduced(cls, response: httpx.Response) -> Self:
        """Reads records that have selected members alone, which the generated classes cannot."""
        return cls(response.json() if response.content else None, response.headers)


class PartReader:
    """The requests that read what a search by POST finds, each behind the cursor of the one before."""

    def __init__(self, filtering: Mapping[str, Any] | None, arguments: Mapping[str, Any]) -> None:
        body = FilteringObject.from_dict({"size": _PART_SIZE, **(filtering or {})})
        self.arguments: dict[str, Any] = {**arguments, "body": body}
        self.is_finished = False

    def records_of(self, answer: Answer) -> list[Any]:
        """Returns the records of a part, and continues behind them."""
        cursor = answer.headers.get("x-next-cursor")
        self.is_finished = cursor is None
        self.arguments["after"] = cursor
        if isinstance(answer.body, list):
            return answer.body
        return answer.body["content"] if isinstance(answer.body, dict) else answer.body.content


def stream_request(path: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a request for server-sent events."""
    return {
        "method": "GET",
        "url": path,
        "params": dict(parameters),
        "headers": {"accept": "text/event-stream"},
        "timeout": httpx.Timeout(_SILENT_SECONDS),
    }


class ChangeReader:
    """The requests that follow changes, each after the last event of the one before."""

    path = "/api/v2/changes"

    def __init__(self, after: str | None, kinds: list[str] | None) -> None:
        self.parameters = {
            **({} if after is None else {"after": after}),
            **({"kinds": ",".join(kinds)} if kinds else {}),
        }

    def change_of(self, event: ServerSentEvent) -> Change | None:
        """Returns the change of an event; None if the event has only a cursor. The next request begins after it."""
        if event.id:
            self.parameters["after"] = event.id
        return Change.from_dict(json.loads(event.data)) if event.data else None


@dataclass(frozen=True)
class JobProgress:
    """A Job, and the number of its steps by status."""

    job: Job
    steps: Mapping[str, int]


class JobReader:
    """The states of a Job, of which the last one ends it."""

    def __init__(self, job_id: str) -> None:
        self.path = f"/api/v2/jobs/{job_id}/events"
        self.ended: Job | None = None

    def progress_of(self, event: ServerSentEvent) -> JobProgress | None:
        """Returns the progress of an event; None if the event has only the Job, which may have ended."""
        if not event.data:
            return None
        members = json.loads(event.data)
        if event.event == "progress":
            steps = members.pop("progress")
            return JobProgress(Job.from_dict(members), steps)
        if members["status"] in {"COMPLETED", "FAILED"}:
            self.ended = Job.from_dict(members)
        return None
