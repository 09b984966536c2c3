#!/bin/sh
# Installs Chromium and PostgreSQL from the system's packages, and axe-core from the npm registry, where this machine
# allows it.
# Where it does not, the tests that need them say so and are skipped.
if command -v npm >/dev/null 2>&1; then
  [ -f tests/browser/node_modules/axe-core/axe.min.js ] ||
    npm install --prefix tests/browser --no-audit --no-fund --no-package-lock --silent >/dev/null 2>&1 ||
    echo "NOTE: could not install axe-core from the npm registry; the tests of accessibility are skipped."
else
  echo "NOTE: npm is missing; the tests of accessibility are skipped."
fi
wanted=""
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || wanted="$wanted chromium"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || wanted="$wanted postgresql"
[ -z "$wanted" ] && exit 0
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  echo "NOTE: missing$wanted, and this machine does not let make install them; the tests that need them are skipped."
  exit 0
fi
echo "installing$wanted"
{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted; } >/dev/null 2>&1 ||
  echo "NOTE: could not install$wanted; the tests that need them are skipped."
exit 0
