#!/bin/sh
# Makes the Python client of the OpenAPI document in a new folder: `sh scripts/pythonClient.sh ../waybill-client`. Then
# `pip install ../waybill-client` installs the package `waybill_client`. Fails if the document has a part that the client
# would lack. `scripts/apiTools.sh` fetches the generator.
set -eu

folder=${1:?the folder of the client}
root=$(cd "$(dirname "$0")/.." && pwd)
tools=$(sh "$root/scripts/apiTools.sh")
# The generator formats the client with ruff, which it finds in PATH.
PATH=$tools/python/bin:$PATH PYTHONPATH=$tools/python python3 -m openapi_python_client generate \
  --path "$root/docs/openapi.json" --output-path "$folder" --config "$root/client/python/openapi-python-client.yml" \
  --meta setup --fail-on-warning
