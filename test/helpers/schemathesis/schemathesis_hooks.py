"""Tells Schemathesis rules of the interface that the document states in words."""

import copy

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
    for part in list(schema.values()):
        accept_null(part)


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
    schemas = raw_schema["components"]["schemas"]
    copies = {f"{name}InRequests": for_requests(copy.deepcopy(schema)) for name, schema in schemas.items()}
    accept_null(copies)
    # Of the auditInfo in a request, the service reads the version alone.
    version = copies["AuditInfoInRequests"]["properties"]["version"]
    copies["AuditInfoInRequests"] = {"type": "object", "properties": {"version": version}}
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
