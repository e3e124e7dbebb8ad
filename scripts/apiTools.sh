#!/bin/sh
# Fetches the programs that read the OpenAPI document in tests, once, into the cache folder: Schemathesis and
# openapi-python-client from PyPI, openapi-typescript from npm, and OpenAPI Generator from Maven Central. Prints the folder; with --no-fetch, only if
# it is there. WAYBILL_CACHE names another
# cache folder.
set -eu

generator=7.24.0
types=7.13.0
sha256=4b83ccc6fd43056c8c631cd0195e5100bd0550912502527bab09ac76152dab0c
if [ -n "${WAYBILL_CACHE:-}" ]; then
  cache=$WAYBILL_CACHE
elif [ "$(id -u)" = 0 ]; then
  cache=/var/cache/waybill
else
  cache=$HOME/.cache/waybill
fi
list=$(dirname "$0")/apiTools.txt
python=$(python3 -c 'import sys; print(f"{sys.version_info[0]}.{sys.version_info[1]}")')
# Compiled packages belong to one version of Python.
home=$cache/api-tools-$(cksum < "$list" | cut -d ' ' -f 1)-$generator-$types-python$python

if [ ! -e "$home" ] && [ "${1:-}" = --no-fetch ]; then exit 1; fi
if [ ! -e "$home" ]; then
  if ! command -v mvn > /dev/null; then
    echo "The tools of the OpenAPI document are not in $home, and mvn, which fetches one of them, is not installed." >&2
    exit 1
  fi
  mkdir -p "$cache"
  unpacked=$(mktemp -d "$cache/unpacking.XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --only-binary :all: \
    --target "$unpacked/tools/python" --requirement "$list" >&2
  npm install --silent --no-audit --no-fund --prefix "$unpacked/tools/node" "openapi-typescript@$types" typescript@5.9.3 >&2
  mvn --quiet --batch-mode dependency:copy \
    "-Dartifact=org.openapitools:openapi-generator-cli:$generator" "-DoutputDirectory=$unpacked" >&2
  echo "$sha256  $unpacked/openapi-generator-cli-$generator.jar" | sha256sum --check --quiet >&2
  mv "$unpacked/openapi-generator-cli-$generator.jar" "$unpacked/tools/openapi-generator.jar"
  chmod -R a+rX "$unpacked/tools"
  # If another process has been faster, its folder is the same.
  mv -T "$unpacked/tools" "$home" 2> /dev/null || [ -e "$home" ]
fi
echo "$home"
