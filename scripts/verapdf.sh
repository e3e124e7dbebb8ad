#!/bin/sh
# Fetches the veraPDF that the tests run, once: from Maven Central into the cache folder. Prints the path of its jar.
# test/workers/documents/verapdf.ts looks in the same place.
set -eu
. "$(dirname "$0")/cache.sh"

version=1.28.2
sha256=687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6
jar=$cache/verapdf-$version.jar

if [ ! -e "$jar" ]; then
  need "veraPDF $version" mvn
  make_unpacked
  fetched=$unpacked/greenfield-apps-$version.jar
  from_maven copy "org.verapdf.apps:greenfield-apps:$version" "$unpacked"
  check_sum $sha256 "$fetched"
  chmod a+r "$fetched"
  mv "$fetched" "$jar"
fi
echo "$jar"
