#!/bin/sh
# Fetches the Keycloak that the tests run, once: from Maven Central, unpacked into the cache folder and built for its
# options, so that a start takes seconds. Prints the folder. WAYBILL_CACHE names another cache folder;
# test/helpers/servers/keycloak.ts looks in the same places.
set -eu

version=26.7.3
sha256=77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47
if [ -n "${WAYBILL_CACHE:-}" ]; then
  cache=$WAYBILL_CACHE
elif [ "$(id -u)" = 0 ]; then
  cache=/var/cache/waybill
else
  cache=$HOME/.cache/waybill
fi
home=$cache/keycloak-$version

if [ ! -e "$home/built" ]; then
  if ! command -v mvn > /dev/null; then
    echo "Keycloak $version is not in $home, and mvn, which fetches it, is not installed." >&2
    exit 1
  fi
  mkdir -p "$cache"
  unpacked=$(mktemp -d "$cache/unpacking.XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
  archive=keycloak-quarkus-dist-$version.tar.gz
  mvn --quiet --batch-mode dependency:copy \
    "-Dartifact=org.keycloak:keycloak-quarkus-dist:$version:tar.gz" \
    "-DoutputDirectory=$unpacked" >&2
  echo "$sha256  $unpacked/$archive" | sha256sum --check --quiet >&2
  tar -xzf "$unpacked/$archive" -C "$unpacked"
  # The JDK of the tests: mvn may run on an older one.
  JAVA_HOME=${ES_JAVA_HOME:-${JAVA_HOME:-}} "$unpacked/keycloak-$version/bin/kc.sh" build --db=dev-mem >&2
  chmod -R a+rX "$unpacked/keycloak-$version"
  touch "$unpacked/keycloak-$version/built"
  # If another process has been faster, its folder is the same.
  mv -T "$unpacked/keycloak-$version" "$home" 2> /dev/null || [ -e "$home/built" ]
fi
echo "$home"
