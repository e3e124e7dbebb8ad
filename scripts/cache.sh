# Sourced by the scripts that fetch the programs of the tests, once, into the cache folder. Sets `cache`; WAYBILL_CACHE names
# another folder. test/helpers/servers/javaServers.ts looks in the same places.
if [ -n "${WAYBILL_CACHE:-}" ]; then
  cache=$WAYBILL_CACHE
elif [ "$(id -u)" = 0 ]; then
  # Elasticsearch refuses to run as root, and the user it runs as instead cannot enter root's home.
  cache=/var/cache/waybill
else
  cache=$HOME/.cache/waybill
fi

# need PROGRAM TOOL…: ends the script if a tool that fetches the program is not installed.
need() {
  program=$1
  shift
  for tool; do
    command -v "$tool" > /dev/null && continue
    echo "$program: not in $cache, and $tool, which fetches it, is not installed." >&2
    exit 1
  done
}

# Makes a folder in the cache, `unpacked`, and removes it when the script ends. A program is moved from there when it is
# complete, so that others never see a part of it.
make_unpacked() {
  mkdir -p "$cache"
  unpacked=$(mktemp -d "$cache/unpacking.XXXXXX")
  trap 'rm -rf "$unpacked"' EXIT
}

# from_maven GOAL ARTIFACT FOLDER [OPTION…]: copies or unpacks an artifact of Maven Central. Maven notes in the working
# directory what it has unpacked, and skips it the next time: the note goes with the folder.
from_maven() (
  goal=$1 artifact=$2 folder=$3
  shift 3
  cd "$folder"
  mvn --quiet --batch-mode "dependency:$goal" "-Dartifact=$artifact" "-DoutputDirectory=$folder" "$@" >&2
)

# check_sum SHA256 FILE
check_sum() {
  echo "$1  $2" | sha256sum --check --quiet >&2
}

# move_home FOLDER MARK: moves a complete folder to `home`, where the file MARK shows that it is complete. If another process
# has moved its copy there meanwhile, that copy is used.
move_home() {
  mv -T "$1" "$home" 2> /dev/null || [ -e "$home/$2" ] || {
    echo "$1 could not be moved to $home." >&2
    exit 1
  }
}
