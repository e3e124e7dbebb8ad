#!/bin/sh
# Fetches the veraPDF that the tests run, once: from Maven Central into the cache folder. Prints the path of its jar.
# WAYBILL_CACHE names another cache folder; test/workers/documents/verapdf.ts looks in the same places.
set -eu

version=1.28.2
sha256=687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6
if [ -n "${WAYBILL_CACHE:-}" ]; then
  cache=$WAYBILL_CACHE
elif [ "$(id -u)" = 0 ]; then
  cache=/var/cache/waybill
else
  cache=$HOME/.cache/waybill
fi
jar=$cache/verapdf-$version.jar

if [ ! -e "$jar" ]; then
  if ! command -v mvn > /dev/null; then
    echo "veraPDF $version is not in $cache, and mvn, which fetches it, is not installed." >&2
    exit 1
  fi
  mkdir -p "$cache"
  unpacked=$(mktemp -d "$cache/unpacking.XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
  mvn --quiet --batch-mode dependency:copy \
    "-Dartifact=org.verapdf.apps:greenfield-apps:$version" \
    "-DoutputDirectory=$unpacked" >&2
  echo "$sha256  $unpacked/greenfield-apps-$version.jar" | sha256sum --check --quiet >&2
  chmod a+r "$unpacked/greenfield-apps-$version.jar"
  mv "$unpacked/greenfield-apps-$version.jar" "$jar"
fi
echo "$jar"
