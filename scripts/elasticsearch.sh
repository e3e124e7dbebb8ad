#!/bin/sh
# Fetches the Elasticsearch that the tests run, once: its core from Maven Central, unpacked into the cache folder.
# Prints the folder. WAYBILL_CACHE names another cache folder; test/helpers/servers/elasticsearch.ts looks in the same places.
set -eu

version=9.5.0
if [ -n "${WAYBILL_CACHE:-}" ]; then
  cache=$WAYBILL_CACHE
elif [ "$(id -u)" = 0 ]; then
  # Elasticsearch refuses to run as root, and the user it runs as instead cannot enter root's home.
  cache=/var/cache/waybill
else
  cache=$HOME/.cache/waybill
fi
home=$cache/elasticsearch-$version

if [ ! -x "$home/bin/elasticsearch" ]; then
  if ! command -v mvn > /dev/null; then
    echo "Elasticsearch $version is not in $home, and mvn, which fetches it, is not installed." >&2
    exit 1
  fi
  mkdir -p "$cache"
  unpacked=$(mktemp -d "$cache/unpacking.XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
  mvn --quiet --batch-mode dependency:unpack \
    "-Dartifact=org.elasticsearch.distribution.integ-test-zip:elasticsearch:$version:zip" \
    "-DoutputDirectory=$unpacked" >&2
  chmod 755 "$unpacked"
  chmod -R a+rX "$unpacked"
  # If another process has moved its copy here meanwhile, that copy is used.
  mv -T "$unpacked/elasticsearch-$version" "$home" 2> /dev/null || [ -x "$home/bin/elasticsearch" ]
fi
echo "$home"
