#!/bin/sh
# Installs the tools of the tests that read the OpenAPI document, once, into the cache folder: Python programs of
# scripts/apiTools.txt in a virtual environment, openapi-typescript with the TypeScript that it needs, and openapi-generator.
# Prints the folder. test/helpers/servers/apiTools.ts looks in the same place.
set -eu
cd "$(dirname "$0")"
. ./cache.sh

openapi_typescript=7.13.0
typescript=5.9.3
generator=7.25.0
sha256=41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae
# Another version of a tool gets another folder.
home=$cache/apiTools-$(cat apiTools.sh apiTools.txt | sha256sum | cut -c 1-12)

if [ ! -e "$home/built" ]; then
  need "the tools for the OpenAPI document" python3 npm mvn
  mkdir -p "$cache"
  # Programs of a virtual environment contain its path, so that it cannot be moved: installers wait for each other.
  exec 9> "$cache/apiTools.lock"
  flock 9
  if [ ! -e "$home/built" ]; then
    rm -rf "$home"
    python3 -m venv "$home/python" >&2
    "$home/python/bin/pip" install --quiet --disable-pip-version-check --requirement apiTools.txt >&2
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$home" \
      openapi-typescript@$openapi_typescript typescript@$typescript >&2
    from_maven copy "org.openapitools:openapi-generator-cli:$generator" "$home" -Dmdep.stripVersion=true
    check_sum $sha256 "$home/openapi-generator-cli.jar"
    chmod -R a+rX "$home"
    touch "$home/built"
  fi
fi
echo "$home"
