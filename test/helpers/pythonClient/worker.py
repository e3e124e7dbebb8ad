"""A worker for tests that stop and kill it. Its steps say what it does."""

import sys

from waybill_client import StepError, Waybill

url, key, job_type, name, lease_seconds, grace_seconds = sys.argv[1:]


def handle(step):
    label = f"{step.step['name']} {step.attempt}"
    print(f"runs {label}", flush=True)
    does = step.data["does"]
    if does == "fail":
        raise StepError("no berth\0", retry=False, processing_info={"berths": 0})
    if does == "retry":
        step.progress({"halfway": True}, "at the lighthouse")
        if step.attempt == 1:
            raise StepError("fog", after_seconds=0)
    if step.attempt == 1 and does == "wait":
        step.aborted.wait()
        print(f"aborted {label}", flush=True)
        step.check()
    if does == "refused":
        return {"text": "a NUL: \0"}
    return {"attempt": step.attempt, "city": step.job["data"]["city"]}


with Waybill(url, key) as waybill:
    worker = waybill.worker(
        {job_type: handle},
        name=name,
        lease_seconds=int(lease_seconds),
        grace_seconds=float(grace_seconds),
        on_error=lambda error: print(f"error: {error}", flush=True),
    )
    worker.run()
print("stopped", flush=True)
