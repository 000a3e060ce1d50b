"""What schemathesis does not ask for: a part of JSON, and rows as one list, which the schema of a response does not describe."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    query = case.query or {}
    query.pop("table", None)
    if query.get("format") == "rows":
        del query["format"]
