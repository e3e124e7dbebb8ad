"""Uses both Python clients with a service, and prints what they have seen."""

import asyncio
import json
import sys
from contextlib import aclosing
from uuid import uuid4

import httpx
from repetitions import repetitions
from transports import AsyncBreakingTransport, BreakingTransport
from waybill_client import AsyncWaybill, Waybill, WaybillError
from waybill_client.errors import raise_for_error
from waybill_client.generated.api.change import get_changes
from waybill_client.generated.api.job import post_jobs
from waybill_client.generated.api.job_step import patch_job_steps_id
from waybill_client.generated.api.role import patch_roles_id_or_code, post_roles, put_roles_id_or_code
from waybill_client.generated.api.user_group import get_user_groups_id_or_code
from waybill_client.generated.api.user_group_region import (
    post_user_group_regions,
    put_user_group_regions_id_or_code,
)
from waybill_client.generated.api.worklog_type import (
    get_worklog_types_by_ids_ids,
    get_worklog_types_id_or_code,
    patch_worklog_types_id_or_code,
    post_worklog_types,
    post_worklog_types_search_list,
    post_worklog_types_search_page,
)
from waybill_client.generated.models.audit_info_input import AuditInfoInput
from waybill_client.generated.models.job_input import JobInput
from waybill_client.generated.models.patch_of_job_step import PatchOfJobStep
from waybill_client.generated.models.patch_of_role import PatchOfRole
from waybill_client.generated.models.patch_of_worklog_type import PatchOfWorklogType
from waybill_client.generated.models.role_input import RoleInput
from waybill_client.generated.models.user_group_reference_input import UserGroupReferenceInput
from waybill_client.generated.models.user_group_region_input import UserGroupRegionInput
from waybill_client.generated.models.worklog_type_input import WorklogTypeInput

url, key = sys.argv[1:]


class Waiting:
    """Waybill with the signatures of AsyncWaybill, so that one scenario uses both."""

    def __init__(self, *arguments, **options):
        self._waybill = Waybill(*arguments, **options)

    async def call(self, operation, **arguments):
        return self._waybill.call(operation, **arguments)

    async def records(self, *arguments, **options):
        for record in self._waybill.records(*arguments, **options):
            yield record

    async def changes(self, *arguments):
        for change in self._waybill.changes(*arguments):
            yield change

    async def follow(self, job_id, on_progress):
        def run(progress):
            try:
                on_progress(progress).send(None)
            except StopIteration:
                pass

        return self._waybill.follow(job_id, run)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self._waybill.close()


async def error_of(call):
    try:
        await call
    except WaybillError as error:
        return error
    raise AssertionError("the call was not refused")


def name_of(error):
    return type(error).__name__


async def use_records(waybill, prefix):
    made = await waybill.call(post_worklog_types, body=WorklogTypeInput(code=f"{prefix}1/B", name="Slash"))
    comma = WorklogTypeInput(code=f"{prefix}2,D", name="A line\u2028of Unicode")
    await waybill.call(post_worklog_types, body=comma, idempotency_key=prefix)
    last = WorklogTypeInput(code=f"{prefix}3", name="Last")
    minimal = await waybill.call(post_worklog_types, body=last, prefer="return=minimal")
    refused = await error_of(waybill.call(post_worklog_types, body=WorklogTypeInput(code="", name="")))
    used = await error_of(waybill.call(post_worklog_types, body=last, idempotency_key=prefix))
    renamed = PatchOfWorklogType(name="New")
    role = await waybill.call(post_roles, body=RoleInput(code=prefix, name="Role"))
    described = PatchOfRole(description="A text", audit_info=AuditInfoInput(version=role.audit_info.version))
    patched = await waybill.call(patch_roles_id_or_code, id_or_code=prefix, body=described)
    bare = await waybill.call(patch_roles_id_or_code, id_or_code=prefix, body=PatchOfRole(description=None))
    stale = await error_of(
        waybill.call(patch_worklog_types_id_or_code, id_or_code=made.id, body=renamed, if_match='"old"')
    )
    read = await waybill.call(get_worklog_types_by_ids_ids, ids=[made.code, comma.code])
    found = []
    filtering = {"size": 1, "filters": [{"column": "code", "operator": "LIKE", "value": f"{prefix}%"}]}
    async for record in waybill.records(post_worklog_types_search_page, filtering):
        if not found:
            # Pages by number would now repeat a record.
            await waybill.call(post_worklog_types, body=WorklogTypeInput(code=f"{prefix}0", name="Before"))
        found.append(record.code)
    reduced = await waybill.call(get_worklog_types_id_or_code, id_or_code=made.code, fields=["code", "form"])
    parts = [one async for one in waybill.records(post_worklog_types_search_page, filtering, fields=["code"])]
    lists = [one async for one in waybill.records(post_worklog_types_search_list, filtering, fields=["name"])]
    return {
        "made": made.code,
        "minimal": minimal,
        "patched": [patched.description, "description" in bare.to_dict(), bare.name],
        "refused": [name_of(refused), refused.code, len(refused.errors), refused.problems[0]["code"]],
        "named": refused.trace_id is not None and refused.request_id is not None,
        "used": name_of(used),
        "stale": name_of(stale),
        "read": [one.code for one in read],
        "found": found,
        "reduced": [reduced, len(parts), parts[0], len(lists), lists[-1]],
    }


