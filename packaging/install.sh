#!/bin/sh
# Lays the tool, its manual pages, completions, report and licence under a folder: install.sh BINARY PREFIX [DESTDIR].
# The files that it lays there are listed in share/deliverysim/installed; uninstall.sh removes just that.
set -eu
binary=$1 prefix=$2 destdir=${3:-}
root=$destdir$prefix
here=$(cd "$(dirname "$0")/.." && pwd)
list=$root/share/deliverysim/installed

if ! mkdir -p "$root/share/deliverysim" 2>/dev/null || [ ! -w "$root/share/deliverysim" ]; then
  echo "error: cannot write to $root: choose another PREFIX, or install as root" >&2
  exit 73
fi
: > "$list"

# put MODE FILE PLACE: copies a file, and notes its place.
put() {
  mkdir -p "$root/$(dirname "$3")"
  install -m "$1" "$2" "$root/$3"
  echo "$3" >> "$list"
}

put 755 "$binary" bin/deliverysim
# A third of it is for debuggers. On macOS it would lose its signature.
[ "$(uname)" = Darwin ] || strip "$root/bin/deliverysim"
put 644 "$here/LICENSE" share/doc/deliverysim/copyright
put 644 "$here/CHANGELOG.md" share/doc/deliverysim/CHANGELOG.md
put 644 "$here/python/THIRD-PARTY.md" share/doc/deliverysim/THIRD-PARTY.md
for text in "$here"/python/licenses/*.txt; do
  put 644 "$text" "share/doc/deliverysim/licenses/$(basename "$text")"
done

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
for page in "$here"/.build/man/*.1; do
  name=$(basename "$page" | tr . -)
  name=${name%-1}.1
  gzip -9nc "$page" > "$made/$name.gz"
  put 644 "$made/$name.gz" "share/man/man1/$name.gz"
done
"$binary" --generate-completion-script bash > "$made/bash"
"$binary" --generate-completion-script zsh > "$made/zsh"
"$binary" --generate-completion-script fish > "$made/fish"
put 644 "$made/bash" share/bash-completion/completions/deliverysim
put 644 "$made/zsh" share/zsh/site-functions/_deliverysim
put 644 "$made/fish" share/fish/vendor_completions.d/deliverysim.fish

cd "$here/python"
find deliverysim -type f ! -path '*/__pycache__/*' | LC_ALL=C sort | while read -r file; do
  put 644 "$file" "share/deliverysim/python/$file"
done
echo share/deliverysim/installed >> "$list"
