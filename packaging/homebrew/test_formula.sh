#!/bin/sh
# Installs the tool by a formula and tests it: test_formula.sh FORMULA. Where there is no Homebrew, run_formula.rb
# stands for it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if command -v brew > /dev/null; then
  # Homebrew installs formulae from taps only.
  brew tap-new --no-git deliverysim/local
  cp "$1" "$(brew --repository deliverysim/local)/Formula/"
  brew install --build-from-source deliverysim/local/deliverysim
  brew test deliverysim/local/deliverysim
  echo '1 passed, 0 failed'
else
  command -v ruby > /dev/null || apt-get install -y -qq ruby > /dev/null
  ruby -c "$1" > /dev/null
  ruby "$here/run_formula.rb" "$1"
fi
