"""A worker, which claims steps of Jobs and runs their handlers in threads."""

from __future__ import annotations

import logging
import signal
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any

import httpx

from .errors import LeaseLostError, WaybillError
from .reports import MAX_STEPS, Outcome, ReportBatcher, backoff_seconds, is_refusal
from .step import RunningStep, StepHandler, WorkerStoppedError

_log = logging.getLogger("waybill_client")

# How long aborted handlers may take to end before their steps are released.
_ABORT_SECONDS = 5.0
# How long an answer to a claim may take after its wait: a connection may be broken without a sign.
_ANSWER_SECONDS = 30.0
# How long a claim waits while steps run. A worker that stops waits for the answer before it releases them: the claim would
# get them again.
_WAIT_BESIDE_STEPS = 5

Post = Callable[[str, Mapping[str, Any], float], Mapping[str, Any]]


def _log_error(error: Exception) -> None:
    _log.warning("the worker survives an error: %s", error)


class StepWorker:
    """Claims steps of Jobs and runs their handlers, until it is stopped. `Waybill.worker` makes it.

    The service decides which worker has a step: after the end of a lease another one gets it, and no report of this one
    changes anything.

    `handlers` has a handler for each job type. `name` differs for each worker; it is random by default. `concurrency` is the
    maximum number of steps that run at the same time, each in a thread. Leases of `lease_seconds` are extended after each
    third of them. A claim waits `wait_seconds` for a step, or 5 seconds while
    other steps run. When the worker stops, running steps may take `grace_seconds`
    before they are aborted and released. `signals` of the process stop the worker if it runs in the main thread. `on_error`
    is called with errors that the worker survives, such as an unavailable service; the default logs them.
    """

    def __init__(
        self,
        post: Post,
        handlers: Mapping[str, StepHandler],
        *,
        name: str | None = None,
        concurrency: int = 10,
        lease_seconds: int = 60,
        wait_seconds: int = 30,
        grace_seconds: float = 20.0,
        signals: Sequence[signal.Signals] = (signal.SIGTERM, signal.SIGINT),
        on_error: Callable[[Exception], None] = _log_error,
    ) -> None:
        self.name = name or f"worker-{uuid.uuid4()}"
        self._post = post
        self._handlers = dict(handlers)
        self._concurrency = concurrency
        self._lease_seconds = lease_seconds
        self._wait_seconds = wait_seconds
        self._grace_seconds = grace_seconds
        self._signals = signals
        self._on_error = on_error
        self._changed = threading.Condition()
        self._running: dict[tuple[str, int], RunningStep] = {}
        self._stopping = False
        self._refusal: Exception | None = None
        self._reporters = {operation: self._reporter(operation) for operation in ("progress", "complete", "fail", "release")}

    def run(self) -> None:
        """Runs until the worker is stopped, and its steps have ended or were released.

        Raises a WaybillError if the service refuses the claims, after the running steps have ended.
        """
        before = self._handle_signals()
        done = threading.Event()
        claiming = threading.Thread(target=self._claim_until_stopped, daemon=True)
        claiming.start()
        threading.Thread(target=self._extend_until, args=(done,), daemon=True).start()
        try:
            # A wait without a limit would not let handlers of signals run on all systems.
            while not self._stopping:
                with self._changed:
                    self._changed.wait(0.5)
            self._drain(claiming)
        finally:
            done.set()
            for number, handler in before.items():
                signal.signal(number, handler)
        if self._refusal is not None:
            raise self._refusal

    def stop(self) -> None:
        """Lets `run` claim nothing more, and return when the running steps have ended or were released."""
        self._stopping = True
        # In a thread of its own: a handler of a signal may have interrupted the owner of the lock.
        threading.Thread(target=self._notify, daemon=True).start()

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _handle_signals(self) -> dict[signal.Signals, Any]:
        if threading.current_thread() is not threading.main_thread():
            return {}

        def stop(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        return {number: signal.signal(number, stop) for number in self._signals}

    def _reporter(self, operation: str) -> ReportBatcher:
        def send(reports: Sequence[Mapping[str, Any]]) -> Sequence[Outcome]:
            body = {"worker": self.name, "steps": list(reports)}
            answer = self._post(f"/api/v2/job-steps/{operation}", body, _ANSWER_SECONDS)
            return [one["outcome"] for one in answer["steps"]]

        return ReportBatcher(send, self._on_error)

    def _claim_until_stopped(self) -> None:
        failures = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopping or len(self._running) < self._concurrency)
                free = self._concurrency - len(self._running)
                wait = min(self._wait_seconds, _WAIT_BESIDE_STEPS) if self._running else self._wait_seconds
            if self._stopping:
                return
            try:
                self._claim(min(free, MAX_STEPS), wait)
                failures = 0
            except Exception as error:
                if is_refusal(error) or not isinstance(error, (WaybillError, httpx.TransportError)):
                    self._refusal = error
                    self.stop()
                    return
                self._on_error(error)
                with self._changed:
                    self._changed.wait_for(lambda: self._stopping, backoff_seconds(failures, error))
                failures += 1

    def _claim(self, free: int, wait_seconds: int) -> None:
        body = {
            "jobTypes": list(self._handlers),
            "worker": self.name,
            "max": free,
            "leaseSeconds": self._lease_seconds,
            "waitSeconds": wait_seconds,
        }
        answer = self._post("/api/v2/job-steps/claim", body, wait_seconds + _ANSWER_SECONDS)
        expires_at = time.monotonic() + self._lease_seconds
        steps = [
            RunningStep(claim, answer.get("predecessors", []), self._reporters, expires_at) for claim in answer["claims"]
        ]
        with self._changed:
            is_late = self._stopping
            if not is_late:
                self._running.update({step.key: step for step in steps})
        for step in steps:
            if is_late:
                step.release()
            else:
                threading.Thread(target=self._run, args=(step,), daemon=True).start()

    def _run(self, step: RunningStep) -> None:
        try:
            step.run(self._handlers[step.job_type])
        except Exception as error:
            self._on_error(error)
        finally:
            with self._changed:
                self._running.pop(step.key, None)
                self._changed.notify_all()

    def _extend_until(self, done: threading.Event) -> None:
        """Extends the leases of all running steps after each third of them, and aborts those that are lost."""
        while not done.wait(self._lease_seconds / 3):
            with self._changed:
                held = [step for step in self._running.values() if not step.lost.is_set()]
            for start in range(0, len(held), MAX_STEPS):
                self._extend(held[start : start + MAX_STEPS])
            for step in held:
                step.expire(time.monotonic())

    def _extend(self, steps: Sequence[RunningStep]) -> None:
        body = {
            "worker": self.name,
            "leaseSeconds": self._lease_seconds,
            "steps": [step.reported for step in steps],
        }
        expires_at = time.monotonic() + self._lease_seconds
        try:
            answer = self._post("/api/v2/job-steps/extend", body, self._lease_seconds / 3)
        except LeaseLostError:
            for step in steps:
                step.extended("LOST", expires_at)
        except Exception as error:
            self._on_error(error)
        else:
            for step, outcome in zip(steps, answer["steps"], strict=True):
                step.extended(outcome["outcome"], expires_at)

    def _drain(self, claiming: threading.Thread) -> None:
        """Waits for the running steps; aborts and releases those that take too long."""
        if self._ends_within(self._grace_seconds):
            return
        claiming.join(_WAIT_BESIDE_STEPS + _ANSWER_SECONDS)
        self._abort(WorkerStoppedError())
        if self._ends_within(_ABORT_SECONDS):
            return
        with self._changed:
            left = list(self._running.values())
        for step in left:
            try:
                step.release()
            except WaybillError as error:
                self._on_error(error)

    def _ends_within(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: not self._running, seconds)

    def _abort(self, reason: Exception) -> None:
        with self._changed:
            left = list(self._running.values())
        for step in left:
            step.abort(reason)
