"""A client of one Waybill service."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType, TracebackType
from typing import Any, Self

import httpx
from httpx_sse import EventSource, ServerSentEvent, SSEError

from .errors import raise_for_error
from .generated.client import AuthenticatedClient, Client
from .generated.models.change import Change
from .generated.models.job import Job
from .reading import (
    RECONNECT_SECONDS,
    Answer,
    ChangeReader,
    JobProgress,
    JobReader,
    PartReader,
    client_options,
    stream_request,
)
from .retry import RetryTransport
from .step import StepHandler
from .worker import StepWorker


class Waybill:
    """A client of one service.

    Each operation is a module of `waybill_client.generated.api`, named by its operationId:

        from waybill_client.generated.api.user import get_users_id_or_code

        with Waybill("http://127.0.0.1:3000", key="wbk_…") as waybill:
            user = waybill.call(get_users_id_or_code, id_or_code="novak")

    `key` is an API key or an access token. `headers` are sent with every request. Requests are repeated as RetryTransport
    says. `transport` is that of httpx below it, for proxies, certificates and tests. AsyncWaybill has the same methods for
    programs that use asyncio.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60.0,
        retries: int = 3,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        httpx_args = {
            "transport": RetryTransport(transport or httpx.HTTPTransport(), retries=retries),
            "event_hooks": {"response": [raise_for_error]},
        }
        options = client_options(url, key, headers, timeout, httpx_args)
        self.client: AuthenticatedClient | Client = Client(**options) if key is None else AuthenticatedClient(**options)

    def call(self, operation: ModuleType, **arguments: Any) -> Any:
        """Runs an operation, and returns the body of its success. Raises a WaybillError for any other response.

        With `fields`, records are dictionaries, because members that their classes require can be absent.
        """
        return self._answer(operation, arguments).body

    def records(
        self, search: ModuleType, filtering: Mapping[str, Any] | None = None, **arguments: Any
    ) -> Iterator[Any]:
        """Yields all records that a search by POST finds, part by part, however many there are. A record that does not change
        meanwhile is yielded once, whatever is created, changed and deleted.

            for group in waybill.records(post_user_groups_search_page, {"fulltext": "brno"}): …
        """
        reader = PartReader(filtering, arguments)
        while not reader.is_finished:
            yield from reader.records_of(self._answer(search, reader.arguments))

    def changes(self, after: str | None = None, kinds: list[str] | None = None) -> Iterator[Change]:
        """Yields the changes of records in the order of their commits, without end. A broken connection is opened again
        after the last change.

        Store the `cursor` of a change when it is processed: `after` continues from it, and `latest` begins now. Raises a
        GoneError if changes after the cursor have been deleted.
        """
        reader = ChangeReader(after, kinds)
        while True:
            for event in self._events(reader.path, reader.parameters):
                change = reader.change_of(event)
                if change is not None:
                    yield change
            time.sleep(RECONNECT_SECONDS)

    def follow(self, job_id: str, on_progress: Callable[[JobProgress], None] = lambda _: None) -> Job:
        """Follows a Job by its event stream, and returns it when it has ended. A broken connection is opened again.

        `on_progress` is called with each state of the Job, and the number of its steps by status.
        """
        reader = JobReader(job_id)
        while True:
            for event in self._events(reader.path, {}):
                progress = reader.progress_of(event)
                if progress is not None:
                    on_progress(progress)
            if reader.ended is not None:
                return reader.ended
            time.sleep(RECONNECT_SECONDS)

    def worker(self, handlers: Mapping[str, StepHandler], **options: Any) -> StepWorker:
        """Returns a worker that claims steps of Jobs of these types and runs their handlers, with the options of StepWorker:

        waybill.worker({"METER_READING": lambda step: read(step.data)}, concurrency=4).run()
        """

        def post(path: str, body: Mapping[str, Any], timeout: float) -> Mapping[str, Any]:
            answer: Mapping[str, Any] = self.client.get_httpx_client().post(path, json=body, timeout=timeout).json()
            return answer

        return StepWorker(post, handlers, **options)

    def close(self) -> None:
        self.client.get_httpx_client().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, operation: ModuleType, arguments: Mapping[str, Any]) -> Answer:
        if "fields" in arguments:
            return Answer.reduced(self.client.get_httpx_client().request(**operation._get_kwargs(**arguments)))
        response = operation.sync_detailed(client=self.client, **arguments)
        return Answer(response.parsed, response.headers)

    def _events(self, path: str, parameters: Mapping[str, Any]) -> Iterator[ServerSentEvent]:
        """Yields the events of a stream until it ends or breaks off."""
        try:
            with self.client.get_httpx_client().stream(**stream_request(path, parameters)) as response:
                yield from EventSource(response).iter_sse()
        except SSEError:
            raise
        except httpx.TransportError:
            return