async def send_back(waybill, prefix):
    """Reads records, changes one of them, and sends them back; then sends versions alone."""
    group = await waybill.call(get_user_groups_id_or_code, id_or_code="members")
    region = UserGroupRegionInput(region_id=uuid4(), user_group=UserGroupReferenceInput(code=group.code))
    made = await waybill.call(post_user_group_regions, body=region)
    same = UserGroupRegionInput.from_dict(made.to_dict())
    unchanged = await waybill.call(put_user_group_regions_id_or_code, id_or_code=str(made.id), body=same)
    role = await waybill.call(post_roles, body=RoleInput(code=f"{prefix}back", name="First"))
    changed = RoleInput.from_dict(role.to_dict())
    changed.name = "Second"
    second = await waybill.call(put_roles_id_or_code, id_or_code=role.code, body=changed)
    third = RoleInput(code=role.code, name="Third", audit_info=AuditInfoInput(version=second.audit_info.version))
    await waybill.call(put_roles_id_or_code, id_or_code=role.code, body=third)
    stale = await error_of(waybill.call(put_roles_id_or_code, id_or_code=role.code, body=third))
    return {
        "embedded": [type(made.user_group).__name__, made.user_group == group],
        "unchanged": [unchanged == made, unchanged.audit_info.version],
        "changed": [second.name, second.audit_info.version],
        "refused": [name_of(stale), stale.problems[0]["path"]],
    }


async def follow_changes(waybill, cursor, prefix):
    """Follows from the cursor of the first change anew, as after a crash, and writes another when the connection has broken."""
    seen = []
    while len(seen) < 5:
        async with aclosing(waybill.changes(cursor, ["WorklogType"])) as changes:
            async for change in changes:
                seen.append(change.record.to_dict()["code"])
                cursor = change.cursor
                if len(seen) == 4:
                    await waybill.call(post_worklog_types, body=WorklogTypeInput(code=f"{prefix}4", name="Later"))
                if len(seen) in {1, 5}:
                    break
    return seen


async def follow_job(waybill):
    steps = [{"name": name, "status": "NEW"} for name in ("one", "two")]
    values = {"jobType": "OF_A_CLIENT", "status": "NEW", "startDate": "2026-11-20T09:00:00Z", "jobSteps": steps}
    job = await waybill.call(post_jobs, body=JobInput.from_dict(values))
    completed = []

    async def fail(_):
        raise ValueError("of the caller")

    async def complete_next(progress):
        count = progress.steps["COMPLETED"]
        if count in completed:
            return
        completed.append(count)
        for step in job.job_steps[count:][:1]:
            for status in ("IN_PROGRESS", "COMPLETED"):
                body = PatchOfJobStep.from_dict({"status": status})
                await waybill.call(patch_job_steps_id, id=step.id, body=body)

    try:
        await waybill.follow(job.id, fail)
    except ValueError as error:
        failure = str(error)
    ended = await waybill.follow(job.id, complete_next)
    return {"status": ended.status, "completed": completed, "failure": failure}


async def use(make, transport, prefix):
    async with make(url, key) as waybill, make(url, key, transport=transport) as fragile:
        cursor = (await waybill.call(get_changes, after="latest")).cursor
        records = await use_records(waybill, prefix)
        changes = await follow_changes(fragile, cursor, prefix)
        job = await follow_job(waybill)
        back = await send_back(waybill, prefix)
    async with make(url, key="wbk_unknown") as stranger:
        unauthorized = await error_of(stranger.call(get_worklog_types_id_or_code, id_or_code="x"))
    return {
        **records,
        "changes": changes,
        "broken": transport.broken > 0,
        "job": job,
        "back": back,
        "unauthorized": name_of(unauthorized),
    }


def error_names():
    names = {}
    for status in range(400, 600):
        try:
            raise_for_error(httpx.Response(status))
        except WaybillError as error:
            names[status] = name_of(error)
    return names


async def use_all():
    return {
        "plain": await use(Waiting, BreakingTransport(), "plain-"),
        "asynchronous": await use(AsyncWaybill, AsyncBreakingTransport(), "async-"),
        "errors": error_names(),
        "repetitions": await repetitions(),
    }


print(json.dumps(asyncio.run(use_all())))
