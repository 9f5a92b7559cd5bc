#!/bin/sh
# Makes a Debian package: deb.sh BINARY VERSION OUTPUT. Needs dpkg-dev, which finds out what the binary depends on.
set -eu
binary=$1 version=$2 output=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

"$here/install.sh" "$binary" /usr "$root"
# dpkg keeps the list of files itself.
rm "$root/usr/share/deliverysim/installed"
gzip -9n "$root/usr/share/doc/deliverysim/CHANGELOG.md"

mkdir "$work/debian"
printf 'Source: deliverysim\n' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/deliverysim" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
# Debian may have older ones: then it recommends nothing.
libraries=$(python3 -c 'import runpy, sys
for name, oldest in runpy.run_path(sys.argv[1])["LIBRARIES"].items():
    print(f"python3-{name} (>= {oldest[0]}.{oldest[1]})", end=", ")' "$here/../python/deliverysim/requirements.py")
mkdir "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<CONTROL
Package: deliverysim
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: the deliverysim authors <deliverysim@localhost>
Depends: $depends
Recommends: ${libraries}python3
Installed-Size: $(du -ks "$root/usr" | cut -f1)
Section: science
Priority: optional
Description: simulator of push notifications and what loses them
 Simulates providers, APNs, outages and client recovery as a reproducible
 discrete-event model, runs Monte Carlo experiments, and writes CSV files
 that compare strategies by deliverability and cost.
CONTROL
find "$root" -exec touch -h -d "@${SOURCE_DATE_EPOCH:-1609459200}" {} +
mkdir -p "$(dirname "$output")"
dpkg-deb --root-owner-group --build "$root" "$output" >/dev/null
echo "$output"
