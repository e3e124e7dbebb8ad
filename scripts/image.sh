#!/bin/sh
# Builds the image of the Dockerfile by buildah, without a container engine and a registry of images: its base is a Debian
# that debootstrap makes, and it gets Node and npm of this machine. Prints the folder of the unpacked image.
# test/helpers/deployment/builtImage.ts looks in the same place. Needs root, and some 3 GB in the cache folder.
set -eu
cd "$(dirname "$0")/.."
. scripts/cache.sh
need 'The image' buildah debootstrap node npm

store=$cache/containers
mkdir -p "$store"
# Two builds at a time would prune each other's stages.
exec 9> "$store/lock"
flock 9
# If the build fails, the test must not find the image of an earlier one.
rm -f "$store/folder"

drive() {
  command=$1
  shift
  buildah --root "$store/storage" --runroot "$store/run" --storage-driver "${STORAGE_DRIVER:-overlay}" "$command" "$@"
}

build() {
  drive build --isolation chroot --network host --pull-never --quiet "$@" >&2
}

has() {
  drive inspect --type image "localhost/$1" > /dev/null 2>&1
}

if ! has waybill-base; then
  make_unpacked
  mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2> /dev/null | head -n 1)
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  debootstrap --variant=minbase --include=ca-certificates,tzdata "$suite" "$unpacked/debian" "$mirror" >&2
  # What the images of Docker Hub leave out, too.
  rm -rf "$unpacked"/debian/var/cache/apt/* "$unpacked"/debian/var/lib/apt/lists/* \
    "$unpacked"/debian/usr/share/doc/* "$unpacked"/debian/usr/share/man/* "$unpacked"/debian/usr/share/locale/*
  printf 'FROM scratch\nCOPY debian /\n' > "$unpacked/Dockerfile"
  build --tag waybill-base "$unpacked"
  node=$unpacked/node/usr/local
  mkdir -p "$node/bin" "$node/lib/node_modules"
  cp "$(readlink -f "$(command -v node)")" "$node/bin/node"
  cp -R "$(npm root --global 2> /dev/null)/npm" "$node/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$node/bin/npm"
  printf 'FROM localhost/waybill-base\nCOPY node /\n' > "$unpacked/Dockerfile"
  build --tag waybill-node "$unpacked"
fi

# The registry of packages of this machine, and the authorities that it trusts.
set --
for file in /etc/ssl/certs "$HOME/.npmrc" /etc/npmrc /usr/local/etc/npmrc; do
  target=$file
  [ "$file" != "$HOME/.npmrc" ] || target=/root/.npmrc
  [ ! -e "$file" ] || set -- "$@" --volume "$file:$target:ro"
done
build --layers "$@" --build-arg NODE_IMAGE=localhost/waybill-node --build-arg BASE_IMAGE=localhost/waybill-base \
  --tag waybill .

# The layers of older builds, and their containers.
drive rm --all > /dev/null
drive rmi --prune > /dev/null
drive images --format '{{.Size}}' --filter reference=localhost/waybill > "$store/size"
drive inspect --type image localhost/waybill > "$store/waybill.json"
container=$(drive from --pull-never localhost/waybill)
drive mount "$container" > "$store/folder"
cat "$store/folder"
