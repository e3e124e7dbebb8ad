#!/bin/sh
# Fetches the Elasticsearch that the tests run, once: its core from Maven Central, unpacked into the cache folder.
# Prints the folder. test/helpers/servers/elasticsearch.ts looks in the same place.
set -eu
. "$(dirname "$0")/cache.sh"

version=9.5.0
home=$cache/elasticsearch-$version

if [ ! -x "$home/bin/elasticsearch" ]; then
  need "Elasticsearch $version" mvn
  make_unpacked
  from_maven unpack "org.elasticsearch.distribution.integ-test-zip:elasticsearch:$version:zip" "$unpacked"
  chmod 755 "$unpacked"
  chmod -R a+rX "$unpacked"
  move_home "$unpacked/elasticsearch-$version" bin/elasticsearch
fi
echo "$home"
