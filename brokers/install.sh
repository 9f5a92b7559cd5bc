#!/bin/sh
# Installs the brokers that are missing, by package name (Debian). No daemon is started, now or at the next start of the
# machine. What cannot be installed is skipped by the player.
set -u
command -v apt-get >/dev/null || exit 0

missing=
for package in mosquitto nats-server rabbitmq-server; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "not root: cannot install$missing"; exit 0; }
  exec sudo "$0"
fi

# Packages ask this program before they start a daemon; one that is there already comes back.
policy=${POLICY:-/usr/sbin/policy-rc.d}
before=$policy.before-brokers
restore() { rm -f "$policy"; [ ! -e "$before" ] || mv "$before" "$policy"; }
[ ! -e "$policy" ] || mv "$policy" "$before"
trap restore EXIT
trap 'exit 1' HUP INT TERM
printf '#!/bin/sh\nexit 101\n' >"$policy"
chmod 755 "$policy"

# What the packages and what they need would start with the machine; epmd is Erlang's.
units=
for unit in mosquitto nats-server rabbitmq-server epmd; do
  [ -e "/lib/systemd/system/$unit.service" ] || units="$units $unit"
done

echo "installing$missing"
apt-get update -qq
for package in $missing; do
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
    echo "$package could not be installed"
done
for unit in $units; do
  deb-systemd-helper disable "$unit.service" >/dev/null 2>&1
  update-rc.d "$unit" disable >/dev/null 2>&1
done
exit 0
