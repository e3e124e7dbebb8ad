"""Reports of a worker about its steps, joined to batches."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from .errors import LeaseLostError, TooManyRequestsError, WaybillError

# Maximum number of steps of one request.
MAX_STEPS = 500

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 5.0

Outcome = Literal["ACCEPTED", "LOST"]


def backoff_seconds(failures: int, error: Exception) -> float:
    """Returns the pause before a repetition: it doubles with each failure, and is never below a Retry-After."""
    pause = min(_FIRST_PAUSE * 2**failures, _LONGEST_PAUSE) * random.uniform(0.5, 1)
    return max(pause, (error.retry_after_seconds or 0.0) if isinstance(error, TooManyRequestsError) else 0.0)


def is_refusal(error: Exception) -> bool:
    """Whether the service would refuse the request again."""
    return isinstance(error, WaybillError) and error.code < 500 and not isinstance(error, TooManyRequestsError)


class _Waiting:
    def __init__(self, report: Mapping[str, Any], lost: threading.Event) -> None:
        self.report = report
        self.lost = lost
        self.ended = threading.Event()
        self.outcome: Outcome = "LOST"
        self.error: Exception | None = None

    def end(self, outcome: Outcome, error: Exception | None = None) -> None:
        self.outcome = outcome
        self.error = error
        self.ended.set()


class ReportBatcher:
    """Sends reports of one operation, one request at a time: reports that arrive meanwhile share the next one.

    A request without an answer is repeated until the worker has lost its steps, because a repeated report changes nothing.
    """

    def __init__(
        self,
        send: Callable[[Sequence[Mapping[str, Any]]], Sequence[Outcome]],
        on_error: Callable[[Exception], None],
    ) -> None:
        self._send = send
        self._on_error = on_error
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._waiting: list[_Waiting] = []

    def submit(self, report: Mapping[str, Any], lost: threading.Event) -> Outcome:
        """Returns the outcome. Raises if the service refuses the report."""
        own = _Waiting(report, lost)
        with self._lock:
            self._waiting.append(own)
        # Whoever has the turn sends what all of them have submitted.
        failures = 0
        while not own.ended.is_set():
            with self._turn:
                if own.ended.is_set():
                    break
                error = self._send_batch(self._take())
                if error is not None:
                    time.sleep(backoff_seconds(failures, error))
                    failures += 1
        if own.error is not None:
            raise own.error
        return own.outcome

    def _take(self) -> list[_Waiting]:
        """Removes reports of different steps: a step is named once in a request."""
        batch: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        with self._lock:
            for one in self._waiting:
                if one.lost.is_set():
                    one.end("LOST")
                elif len(batch) < MAX_STEPS and one.report["id"] not in batch:
                    batch[one.report["id"]] = one
                else:
                    later.append(one)
            self._waiting = later
        return list(batch.values())

    def _send_batch(self, batch: list[_Waiting]) -> Exception | None:
        """Returns the error after which the batch waits again."""
        if not batch:
            return None
        try:
            outcomes = self._send([one.report for one in batch])
        except LeaseLostError:
            for one in batch:
                one.end("LOST")
        except Exception as error:
            if not is_refusal(error):
                self._on_error(error)
                return self._wait_again(batch, error)
            if len(batch) > 1:
                return self._send_each(batch)
            batch[0].end("LOST", error)
        else:
            for one, outcome in zip(batch, outcomes, strict=True):
                one.end(outcome)
        return None

    def _send_each(self, batch: list[_Waiting]) -> Exception | None:
        """One refused report must not block the others."""
        for index, one in enumerate(batch):
            error = self._send_batch([one])
            if error is not None:
                return self._wait_again(batch[index + 1 :], error)
        return None

    def _wait_again(self, batch: list[_Waiting], error: Exception) -> Exception:
        with self._lock:
            self._waiting = [*batch, *self._waiting]
        return error
