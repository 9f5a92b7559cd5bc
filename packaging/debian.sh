#!/bin/sh
# Lays a clean Debian that stands for an image of docker.io or a runner of GitHub where neither can be had:
# debian.sh IMAGE ROOT. `debian.sh mounts` lists the folders of this machine that must be mounted at the same place:
# Swift, and the sources of packages if git's settings name some. Needs root and debootstrap.
set -eu

# Where Swift lies. Where it is not in PATH, SWIFT_HOME says it.
swift_home() {
  if [ -n "${SWIFT_HOME:-}" ]; then
    echo "$SWIFT_HOME"
  else
    dirname "$(dirname "$(readlink -f "$(command -v swift)")")"
  fi
}

# Git's settings that take what is at GitHub from a folder.
instead() { git config --get-regexp '^url\./.*\.insteadof$' || true; }

mounts() {
  swift_home
  instead | sed -nE 's|^url\.(/.*)/\.insteadof .*|\1|p' | sort -u
}

# Those of the Dockerfiles and of the runner, as far as builds need them.
packages() {
  case $1 in
  *debian:bookworm-slim) ;;
  *swift:6.3-bookworm)
    echo binutils libicu-dev libcurl4-openssl-dev libedit-dev libsqlite3-dev libncurses-dev libpython3-dev libxml2-dev \
      pkg-config uuid-dev tzdata git gcc libstdc++-12-dev
    ;;
  ubuntu-24.04) echo sudo git build-essential curl python3 buildah ;;
  *)
    echo "error: $1: nothing stands for it; packaging/debian.sh says for what something does" >&2
    exit 64
    ;;
  esac
}

# This machine's way to Debian's and Python's packages.
settings() {
  mkdir -p "$1/etc/ssl/certs"
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
  # The package ca-certificates writes that file again, with those of this folder.
  mkdir -p "$1/usr/local/share/ca-certificates"
  cp -R /usr/local/share/ca-certificates/. "$1/usr/local/share/ca-certificates/"
  [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$1/etc/"
  cp /etc/resolv.conf "$1/etc/"
  instead | while read -r key value; do git config --file "$1/etc/gitconfig" --add "$key" "$value"; done
}

if [ "$1" = mounts ]; then
  mounts
  exit
fi
image=$1 root=$2
wanted=$(packages "$image")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
command -v debootstrap > /dev/null || apt-get install -y -qq debootstrap > /dev/null
{
  debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}"
  # shellcheck disable=SC2086
  [ -z "$wanted" ] || chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $wanted
  chroot "$root" apt-get clean
} > "$log" 2>&1 || {
  tail -30 "$log" >&2
  exit 1
}
settings "$root"
# In the image Swift lies among all other programs.
case $image in
*swift:*) ln -s "$(swift_home)"/bin/* "$root/usr/bin/" ;;
esac
