"""Transports whose streams break off after a change."""

import httpx


class BreakingTransport(httpx.HTTPTransport):
    broken = 0

    def handle_request(self, request):
        response = super().handle_request(request)
        if request.headers["accept"] == "text/event-stream":
            response.stream = _BreakingStream(response.stream, self)
        return response


class _BreakingStream(httpx.SyncByteStream):
    def __init__(self, stream, transport):
        self._stream = stream
        self._transport = transport

    def __iter__(self):
        for part in self._stream:
            yield part
            if b"data:" in part:
                self._transport.broken += 1
                raise httpx.ReadError("the connection was closed")

    def close(self):
        self._stream.close()


class AsyncBreakingTransport(httpx.AsyncHTTPTransport):
    broken = 0

    async def handle_async_request(self, request):
        response = await super().handle_async_request(request)
        if request.headers["accept"] == "text/event-stream":
            response.stream = _AsyncBreakingStream(response.stream, self)
        return response


class _AsyncBreakingStream(httpx.AsyncByteStream):
    def __init__(self, stream, transport):
        self._stream = stream
        self._transport = transport

    async def __aiter__(self):
        async for part in self._stream:
            yield part
            if b"data:" in part:
                self._transport.broken += 1
                raise httpx.ReadError("the connection was closed")

    async def aclose(self):
        await self._stream.aclose()
