#!/bin/bash
# Builds the image of Containerfile, and follows the first steps in it: container.sh build|test docker.io|debootstrap.
# With `debootstrap`, images made by debian.sh stand for those of docker.io; that needs root and buildah.
set -euo pipefail
action=$1 bases=$2
here=$(cd "$(dirname "$0")/.." && pwd)
name=localhost/deliverysim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

refuse() {
  echo "error: $1" >&2
  exit "$2"
}

# from NUMBER: a base image of Containerfile.
from() { sed -n 's/^FROM \([^ ]*\).*/\1/p' "$here/Containerfile" | sed -n "$1p"; }

# base IMAGE OPTIONS: makes it of Debian's packages.
base() {
  local image=$1 made
  shift
  "$here/packaging/debian.sh" "$image" "$work/root"
  made=$(buildah from scratch)
  buildah add --quiet "$made" "$work/root" / > /dev/null
  [ $# = 0 ] || buildah config "$@" "$made"
  buildah commit --quiet --rm "$made" "$image" > /dev/null
  rm -rf "$work/root"
  echo "$image: made by debootstrap"
}

# In a chroot already: that needs no more isolation, and no file system of the kernel's.
build_on_debootstrap() {
  local folder volumes=()
  export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
  command -v buildah > /dev/null || apt-get install -y -qq buildah > /dev/null
  for folder in $("$here/packaging/debian.sh" mounts); do volumes+=(--volume "$folder:$folder:ro"); done
  base "$(from 1)" --env "PATH=$("$here/packaging/debian.sh" mounts | head -1)/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  base "$(from 2)"
  buildah build --pull-never "${volumes[@]}" --tag $name --file "$here/Containerfile" "$here"
}

build() {
  case $bases in
  debootstrap)
    builder=buildah
    build_on_debootstrap
    ;;
  docker.io)
    builder=$(command -v podman || command -v buildah || command -v docker) \
      || refuse 'podman, buildah and docker: not found; Debian: apt-get install buildah' 69
    "$builder" build --tag $name --file "$here/Containerfile" "$here"
    ;;
  *) refuse "BASES: found $bases; allowed: docker.io, debootstrap" 64 ;;
  esac
}

# tool WORDS: the image's own command, in $work/data.
tool() {
  if [ "$(basename "$builder")" = buildah ]; then
    buildah run --volume "$work/data:/data" --workingdir /data "$container" -- "${entry[@]}" "$@"
  else
    "$builder" run --rm --volume "$work/data:/data" --workdir /data $name "$@"
  fi
}

follow() {
  mkdir "$work/data"
  if [ "$(basename "$builder")" = buildah ]; then
    container=$(buildah from --pull-never $name)
    mapfile -t entry < <(buildah inspect --format '{{range .OCIv1.Config.Entrypoint}}{{println .}}{{end}}' "$container" \
      | sed '/^$/d')
  fi
  tool --version
  tool init mail > "$work/data/my.yml"
  tool run my.yml --set devices=50 --replications 3 --quiet --out out
  [ -s "$work/data/out/metrics.csv" ] || refuse 'the container wrote no results' 1
  tool verify out --replications 1 --quiet
  # Without Python there is no report, and it says so.
  ! tool report out 2> "$work/refused" || refuse 'a report was drawn without Python' 1
  grep -q '^error: ' "$work/refused"
  if [ "$(basename "$builder")" = buildah ]; then buildah rm "$container" > /dev/null; fi
  echo '1 passed, 0 failed'
}

case $action in
build) build ;;
test)
  build
  follow
  ;;
*) refuse "found $action; allowed: build, test" 64 ;;
esac
