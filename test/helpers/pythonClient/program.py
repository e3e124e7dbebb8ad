"""Uses the Python client with a service, and prints what it has seen."""

import json
import sys
from unittest import mock

import httpx
from waybill_client import RetryTransport, Waybill, WaybillError
from waybill_client.generated.api.worklog_type import (
    get_worklog_types_by_ids_ids,
    get_worklog_types_id_or_code,
    patch_worklog_types_id_or_code,
    post_worklog_types,
    post_worklog_types_search_page,
)
from waybill_client.generated.models.patch_worklog_types_id_or_code_body import PatchWorklogTypesIdOrCodeBody
from waybill_client.generated.models.worklog_type import WorklogType

url, key = sys.argv[1:]


def error_of(call):
    try:
        call()
    except WaybillError as error:
        return error
    raise AssertionError("the call was not refused")


def name_of(error):
    return type(error).__name__


def requests_of(method, path, answers, headers=None):
    """Sends a request to a service that answers in turn with these statuses; returns it, the answers and the pauses."""
    left = [*answers]
    seen = []
    pauses = []

    def answer(request):
        status, retry_after = left.pop(0)
        seen.append(status)
        if status == "broken":
            raise httpx.ConnectError("the connection was closed")
        return httpx.Response(status, headers={} if retry_after is None else {"retry-after": retry_after})

    transport = RetryTransport(httpx.MockTransport(answer), pause=0.5, sleep=pauses.append)
    with mock.patch("random.uniform", return_value=0.5), httpx.Client(transport=transport) as client:
        try:
            client.request(method, f"http://localhost{path}", headers=headers)
        except httpx.ConnectError:
            pass
    return [method, seen, pauses]


def of(*statuses):
    return [(status, None) for status in statuses]


with Waybill(url, key=key) as waybill:
    made = waybill.call(post_worklog_types, body=WorklogType(code="A/B", name="Slash"))
    waybill.call(post_worklog_types, body=WorklogType(code="C,D", name="Comma"), idempotency_key="first")
    minimal = waybill.call(post_worklog_types, body=WorklogType(code="E", name="E"), prefer="return=minimal")
    refused = error_of(lambda: waybill.call(post_worklog_types, body=WorklogType(code="", name="")))
    used = error_of(
        lambda: waybill.call(post_worklog_types, body=WorklogType(code="F", name="F"), idempotency_key="first")
    )
    stale = error_of(
        lambda: waybill.call(
            patch_worklog_types_id_or_code,
            id_or_code="A/B",
            body=PatchWorklogTypesIdOrCodeBody.from_dict({"name": "New"}),
            if_match='"old"',
        )
    )
    read = waybill.call(get_worklog_types_by_ids_ids, ids=["A/B", "C,D"])
    found = [one.code for one in waybill.records(post_worklog_types_search_page, {"size": 2})]
    _, page = next(waybill.changes(kinds=["WorklogType"]))
    changes = [change.record.to_dict()["code"] for change in page]

with Waybill(url, key="wbk_unknown") as stranger:
    unauthorized = error_of(lambda: stranger.call(get_worklog_types_id_or_code, id_or_code="E"))

print(
    json.dumps(
        {
            "made": made.code,
            "read": [one.code for one in read],
            "refused": [
                name_of(refused),
                refused.code,
                len(refused.errors),
                refused.problems[0]["code"],
                refused.trace_id is not None and refused.request_id is not None,
            ],
            "stale": name_of(stale),
            "used": name_of(used),
            "unauthorized": name_of(unauthorized),
            "found": found,
            "changes": changes,
            "minimal": minimal,
            "repeated": [
                requests_of("POST", "/users", [(503, None), (429, "7"), (200, None)]),
                requests_of("GET", "/users", of("broken", 502, 504, 200)),
                requests_of("POST", "/users", of("broken")),
                requests_of("POST", "/users", of(502)),
                requests_of("POST", "/users/search/count", of("broken", 200)),
                requests_of("POST", "/users", of("broken", 200), {"Idempotency-Key": "x"}),
                requests_of("GET", "/users", of(503, 503, 503, 503)),
                requests_of("GET", "/users", [(429, "3600")]),
            ],
        }
    )
)
