#!/bin/sh
# Installs Holdfast from an unpacked release archive into your Claude Code. It
# needs nothing but this folder; the arguments are those of "holdfast install".
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
fail() {
  printf 'install.sh: error: %s\ninstall.sh: hint: %s\n' "$1" "$2" >&2
  exit 1
}

[ -f "$here/bin/holdfast" ] ||
  fail "there are no programs in \"$here/bin\"" 'run it in an unpacked release archive; in a checkout, make install'

cd "$here"
if command -v sha256sum >/dev/null 2>&1; then
  check='sha256sum -c --quiet'
elif command -v shasum >/dev/null 2>&1; then
  check='shasum -a 256 -c'
else
  check=''
fi
if [ -n "$check" ]; then
  $check SHA256SUMS >/dev/null ||
    fail 'the files are not those of the release' 'download and unpack the archive again'
fi
cd - >/dev/null

"$here/bin/holdfast" version >/dev/null 2>&1 ||
  fail 'the programs do not run on this machine' 'take the archive for your system and processor'
exec "$here/bin/holdfast" install "$@"
