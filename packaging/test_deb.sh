#!/bin/sh
# Installs the Debian package and the Python package in a clean Debian, follows the first steps, draws a report, runs
# the notebook, and removes the package: test_deb.sh PACKAGE WHEELS, the wheels with all that they need. Needs root,
# debootstrap and Debian's packages. What it installed is gone at the end, or the test fails.
set -eu
package=$1 wheels=$2
here=$(cd "$(dirname "$0")/.." && pwd)
release=${RELEASE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
mirror=${MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
root=$work/root
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$work"' EXIT

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }

debootstrap --variant=minbase "$release" "$root" "$mirror" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
mount -t proc proc "$root/proc"
# A minimal Debian leaves manual pages out.
rm -f "$root/etc/dpkg/dpkg.cfg.d/docker"
inside apt-get install -y -qq --no-install-recommends man-db >/dev/null 2>&1
cp "$package" "$root/tmp/deliverysim.deb"
inside apt-get install -y -qq --no-install-recommends /tmp/deliverysim.deb >/dev/null

inside deliverysim --version
inside sh -ec 'cd /root
  deliverysim init mail > my.yml
  deliverysim init mail | deliverysim validate - --quiet
  deliverysim run my.yml --set devices=50 --replications 3 --progress none
  test -s runs/my-mail/metrics.csv
  deliverysim verify runs/my-mail --replications 1 --quiet
  deliverysim find lost runs/my-mail --strategy gap-recovery > /dev/null
  man -P cat deliverysim-run | grep -q -- --replications
  grep -q deliverysim /usr/share/bash-completion/completions/deliverysim
  # Without Python there is no report, and it says so.
  if deliverysim report runs/my-mail 2> refused; then exit 1; fi
  grep -q "^error: " refused'
echo 'the first steps: ok'

# A package of another architecture is refused in one sentence.
mkdir "$work/other"
dpkg-deb --raw-extract "$package" "$work/other"
sed -i 's/^Architecture: .*/Architecture: s390x/' "$work/other/DEBIAN/control"
dpkg-deb --build "$work/other" "$root/tmp/other.deb" > /dev/null
if inside dpkg --install /tmp/other.deb > /dev/null 2> "$work/refused"; then exit 1; fi
grep -q 'does not match system' "$work/refused"
echo 'a package of another architecture: refused'

inside apt-get install -y -qq --no-install-recommends python3-venv >/dev/null 2>&1
mkdir "$root/root/notebooks" "$root/root/results" "$root/wheels"
cp "$wheels"/*.whl "$root/wheels"
cp "$here"/notebooks/*.ipynb "$root/root/notebooks"
cp -r "$here"/results/* "$root/root/results"
inside sh -ec 'cd /root
  python3 -m venv env
  env/bin/pip install --quiet --no-index --find-links /wheels "deliverysim[notebooks]" jupyter-core
  . env/bin/activate
  deliverysim report runs/my-mail --quiet
  test -s runs/my-mail/report/report.html
  python -c "import deliverysim; print(len(deliverysim.run(\"my.yml\", out=\"again\", replications=3).metrics))"
  jupyter-execute notebooks/*.ipynb 2> errors || { tail -30 errors >&2; exit 1; }'
echo 'the wheel: report, run, notebook: ok'

inside apt-get remove -y -qq deliverysim >/dev/null
left=$(inside find /usr/bin /usr/share -name '*deliverysim*')
[ -z "$left" ] || { echo "error: left behind: $left" >&2; exit 1; }
echo "1 passed, 0 failed"
