#!/bin/sh
# Packs the sources of the last commit, and writes the formula that installs them: make_formula.sh VERSION FOLDER.
# HOMEPAGE and URL: where the project and the archive will lie, if not in FOLDER.
set -eu
version=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
here=$(dirname "$0")
archive=$folder/deliverysim-$version.tar.gz
git archive --format=tar.gz --prefix="deliverysim-$version/" --output="$archive" HEAD
if command -v sha256sum >/dev/null; then sum=$(sha256sum "$archive"); else sum=$(shasum -a 256 "$archive"); fi
sed -e "s|@HOMEPAGE@|${HOMEPAGE:-https://deliverysim.example}|" -e "s|@URL@|${URL:-file://$archive}|" \
  -e "s|@VERSION@|$version|" -e "s|@SHA256@|${sum%% *}|" "$here/deliverysim.rb.in" > "$folder/deliverysim.rb"
echo "$folder/deliverysim.rb"
