#!/bin/sh
# Fetches the Keycloak that the tests run, once: from Maven Central, unpacked into the cache folder and built for its
# options, so that a start takes seconds. Prints the folder. test/helpers/servers/keycloak.ts looks in the same place.
set -eu
. "$(dirname "$0")/cache.sh"

version=26.7.3
sha256=77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47
home=$cache/keycloak-$version

if [ ! -e "$home/built" ]; then
  need "Keycloak $version" mvn
  make_unpacked
  archive=$unpacked/keycloak-quarkus-dist-$version.tar.gz
  from_maven copy "org.keycloak:keycloak-quarkus-dist:$version:tar.gz" "$unpacked"
  check_sum $sha256 "$archive"
  tar -xzf "$archive" -C "$unpacked"
  # The JDK of the tests: mvn may run on an older one.
  JAVA_HOME=${ES_JAVA_HOME:-${JAVA_HOME:-}} "$unpacked/keycloak-$version/bin/kc.sh" build --db=dev-mem >&2
  chmod -R a+rX "$unpacked/keycloak-$version"
  touch "$unpacked/keycloak-$version/built"
  move_home "$unpacked/keycloak-$version" built
fi
echo "$home"
