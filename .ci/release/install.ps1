# Installs Holdfast @VERSION@ into your Claude Code: downloads the archive for this
# system, verifies its checksum and runs what is in it. The arguments are those of
# "holdfast install". HOLDFAST_DOWNLOAD names another place, a URL or a folder.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$sums = @'
@SUMS@
'@
$from = if ($env:HOLDFAST_DOWNLOAD) { $env:HOLDFAST_DOWNLOAD } else { '@DOWNLOAD@' }
$processor = if ($env:PROCESSOR_ARCHITECTURE -eq 'ARM64') { 'arm64' } else { 'amd64' }
$folder = "holdfast-@VERSION@-windows-$processor"
$want = ($sums -split "`r?`n" | Where-Object { $_ -like "*  $folder.zip" }) -replace ' .*'
if (-not $want) { throw "install.ps1: error: this release has no $folder.zip" }
$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $work | Out-Null
try {
  $archive = Join-Path $work "$folder.zip"
  if (Test-Path -PathType Container $from) { Copy-Item (Join-Path $from "$folder.zip") $archive }
  else { Invoke-WebRequest -UseBasicParsing "$from/$folder.zip" -OutFile $archive }
  if ((Get-FileHash -Algorithm SHA256 $archive).Hash -ne $want) {
    throw "install.ps1: error: $folder.zip is not the release's: its checksum differs; nothing was installed"
  }
  Expand-Archive $archive $work
  & (Join-Path $work "$folder\bin\holdfast.exe") install @args
  if ($LASTEXITCODE) { throw "install.ps1: error: holdfast install ended with $LASTEXITCODE" }
} finally {
  Remove-Item -Recurse -Force $work -ErrorAction SilentlyContinue
}
