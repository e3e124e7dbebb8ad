"""Tells Schemathesis rules of the interface that the document states in words."""

import copy
import re

import schemathesis


def accept_null(schema):
    """In a body, null is the same as an absent member."""
    if isinstance(schema, list):
        for part in schema:
            accept_null(part)
    if not isinstance(schema, dict):
        return
    for name, member in schema.get("properties", {}).items():
        if name not in schema.get("required", []) and member != {}:
            schema["properties"][name] = {"anyOf": [member, {"type": "null"}]}
    others = schema.get("additionalProperties")
    if isinstance(others, dict) and others != {}:
        schema["additionalProperties"] = {"anyOf": [others, {"type": "null"}]}
    for part in list(schema.values()):
        accept_null(part)


def accept_null_in_arrays(patch):
    """A patch says itself which members null removes; the objects of its arrays are read as those of records."""
    if isinstance(patch, list):
        for part in patch:
            accept_null_in_arrays(part)
    if not isinstance(patch, dict):
        return
    for name, part in patch.items():
        if name == "items":
            accept_null(part)
        else:
            accept_null_in_arrays(part)


# The limits of members without an own one. No request reaches them, and the generation of texts by a pattern is slow.
GENERAL_LIMITS = {"maxLength": 67_108_864, "maxItems": 33_554_432, "pattern": "^[^\\x00]*$"}


def drop_general_limits(part):
    if isinstance(part, list):
        for one in part:
            drop_general_limits(one)
    if not isinstance(part, dict):
        return
    if part.get("maxLength") == 262_144:
        part["maxLength"] = GENERAL_LIMITS["maxLength"]
    for name, limit in GENERAL_LIMITS.items():
        if part.get(name) == limit:
            del part[name]
    for one in part.values():
        drop_general_limits(one)


def for_requests(part):
    """References to the copies of schemas that accept null."""
    if isinstance(part, list):
        return [for_requests(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: f"{value}InRequests" if name == "$ref" and "/schemas/" in value else for_requests(value)
        for name, value in part.items()
    }


@schemathesis.hook
def before_load_schema(context, raw_schema):
    drop_general_limits(raw_schema)
    schemas = raw_schema["components"]["schemas"]
    # A claim is not to wait for a minute, as a page of changes below.
    for schema in schemas.values():
        if "waitSeconds" in schema.get("properties", {}):
            schema["properties"]["waitSeconds"].update(maximum=0, examples=[0])
    copies = {f"{name}InRequests": for_requests(copy.deepcopy(schema)) for name, schema in schemas.items()}
    patches = {name: schema for name, schema in copies.items() if re.match("(Bulk)?PatchOf", name)}
    accept_null({name: schema for name, schema in copies.items() if name not in patches})
    accept_null_in_arrays(patches)
    # Of the auditInfo in a request, the service reads the version alone.
    version = schemas["AuditInfo"]["properties"]["version"]
    copies["AuditInfoInputInRequests"] = {
        "type": "object",
        "properties": {"version": {"anyOf": [version, {"type": "null"}]}},
    }
    # A null of another kind of condition is an absent member too.
    copies["FilterInRequests"]["properties"].update({name: {"type": "null"} for name in ("or", "and", "fulltext")})
    # Groups in groups need no more code than groups; their generation has no end.
    for name in ("or", "and"):
        group = copies[f"{name.capitalize()}GroupInRequests"]["properties"][name]
        group["items"] = {"$ref": "#/components/schemas/FilterInRequests"}
    schemas.update(copies)
    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                content.update(for_requests(content))
                if "schema" in content:
                    accept_null(content["schema"])
            for parameter in operation.get("parameters", []):
                for content in parameter.get("content", {}).values():
                    content.update(for_requests(content))
                # A page of changes is not to wait for a minute.
                if parameter.get("name") == "wait":
                    parameter["schema"]["maximum"] = 0
                    parameter["example"] = 0


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context, value):
    """The document gives lines of JSON as one text."""
    return value if isinstance(value, bytes) else str(value).encode()


def first_part(response, **_):
    """A stream of events has no end: its first part stands for it."""
    if response.headers.get("Content-Type", "").startswith("text/event-stream"):
        response._content = next(response.iter_content(None), b"")
        response._content_consumed = True
        response.close()


@schemathesis.hook
def before_call(context, case, kwargs):
    kwargs["hooks"] = {"response": first_part}


# Such a path is also read as that of the record with the code `bulk`, so that it has the methods of records too.
ALSO_RECORDS = re.compile(
    r"/(backup|bulk|expanded|preview|batch|direct|job-steps/(claim|extend|progress|complete|fail|release))$"
)
UNDECLARED_METHODS = ("ST204", "ST205")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops what contradicts the document for a reason that it states in words."""
    message = f"{failure.title} {failure.message}"
    if failure.code in UNDECLARED_METHODS:
        return not ALSO_RECORDS.search(case.path)
    # The service accepts a longer wait than before_load_schema leaves.
    if failure.code == "ST201" and ("parameter `wait`" in message or "waitSeconds: Value greater than" in message):
        return False
    # With `fields`, a record has the selected members alone, so that required ones can be absent.
    lacks = "is a required property" in message or "'anyOf' keyword" in message
    return not ("fields" in (case.query or {}) and failure.code == "ST108" and lacks)
