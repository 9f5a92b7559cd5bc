#!/bin/sh
# It installs what a fresh runner or container lacks before `make` can install the rest: setup.sh. On macOS nothing is missing.
set -eu
if command -v apt-get > /dev/null; then
  if [ "$(id -u)" = 0 ]; then as=; else as=sudo; fi
  $as apt-get update -qq
  $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    ca-certificates dpkg-dev git libc6-dev make pkg-config python3-venv > /dev/null
fi
# In a container the checkout belongs to the user of the runner, and git would refuse it.
git config --global --add safe.directory "$PWD"
