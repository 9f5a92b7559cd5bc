#!/bin/sh
# Removes what install.sh has laid under a folder, and nothing else: uninstall.sh PREFIX [DESTDIR].
set -eu
root=${2:-}$1
list=$root/share/deliverysim/installed
if [ ! -f "$list" ]; then
  echo "error: $list is not there: nothing was installed under $1" >&2
  exit 66
fi
if [ ! -w "$(dirname "$list")" ]; then
  echo "error: cannot write to $root: uninstall as the user who installed" >&2
  exit 73
fi
files=$(cat "$list")
for file in $files; do rm -f "$root/$file"; done
# Folders of its own; others may hold what belongs to others.
find "$root/share/deliverysim" "$root/share/doc/deliverysim" -depth -type d -empty -delete 2>/dev/null || true
