#!/bin/sh
# Installs Holdfast @VERSION@ into your Claude Code: downloads the archive for this
# system, verifies its checksum and runs what is in it. The arguments are those of
# "holdfast install". HOLDFAST_DOWNLOAD names another place, a URL or a folder.
set -eu

main() {
  from=${HOLDFAST_DOWNLOAD:-'@DOWNLOAD@'}
  system=$(uname -s) processor=$(uname -m)
  case $system in Linux) system=linux ;; Darwin) system=darwin ;; *) fail "there is no archive for \"$system\"" 'on Windows run install.ps1' ;; esac
  case $processor in x86_64 | amd64) processor=amd64 ;; aarch64 | arm64) processor=arm64 ;; *) fail "there is no archive for \"$processor\"" 'build it: make install in a checkout' ;; esac
  archive=holdfast-@VERSION@-$system-$processor.tar.gz
  want=$(sums | while read -r sum name; do [ "$name" != "$archive" ] || echo "$sum"; done)
  [ -n "$want" ] || fail "this release has no \"$archive\"" 'build it: make install in a checkout'

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' HUP INT TERM
  if [ -d "$from" ]; then
    cp "$from/$archive" "$work/"
  elif command -v curl >/dev/null 2>&1; then
    curl -fsSL -o "$work/$archive" "$from/$archive" || fail "\"$from/$archive\" cannot be fetched" 'try again, or set HOLDFAST_DOWNLOAD'
  else
    wget -q -O "$work/$archive" "$from/$archive" || fail "\"$from/$archive\" cannot be fetched" 'it needs curl or wget'
  fi
  if command -v sha256sum >/dev/null 2>&1; then
    got=$(sha256sum <"$work/$archive")
  else
    got=$(shasum -a 256 <"$work/$archive")
  fi
  [ "${got%% *}" = "$want" ] || fail "\"$archive\" is not the release's: its checksum differs" 'download it again; nothing was installed'
  tar -xzf "$work/$archive" -C "$work"
  "$work/${archive%.tar.gz}/install.sh" "$@"
}

fail() {
  printf 'install.sh: error: %s\ninstall.sh: hint: %s\n' "$1" "$2" >&2
  exit 1
}

sums() {
  cat <<'END'
@SUMS@
END
}

main "$@"
