"""A Python client of Waybill."""

from .client import Waybill
from .errors import (
    BadRequestError,
    ForbiddenError,
    GoneError,
    KeyUsedError,
    NotFoundError,
    PreconditionFailedError,
    ServiceFailedError,
    TooManyRequestsError,
    UnauthorizedError,
    WaybillError,
)
from .retry import RetryTransport

__all__ = [
    "BadRequestError",
    "ForbiddenError",
    "GoneError",
    "KeyUsedError",
    "NotFoundError",
    "PreconditionFailedError",
    "RetryTransport",
    "ServiceFailedError",
    "TooManyRequestsError",
    "UnauthorizedError",
    "Waybill",
    "WaybillError",
]
