"""A claimed step, its handler, and how it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .errors import WaybillError
from .reports import Outcome, ReportBatcher


class StepError(Exception):
    """Raised by a handler: how the step fails. Any other error is a failure that is retried.

    With `retry=False` no retry can succeed, and the step is FAILED at once. `after_seconds` is the pause before the retry.
    `processing_info` is added to that of the step.
    """

    def __init__(
        self,
        message: str,
        *,
        retry: bool = True,
        after_seconds: int | None = None,
        processing_info: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.retry = retry
        self.after_seconds = after_seconds
        self.processing_info = processing_info


class StepLostError(Exception):
    """The worker has lost the step: its lease ended, or the step was cancelled or ended otherwise. No report changes it."""


class WorkerStoppedError(Exception):
    """The worker stops, and releases its step."""


class StepContext:
    """A claimed step, as its handler gets it.

    `step` and `job` are objects of JSON. `data` is `stepData` of the step. `attempt` is the number of claims of the step.
    `predecessors` has the results of the Jobs for which the Job of the step has waited.
    """

    def __init__(self, running: RunningStep, predecessors: Sequence[Mapping[str, Any]]) -> None:
        self.step: Mapping[str, Any] = running.claim["step"]
        self.job: Mapping[str, Any] = running.claim["job"]
        self.data: Mapping[str, Any] = self.step.get("stepData") or {}
        self.attempt: int = running.claim["attempt"]
        self.predecessors = predecessors
        self._running = running

    @property
    def aborted(self) -> threading.Event:
        """Set when the step is lost or the worker stops: wait for it in place of `time.sleep`."""
        return self._running.aborted

    def check(self) -> None:
        """Raises a StepLostError if the step is lost, and a WorkerStoppedError if the worker stops. Call it in long loops."""
        if self._running.reason is not None:
            raise self._running.reason

    def progress(self, processing_info: Mapping[str, Any], log: str | None = None) -> None:
        """Adds to `processingInfo` of the step, and replaces its `log`. Raises as `check` does."""
        self.check()
        self._running.progress(processing_info, log)
        self.check()


StepHandler = Callable[[StepContext], Mapping[str, Any] | None]


class RunningStep:
    """A claimed step from its claim to its last report. States: running, then reporting; lost or released from both."""

    def __init__(
        self,
        claim: Mapping[str, Any],
        predecessors: Sequence[Mapping[str, Any]],
        reporters: Mapping[str, ReportBatcher],
        expires_at: float,
    ) -> None:
        self.claim = claim
        self.job_type: str = claim["job"]["jobType"]
        self.reported = {"id": claim["step"]["id"], "token": claim["token"]}
        # A step that the worker has lost and claimed again is another one.
        self.key = (claim["step"]["id"], claim["token"])
        self.aborted = threading.Event()
        self.lost = threading.Event()
        self.reason: Exception | None = None
        before = {one["jobId"] for one in claim["job"].get("after") or []}
        self._context = StepContext(self, [one for one in predecessors if one["jobId"] in before])
        self._reporters = reporters
        self._expires_at = expires_at
        self._is_reporting = False

    def run(self, handler: StepHandler) -> None:
        """Runs the handler and reports how it ended. Raises if the service refuses the report."""
        try:
            result = handler(self._context)
        except Exception as error:
            self._report_failure(error)
        else:
            self._report_result(result or {})

    def extended(self, outcome: Outcome, expires_at: float) -> None:
        """What the service has said about the lease. A step that is being reported may have ended by its report."""
        if outcome == "ACCEPTED":
            self._expires_at = expires_at
        elif not self._is_reporting:
            self.lose()

    def expire(self, now: float) -> None:
        """The lease has ended if it could not be extended in time."""
        if now >= self._expires_at:
            self.lose()

    def abort(self, reason: Exception) -> None:
        self.reason = self.reason or reason
        self.aborted.set()

    def lose(self) -> None:
        self.abort(StepLostError(f"The worker has lost the step {self.reported['id']}."))
        self.lost.set()

    def progress(self, processing_info: Mapping[str, Any], log: str | None) -> None:
        report = {**self.reported, "processingInfo": dict(processing_info), **({} if log is None else {"log": log})}
        if self._reporters["progress"].submit(report, self.lost) == "LOST":
            self.lose()

    def release(self) -> None:
        """Returns the step. What its handler ends with later changes nothing."""
        if not self.lost.is_set():
            self._reporters["release"].submit(self.reported, self.lost)
            self.lose()

    def _report_result(self, result: Mapping[str, Any]) -> None:
        if self.lost.is_set():
            return
        self._is_reporting = True
        try:
            self._reporters["complete"].submit({**self.reported, "processingInfo": dict(result)}, self.lost)
        except WaybillError as error:
            # Such as a result that the service cannot store: another attempt would end in the same way.
            self._fail({"log": f"the service refused the result: {error}", "retry": False})

    def _report_failure(self, error: Exception) -> None:
        if self.lost.is_set():
            return
        self._is_reporting = True
        if isinstance(self.reason, WorkerStoppedError):
            self.release()
        elif isinstance(error, StepError):
            self._fail(
                {
                    "log": str(error),
                    "retry": error.retry,
                    **({} if error.after_seconds is None else {"afterSeconds": error.after_seconds}),
                    **({} if error.processing_info is None else {"processingInfo": dict(error.processing_info)}),
                }
            )
        else:
            self._fail({"log": f"{type(error).__name__}: {error}"})

    def _fail(self, failure: Mapping[str, Any]) -> None:
        report = {**self.reported, **failure, "log": _storable(failure["log"])}
        self._reporters["fail"].submit(report, self.lost)


# Characters of the reason of a failure.
_MAX_LOG = 1_000_000


def _storable(text: str) -> str:
    """Returns the text without NUL and halves of surrogate pairs, which the service does not store."""
    return text[:_MAX_LOG].replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
