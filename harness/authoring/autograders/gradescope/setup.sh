#!/usr/bin/env bash
# Run once, when Gradescope builds the image: Ubuntu or Debian, as root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export DEBIAN_FRONTEND=noninteractive

new_enough() { # Python 3.11 or later that can make environments
  command -v "$1" >/dev/null && "$1" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

if [ "${SKIP_PACKAGES:-}" != 1 ]; then
  apt-get update -qq
  xargs --no-run-if-empty apt-get install -y -qq --no-install-recommends <packages.txt
fi
python=
for candidate in python3 python3.13 python3.12 python3.11; do
  if new_enough "$candidate"; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then # Ubuntu 22.04 brings Python 3.10 as python3, and a later one beside it
  apt-get install -y -qq --no-install-recommends python3.12 python3.12-venv ||
    apt-get install -y -qq --no-install-recommends python3.11 python3.11-venv
  for candidate in python3.12 python3.11; do
    if new_enough "$candidate"; then
      python=$candidate
      break
    fi
  done
fi
[ -n "$python" ] || { echo "setup.sh: no Python 3.11 or later in this image" >&2; exit 1; }
"$python" -m venv --clear venv
venv/bin/python -m pip install --quiet --disable-pip-version-check ${PIP_OPTIONS:-} --constraint constraints.txt ./*.whl
venv/bin/python -m harness.sandbox.isolation.supervisor_program >/dev/null 2>&1 || true # without it runs take longer
chmod -R go-rwx . # a student's program may run as another user: the course is not for it
