#!/bin/sh
# Gathers what was built for this machine: dist.sh FOLDER. What is missing is an error. The sdist is the same on all
# machines: it comes from one kind only.
set -eu
folder=$1
rm -rf "$folder"
mkdir -p "$folder"

# take TARGET FILE: the one file that `make TARGET` has made.
take() {
  target=$1
  shift
  if [ $# != 1 ] || [ ! -f "$1" ]; then
    echo "error: found $*; needed: one file, by \`make $target\`" >&2
    exit 66
  fi
  cp "$1" "$folder"
}

take wheel .build/wheel/*.whl
case $(uname -s)-$(uname -m) in
Linux-x86_64)
  take wheel .build/wheel/sdist/*.tar.gz
  take deb .build/deb/*.deb
  take archive .build/archive/*.tar.gz
  ;;
Linux-*)
  take deb .build/deb/*.deb
  take archive .build/archive/*.tar.gz
  ;;
Darwin-*) ;;
*)
  echo "error: found $(uname -s); allowed: Linux, Darwin" >&2
  exit 69
  ;;
esac
ls "$folder"
