"""A client of one Waybill service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType, TracebackType
from typing import Any, Self

import httpx

from .errors import raise_for_error
from .generated.api.change import get_changes
from .generated.client import AuthenticatedClient, Client
from .generated.models.change import Change
from .generated.models.filtering_object import FilteringObject
from .retry import RetryTransport

_PAGE_SIZE = 500
_WAIT_SECONDS = 20


class Waybill:
    """A client of one service.

    Each operation is a module of `waybill_client.generated.api`, named by its operationId:

        from waybill_client.generated.api.user import get_users_id_or_code

        with Waybill("http://127.0.0.1:3000", key="wbk_…") as waybill:
            user = waybill.call(get_users_id_or_code, id_or_code="novak")

    `key` is an API key or an access token. `headers` are sent with every request. Requests are repeated as RetryTransport
    says. `transport` is that of httpx below it, for proxies, certificates and tests.
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
        options: dict[str, Any] = {
            "base_url": url.rstrip("/"),
            "headers": dict(headers or {}),
            "timeout": httpx.Timeout(timeout),
            "httpx_args": {
                "transport": RetryTransport(transport or httpx.HTTPTransport(), retries=retries),
                "event_hooks": {"response": [raise_for_error]},
            },
        }
        self.client: AuthenticatedClient | Client = (
            Client(**options) if key is None else AuthenticatedClient(token=key, **options)
        )

    def call(self, operation: ModuleType, **arguments: Any) -> Any:
        """Runs an operation, and returns the body of its success. Raises a WaybillError for any other response."""
        return operation.sync_detailed(client=self.client, **arguments).parsed

    def records(self, search: ModuleType, filtering: Mapping[str, Any] | None = None) -> Iterator[Any]:
        """Yields all records that a search by POST finds, page by page.

            for group in waybill.records(post_user_groups_search_page, {"fulltext": "brno"}): …

        A search reaches the first 10,000 records; read more by a backup.
        """
        page = 0
        while True:
            body = FilteringObject.from_dict({"size": _PAGE_SIZE, **(filtering or {}), "page": page})
            found = self.call(search, body=body)
            yield from found.content
            if found.last:
                return
            page += 1

    def changes(
        self, after: str | None = None, kinds: list[str] | None = None, *, wait: int = _WAIT_SECONDS
    ) -> Iterator[tuple[str, list[Change]]]:
        """Yields pages of changes in the order of their commits, each after its cursor, without end.

        Store the cursor when the changes of its page are processed: `after` continues from it. A request waits up to
        `wait` seconds for a change; a page can be empty. Raises a GoneError if changes after the cursor have been deleted.
        """
        cursor = after
        while True:
            arguments: dict[str, Any] = {"wait": wait}
            if cursor is not None:
                arguments["after"] = cursor
            if kinds:
                arguments["kinds"] = kinds
            page = self.call(get_changes, **arguments)
            cursor = page.cursor
            yield cursor, page.changes

    def close(self) -> None:
        self.client.get_httpx_client().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
