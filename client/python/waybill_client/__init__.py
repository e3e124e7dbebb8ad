"""A Python client of Waybill."""

from .async_client import AsyncWaybill
from .client import Waybill
from .errors import (
    BadRequestError,
    ForbiddenError,
    GoneError,
    KeyUsedError,
    LeaseLostError,
    NotFoundError,
    PreconditionFailedError,
    ServiceFailedError,
    TooManyRequestsError,
    UnauthorizedError,
    WaybillError,
)
from .reading import JobProgress
from .retry import AsyncRetryTransport, RetryTransport
from .step import StepContext, StepError, StepHandler, StepLostError, WorkerStoppedError
from .worker import StepWorker

__all__ = [
    "AsyncRetryTransport",
    "AsyncWaybill",
    "BadRequestError",
    "ForbiddenError",
    "GoneError",
    "JobProgress",
    "KeyUsedError",
    "LeaseLostError",
    "NotFoundError",
    "PreconditionFailedError",
    "RetryTransport",
    "ServiceFailedError",
    "StepContext",
    "StepError",
    "StepHandler",
    "StepLostError",
    "StepWorker",
    "TooManyRequestsError",
    "UnauthorizedError",
    "Waybill",
    "WaybillError",
    "WorkerStoppedError",
]
