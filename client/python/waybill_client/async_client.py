"""A client of one Waybill service for programs that use asyncio."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from types import ModuleType, TracebackType
from typing import Any, Self

import anyio
import httpx
from httpx_sse import EventSource, ServerSentEvent, SSEError

from .errors import raise_for_error_async
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
from .retry import AsyncRetryTransport


async def _ignore(_: JobProgress) -> None:
    pass


class AsyncWaybill:
    """A client of one service, whose methods are those of Waybill:

        async with AsyncWaybill("http://127.0.0.1:3000", key="wbk_…") as waybill:
            user = await waybill.call(get_users_id_or_code, id_or_code="novak")

    A loop over `records` or `changes` that ends early closes its connection when the iterator is closed, as by
    `contextlib.aclosing`.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60.0,
        retries: int = 3,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        httpx_args = {
            "transport": AsyncRetryTransport(transport or httpx.AsyncHTTPTransport(), retries=retries),
            "event_hooks": {"response": [raise_for_error_async]},
        }
        options = client_options(url, key, headers, timeout, httpx_args)
        self.client: AuthenticatedClient | Client = Client(**options) if key is None else AuthenticatedClient(**options)

    async def call(self, operation: ModuleType, **arguments: Any) -> Any:
        """Runs an operation, and returns the body of its success, as Waybill.call does."""
        return (await self._answer(operation, arguments)).body

    async def records(
        self, search: ModuleType, filtering: Mapping[str, Any] | None = None, **arguments: Any
    ) -> AsyncGenerator[Any, None]:
        """Yields all records that a search finds, as Waybill.records does."""
        reader = PartReader(filtering, arguments)
        while not reader.is_finished:
            for record in reader.records_of(await self._answer(search, reader.arguments)):
                yield record

    async def changes(self, after: str | None = None, kinds: list[str] | None = None) -> AsyncGenerator[Change, None]:
        """Yields the changes of records without end, as Waybill.changes does."""
        reader = ChangeReader(after, kinds)
        while True:
            async with aclosing(self._events(reader.path, reader.parameters)) as events:
                async for event in events:
                    change = reader.change_of(event)
                    if change is not None:
                        yield change
            await anyio.sleep(RECONNECT_SECONDS)

    async def follow(self, job_id: str, on_progress: Callable[[JobProgress], Awaitable[None]] = _ignore) -> Job:
        """Follows a Job until it has ended, as Waybill.follow does."""
        reader = JobReader(job_id)
        while True:
            async with aclosing(self._events(reader.path, {})) as events:
                async for event in events:
                    progress = reader.progress_of(event)
                    if progress is not None:
                        await on_progress(progress)
            if reader.ended is not None:
                return reader.ended
            await anyio.sleep(RECONNECT_SECONDS)

    async def close(self) -> None:
        await self.client.get_async_httpx_client().aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _answer(self, operation: ModuleType, arguments: Mapping[str, Any]) -> Answer:
        if "fields" in arguments:
            request = operation._get_kwargs(**arguments)
            return Answer.reduced(await self.client.get_async_httpx_client().request(**request))
        response = await operation.asyncio_detailed(client=self.client, **arguments)
        return Answer(response.parsed, response.headers)

    async def _events(self, path: str, parameters: Mapping[str, Any]) -> AsyncGenerator[ServerSentEvent, None]:
        """Yields the events of a stream until it ends or breaks off."""
        try:
            async with self.client.get_async_httpx_client().stream(**stream_request(path, parameters)) as response:
                async for event in EventSource(response).aiter_sse():
                    yield event
        except SSEError:
            raise
        except httpx.TransportError:
            return
