#!/bin/sh
# Adds the sources and checksums to what was built, and publishes all of it: release.sh TAG VERSION FOLDER. It needs gh,
# which takes its rights from GH_TOKEN.
set -eu
tag=$1 version=$2
here=$(cd "$(dirname "$0")/.." && pwd)
if [ "$tag" != "v$version" ]; then
  echo "error: RELEASE_TAG: found \"$tag\"; allowed: v$version, since that is the version of the sources" >&2
  exit 64
fi
cd "$3"
# A wheel, a package, an archive of some machine, and the sdist.
for kind in '*.whl' '*.deb' "deliverysim-$version-*-*.tar.gz" "deliverysim-$version.tar.gz"; do
  # shellcheck disable=SC2086
  if ! ls ./$kind > /dev/null 2>&1; then
    echo "error: $3: holds no $kind; run \`make dist\`" >&2
    exit 66
  fi
done
git -C "$here" archive --format=tar.gz --prefix="deliverysim-$version/" HEAD > "deliverysim-$version-sources.tar.gz"
rm -f SHA256SUMS
sha256sum -- * > SHA256SUMS
# The news is the section of this version, without its heading.
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
awk -v heading="## [$version]" 'index($0, "## ") == 1 { inside = index($0, heading) == 1; next } inside' \
  "$here/CHANGELOG.md" > "$notes"
if [ ! -s "$notes" ]; then
  echo "error: CHANGELOG.md: has no section [$version]" >&2
  exit 65
fi
gh release create "$tag" --verify-tag --title "deliverysim $version" --notes-file "$notes" -- *
cat SHA256SUMS
