#!/bin/sh
# Packs what install.sh lays: archive.sh BINARY NAME FOLDER makes FOLDER/NAME.tar.gz with one folder, NAME.
set -eu
binary=$1 name=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$3"
mkdir -p "$3"
folder=$(cd "$3" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/install.sh" "$binary" "/$name" "$work"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-1609459200}" \
  -C "$work" -cf - "$name" | gzip -9n > "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
